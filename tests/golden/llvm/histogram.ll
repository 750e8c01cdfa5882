; vector width: 4
; packs: 16 (the whole workgroup, 0 vectors a pack in the loop, 1 on the way)
; mode: group, 2 phases, 32-bit indexes
; copies of arrays that are only added to: 8
; outputs that are added to at the end of a call: 1
; memory of a workgroup: 8192 bytes shared, 0 bytes of frames, 0 off the stack
; 4 accesses: 4 proved, 4 masked, 2 vector, 0 gathered, 0 scalar, 2 by lanes
; s4 load b0: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s6 atomic b2: lanes, proved, masked (one lane after the other)
; s12 load b2: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s14 atomic b1: lanes, proved, masked (one lane after the other)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v8 = alloca [1024 x i8], align 64
  %v18 = alloca [8192 x i8], align 64
  %v158 = alloca i32, align 8
  %v159 = alloca <4 x i1>, align 8
  %v160 = alloca <4 x i1>, align 8
  %v161 = alloca <4 x i1>, align 8
  %v162 = alloca <4 x i1>, align 8
  %v163 = alloca <4 x i1>, align 8
  %v164 = alloca <4 x i1>, align 8
  %v165 = alloca <4 x i1>, align 8
  %v166 = alloca <4 x i1>, align 8
  %v167 = alloca <4 x i1>, align 8
  %v168 = alloca <4 x i1>, align 8
  %v169 = alloca <4 x i1>, align 8
  %v170 = alloca <4 x i1>, align 8
  %v171 = alloca <4 x i1>, align 8
  %v172 = alloca <4 x i1>, align 8
  %v173 = alloca <4 x i1>, align 8
  %v174 = alloca <4 x i1>, align 8
  %v175 = alloca <4 x i1>, align 8
  %v176 = alloca <4 x i1>, align 8
  %v177 = alloca <4 x i1>, align 8
  %v178 = alloca <4 x i1>, align 8
  %v179 = alloca <4 x i1>, align 8
  %v180 = alloca <4 x i1>, align 8
  %v181 = alloca <4 x i1>, align 8
  %v182 = alloca <4 x i1>, align 8
  %v183 = alloca <4 x i1>, align 8
  %v184 = alloca <4 x i1>, align 8
  %v185 = alloca <4 x i1>, align 8
  %v186 = alloca <4 x i1>, align 8
  %v187 = alloca <4 x i1>, align 8
  %v188 = alloca <4 x i1>, align 8
  %v189 = alloca <4 x i1>, align 8
  %v190 = alloca <4 x i1>, align 8
  %v472 = alloca [64 x i32], align 64
  %v489 = alloca [16 x i4], align 8
  %v730 = alloca i32, align 8
  %v731 = alloca <4 x i1>, align 8
  %v732 = alloca <4 x i1>, align 8
  %v733 = alloca <4 x i1>, align 8
  %v734 = alloca <4 x i1>, align 8
  %v735 = alloca <4 x i1>, align 8
  %v736 = alloca <4 x i1>, align 8
  %v737 = alloca <4 x i1>, align 8
  %v738 = alloca <4 x i1>, align 8
  %v739 = alloca <4 x i1>, align 8
  %v740 = alloca <4 x i1>, align 8
  %v741 = alloca <4 x i1>, align 8
  %v742 = alloca <4 x i1>, align 8
  %v743 = alloca <4 x i1>, align 8
  %v744 = alloca <4 x i1>, align 8
  %v745 = alloca <4 x i1>, align 8
  %v746 = alloca <4 x i1>, align 8
  %v747 = alloca <4 x i1>, align 8
  %v748 = alloca <4 x i1>, align 8
  %v749 = alloca <4 x i1>, align 8
  %v750 = alloca <4 x i1>, align 8
  %v751 = alloca <4 x i1>, align 8
  %v752 = alloca <4 x i1>, align 8
  %v753 = alloca <4 x i1>, align 8
  %v754 = alloca <4 x i1>, align 8
  %v755 = alloca <4 x i1>, align 8
  %v756 = alloca <4 x i1>, align 8
  %v757 = alloca <4 x i1>, align 8
  %v758 = alloca <4 x i1>, align 8
  %v759 = alloca <4 x i1>, align 8
  %v760 = alloca <4 x i1>, align 8
  %v761 = alloca <4 x i1>, align 8
  %v762 = alloca <4 x i1>, align 8
  %v1028 = alloca [64 x i32], align 64
  %v1045 = alloca [64 x i32], align 64
  %v1062 = alloca [16 x i4], align 8
  store i64 0, ptr %zero
  %v0 = getelementptr ptr, ptr %slots, i64 0
  %v1 = load ptr, ptr %v0, align 8
  %v2 = getelementptr i8, ptr %params, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = getelementptr ptr, ptr %slots, i64 1
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %params, i64 4
  %v7 = load i32, ptr %v6, align 4
  br label %b0
b0:
  %v9 = phi i64 [ 0, %entry ], [ %v10, %b0 ]
  %v11 = getelementptr i8, ptr %v8, i64 %v9
  store <64 x i8> splat (i8 0), ptr %v11, align 64
  %v10 = add i64 %v9, 64
  %v12 = icmp ult i64 %v10, 1024
  br i1 %v12, label %b0, label %b1
b1:
  %v13 = icmp ult i64 %first, %end
  br i1 %v13, label %b2, label %b3
b2:
  %group = phi i64 [ %first, %b1 ], [ %v14, %b4 ]
  %row = udiv i64 %group, %x
  %lo = urem i64 %group, %x
  %v15 = sub i64 %end, %group
  %v16 = add i64 %lo, %v15
  %v17 = icmp ult i64 %v16, %x
  %hi = select i1 %v17, i64 %v16, i64 %x
  br label %b5
b5:
  %v19 = phi i64 [ %lo, %b2 ], [ %v20, %b6 ]
  %v21 = trunc i64 %v19 to i32
  br label %b8
b8:
  %v22 = phi i64 [ 0, %b5 ], [ %v23, %b8 ]
  %v24 = getelementptr i8, ptr %v18, i64 %v22
  store <64 x i8> splat (i8 0), ptr %v24, align 64
  %v23 = add i64 %v22, 64
  %v25 = icmp ult i64 %v23, 8192
  br i1 %v25, label %b8, label %b9
b9:
  %v26 = mul i32 %v21, 64
  %v27 = insertelement <4 x i32> poison, i32 %v26, i64 0
  %v28 = shufflevector <4 x i32> %v27, <4 x i32> poison, <4 x i32> zeroinitializer
  %v29 = add i32 4, %v26
  %v30 = add i32 8, %v26
  %v31 = add i32 12, %v26
  %v32 = add i32 16, %v26
  %v33 = add i32 20, %v26
  %v34 = add i32 24, %v26
  %v35 = add i32 28, %v26
  %v36 = add i32 32, %v26
  %v37 = add i32 36, %v26
  %v38 = add i32 40, %v26
  %v39 = add i32 44, %v26
  %v40 = add i32 48, %v26
  %v41 = add i32 52, %v26
  %v42 = add i32 56, %v26
  %v43 = add i32 60, %v26
  %v44 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v28
  %v45 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v28
  %v46 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v28
  %v47 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v28
  %v48 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v28
  %v49 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v28
  %v50 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v28
  %v51 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v28
  %v52 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v28
  %v53 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v28
  %v54 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v28
  %v55 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v28
  %v56 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v28
  %v57 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v28
  %v58 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v28
  %v59 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v28
  %v60 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v61 = shufflevector <4 x i32> %v60, <4 x i32> poison, <4 x i32> zeroinitializer
  %v62 = icmp ult <4 x i32> %v44, %v61
  %v63 = sub <4 x i32> %v61, %v44
  %v64 = sub <4 x i32> %v63, splat (i32 1)
  %v65 = udiv <4 x i32> %v64, splat (i32 4096)
  %v66 = add <4 x i32> %v65, splat (i32 1)
  %v67 = select <4 x i1> %v62, <4 x i32> %v66, <4 x i32> splat (i32 0)
  %v68 = icmp ult <4 x i32> %v45, %v61
  %v69 = sub <4 x i32> %v61, %v45
  %v70 = sub <4 x i32> %v69, splat (i32 1)
  %v71 = udiv <4 x i32> %v70, splat (i32 4096)
  %v72 = add <4 x i32> %v71, splat (i32 1)
  %v73 = select <4 x i1> %v68, <4 x i32> %v72, <4 x i32> splat (i32 0)
  %v74 = icmp ult <4 x i32> %v46, %v61
  %v75 = sub <4 x i32> %v61, %v46
  %v76 = sub <4 x i32> %v75, splat (i32 1)
  %v77 = udiv <4 x i32> %v76, splat (i32 4096)
  %v78 = add <4 x i32> %v77, splat (i32 1)
  %v79 = select <4 x i1> %v74, <4 x i32> %v78, <4 x i32> splat (i32 0)
  %v80 = icmp ult <4 x i32> %v47, %v61
  %v81 = sub <4 x i32> %v61, %v47
  %v82 = sub <4 x i32> %v81, splat (i32 1)
  %v83 = udiv <4 x i32> %v82, splat (i32 4096)
  %v84 = add <4 x i32> %v83, splat (i32 1)
  %v85 = select <4 x i1> %v80, <4 x i32> %v84, <4 x i32> splat (i32 0)
  %v86 = icmp ult <4 x i32> %v48, %v61
  %v87 = sub <4 x i32> %v61, %v48
  %v88 = sub <4 x i32> %v87, splat (i32 1)
  %v89 = udiv <4 x i32> %v88, splat (i32 4096)
  %v90 = add <4 x i32> %v89, splat (i32 1)
  %v91 = select <4 x i1> %v86, <4 x i32> %v90, <4 x i32> splat (i32 0)
  %v92 = icmp ult <4 x i32> %v49, %v61
  %v93 = sub <4 x i32> %v61, %v49
  %v94 = sub <4 x i32> %v93, splat (i32 1)
  %v95 = udiv <4 x i32> %v94, splat (i32 4096)
  %v96 = add <4 x i32> %v95, splat (i32 1)
  %v97 = select <4 x i1> %v92, <4 x i32> %v96, <4 x i32> splat (i32 0)
  %v98 = icmp ult <4 x i32> %v50, %v61
  %v99 = sub <4 x i32> %v61, %v50
  %v100 = sub <4 x i32> %v99, splat (i32 1)
  %v101 = udiv <4 x i32> %v100, splat (i32 4096)
  %v102 = add <4 x i32> %v101, splat (i32 1)
  %v103 = select <4 x i1> %v98, <4 x i32> %v102, <4 x i32> splat (i32 0)
  %v104 = icmp ult <4 x i32> %v51, %v61
  %v105 = sub <4 x i32> %v61, %v51
  %v106 = sub <4 x i32> %v105, splat (i32 1)
  %v107 = udiv <4 x i32> %v106, splat (i32 4096)
  %v108 = add <4 x i32> %v107, splat (i32 1)
  %v109 = select <4 x i1> %v104, <4 x i32> %v108, <4 x i32> splat (i32 0)
  %v110 = icmp ult <4 x i32> %v52, %v61
  %v111 = sub <4 x i32> %v61, %v52
  %v112 = sub <4 x i32> %v111, splat (i32 1)
  %v113 = udiv <4 x i32> %v112, splat (i32 4096)
  %v114 = add <4 x i32> %v113, splat (i32 1)
  %v115 = select <4 x i1> %v110, <4 x i32> %v114, <4 x i32> splat (i32 0)
  %v116 = icmp ult <4 x i32> %v53, %v61
  %v117 = sub <4 x i32> %v61, %v53
  %v118 = sub <4 x i32> %v117, splat (i32 1)
  %v119 = udiv <4 x i32> %v118, splat (i32 4096)
  %v120 = add <4 x i32> %v119, splat (i32 1)
  %v121 = select <4 x i1> %v116, <4 x i32> %v120, <4 x i32> splat (i32 0)
  %v122 = icmp ult <4 x i32> %v54, %v61
  %v123 = sub <4 x i32> %v61, %v54
  %v124 = sub <4 x i32> %v123, splat (i32 1)
  %v125 = udiv <4 x i32> %v124, splat (i32 4096)
  %v126 = add <4 x i32> %v125, splat (i32 1)
  %v127 = select <4 x i1> %v122, <4 x i32> %v126, <4 x i32> splat (i32 0)
  %v128 = icmp ult <4 x i32> %v55, %v61
  %v129 = sub <4 x i32> %v61, %v55
  %v130 = sub <4 x i32> %v129, splat (i32 1)
  %v131 = udiv <4 x i32> %v130, splat (i32 4096)
  %v132 = add <4 x i32> %v131, splat (i32 1)
  %v133 = select <4 x i1> %v128, <4 x i32> %v132, <4 x i32> splat (i32 0)
  %v134 = icmp ult <4 x i32> %v56, %v61
  %v135 = sub <4 x i32> %v61, %v56
  %v136 = sub <4 x i32> %v135, splat (i32 1)
  %v137 = udiv <4 x i32> %v136, splat (i32 4096)
  %v138 = add <4 x i32> %v137, splat (i32 1)
  %v139 = select <4 x i1> %v134, <4 x i32> %v138, <4 x i32> splat (i32 0)
  %v140 = icmp ult <4 x i32> %v57, %v61
  %v141 = sub <4 x i32> %v61, %v57
  %v142 = sub <4 x i32> %v141, splat (i32 1)
  %v143 = udiv <4 x i32> %v142, splat (i32 4096)
  %v144 = add <4 x i32> %v143, splat (i32 1)
  %v145 = select <4 x i1> %v140, <4 x i32> %v144, <4 x i32> splat (i32 0)
  %v146 = icmp ult <4 x i32> %v58, %v61
  %v147 = sub <4 x i32> %v61, %v58
  %v148 = sub <4 x i32> %v147, splat (i32 1)
  %v149 = udiv <4 x i32> %v148, splat (i32 4096)
  %v150 = add <4 x i32> %v149, splat (i32 1)
  %v151 = select <4 x i1> %v146, <4 x i32> %v150, <4 x i32> splat (i32 0)
  %v152 = icmp ult <4 x i32> %v59, %v61
  %v153 = sub <4 x i32> %v61, %v59
  %v154 = sub <4 x i32> %v153, splat (i32 1)
  %v155 = udiv <4 x i32> %v154, splat (i32 4096)
  %v156 = add <4 x i32> %v155, splat (i32 1)
  %v157 = select <4 x i1> %v152, <4 x i32> %v156, <4 x i32> splat (i32 0)
  store i32 0, ptr %v158
  store <4 x i1> splat (i1 true), ptr %v159
  store <4 x i1> splat (i1 true), ptr %v160
  store <4 x i1> splat (i1 true), ptr %v161
  store <4 x i1> splat (i1 true), ptr %v162
  store <4 x i1> splat (i1 true), ptr %v163
  store <4 x i1> splat (i1 true), ptr %v164
  store <4 x i1> splat (i1 true), ptr %v165
  store <4 x i1> splat (i1 true), ptr %v166
  store <4 x i1> splat (i1 true), ptr %v167
  store <4 x i1> splat (i1 true), ptr %v168
  store <4 x i1> splat (i1 true), ptr %v169
  store <4 x i1> splat (i1 true), ptr %v170
  store <4 x i1> splat (i1 true), ptr %v171
  store <4 x i1> splat (i1 true), ptr %v172
  store <4 x i1> splat (i1 true), ptr %v173
  store <4 x i1> splat (i1 true), ptr %v174
  br label %b11
b11:
  %v191 = load <4 x i1>, ptr %v159
  %v192 = load <4 x i1>, ptr %v160
  %v193 = load <4 x i1>, ptr %v161
  %v194 = load <4 x i1>, ptr %v162
  %v195 = load <4 x i1>, ptr %v163
  %v196 = load <4 x i1>, ptr %v164
  %v197 = load <4 x i1>, ptr %v165
  %v198 = load <4 x i1>, ptr %v166
  %v199 = load <4 x i1>, ptr %v167
  %v200 = load <4 x i1>, ptr %v168
  %v201 = load <4 x i1>, ptr %v169
  %v202 = load <4 x i1>, ptr %v170
  %v203 = load <4 x i1>, ptr %v171
  %v204 = load <4 x i1>, ptr %v172
  %v205 = load <4 x i1>, ptr %v173
  %v206 = load <4 x i1>, ptr %v174
  %v207 = load i32, ptr %v158
  %v208 = insertelement <4 x i32> poison, i32 %v207, i64 0
  %v209 = shufflevector <4 x i32> %v208, <4 x i32> poison, <4 x i32> zeroinitializer
  %v210 = icmp ult <4 x i32> %v209, %v67
  %v211 = icmp ult <4 x i32> %v209, %v73
  %v212 = icmp ult <4 x i32> %v209, %v79
  %v213 = icmp ult <4 x i32> %v209, %v85
  %v214 = icmp ult <4 x i32> %v209, %v91
  %v215 = icmp ult <4 x i32> %v209, %v97
  %v216 = icmp ult <4 x i32> %v209, %v103
  %v217 = icmp ult <4 x i32> %v209, %v109
  %v218 = icmp ult <4 x i32> %v209, %v115
  %v219 = icmp ult <4 x i32> %v209, %v121
  %v220 = icmp ult <4 x i32> %v209, %v127
  %v221 = icmp ult <4 x i32> %v209, %v133
  %v222 = icmp ult <4 x i32> %v209, %v139
  %v223 = icmp ult <4 x i32> %v209, %v145
  %v224 = icmp ult <4 x i32> %v209, %v151
  %v225 = icmp ult <4 x i32> %v209, %v157
  %v226 = load <4 x i1>, ptr %v159
  %v227 = load <4 x i1>, ptr %v160
  %v228 = load <4 x i1>, ptr %v161
  %v229 = load <4 x i1>, ptr %v162
  %v230 = load <4 x i1>, ptr %v163
  %v231 = load <4 x i1>, ptr %v164
  %v232 = load <4 x i1>, ptr %v165
  %v233 = load <4 x i1>, ptr %v166
  %v234 = load <4 x i1>, ptr %v167
  %v235 = load <4 x i1>, ptr %v168
  %v236 = load <4 x i1>, ptr %v169
  %v237 = load <4 x i1>, ptr %v170
  %v238 = load <4 x i1>, ptr %v171
  %v239 = load <4 x i1>, ptr %v172
  %v240 = load <4 x i1>, ptr %v173
  %v241 = load <4 x i1>, ptr %v174
  %v242 = and <4 x i1> %v226, %v210
  %v243 = and <4 x i1> %v227, %v211
  %v244 = and <4 x i1> %v228, %v212
  %v245 = and <4 x i1> %v229, %v213
  %v246 = and <4 x i1> %v230, %v214
  %v247 = and <4 x i1> %v231, %v215
  %v248 = and <4 x i1> %v232, %v216
  %v249 = and <4 x i1> %v233, %v217
  %v250 = and <4 x i1> %v234, %v218
  %v251 = and <4 x i1> %v235, %v219
  %v252 = and <4 x i1> %v236, %v220
  %v253 = and <4 x i1> %v237, %v221
  %v254 = and <4 x i1> %v238, %v222
  %v255 = and <4 x i1> %v239, %v223
  %v256 = and <4 x i1> %v240, %v224
  %v257 = and <4 x i1> %v241, %v225
  store <4 x i1> %v242, ptr %v159
  store <4 x i1> %v243, ptr %v160
  store <4 x i1> %v244, ptr %v161
  store <4 x i1> %v245, ptr %v162
  store <4 x i1> %v246, ptr %v163
  store <4 x i1> %v247, ptr %v164
  store <4 x i1> %v248, ptr %v165
  store <4 x i1> %v249, ptr %v166
  store <4 x i1> %v250, ptr %v167
  store <4 x i1> %v251, ptr %v168
  store <4 x i1> %v252, ptr %v169
  store <4 x i1> %v253, ptr %v170
  store <4 x i1> %v254, ptr %v171
  store <4 x i1> %v255, ptr %v172
  store <4 x i1> %v256, ptr %v173
  store <4 x i1> %v257, ptr %v174
  %v258 = or <4 x i1> %v242, %v243
  %v259 = or <4 x i1> %v258, %v244
  %v260 = or <4 x i1> %v259, %v245
  %v261 = or <4 x i1> %v260, %v246
  %v262 = or <4 x i1> %v261, %v247
  %v263 = or <4 x i1> %v262, %v248
  %v264 = or <4 x i1> %v263, %v249
  %v265 = or <4 x i1> %v264, %v250
  %v266 = or <4 x i1> %v265, %v251
  %v267 = or <4 x i1> %v266, %v252
  %v268 = or <4 x i1> %v267, %v253
  %v269 = or <4 x i1> %v268, %v254
  %v270 = or <4 x i1> %v269, %v255
  %v271 = or <4 x i1> %v270, %v256
  %v272 = or <4 x i1> %v271, %v257
  %v273 = bitcast <4 x i1> %v272 to i4
  %v274 = icmp ne i4 %v273, 0
  br i1 %v274, label %b12, label %b14
b12:
  %v275 = load <4 x i1>, ptr %v159
  %v276 = load <4 x i1>, ptr %v160
  %v277 = load <4 x i1>, ptr %v161
  %v278 = load <4 x i1>, ptr %v162
  %v279 = load <4 x i1>, ptr %v163
  %v280 = load <4 x i1>, ptr %v164
  %v281 = load <4 x i1>, ptr %v165
  %v282 = load <4 x i1>, ptr %v166
  %v283 = load <4 x i1>, ptr %v167
  %v284 = load <4 x i1>, ptr %v168
  %v285 = load <4 x i1>, ptr %v169
  %v286 = load <4 x i1>, ptr %v170
  %v287 = load <4 x i1>, ptr %v171
  %v288 = load <4 x i1>, ptr %v172
  %v289 = load <4 x i1>, ptr %v173
  %v290 = load <4 x i1>, ptr %v174
  store <4 x i1> %v275, ptr %v175
  store <4 x i1> %v276, ptr %v176
  store <4 x i1> %v277, ptr %v177
  store <4 x i1> %v278, ptr %v178
  store <4 x i1> %v279, ptr %v179
  store <4 x i1> %v280, ptr %v180
  store <4 x i1> %v281, ptr %v181
  store <4 x i1> %v282, ptr %v182
  store <4 x i1> %v283, ptr %v183
  store <4 x i1> %v284, ptr %v184
  store <4 x i1> %v285, ptr %v185
  store <4 x i1> %v286, ptr %v186
  store <4 x i1> %v287, ptr %v187
  store <4 x i1> %v288, ptr %v188
  store <4 x i1> %v289, ptr %v189
  store <4 x i1> %v290, ptr %v190
  %v291 = load i32, ptr %v158
  %v292 = mul i32 %v291, 4096
  %v293 = add i32 %v26, %v292
  %v294 = add i32 %v29, %v292
  %v295 = add i32 %v30, %v292
  %v296 = add i32 %v31, %v292
  %v297 = add i32 %v32, %v292
  %v298 = add i32 %v33, %v292
  %v299 = add i32 %v34, %v292
  %v300 = add i32 %v35, %v292
  %v301 = add i32 %v36, %v292
  %v302 = add i32 %v37, %v292
  %v303 = add i32 %v38, %v292
  %v304 = add i32 %v39, %v292
  %v305 = add i32 %v40, %v292
  %v306 = add i32 %v41, %v292
  %v307 = add i32 %v42, %v292
  %v308 = add i32 %v43, %v292
  %v309 = insertelement <4 x i32> poison, i32 %v292, i64 0
  %v310 = shufflevector <4 x i32> %v309, <4 x i32> poison, <4 x i32> zeroinitializer
  %v311 = add <4 x i32> %v44, %v310
  %v312 = add <4 x i32> %v45, %v310
  %v313 = add <4 x i32> %v46, %v310
  %v314 = add <4 x i32> %v47, %v310
  %v315 = add <4 x i32> %v48, %v310
  %v316 = add <4 x i32> %v49, %v310
  %v317 = add <4 x i32> %v50, %v310
  %v318 = add <4 x i32> %v51, %v310
  %v319 = add <4 x i32> %v52, %v310
  %v320 = add <4 x i32> %v53, %v310
  %v321 = add <4 x i32> %v54, %v310
  %v322 = add <4 x i32> %v55, %v310
  %v323 = add <4 x i32> %v56, %v310
  %v324 = add <4 x i32> %v57, %v310
  %v325 = add <4 x i32> %v58, %v310
  %v326 = add <4 x i32> %v59, %v310
  %v327 = and <4 x i1> %v275, %v276
  %v328 = and <4 x i1> %v327, %v277
  %v329 = and <4 x i1> %v328, %v278
  %v330 = and <4 x i1> %v329, %v279
  %v331 = and <4 x i1> %v330, %v280
  %v332 = and <4 x i1> %v331, %v281
  %v333 = and <4 x i1> %v332, %v282
  %v334 = and <4 x i1> %v333, %v283
  %v335 = and <4 x i1> %v334, %v284
  %v336 = and <4 x i1> %v335, %v285
  %v337 = and <4 x i1> %v336, %v286
  %v338 = and <4 x i1> %v337, %v287
  %v339 = and <4 x i1> %v338, %v288
  %v340 = and <4 x i1> %v339, %v289
  %v341 = and <4 x i1> %v340, %v290
  %v342 = bitcast <4 x i1> %v341 to i4
  %v343 = icmp eq i4 %v342, -1
  br i1 %v343, label %b15, label %b16
b15:
  %v344 = sext i32 %v293 to i64
  %v345 = getelementptr i8, ptr %v1, i64 %v344
  %v346 = load <4 x i8>, ptr %v345, align 1
  %v347 = sext i32 %v294 to i64
  %v348 = getelementptr i8, ptr %v1, i64 %v347
  %v349 = load <4 x i8>, ptr %v348, align 1
  %v350 = sext i32 %v295 to i64
  %v351 = getelementptr i8, ptr %v1, i64 %v350
  %v352 = load <4 x i8>, ptr %v351, align 1
  %v353 = sext i32 %v296 to i64
  %v354 = getelementptr i8, ptr %v1, i64 %v353
  %v355 = load <4 x i8>, ptr %v354, align 1
  %v356 = sext i32 %v297 to i64
  %v357 = getelementptr i8, ptr %v1, i64 %v356
  %v358 = load <4 x i8>, ptr %v357, align 1
  %v359 = sext i32 %v298 to i64
  %v360 = getelementptr i8, ptr %v1, i64 %v359
  %v361 = load <4 x i8>, ptr %v360, align 1
  %v362 = sext i32 %v299 to i64
  %v363 = getelementptr i8, ptr %v1, i64 %v362
  %v364 = load <4 x i8>, ptr %v363, align 1
  %v365 = sext i32 %v300 to i64
  %v366 = getelementptr i8, ptr %v1, i64 %v365
  %v367 = load <4 x i8>, ptr %v366, align 1
  %v368 = sext i32 %v301 to i64
  %v369 = getelementptr i8, ptr %v1, i64 %v368
  %v370 = load <4 x i8>, ptr %v369, align 1
  %v371 = sext i32 %v302 to i64
  %v372 = getelementptr i8, ptr %v1, i64 %v371
  %v373 = load <4 x i8>, ptr %v372, align 1
  %v374 = sext i32 %v303 to i64
  %v375 = getelementptr i8, ptr %v1, i64 %v374
  %v376 = load <4 x i8>, ptr %v375, align 1
  %v377 = sext i32 %v304 to i64
  %v378 = getelementptr i8, ptr %v1, i64 %v377
  %v379 = load <4 x i8>, ptr %v378, align 1
  %v380 = sext i32 %v305 to i64
  %v381 = getelementptr i8, ptr %v1, i64 %v380
  %v382 = load <4 x i8>, ptr %v381, align 1
  %v383 = sext i32 %v306 to i64
  %v384 = getelementptr i8, ptr %v1, i64 %v383
  %v385 = load <4 x i8>, ptr %v384, align 1
  %v386 = sext i32 %v307 to i64
  %v387 = getelementptr i8, ptr %v1, i64 %v386
  %v388 = load <4 x i8>, ptr %v387, align 1
  %v389 = sext i32 %v308 to i64
  %v390 = getelementptr i8, ptr %v1, i64 %v389
  %v391 = load <4 x i8>, ptr %v390, align 1
  br label %b17
b16:
  %v392 = sext i32 %v293 to i64
  %v393 = getelementptr i8, ptr %v1, i64 %v392
  %v394 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v393, <4 x i1> %v275, <4 x i8> zeroinitializer)
  %v395 = sext i32 %v294 to i64
  %v396 = getelementptr i8, ptr %v1, i64 %v395
  %v397 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v396, <4 x i1> %v276, <4 x i8> zeroinitializer)
  %v398 = sext i32 %v295 to i64
  %v399 = getelementptr i8, ptr %v1, i64 %v398
  %v400 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v399, <4 x i1> %v277, <4 x i8> zeroinitializer)
  %v401 = sext i32 %v296 to i64
  %v402 = getelementptr i8, ptr %v1, i64 %v401
  %v403 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v402, <4 x i1> %v278, <4 x i8> zeroinitializer)
  %v404 = sext i32 %v297 to i64
  %v405 = getelementptr i8, ptr %v1, i64 %v404
  %v406 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v405, <4 x i1> %v279, <4 x i8> zeroinitializer)
  %v407 = sext i32 %v298 to i64
  %v408 = getelementptr i8, ptr %v1, i64 %v407
  %v409 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v408, <4 x i1> %v280, <4 x i8> zeroinitializer)
  %v410 = sext i32 %v299 to i64
  %v411 = getelementptr i8, ptr %v1, i64 %v410
  %v412 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v411, <4 x i1> %v281, <4 x i8> zeroinitializer)
  %v413 = sext i32 %v300 to i64
  %v414 = getelementptr i8, ptr %v1, i64 %v413
  %v415 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v414, <4 x i1> %v282, <4 x i8> zeroinitializer)
  %v416 = sext i32 %v301 to i64
  %v417 = getelementptr i8, ptr %v1, i64 %v416
  %v418 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v417, <4 x i1> %v283, <4 x i8> zeroinitializer)
  %v419 = sext i32 %v302 to i64
  %v420 = getelementptr i8, ptr %v1, i64 %v419
  %v421 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v420, <4 x i1> %v284, <4 x i8> zeroinitializer)
  %v422 = sext i32 %v303 to i64
  %v423 = getelementptr i8, ptr %v1, i64 %v422
  %v424 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v423, <4 x i1> %v285, <4 x i8> zeroinitializer)
  %v425 = sext i32 %v304 to i64
  %v426 = getelementptr i8, ptr %v1, i64 %v425
  %v427 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v426, <4 x i1> %v286, <4 x i8> zeroinitializer)
  %v428 = sext i32 %v305 to i64
  %v429 = getelementptr i8, ptr %v1, i64 %v428
  %v430 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v429, <4 x i1> %v287, <4 x i8> zeroinitializer)
  %v431 = sext i32 %v306 to i64
  %v432 = getelementptr i8, ptr %v1, i64 %v431
  %v433 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v432, <4 x i1> %v288, <4 x i8> zeroinitializer)
  %v434 = sext i32 %v307 to i64
  %v435 = getelementptr i8, ptr %v1, i64 %v434
  %v436 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v435, <4 x i1> %v289, <4 x i8> zeroinitializer)
  %v437 = sext i32 %v308 to i64
  %v438 = getelementptr i8, ptr %v1, i64 %v437
  %v439 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v438, <4 x i1> %v290, <4 x i8> zeroinitializer)
  br label %b17
b17:
  %v440 = phi <4 x i8> [ %v346, %b15 ], [ %v394, %b16 ]
  %v441 = phi <4 x i8> [ %v349, %b15 ], [ %v397, %b16 ]
  %v442 = phi <4 x i8> [ %v352, %b15 ], [ %v400, %b16 ]
  %v443 = phi <4 x i8> [ %v355, %b15 ], [ %v403, %b16 ]
  %v444 = phi <4 x i8> [ %v358, %b15 ], [ %v406, %b16 ]
  %v445 = phi <4 x i8> [ %v361, %b15 ], [ %v409, %b16 ]
  %v446 = phi <4 x i8> [ %v364, %b15 ], [ %v412, %b16 ]
  %v447 = phi <4 x i8> [ %v367, %b15 ], [ %v415, %b16 ]
  %v448 = phi <4 x i8> [ %v370, %b15 ], [ %v418, %b16 ]
  %v449 = phi <4 x i8> [ %v373, %b15 ], [ %v421, %b16 ]
  %v450 = phi <4 x i8> [ %v376, %b15 ], [ %v424, %b16 ]
  %v451 = phi <4 x i8> [ %v379, %b15 ], [ %v427, %b16 ]
  %v452 = phi <4 x i8> [ %v382, %b15 ], [ %v430, %b16 ]
  %v453 = phi <4 x i8> [ %v385, %b15 ], [ %v433, %b16 ]
  %v454 = phi <4 x i8> [ %v388, %b15 ], [ %v436, %b16 ]
  %v455 = phi <4 x i8> [ %v391, %b15 ], [ %v439, %b16 ]
  %v456 = zext <4 x i8> %v440 to <4 x i32>
  %v457 = zext <4 x i8> %v441 to <4 x i32>
  %v458 = zext <4 x i8> %v442 to <4 x i32>
  %v459 = zext <4 x i8> %v443 to <4 x i32>
  %v460 = zext <4 x i8> %v444 to <4 x i32>
  %v461 = zext <4 x i8> %v445 to <4 x i32>
  %v462 = zext <4 x i8> %v446 to <4 x i32>
  %v463 = zext <4 x i8> %v447 to <4 x i32>
  %v464 = zext <4 x i8> %v448 to <4 x i32>
  %v465 = zext <4 x i8> %v449 to <4 x i32>
  %v466 = zext <4 x i8> %v450 to <4 x i32>
  %v467 = zext <4 x i8> %v451 to <4 x i32>
  %v468 = zext <4 x i8> %v452 to <4 x i32>
  %v469 = zext <4 x i8> %v453 to <4 x i32>
  %v470 = zext <4 x i8> %v454 to <4 x i32>
  %v471 = zext <4 x i8> %v455 to <4 x i32>
  %v473 = getelementptr i32, ptr %v472, i64 0
  store <4 x i32> %v456, ptr %v473
  %v474 = getelementptr i32, ptr %v472, i64 4
  store <4 x i32> %v457, ptr %v474
  %v475 = getelementptr i32, ptr %v472, i64 8
  store <4 x i32> %v458, ptr %v475
  %v476 = getelementptr i32, ptr %v472, i64 12
  store <4 x i32> %v459, ptr %v476
  %v477 = getelementptr i32, ptr %v472, i64 16
  store <4 x i32> %v460, ptr %v477
  %v478 = getelementptr i32, ptr %v472, i64 20
  store <4 x i32> %v461, ptr %v478
  %v479 = getelementptr i32, ptr %v472, i64 24
  store <4 x i32> %v462, ptr %v479
  %v480 = getelementptr i32, ptr %v472, i64 28
  store <4 x i32> %v463, ptr %v480
  %v481 = getelementptr i32, ptr %v472, i64 32
  store <4 x i32> %v464, ptr %v481
  %v482 = getelementptr i32, ptr %v472, i64 36
  store <4 x i32> %v465, ptr %v482
  %v483 = getelementptr i32, ptr %v472, i64 40
  store <4 x i32> %v466, ptr %v483
  %v484 = getelementptr i32, ptr %v472, i64 44
  store <4 x i32> %v467, ptr %v484
  %v485 = getelementptr i32, ptr %v472, i64 48
  store <4 x i32> %v468, ptr %v485
  %v486 = getelementptr i32, ptr %v472, i64 52
  store <4 x i32> %v469, ptr %v486
  %v487 = getelementptr i32, ptr %v472, i64 56
  store <4 x i32> %v470, ptr %v487
  %v488 = getelementptr i32, ptr %v472, i64 60
  store <4 x i32> %v471, ptr %v488
  %v490 = bitcast <4 x i1> %v275 to i4
  %v491 = getelementptr i4, ptr %v489, i64 0
  store i4 %v490, ptr %v491
  %v492 = bitcast <4 x i1> %v276 to i4
  %v493 = getelementptr i4, ptr %v489, i64 1
  store i4 %v492, ptr %v493
  %v494 = bitcast <4 x i1> %v277 to i4
  %v495 = getelementptr i4, ptr %v489, i64 2
  store i4 %v494, ptr %v495
  %v496 = bitcast <4 x i1> %v278 to i4
  %v497 = getelementptr i4, ptr %v489, i64 3
  store i4 %v496, ptr %v497
  %v498 = bitcast <4 x i1> %v279 to i4
  %v499 = getelementptr i4, ptr %v489, i64 4
  store i4 %v498, ptr %v499
  %v500 = bitcast <4 x i1> %v280 to i4
  %v501 = getelementptr i4, ptr %v489, i64 5
  store i4 %v500, ptr %v501
  %v502 = bitcast <4 x i1> %v281 to i4
  %v503 = getelementptr i4, ptr %v489, i64 6
  store i4 %v502, ptr %v503
  %v504 = bitcast <4 x i1> %v282 to i4
  %v505 = getelementptr i4, ptr %v489, i64 7
  store i4 %v504, ptr %v505
  %v506 = bitcast <4 x i1> %v283 to i4
  %v507 = getelementptr i4, ptr %v489, i64 8
  store i4 %v506, ptr %v507
  %v508 = bitcast <4 x i1> %v284 to i4
  %v509 = getelementptr i4, ptr %v489, i64 9
  store i4 %v508, ptr %v509
  %v510 = bitcast <4 x i1> %v285 to i4
  %v511 = getelementptr i4, ptr %v489, i64 10
  store i4 %v510, ptr %v511
  %v512 = bitcast <4 x i1> %v286 to i4
  %v513 = getelementptr i4, ptr %v489, i64 11
  store i4 %v512, ptr %v513
  %v514 = bitcast <4 x i1> %v287 to i4
  %v515 = getelementptr i4, ptr %v489, i64 12
  store i4 %v514, ptr %v515
  %v516 = bitcast <4 x i1> %v288 to i4
  %v517 = getelementptr i4, ptr %v489, i64 13
  store i4 %v516, ptr %v517
  %v518 = bitcast <4 x i1> %v289 to i4
  %v519 = getelementptr i4, ptr %v489, i64 14
  store i4 %v518, ptr %v519
  %v520 = bitcast <4 x i1> %v290 to i4
  %v521 = getelementptr i4, ptr %v489, i64 15
  store i4 %v520, ptr %v521
  br label %b18
b18:
  %v522 = phi i64 [ 0, %b17 ], [ %v523, %b19 ]
  %v524 = mul i64 %v522, 4
  %v525 = getelementptr i4, ptr %v489, i64 %v522
  %v526 = load i4, ptr %v525
  %v527 = icmp eq i4 %v526, -1
  br i1 %v527, label %b21, label %b22
b21:
  %v528 = getelementptr i32, ptr %v472, i64 %v524
  %v529 = load i32, ptr %v528
  %v530 = sext i32 %v529 to i64
  %v531 = getelementptr i32, ptr %v18, i64 %v530
  %v532 = load i32, ptr %v531, align 4
  %v533 = add i32 %v532, 1
  store i32 %v533, ptr %v531, align 4
  %v534 = add i64 %v524, 1
  %v535 = getelementptr i32, ptr %v472, i64 %v534
  %v536 = load i32, ptr %v535
  %v537 = sext i32 %v536 to i64
  %v538 = getelementptr i32, ptr %v18, i64 %v537
  %v539 = getelementptr i8, ptr %v538, i64 1024
  %v540 = load i32, ptr %v539, align 4
  %v541 = add i32 %v540, 1
  store i32 %v541, ptr %v539, align 4
  %v542 = add i64 %v524, 2
  %v543 = getelementptr i32, ptr %v472, i64 %v542
  %v544 = load i32, ptr %v543
  %v545 = sext i32 %v544 to i64
  %v546 = getelementptr i32, ptr %v18, i64 %v545
  %v547 = getelementptr i8, ptr %v546, i64 2048
  %v548 = load i32, ptr %v547, align 4
  %v549 = add i32 %v548, 1
  store i32 %v549, ptr %v547, align 4
  %v550 = add i64 %v524, 3
  %v551 = getelementptr i32, ptr %v472, i64 %v550
  %v552 = load i32, ptr %v551
  %v553 = sext i32 %v552 to i64
  %v554 = getelementptr i32, ptr %v18, i64 %v553
  %v555 = getelementptr i8, ptr %v554, i64 3072
  %v556 = load i32, ptr %v555, align 4
  %v557 = add i32 %v556, 1
  store i32 %v557, ptr %v555, align 4
  br label %b19
b22:
  br label %b23
b23:
  %v558 = phi i4 [ %v526, %b22 ], [ %v559, %b25 ]
  %v560 = icmp ne i4 %v558, 0
  br i1 %v560, label %b24, label %b19
b24:
  %v561 = call i4 @llvm.cttz.i4(i4 %v558, i1 true)
  %v562 = zext i4 %v561 to i64
  %v563 = add i64 %v524, %v562
  %v564 = getelementptr i32, ptr %v472, i64 %v563
  %v565 = load i32, ptr %v564
  %v566 = sext i32 %v565 to i64
  %v567 = getelementptr i32, ptr %v18, i64 %v566
  %v568 = load i32, ptr %v567, align 4
  %v569 = add i32 %v568, 1
  store i32 %v569, ptr %v567, align 4
  br label %b25
b25:
  %v570 = sub i4 %v558, 1
  %v559 = and i4 %v558, %v570
  br label %b23
b19:
  %v523 = add i64 %v522, 1
  %v571 = icmp ult i64 %v523, 16
  br i1 %v571, label %b18, label %b20
b20:
  br label %b13
b13:
  %v572 = load i32, ptr %v158
  %v573 = add i32 %v572, 1
  store i32 %v573, ptr %v158
  br label %b11
b14:
  br label %b10
b10:
  br label %b26
b26:
  %v574 = phi i64 [ 0, %b10 ], [ %v575, %b26 ]
  %v576 = getelementptr i8, ptr %v18, i64 %v574
  %v577 = load <4 x i32>, ptr %v576, align 16
  %v578 = getelementptr i8, ptr %v576, i64 1024
  %v579 = load <4 x i32>, ptr %v578, align 16
  %v580 = add <4 x i32> %v577, %v579
  store <4 x i32> zeroinitializer, ptr %v578, align 16
  %v581 = getelementptr i8, ptr %v576, i64 2048
  %v582 = load <4 x i32>, ptr %v581, align 16
  %v583 = add <4 x i32> %v580, %v582
  store <4 x i32> zeroinitializer, ptr %v581, align 16
  %v584 = getelementptr i8, ptr %v576, i64 3072
  %v585 = load <4 x i32>, ptr %v584, align 16
  %v586 = add <4 x i32> %v583, %v585
  store <4 x i32> zeroinitializer, ptr %v584, align 16
  %v587 = getelementptr i8, ptr %v576, i64 4096
  %v588 = load <4 x i32>, ptr %v587, align 16
  %v589 = add <4 x i32> %v586, %v588
  store <4 x i32> zeroinitializer, ptr %v587, align 16
  %v590 = getelementptr i8, ptr %v576, i64 5120
  %v591 = load <4 x i32>, ptr %v590, align 16
  %v592 = add <4 x i32> %v589, %v591
  store <4 x i32> zeroinitializer, ptr %v590, align 16
  %v593 = getelementptr i8, ptr %v576, i64 6144
  %v594 = load <4 x i32>, ptr %v593, align 16
  %v595 = add <4 x i32> %v592, %v594
  store <4 x i32> zeroinitializer, ptr %v593, align 16
  %v596 = getelementptr i8, ptr %v576, i64 7168
  %v597 = load <4 x i32>, ptr %v596, align 16
  %v598 = add <4 x i32> %v595, %v597
  store <4 x i32> zeroinitializer, ptr %v596, align 16
  store <4 x i32> %v598, ptr %v576, align 16
  %v575 = add i64 %v574, 16
  %v599 = icmp ult i64 %v575, 1024
  br i1 %v599, label %b26, label %b27
b27:
  %v600 = mul i32 %v21, 64
  %v601 = insertelement <4 x i32> poison, i32 %v600, i64 0
  %v602 = shufflevector <4 x i32> %v601, <4 x i32> poison, <4 x i32> zeroinitializer
  %v603 = add i32 4, %v600
  %v604 = add i32 8, %v600
  %v605 = add i32 12, %v600
  %v606 = add i32 16, %v600
  %v607 = add i32 20, %v600
  %v608 = add i32 24, %v600
  %v609 = add i32 28, %v600
  %v610 = add i32 32, %v600
  %v611 = add i32 36, %v600
  %v612 = add i32 40, %v600
  %v613 = add i32 44, %v600
  %v614 = add i32 48, %v600
  %v615 = add i32 52, %v600
  %v616 = add i32 56, %v600
  %v617 = add i32 60, %v600
  %v618 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v602
  %v619 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v602
  %v620 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v602
  %v621 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v602
  %v622 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v602
  %v623 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v602
  %v624 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v602
  %v625 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v602
  %v626 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v602
  %v627 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v602
  %v628 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v602
  %v629 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v602
  %v630 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v602
  %v631 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v602
  %v632 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v602
  %v633 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v602
  %v634 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v635 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v636 = sub <4 x i32> %v635, splat (i32 1)
  %v637 = udiv <4 x i32> %v636, splat (i32 64)
  %v638 = add <4 x i32> %v637, splat (i32 1)
  %v639 = select <4 x i1> %v634, <4 x i32> %v638, <4 x i32> splat (i32 0)
  %v640 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v641 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v642 = sub <4 x i32> %v641, splat (i32 1)
  %v643 = udiv <4 x i32> %v642, splat (i32 64)
  %v644 = add <4 x i32> %v643, splat (i32 1)
  %v645 = select <4 x i1> %v640, <4 x i32> %v644, <4 x i32> splat (i32 0)
  %v646 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v647 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v648 = sub <4 x i32> %v647, splat (i32 1)
  %v649 = udiv <4 x i32> %v648, splat (i32 64)
  %v650 = add <4 x i32> %v649, splat (i32 1)
  %v651 = select <4 x i1> %v646, <4 x i32> %v650, <4 x i32> splat (i32 0)
  %v652 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v653 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v654 = sub <4 x i32> %v653, splat (i32 1)
  %v655 = udiv <4 x i32> %v654, splat (i32 64)
  %v656 = add <4 x i32> %v655, splat (i32 1)
  %v657 = select <4 x i1> %v652, <4 x i32> %v656, <4 x i32> splat (i32 0)
  %v658 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v659 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v660 = sub <4 x i32> %v659, splat (i32 1)
  %v661 = udiv <4 x i32> %v660, splat (i32 64)
  %v662 = add <4 x i32> %v661, splat (i32 1)
  %v663 = select <4 x i1> %v658, <4 x i32> %v662, <4 x i32> splat (i32 0)
  %v664 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v665 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v666 = sub <4 x i32> %v665, splat (i32 1)
  %v667 = udiv <4 x i32> %v666, splat (i32 64)
  %v668 = add <4 x i32> %v667, splat (i32 1)
  %v669 = select <4 x i1> %v664, <4 x i32> %v668, <4 x i32> splat (i32 0)
  %v670 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v671 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v672 = sub <4 x i32> %v671, splat (i32 1)
  %v673 = udiv <4 x i32> %v672, splat (i32 64)
  %v674 = add <4 x i32> %v673, splat (i32 1)
  %v675 = select <4 x i1> %v670, <4 x i32> %v674, <4 x i32> splat (i32 0)
  %v676 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v677 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v678 = sub <4 x i32> %v677, splat (i32 1)
  %v679 = udiv <4 x i32> %v678, splat (i32 64)
  %v680 = add <4 x i32> %v679, splat (i32 1)
  %v681 = select <4 x i1> %v676, <4 x i32> %v680, <4 x i32> splat (i32 0)
  %v682 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v683 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v684 = sub <4 x i32> %v683, splat (i32 1)
  %v685 = udiv <4 x i32> %v684, splat (i32 64)
  %v686 = add <4 x i32> %v685, splat (i32 1)
  %v687 = select <4 x i1> %v682, <4 x i32> %v686, <4 x i32> splat (i32 0)
  %v688 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v689 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v690 = sub <4 x i32> %v689, splat (i32 1)
  %v691 = udiv <4 x i32> %v690, splat (i32 64)
  %v692 = add <4 x i32> %v691, splat (i32 1)
  %v693 = select <4 x i1> %v688, <4 x i32> %v692, <4 x i32> splat (i32 0)
  %v694 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v695 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v696 = sub <4 x i32> %v695, splat (i32 1)
  %v697 = udiv <4 x i32> %v696, splat (i32 64)
  %v698 = add <4 x i32> %v697, splat (i32 1)
  %v699 = select <4 x i1> %v694, <4 x i32> %v698, <4 x i32> splat (i32 0)
  %v700 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v701 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v702 = sub <4 x i32> %v701, splat (i32 1)
  %v703 = udiv <4 x i32> %v702, splat (i32 64)
  %v704 = add <4 x i32> %v703, splat (i32 1)
  %v705 = select <4 x i1> %v700, <4 x i32> %v704, <4 x i32> splat (i32 0)
  %v706 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v707 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v708 = sub <4 x i32> %v707, splat (i32 1)
  %v709 = udiv <4 x i32> %v708, splat (i32 64)
  %v710 = add <4 x i32> %v709, splat (i32 1)
  %v711 = select <4 x i1> %v706, <4 x i32> %v710, <4 x i32> splat (i32 0)
  %v712 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v713 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v714 = sub <4 x i32> %v713, splat (i32 1)
  %v715 = udiv <4 x i32> %v714, splat (i32 64)
  %v716 = add <4 x i32> %v715, splat (i32 1)
  %v717 = select <4 x i1> %v712, <4 x i32> %v716, <4 x i32> splat (i32 0)
  %v718 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v719 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v720 = sub <4 x i32> %v719, splat (i32 1)
  %v721 = udiv <4 x i32> %v720, splat (i32 64)
  %v722 = add <4 x i32> %v721, splat (i32 1)
  %v723 = select <4 x i1> %v718, <4 x i32> %v722, <4 x i32> splat (i32 0)
  %v724 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v725 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v726 = sub <4 x i32> %v725, splat (i32 1)
  %v727 = udiv <4 x i32> %v726, splat (i32 64)
  %v728 = add <4 x i32> %v727, splat (i32 1)
  %v729 = select <4 x i1> %v724, <4 x i32> %v728, <4 x i32> splat (i32 0)
  store i32 0, ptr %v730
  store <4 x i1> splat (i1 true), ptr %v731
  store <4 x i1> splat (i1 true), ptr %v732
  store <4 x i1> splat (i1 true), ptr %v733
  store <4 x i1> splat (i1 true), ptr %v734
  store <4 x i1> splat (i1 true), ptr %v735
  store <4 x i1> splat (i1 true), ptr %v736
  store <4 x i1> splat (i1 true), ptr %v737
  store <4 x i1> splat (i1 true), ptr %v738
  store <4 x i1> splat (i1 true), ptr %v739
  store <4 x i1> splat (i1 true), ptr %v740
  store <4 x i1> splat (i1 true), ptr %v741
  store <4 x i1> splat (i1 true), ptr %v742
  store <4 x i1> splat (i1 true), ptr %v743
  store <4 x i1> splat (i1 true), ptr %v744
  store <4 x i1> splat (i1 true), ptr %v745
  store <4 x i1> splat (i1 true), ptr %v746
  br label %b29
b29:
  %v763 = load <4 x i1>, ptr %v731
  %v764 = load <4 x i1>, ptr %v732
  %v765 = load <4 x i1>, ptr %v733
  %v766 = load <4 x i1>, ptr %v734
  %v767 = load <4 x i1>, ptr %v735
  %v768 = load <4 x i1>, ptr %v736
  %v769 = load <4 x i1>, ptr %v737
  %v770 = load <4 x i1>, ptr %v738
  %v771 = load <4 x i1>, ptr %v739
  %v772 = load <4 x i1>, ptr %v740
  %v773 = load <4 x i1>, ptr %v741
  %v774 = load <4 x i1>, ptr %v742
  %v775 = load <4 x i1>, ptr %v743
  %v776 = load <4 x i1>, ptr %v744
  %v777 = load <4 x i1>, ptr %v745
  %v778 = load <4 x i1>, ptr %v746
  %v779 = load i32, ptr %v730
  %v780 = insertelement <4 x i32> poison, i32 %v779, i64 0
  %v781 = shufflevector <4 x i32> %v780, <4 x i32> poison, <4 x i32> zeroinitializer
  %v782 = icmp ult <4 x i32> %v781, %v639
  %v783 = icmp ult <4 x i32> %v781, %v645
  %v784 = icmp ult <4 x i32> %v781, %v651
  %v785 = icmp ult <4 x i32> %v781, %v657
  %v786 = icmp ult <4 x i32> %v781, %v663
  %v787 = icmp ult <4 x i32> %v781, %v669
  %v788 = icmp ult <4 x i32> %v781, %v675
  %v789 = icmp ult <4 x i32> %v781, %v681
  %v790 = icmp ult <4 x i32> %v781, %v687
  %v791 = icmp ult <4 x i32> %v781, %v693
  %v792 = icmp ult <4 x i32> %v781, %v699
  %v793 = icmp ult <4 x i32> %v781, %v705
  %v794 = icmp ult <4 x i32> %v781, %v711
  %v795 = icmp ult <4 x i32> %v781, %v717
  %v796 = icmp ult <4 x i32> %v781, %v723
  %v797 = icmp ult <4 x i32> %v781, %v729
  %v798 = load <4 x i1>, ptr %v731
  %v799 = load <4 x i1>, ptr %v732
  %v800 = load <4 x i1>, ptr %v733
  %v801 = load <4 x i1>, ptr %v734
  %v802 = load <4 x i1>, ptr %v735
  %v803 = load <4 x i1>, ptr %v736
  %v804 = load <4 x i1>, ptr %v737
  %v805 = load <4 x i1>, ptr %v738
  %v806 = load <4 x i1>, ptr %v739
  %v807 = load <4 x i1>, ptr %v740
  %v808 = load <4 x i1>, ptr %v741
  %v809 = load <4 x i1>, ptr %v742
  %v810 = load <4 x i1>, ptr %v743
  %v811 = load <4 x i1>, ptr %v744
  %v812 = load <4 x i1>, ptr %v745
  %v813 = load <4 x i1>, ptr %v746
  %v814 = and <4 x i1> %v798, %v782
  %v815 = and <4 x i1> %v799, %v783
  %v816 = and <4 x i1> %v800, %v784
  %v817 = and <4 x i1> %v801, %v785
  %v818 = and <4 x i1> %v802, %v786
  %v819 = and <4 x i1> %v803, %v787
  %v820 = and <4 x i1> %v804, %v788
  %v821 = and <4 x i1> %v805, %v789
  %v822 = and <4 x i1> %v806, %v790
  %v823 = and <4 x i1> %v807, %v791
  %v824 = and <4 x i1> %v808, %v792
  %v825 = and <4 x i1> %v809, %v793
  %v826 = and <4 x i1> %v810, %v794
  %v827 = and <4 x i1> %v811, %v795
  %v828 = and <4 x i1> %v812, %v796
  %v829 = and <4 x i1> %v813, %v797
  store <4 x i1> %v814, ptr %v731
  store <4 x i1> %v815, ptr %v732
  store <4 x i1> %v816, ptr %v733
  store <4 x i1> %v817, ptr %v734
  store <4 x i1> %v818, ptr %v735
  store <4 x i1> %v819, ptr %v736
  store <4 x i1> %v820, ptr %v737
  store <4 x i1> %v821, ptr %v738
  store <4 x i1> %v822, ptr %v739
  store <4 x i1> %v823, ptr %v740
  store <4 x i1> %v824, ptr %v741
  store <4 x i1> %v825, ptr %v742
  store <4 x i1> %v826, ptr %v743
  store <4 x i1> %v827, ptr %v744
  store <4 x i1> %v828, ptr %v745
  store <4 x i1> %v829, ptr %v746
  %v830 = or <4 x i1> %v814, %v815
  %v831 = or <4 x i1> %v830, %v816
  %v832 = or <4 x i1> %v831, %v817
  %v833 = or <4 x i1> %v832, %v818
  %v834 = or <4 x i1> %v833, %v819
  %v835 = or <4 x i1> %v834, %v820
  %v836 = or <4 x i1> %v835, %v821
  %v837 = or <4 x i1> %v836, %v822
  %v838 = or <4 x i1> %v837, %v823
  %v839 = or <4 x i1> %v838, %v824
  %v840 = or <4 x i1> %v839, %v825
  %v841 = or <4 x i1> %v840, %v826
  %v842 = or <4 x i1> %v841, %v827
  %v843 = or <4 x i1> %v842, %v828
  %v844 = or <4 x i1> %v843, %v829
  %v845 = bitcast <4 x i1> %v844 to i4
  %v846 = icmp ne i4 %v845, 0
  br i1 %v846, label %b30, label %b32
b30:
  %v847 = load <4 x i1>, ptr %v731
  %v848 = load <4 x i1>, ptr %v732
  %v849 = load <4 x i1>, ptr %v733
  %v850 = load <4 x i1>, ptr %v734
  %v851 = load <4 x i1>, ptr %v735
  %v852 = load <4 x i1>, ptr %v736
  %v853 = load <4 x i1>, ptr %v737
  %v854 = load <4 x i1>, ptr %v738
  %v855 = load <4 x i1>, ptr %v739
  %v856 = load <4 x i1>, ptr %v740
  %v857 = load <4 x i1>, ptr %v741
  %v858 = load <4 x i1>, ptr %v742
  %v859 = load <4 x i1>, ptr %v743
  %v860 = load <4 x i1>, ptr %v744
  %v861 = load <4 x i1>, ptr %v745
  %v862 = load <4 x i1>, ptr %v746
  store <4 x i1> %v847, ptr %v747
  store <4 x i1> %v848, ptr %v748
  store <4 x i1> %v849, ptr %v749
  store <4 x i1> %v850, ptr %v750
  store <4 x i1> %v851, ptr %v751
  store <4 x i1> %v852, ptr %v752
  store <4 x i1> %v853, ptr %v753
  store <4 x i1> %v854, ptr %v754
  store <4 x i1> %v855, ptr %v755
  store <4 x i1> %v856, ptr %v756
  store <4 x i1> %v857, ptr %v757
  store <4 x i1> %v858, ptr %v758
  store <4 x i1> %v859, ptr %v759
  store <4 x i1> %v860, ptr %v760
  store <4 x i1> %v861, ptr %v761
  store <4 x i1> %v862, ptr %v762
  %v863 = load i32, ptr %v730
  %v864 = mul i32 %v863, 64
  %v865 = add i32 0, %v864
  %v866 = add i32 4, %v864
  %v867 = add i32 8, %v864
  %v868 = add i32 12, %v864
  %v869 = add i32 16, %v864
  %v870 = add i32 20, %v864
  %v871 = add i32 24, %v864
  %v872 = add i32 28, %v864
  %v873 = add i32 32, %v864
  %v874 = add i32 36, %v864
  %v875 = add i32 40, %v864
  %v876 = add i32 44, %v864
  %v877 = add i32 48, %v864
  %v878 = add i32 52, %v864
  %v879 = add i32 56, %v864
  %v880 = add i32 60, %v864
  %v881 = insertelement <4 x i32> poison, i32 %v864, i64 0
  %v882 = shufflevector <4 x i32> %v881, <4 x i32> poison, <4 x i32> zeroinitializer
  %v883 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v882
  %v884 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v882
  %v885 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v882
  %v886 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v882
  %v887 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v882
  %v888 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v882
  %v889 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v882
  %v890 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v882
  %v891 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v882
  %v892 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v882
  %v893 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v882
  %v894 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v882
  %v895 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v882
  %v896 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v882
  %v897 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v882
  %v898 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v882
  %v899 = and <4 x i1> %v847, %v848
  %v900 = and <4 x i1> %v899, %v849
  %v901 = and <4 x i1> %v900, %v850
  %v902 = and <4 x i1> %v901, %v851
  %v903 = and <4 x i1> %v902, %v852
  %v904 = and <4 x i1> %v903, %v853
  %v905 = and <4 x i1> %v904, %v854
  %v906 = and <4 x i1> %v905, %v855
  %v907 = and <4 x i1> %v906, %v856
  %v908 = and <4 x i1> %v907, %v857
  %v909 = and <4 x i1> %v908, %v858
  %v910 = and <4 x i1> %v909, %v859
  %v911 = and <4 x i1> %v910, %v860
  %v912 = and <4 x i1> %v911, %v861
  %v913 = and <4 x i1> %v912, %v862
  %v914 = bitcast <4 x i1> %v913 to i4
  %v915 = icmp eq i4 %v914, -1
  br i1 %v915, label %b33, label %b34
b33:
  %v916 = sext i32 %v865 to i64
  %v917 = getelementptr i32, ptr %v18, i64 %v916
  %v918 = load <4 x i32>, ptr %v917, align 4
  %v919 = sext i32 %v866 to i64
  %v920 = getelementptr i32, ptr %v18, i64 %v919
  %v921 = load <4 x i32>, ptr %v920, align 4
  %v922 = sext i32 %v867 to i64
  %v923 = getelementptr i32, ptr %v18, i64 %v922
  %v924 = load <4 x i32>, ptr %v923, align 4
  %v925 = sext i32 %v868 to i64
  %v926 = getelementptr i32, ptr %v18, i64 %v925
  %v927 = load <4 x i32>, ptr %v926, align 4
  %v928 = sext i32 %v869 to i64
  %v929 = getelementptr i32, ptr %v18, i64 %v928
  %v930 = load <4 x i32>, ptr %v929, align 4
  %v931 = sext i32 %v870 to i64
  %v932 = getelementptr i32, ptr %v18, i64 %v931
  %v933 = load <4 x i32>, ptr %v932, align 4
  %v934 = sext i32 %v871 to i64
  %v935 = getelementptr i32, ptr %v18, i64 %v934
  %v936 = load <4 x i32>, ptr %v935, align 4
  %v937 = sext i32 %v872 to i64
  %v938 = getelementptr i32, ptr %v18, i64 %v937
  %v939 = load <4 x i32>, ptr %v938, align 4
  %v940 = sext i32 %v873 to i64
  %v941 = getelementptr i32, ptr %v18, i64 %v940
  %v942 = load <4 x i32>, ptr %v941, align 4
  %v943 = sext i32 %v874 to i64
  %v944 = getelementptr i32, ptr %v18, i64 %v943
  %v945 = load <4 x i32>, ptr %v944, align 4
  %v946 = sext i32 %v875 to i64
  %v947 = getelementptr i32, ptr %v18, i64 %v946
  %v948 = load <4 x i32>, ptr %v947, align 4
  %v949 = sext i32 %v876 to i64
  %v950 = getelementptr i32, ptr %v18, i64 %v949
  %v951 = load <4 x i32>, ptr %v950, align 4
  %v952 = sext i32 %v877 to i64
  %v953 = getelementptr i32, ptr %v18, i64 %v952
  %v954 = load <4 x i32>, ptr %v953, align 4
  %v955 = sext i32 %v878 to i64
  %v956 = getelementptr i32, ptr %v18, i64 %v955
  %v957 = load <4 x i32>, ptr %v956, align 4
  %v958 = sext i32 %v879 to i64
  %v959 = getelementptr i32, ptr %v18, i64 %v958
  %v960 = load <4 x i32>, ptr %v959, align 4
  %v961 = sext i32 %v880 to i64
  %v962 = getelementptr i32, ptr %v18, i64 %v961
  %v963 = load <4 x i32>, ptr %v962, align 4
  br label %b35
b34:
  %v964 = sext i32 %v865 to i64
  %v965 = getelementptr i32, ptr %v18, i64 %v964
  %v966 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v965, <4 x i1> %v847, <4 x i32> zeroinitializer)
  %v967 = sext i32 %v866 to i64
  %v968 = getelementptr i32, ptr %v18, i64 %v967
  %v969 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v968, <4 x i1> %v848, <4 x i32> zeroinitializer)
  %v970 = sext i32 %v867 to i64
  %v971 = getelementptr i32, ptr %v18, i64 %v970
  %v972 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v971, <4 x i1> %v849, <4 x i32> zeroinitializer)
  %v973 = sext i32 %v868 to i64
  %v974 = getelementptr i32, ptr %v18, i64 %v973
  %v975 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v974, <4 x i1> %v850, <4 x i32> zeroinitializer)
  %v976 = sext i32 %v869 to i64
  %v977 = getelementptr i32, ptr %v18, i64 %v976
  %v978 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v977, <4 x i1> %v851, <4 x i32> zeroinitializer)
  %v979 = sext i32 %v870 to i64
  %v980 = getelementptr i32, ptr %v18, i64 %v979
  %v981 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v980, <4 x i1> %v852, <4 x i32> zeroinitializer)
  %v982 = sext i32 %v871 to i64
  %v983 = getelementptr i32, ptr %v18, i64 %v982
  %v984 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v983, <4 x i1> %v853, <4 x i32> zeroinitializer)
  %v985 = sext i32 %v872 to i64
  %v986 = getelementptr i32, ptr %v18, i64 %v985
  %v987 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v986, <4 x i1> %v854, <4 x i32> zeroinitializer)
  %v988 = sext i32 %v873 to i64
  %v989 = getelementptr i32, ptr %v18, i64 %v988
  %v990 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v989, <4 x i1> %v855, <4 x i32> zeroinitializer)
  %v991 = sext i32 %v874 to i64
  %v992 = getelementptr i32, ptr %v18, i64 %v991
  %v993 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v992, <4 x i1> %v856, <4 x i32> zeroinitializer)
  %v994 = sext i32 %v875 to i64
  %v995 = getelementptr i32, ptr %v18, i64 %v994
  %v996 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v995, <4 x i1> %v857, <4 x i32> zeroinitializer)
  %v997 = sext i32 %v876 to i64
  %v998 = getelementptr i32, ptr %v18, i64 %v997
  %v999 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v998, <4 x i1> %v858, <4 x i32> zeroinitializer)
  %v1000 = sext i32 %v877 to i64
  %v1001 = getelementptr i32, ptr %v18, i64 %v1000
  %v1002 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v1001, <4 x i1> %v859, <4 x i32> zeroinitializer)
  %v1003 = sext i32 %v878 to i64
  %v1004 = getelementptr i32, ptr %v18, i64 %v1003
  %v1005 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v1004, <4 x i1> %v860, <4 x i32> zeroinitializer)
  %v1006 = sext i32 %v879 to i64
  %v1007 = getelementptr i32, ptr %v18, i64 %v1006
  %v1008 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v1007, <4 x i1> %v861, <4 x i32> zeroinitializer)
  %v1009 = sext i32 %v880 to i64
  %v1010 = getelementptr i32, ptr %v18, i64 %v1009
  %v1011 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v1010, <4 x i1> %v862, <4 x i32> zeroinitializer)
  br label %b35
b35:
  %v1012 = phi <4 x i32> [ %v918, %b33 ], [ %v966, %b34 ]
  %v1013 = phi <4 x i32> [ %v921, %b33 ], [ %v969, %b34 ]
  %v1014 = phi <4 x i32> [ %v924, %b33 ], [ %v972, %b34 ]
  %v1015 = phi <4 x i32> [ %v927, %b33 ], [ %v975, %b34 ]
  %v1016 = phi <4 x i32> [ %v930, %b33 ], [ %v978, %b34 ]
  %v1017 = phi <4 x i32> [ %v933, %b33 ], [ %v981, %b34 ]
  %v1018 = phi <4 x i32> [ %v936, %b33 ], [ %v984, %b34 ]
  %v1019 = phi <4 x i32> [ %v939, %b33 ], [ %v987, %b34 ]
  %v1020 = phi <4 x i32> [ %v942, %b33 ], [ %v990, %b34 ]
  %v1021 = phi <4 x i32> [ %v945, %b33 ], [ %v993, %b34 ]
  %v1022 = phi <4 x i32> [ %v948, %b33 ], [ %v996, %b34 ]
  %v1023 = phi <4 x i32> [ %v951, %b33 ], [ %v999, %b34 ]
  %v1024 = phi <4 x i32> [ %v954, %b33 ], [ %v1002, %b34 ]
  %v1025 = phi <4 x i32> [ %v957, %b33 ], [ %v1005, %b34 ]
  %v1026 = phi <4 x i32> [ %v960, %b33 ], [ %v1008, %b34 ]
  %v1027 = phi <4 x i32> [ %v963, %b33 ], [ %v1011, %b34 ]
  %v1029 = getelementptr i32, ptr %v1028, i64 0
  store <4 x i32> %v883, ptr %v1029
  %v1030 = getelementptr i32, ptr %v1028, i64 4
  store <4 x i32> %v884, ptr %v1030
  %v1031 = getelementptr i32, ptr %v1028, i64 8
  store <4 x i32> %v885, ptr %v1031
  %v1032 = getelementptr i32, ptr %v1028, i64 12
  store <4 x i32> %v886, ptr %v1032
  %v1033 = getelementptr i32, ptr %v1028, i64 16
  store <4 x i32> %v887, ptr %v1033
  %v1034 = getelementptr i32, ptr %v1028, i64 20
  store <4 x i32> %v888, ptr %v1034
  %v1035 = getelementptr i32, ptr %v1028, i64 24
  store <4 x i32> %v889, ptr %v1035
  %v1036 = getelementptr i32, ptr %v1028, i64 28
  store <4 x i32> %v890, ptr %v1036
  %v1037 = getelementptr i32, ptr %v1028, i64 32
  store <4 x i32> %v891, ptr %v1037
  %v1038 = getelementptr i32, ptr %v1028, i64 36
  store <4 x i32> %v892, ptr %v1038
  %v1039 = getelementptr i32, ptr %v1028, i64 40
  store <4 x i32> %v893, ptr %v1039
  %v1040 = getelementptr i32, ptr %v1028, i64 44
  store <4 x i32> %v894, ptr %v1040
  %v1041 = getelementptr i32, ptr %v1028, i64 48
  store <4 x i32> %v895, ptr %v1041
  %v1042 = getelementptr i32, ptr %v1028, i64 52
  store <4 x i32> %v896, ptr %v1042
  %v1043 = getelementptr i32, ptr %v1028, i64 56
  store <4 x i32> %v897, ptr %v1043
  %v1044 = getelementptr i32, ptr %v1028, i64 60
  store <4 x i32> %v898, ptr %v1044
  %v1046 = getelementptr i32, ptr %v1045, i64 0
  store <4 x i32> %v1012, ptr %v1046
  %v1047 = getelementptr i32, ptr %v1045, i64 4
  store <4 x i32> %v1013, ptr %v1047
  %v1048 = getelementptr i32, ptr %v1045, i64 8
  store <4 x i32> %v1014, ptr %v1048
  %v1049 = getelementptr i32, ptr %v1045, i64 12
  store <4 x i32> %v1015, ptr %v1049
  %v1050 = getelementptr i32, ptr %v1045, i64 16
  store <4 x i32> %v1016, ptr %v1050
  %v1051 = getelementptr i32, ptr %v1045, i64 20
  store <4 x i32> %v1017, ptr %v1051
  %v1052 = getelementptr i32, ptr %v1045, i64 24
  store <4 x i32> %v1018, ptr %v1052
  %v1053 = getelementptr i32, ptr %v1045, i64 28
  store <4 x i32> %v1019, ptr %v1053
  %v1054 = getelementptr i32, ptr %v1045, i64 32
  store <4 x i32> %v1020, ptr %v1054
  %v1055 = getelementptr i32, ptr %v1045, i64 36
  store <4 x i32> %v1021, ptr %v1055
  %v1056 = getelementptr i32, ptr %v1045, i64 40
  store <4 x i32> %v1022, ptr %v1056
  %v1057 = getelementptr i32, ptr %v1045, i64 44
  store <4 x i32> %v1023, ptr %v1057
  %v1058 = getelementptr i32, ptr %v1045, i64 48
  store <4 x i32> %v1024, ptr %v1058
  %v1059 = getelementptr i32, ptr %v1045, i64 52
  store <4 x i32> %v1025, ptr %v1059
  %v1060 = getelementptr i32, ptr %v1045, i64 56
  store <4 x i32> %v1026, ptr %v1060
  %v1061 = getelementptr i32, ptr %v1045, i64 60
  store <4 x i32> %v1027, ptr %v1061
  %v1063 = bitcast <4 x i1> %v847 to i4
  %v1064 = getelementptr i4, ptr %v1062, i64 0
  store i4 %v1063, ptr %v1064
  %v1065 = bitcast <4 x i1> %v848 to i4
  %v1066 = getelementptr i4, ptr %v1062, i64 1
  store i4 %v1065, ptr %v1066
  %v1067 = bitcast <4 x i1> %v849 to i4
  %v1068 = getelementptr i4, ptr %v1062, i64 2
  store i4 %v1067, ptr %v1068
  %v1069 = bitcast <4 x i1> %v850 to i4
  %v1070 = getelementptr i4, ptr %v1062, i64 3
  store i4 %v1069, ptr %v1070
  %v1071 = bitcast <4 x i1> %v851 to i4
  %v1072 = getelementptr i4, ptr %v1062, i64 4
  store i4 %v1071, ptr %v1072
  %v1073 = bitcast <4 x i1> %v852 to i4
  %v1074 = getelementptr i4, ptr %v1062, i64 5
  store i4 %v1073, ptr %v1074
  %v1075 = bitcast <4 x i1> %v853 to i4
  %v1076 = getelementptr i4, ptr %v1062, i64 6
  store i4 %v1075, ptr %v1076
  %v1077 = bitcast <4 x i1> %v854 to i4
  %v1078 = getelementptr i4, ptr %v1062, i64 7
  store i4 %v1077, ptr %v1078
  %v1079 = bitcast <4 x i1> %v855 to i4
  %v1080 = getelementptr i4, ptr %v1062, i64 8
  store i4 %v1079, ptr %v1080
  %v1081 = bitcast <4 x i1> %v856 to i4
  %v1082 = getelementptr i4, ptr %v1062, i64 9
  store i4 %v1081, ptr %v1082
  %v1083 = bitcast <4 x i1> %v857 to i4
  %v1084 = getelementptr i4, ptr %v1062, i64 10
  store i4 %v1083, ptr %v1084
  %v1085 = bitcast <4 x i1> %v858 to i4
  %v1086 = getelementptr i4, ptr %v1062, i64 11
  store i4 %v1085, ptr %v1086
  %v1087 = bitcast <4 x i1> %v859 to i4
  %v1088 = getelementptr i4, ptr %v1062, i64 12
  store i4 %v1087, ptr %v1088
  %v1089 = bitcast <4 x i1> %v860 to i4
  %v1090 = getelementptr i4, ptr %v1062, i64 13
  store i4 %v1089, ptr %v1090
  %v1091 = bitcast <4 x i1> %v861 to i4
  %v1092 = getelementptr i4, ptr %v1062, i64 14
  store i4 %v1091, ptr %v1092
  %v1093 = bitcast <4 x i1> %v862 to i4
  %v1094 = getelementptr i4, ptr %v1062, i64 15
  store i4 %v1093, ptr %v1094
  br label %b36
b36:
  %v1095 = phi i64 [ 0, %b35 ], [ %v1096, %b37 ]
  %v1097 = mul i64 %v1095, 4
  %v1098 = getelementptr i4, ptr %v1062, i64 %v1095
  %v1099 = load i4, ptr %v1098
  %v1100 = icmp eq i4 %v1099, -1
  br i1 %v1100, label %b39, label %b40
b39:
  %v1101 = getelementptr i32, ptr %v1028, i64 %v1097
  %v1102 = load i32, ptr %v1101
  %v1103 = getelementptr i32, ptr %v1045, i64 %v1097
  %v1104 = load i32, ptr %v1103
  %v1105 = sext i32 %v1102 to i64
  %v1106 = getelementptr i32, ptr %v8, i64 %v1105
  %v1107 = load i32, ptr %v1106, align 4
  %v1108 = add i32 %v1107, %v1104
  store i32 %v1108, ptr %v1106, align 4
  %v1109 = add i64 %v1097, 1
  %v1110 = getelementptr i32, ptr %v1028, i64 %v1109
  %v1111 = load i32, ptr %v1110
  %v1112 = getelementptr i32, ptr %v1045, i64 %v1109
  %v1113 = load i32, ptr %v1112
  %v1114 = sext i32 %v1111 to i64
  %v1115 = getelementptr i32, ptr %v8, i64 %v1114
  %v1116 = load i32, ptr %v1115, align 4
  %v1117 = add i32 %v1116, %v1113
  store i32 %v1117, ptr %v1115, align 4
  %v1118 = add i64 %v1097, 2
  %v1119 = getelementptr i32, ptr %v1028, i64 %v1118
  %v1120 = load i32, ptr %v1119
  %v1121 = getelementptr i32, ptr %v1045, i64 %v1118
  %v1122 = load i32, ptr %v1121
  %v1123 = sext i32 %v1120 to i64
  %v1124 = getelementptr i32, ptr %v8, i64 %v1123
  %v1125 = load i32, ptr %v1124, align 4
  %v1126 = add i32 %v1125, %v1122
  store i32 %v1126, ptr %v1124, align 4
  %v1127 = add i64 %v1097, 3
  %v1128 = getelementptr i32, ptr %v1028, i64 %v1127
  %v1129 = load i32, ptr %v1128
  %v1130 = getelementptr i32, ptr %v1045, i64 %v1127
  %v1131 = load i32, ptr %v1130
  %v1132 = sext i32 %v1129 to i64
  %v1133 = getelementptr i32, ptr %v8, i64 %v1132
  %v1134 = load i32, ptr %v1133, align 4
  %v1135 = add i32 %v1134, %v1131
  store i32 %v1135, ptr %v1133, align 4
  br label %b37
b40:
  br label %b41
b41:
  %v1136 = phi i4 [ %v1099, %b40 ], [ %v1137, %b43 ]
  %v1138 = icmp ne i4 %v1136, 0
  br i1 %v1138, label %b42, label %b37
b42:
  %v1139 = call i4 @llvm.cttz.i4(i4 %v1136, i1 true)
  %v1140 = zext i4 %v1139 to i64
  %v1141 = add i64 %v1097, %v1140
  %v1142 = getelementptr i32, ptr %v1028, i64 %v1141
  %v1143 = load i32, ptr %v1142
  %v1144 = getelementptr i32, ptr %v1045, i64 %v1141
  %v1145 = load i32, ptr %v1144
  %v1146 = sext i32 %v1143 to i64
  %v1147 = getelementptr i32, ptr %v8, i64 %v1146
  %v1148 = load i32, ptr %v1147, align 4
  %v1149 = add i32 %v1148, %v1145
  store i32 %v1149, ptr %v1147, align 4
  br label %b43
b43:
  %v1150 = sub i4 %v1136, 1
  %v1137 = and i4 %v1136, %v1150
  br label %b41
b37:
  %v1096 = add i64 %v1095, 1
  %v1151 = icmp ult i64 %v1096, 16
  br i1 %v1151, label %b36, label %b38
b38:
  br label %b31
b31:
  %v1152 = load i32, ptr %v730
  %v1153 = add i32 %v1152, 1
  store i32 %v1153, ptr %v730
  br label %b29
b32:
  br label %b28
b28:
  br label %b6
b6:
  %v20 = add i64 %v19, 1
  %v1154 = icmp ult i64 %v20, %hi
  br i1 %v1154, label %b5, label %b7
b7:
  br label %b4
b4:
  %v1155 = sub i64 %hi, %lo
  %v14 = add i64 %group, %v1155
  %v1156 = icmp ult i64 %v14, %end
  br i1 %v1156, label %b2, label %b3
b3:
  br label %b44
b44:
  %v1157 = phi i64 [ 0, %b3 ], [ %v1158, %b46 ]
  %v1159 = getelementptr i32, ptr %v8, i64 %v1157
  %v1160 = load i32, ptr %v1159, align 4
  %v1161 = icmp eq i32 %v1160, 0
  br i1 %v1161, label %b46, label %b45
b45:
  %v1162 = getelementptr i32, ptr %v5, i64 %v1157
  %v1163 = atomicrmw add ptr %v1162, i32 %v1160 monotonic, align 4
  br label %b46
b46:
  %v1158 = add i64 %v1157, 1
  %v1164 = icmp ult i64 %v1158, 256
  br i1 %v1164, label %b44, label %b47
b47:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
