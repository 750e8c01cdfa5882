; vector width: 4
; packs: 16 (the whole workgroup, 0 vectors a pack in the loop, 1 on the way)
; mode: group, 2 phases, 32-bit indexes
; copies of arrays that are only added to: 8
; outputs that are added to at the end of a call: 1
; memory of a workgroup: 8192 bytes shared, 0 bytes of frames, 0 off the stack
; 4 accesses: 4 proved, 4 masked, 2 vector, 0 gathered, 0 scalar, 2 by lanes
; calls in the text: 32 masked loads
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
  %v457 = alloca [64 x i32], align 64
  %v474 = alloca [16 x i4], align 8
  %v715 = alloca i32, align 8
  %v716 = alloca <4 x i1>, align 8
  %v717 = alloca <4 x i1>, align 8
  %v718 = alloca <4 x i1>, align 8
  %v719 = alloca <4 x i1>, align 8
  %v720 = alloca <4 x i1>, align 8
  %v721 = alloca <4 x i1>, align 8
  %v722 = alloca <4 x i1>, align 8
  %v723 = alloca <4 x i1>, align 8
  %v724 = alloca <4 x i1>, align 8
  %v725 = alloca <4 x i1>, align 8
  %v726 = alloca <4 x i1>, align 8
  %v727 = alloca <4 x i1>, align 8
  %v728 = alloca <4 x i1>, align 8
  %v729 = alloca <4 x i1>, align 8
  %v730 = alloca <4 x i1>, align 8
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
  %v998 = alloca [64 x i32], align 64
  %v1015 = alloca [64 x i32], align 64
  %v1032 = alloca [16 x i4], align 8
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
  %v9 = phi i64 [ 0, %entry ], [ %v10, %b1 ]
  %v11 = getelementptr i8, ptr %v8, i64 %v9
  store <64 x i8> splat (i8 0), ptr %v11, align 64
  br label %b1
b1:
  %v10 = add i64 %v9, 64
  %v12 = icmp ult i64 %v10, 1024
  br i1 %v12, label %b0, label %b2
b2:
  %v13 = icmp ult i64 %first, %end
  br i1 %v13, label %b3, label %b4
b3:
  %group = phi i64 [ %first, %b2 ], [ %v14, %b5 ]
  %row = udiv i64 %group, %x
  %lo = urem i64 %group, %x
  %v15 = sub i64 %end, %group
  %v16 = add i64 %lo, %v15
  %v17 = icmp ult i64 %v16, %x
  %hi = select i1 %v17, i64 %v16, i64 %x
  br label %b6
b6:
  %v19 = phi i64 [ %lo, %b3 ], [ %v20, %b7 ]
  %v21 = trunc i64 %v19 to i32
  br label %b9
b9:
  %v22 = phi i64 [ 0, %b6 ], [ %v23, %b10 ]
  %v24 = getelementptr i8, ptr %v18, i64 %v22
  store <64 x i8> splat (i8 0), ptr %v24, align 64
  br label %b10
b10:
  %v23 = add i64 %v22, 64
  %v25 = icmp ult i64 %v23, 8192
  br i1 %v25, label %b9, label %b11
b11:
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
  br label %b13
b13:
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
  br i1 %v274, label %b14, label %b16
b14:
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
  br i1 %v343, label %b17, label %b18
b17:
  %v344 = sext i32 %v293 to i64
  %v345 = getelementptr i8, ptr %v1, i64 %v344
  %v346 = load <4 x i8>, ptr %v345, align 1
  %v347 = getelementptr i8, ptr %v345, i64 4
  %v348 = load <4 x i8>, ptr %v347, align 1
  %v349 = getelementptr i8, ptr %v345, i64 8
  %v350 = load <4 x i8>, ptr %v349, align 1
  %v351 = getelementptr i8, ptr %v345, i64 12
  %v352 = load <4 x i8>, ptr %v351, align 1
  %v353 = getelementptr i8, ptr %v345, i64 16
  %v354 = load <4 x i8>, ptr %v353, align 1
  %v355 = getelementptr i8, ptr %v345, i64 20
  %v356 = load <4 x i8>, ptr %v355, align 1
  %v357 = getelementptr i8, ptr %v345, i64 24
  %v358 = load <4 x i8>, ptr %v357, align 1
  %v359 = getelementptr i8, ptr %v345, i64 28
  %v360 = load <4 x i8>, ptr %v359, align 1
  %v361 = getelementptr i8, ptr %v345, i64 32
  %v362 = load <4 x i8>, ptr %v361, align 1
  %v363 = getelementptr i8, ptr %v345, i64 36
  %v364 = load <4 x i8>, ptr %v363, align 1
  %v365 = getelementptr i8, ptr %v345, i64 40
  %v366 = load <4 x i8>, ptr %v365, align 1
  %v367 = getelementptr i8, ptr %v345, i64 44
  %v368 = load <4 x i8>, ptr %v367, align 1
  %v369 = getelementptr i8, ptr %v345, i64 48
  %v370 = load <4 x i8>, ptr %v369, align 1
  %v371 = getelementptr i8, ptr %v345, i64 52
  %v372 = load <4 x i8>, ptr %v371, align 1
  %v373 = getelementptr i8, ptr %v345, i64 56
  %v374 = load <4 x i8>, ptr %v373, align 1
  %v375 = getelementptr i8, ptr %v345, i64 60
  %v376 = load <4 x i8>, ptr %v375, align 1
  br label %b19
b18:
  %v377 = sext i32 %v293 to i64
  %v378 = getelementptr i8, ptr %v1, i64 %v377
  %v379 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v378, <4 x i1> %v275, <4 x i8> zeroinitializer)
  %v380 = sext i32 %v294 to i64
  %v381 = getelementptr i8, ptr %v1, i64 %v380
  %v382 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v381, <4 x i1> %v276, <4 x i8> zeroinitializer)
  %v383 = sext i32 %v295 to i64
  %v384 = getelementptr i8, ptr %v1, i64 %v383
  %v385 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v384, <4 x i1> %v277, <4 x i8> zeroinitializer)
  %v386 = sext i32 %v296 to i64
  %v387 = getelementptr i8, ptr %v1, i64 %v386
  %v388 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v387, <4 x i1> %v278, <4 x i8> zeroinitializer)
  %v389 = sext i32 %v297 to i64
  %v390 = getelementptr i8, ptr %v1, i64 %v389
  %v391 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v390, <4 x i1> %v279, <4 x i8> zeroinitializer)
  %v392 = sext i32 %v298 to i64
  %v393 = getelementptr i8, ptr %v1, i64 %v392
  %v394 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v393, <4 x i1> %v280, <4 x i8> zeroinitializer)
  %v395 = sext i32 %v299 to i64
  %v396 = getelementptr i8, ptr %v1, i64 %v395
  %v397 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v396, <4 x i1> %v281, <4 x i8> zeroinitializer)
  %v398 = sext i32 %v300 to i64
  %v399 = getelementptr i8, ptr %v1, i64 %v398
  %v400 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v399, <4 x i1> %v282, <4 x i8> zeroinitializer)
  %v401 = sext i32 %v301 to i64
  %v402 = getelementptr i8, ptr %v1, i64 %v401
  %v403 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v402, <4 x i1> %v283, <4 x i8> zeroinitializer)
  %v404 = sext i32 %v302 to i64
  %v405 = getelementptr i8, ptr %v1, i64 %v404
  %v406 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v405, <4 x i1> %v284, <4 x i8> zeroinitializer)
  %v407 = sext i32 %v303 to i64
  %v408 = getelementptr i8, ptr %v1, i64 %v407
  %v409 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v408, <4 x i1> %v285, <4 x i8> zeroinitializer)
  %v410 = sext i32 %v304 to i64
  %v411 = getelementptr i8, ptr %v1, i64 %v410
  %v412 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v411, <4 x i1> %v286, <4 x i8> zeroinitializer)
  %v413 = sext i32 %v305 to i64
  %v414 = getelementptr i8, ptr %v1, i64 %v413
  %v415 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v414, <4 x i1> %v287, <4 x i8> zeroinitializer)
  %v416 = sext i32 %v306 to i64
  %v417 = getelementptr i8, ptr %v1, i64 %v416
  %v418 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v417, <4 x i1> %v288, <4 x i8> zeroinitializer)
  %v419 = sext i32 %v307 to i64
  %v420 = getelementptr i8, ptr %v1, i64 %v419
  %v421 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v420, <4 x i1> %v289, <4 x i8> zeroinitializer)
  %v422 = sext i32 %v308 to i64
  %v423 = getelementptr i8, ptr %v1, i64 %v422
  %v424 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v423, <4 x i1> %v290, <4 x i8> zeroinitializer)
  br label %b19
b19:
  %v425 = phi <4 x i8> [ %v346, %b17 ], [ %v379, %b18 ]
  %v426 = phi <4 x i8> [ %v348, %b17 ], [ %v382, %b18 ]
  %v427 = phi <4 x i8> [ %v350, %b17 ], [ %v385, %b18 ]
  %v428 = phi <4 x i8> [ %v352, %b17 ], [ %v388, %b18 ]
  %v429 = phi <4 x i8> [ %v354, %b17 ], [ %v391, %b18 ]
  %v430 = phi <4 x i8> [ %v356, %b17 ], [ %v394, %b18 ]
  %v431 = phi <4 x i8> [ %v358, %b17 ], [ %v397, %b18 ]
  %v432 = phi <4 x i8> [ %v360, %b17 ], [ %v400, %b18 ]
  %v433 = phi <4 x i8> [ %v362, %b17 ], [ %v403, %b18 ]
  %v434 = phi <4 x i8> [ %v364, %b17 ], [ %v406, %b18 ]
  %v435 = phi <4 x i8> [ %v366, %b17 ], [ %v409, %b18 ]
  %v436 = phi <4 x i8> [ %v368, %b17 ], [ %v412, %b18 ]
  %v437 = phi <4 x i8> [ %v370, %b17 ], [ %v415, %b18 ]
  %v438 = phi <4 x i8> [ %v372, %b17 ], [ %v418, %b18 ]
  %v439 = phi <4 x i8> [ %v374, %b17 ], [ %v421, %b18 ]
  %v440 = phi <4 x i8> [ %v376, %b17 ], [ %v424, %b18 ]
  %v441 = zext <4 x i8> %v425 to <4 x i32>
  %v442 = zext <4 x i8> %v426 to <4 x i32>
  %v443 = zext <4 x i8> %v427 to <4 x i32>
  %v444 = zext <4 x i8> %v428 to <4 x i32>
  %v445 = zext <4 x i8> %v429 to <4 x i32>
  %v446 = zext <4 x i8> %v430 to <4 x i32>
  %v447 = zext <4 x i8> %v431 to <4 x i32>
  %v448 = zext <4 x i8> %v432 to <4 x i32>
  %v449 = zext <4 x i8> %v433 to <4 x i32>
  %v450 = zext <4 x i8> %v434 to <4 x i32>
  %v451 = zext <4 x i8> %v435 to <4 x i32>
  %v452 = zext <4 x i8> %v436 to <4 x i32>
  %v453 = zext <4 x i8> %v437 to <4 x i32>
  %v454 = zext <4 x i8> %v438 to <4 x i32>
  %v455 = zext <4 x i8> %v439 to <4 x i32>
  %v456 = zext <4 x i8> %v440 to <4 x i32>
  %v458 = getelementptr i32, ptr %v457, i64 0
  store <4 x i32> %v441, ptr %v458
  %v459 = getelementptr i32, ptr %v457, i64 4
  store <4 x i32> %v442, ptr %v459
  %v460 = getelementptr i32, ptr %v457, i64 8
  store <4 x i32> %v443, ptr %v460
  %v461 = getelementptr i32, ptr %v457, i64 12
  store <4 x i32> %v444, ptr %v461
  %v462 = getelementptr i32, ptr %v457, i64 16
  store <4 x i32> %v445, ptr %v462
  %v463 = getelementptr i32, ptr %v457, i64 20
  store <4 x i32> %v446, ptr %v463
  %v464 = getelementptr i32, ptr %v457, i64 24
  store <4 x i32> %v447, ptr %v464
  %v465 = getelementptr i32, ptr %v457, i64 28
  store <4 x i32> %v448, ptr %v465
  %v466 = getelementptr i32, ptr %v457, i64 32
  store <4 x i32> %v449, ptr %v466
  %v467 = getelementptr i32, ptr %v457, i64 36
  store <4 x i32> %v450, ptr %v467
  %v468 = getelementptr i32, ptr %v457, i64 40
  store <4 x i32> %v451, ptr %v468
  %v469 = getelementptr i32, ptr %v457, i64 44
  store <4 x i32> %v452, ptr %v469
  %v470 = getelementptr i32, ptr %v457, i64 48
  store <4 x i32> %v453, ptr %v470
  %v471 = getelementptr i32, ptr %v457, i64 52
  store <4 x i32> %v454, ptr %v471
  %v472 = getelementptr i32, ptr %v457, i64 56
  store <4 x i32> %v455, ptr %v472
  %v473 = getelementptr i32, ptr %v457, i64 60
  store <4 x i32> %v456, ptr %v473
  %v475 = bitcast <4 x i1> %v275 to i4
  %v476 = getelementptr i4, ptr %v474, i64 0
  store i4 %v475, ptr %v476
  %v477 = bitcast <4 x i1> %v276 to i4
  %v478 = getelementptr i4, ptr %v474, i64 1
  store i4 %v477, ptr %v478
  %v479 = bitcast <4 x i1> %v277 to i4
  %v480 = getelementptr i4, ptr %v474, i64 2
  store i4 %v479, ptr %v480
  %v481 = bitcast <4 x i1> %v278 to i4
  %v482 = getelementptr i4, ptr %v474, i64 3
  store i4 %v481, ptr %v482
  %v483 = bitcast <4 x i1> %v279 to i4
  %v484 = getelementptr i4, ptr %v474, i64 4
  store i4 %v483, ptr %v484
  %v485 = bitcast <4 x i1> %v280 to i4
  %v486 = getelementptr i4, ptr %v474, i64 5
  store i4 %v485, ptr %v486
  %v487 = bitcast <4 x i1> %v281 to i4
  %v488 = getelementptr i4, ptr %v474, i64 6
  store i4 %v487, ptr %v488
  %v489 = bitcast <4 x i1> %v282 to i4
  %v490 = getelementptr i4, ptr %v474, i64 7
  store i4 %v489, ptr %v490
  %v491 = bitcast <4 x i1> %v283 to i4
  %v492 = getelementptr i4, ptr %v474, i64 8
  store i4 %v491, ptr %v492
  %v493 = bitcast <4 x i1> %v284 to i4
  %v494 = getelementptr i4, ptr %v474, i64 9
  store i4 %v493, ptr %v494
  %v495 = bitcast <4 x i1> %v285 to i4
  %v496 = getelementptr i4, ptr %v474, i64 10
  store i4 %v495, ptr %v496
  %v497 = bitcast <4 x i1> %v286 to i4
  %v498 = getelementptr i4, ptr %v474, i64 11
  store i4 %v497, ptr %v498
  %v499 = bitcast <4 x i1> %v287 to i4
  %v500 = getelementptr i4, ptr %v474, i64 12
  store i4 %v499, ptr %v500
  %v501 = bitcast <4 x i1> %v288 to i4
  %v502 = getelementptr i4, ptr %v474, i64 13
  store i4 %v501, ptr %v502
  %v503 = bitcast <4 x i1> %v289 to i4
  %v504 = getelementptr i4, ptr %v474, i64 14
  store i4 %v503, ptr %v504
  %v505 = bitcast <4 x i1> %v290 to i4
  %v506 = getelementptr i4, ptr %v474, i64 15
  store i4 %v505, ptr %v506
  br label %b20
b20:
  %v507 = phi i64 [ 0, %b19 ], [ %v508, %b21 ]
  %v509 = mul i64 %v507, 4
  %v510 = getelementptr i4, ptr %v474, i64 %v507
  %v511 = load i4, ptr %v510
  %v512 = icmp eq i4 %v511, -1
  br i1 %v512, label %b23, label %b24
b23:
  %v513 = getelementptr i32, ptr %v457, i64 %v509
  %v514 = load i32, ptr %v513
  %v515 = sext i32 %v514 to i64
  %v516 = getelementptr i32, ptr %v18, i64 %v515
  %v517 = load i32, ptr %v516, align 4
  %v518 = add i32 %v517, 1
  store i32 %v518, ptr %v516, align 4
  %v519 = add i64 %v509, 1
  %v520 = getelementptr i32, ptr %v457, i64 %v519
  %v521 = load i32, ptr %v520
  %v522 = sext i32 %v521 to i64
  %v523 = getelementptr i32, ptr %v18, i64 %v522
  %v524 = getelementptr i8, ptr %v523, i64 1024
  %v525 = load i32, ptr %v524, align 4
  %v526 = add i32 %v525, 1
  store i32 %v526, ptr %v524, align 4
  %v527 = add i64 %v509, 2
  %v528 = getelementptr i32, ptr %v457, i64 %v527
  %v529 = load i32, ptr %v528
  %v530 = sext i32 %v529 to i64
  %v531 = getelementptr i32, ptr %v18, i64 %v530
  %v532 = getelementptr i8, ptr %v531, i64 2048
  %v533 = load i32, ptr %v532, align 4
  %v534 = add i32 %v533, 1
  store i32 %v534, ptr %v532, align 4
  %v535 = add i64 %v509, 3
  %v536 = getelementptr i32, ptr %v457, i64 %v535
  %v537 = load i32, ptr %v536
  %v538 = sext i32 %v537 to i64
  %v539 = getelementptr i32, ptr %v18, i64 %v538
  %v540 = getelementptr i8, ptr %v539, i64 3072
  %v541 = load i32, ptr %v540, align 4
  %v542 = add i32 %v541, 1
  store i32 %v542, ptr %v540, align 4
  br label %b25
b24:
  br label %b26
b26:
  %v543 = phi i4 [ %v511, %b24 ], [ %v544, %b28 ]
  %v545 = icmp ne i4 %v543, 0
  br i1 %v545, label %b27, label %b29
b27:
  %v546 = call i4 @llvm.cttz.i4(i4 %v543, i1 true)
  %v547 = zext i4 %v546 to i64
  %v548 = add i64 %v509, %v547
  %v549 = getelementptr i32, ptr %v457, i64 %v548
  %v550 = load i32, ptr %v549
  %v551 = sext i32 %v550 to i64
  %v552 = getelementptr i32, ptr %v18, i64 %v551
  %v553 = load i32, ptr %v552, align 4
  %v554 = add i32 %v553, 1
  store i32 %v554, ptr %v552, align 4
  br label %b28
b28:
  %v555 = sub i4 %v543, 1
  %v544 = and i4 %v543, %v555
  br label %b26
b29:
  br label %b25
b25:
  br label %b21
b21:
  %v508 = add i64 %v507, 1
  %v556 = icmp ult i64 %v508, 16
  br i1 %v556, label %b20, label %b22
b22:
  br label %b15
b15:
  %v557 = load i32, ptr %v158
  %v558 = add i32 %v557, 1
  store i32 %v558, ptr %v158
  br label %b13
b16:
  br label %b12
b12:
  br label %b30
b30:
  %v559 = phi i64 [ 0, %b12 ], [ %v560, %b31 ]
  %v561 = getelementptr i8, ptr %v18, i64 %v559
  %v562 = load <4 x i32>, ptr %v561, align 16
  %v563 = getelementptr i8, ptr %v561, i64 1024
  %v564 = load <4 x i32>, ptr %v563, align 16
  %v565 = add <4 x i32> %v562, %v564
  store <4 x i32> zeroinitializer, ptr %v563, align 16
  %v566 = getelementptr i8, ptr %v561, i64 2048
  %v567 = load <4 x i32>, ptr %v566, align 16
  %v568 = add <4 x i32> %v565, %v567
  store <4 x i32> zeroinitializer, ptr %v566, align 16
  %v569 = getelementptr i8, ptr %v561, i64 3072
  %v570 = load <4 x i32>, ptr %v569, align 16
  %v571 = add <4 x i32> %v568, %v570
  store <4 x i32> zeroinitializer, ptr %v569, align 16
  %v572 = getelementptr i8, ptr %v561, i64 4096
  %v573 = load <4 x i32>, ptr %v572, align 16
  %v574 = add <4 x i32> %v571, %v573
  store <4 x i32> zeroinitializer, ptr %v572, align 16
  %v575 = getelementptr i8, ptr %v561, i64 5120
  %v576 = load <4 x i32>, ptr %v575, align 16
  %v577 = add <4 x i32> %v574, %v576
  store <4 x i32> zeroinitializer, ptr %v575, align 16
  %v578 = getelementptr i8, ptr %v561, i64 6144
  %v579 = load <4 x i32>, ptr %v578, align 16
  %v580 = add <4 x i32> %v577, %v579
  store <4 x i32> zeroinitializer, ptr %v578, align 16
  %v581 = getelementptr i8, ptr %v561, i64 7168
  %v582 = load <4 x i32>, ptr %v581, align 16
  %v583 = add <4 x i32> %v580, %v582
  store <4 x i32> zeroinitializer, ptr %v581, align 16
  store <4 x i32> %v583, ptr %v561, align 16
  br label %b31
b31:
  %v560 = add i64 %v559, 16
  %v584 = icmp ult i64 %v560, 1024
  br i1 %v584, label %b30, label %b32
b32:
  %v585 = mul i32 %v21, 64
  %v586 = insertelement <4 x i32> poison, i32 %v585, i64 0
  %v587 = shufflevector <4 x i32> %v586, <4 x i32> poison, <4 x i32> zeroinitializer
  %v588 = add i32 4, %v585
  %v589 = add i32 8, %v585
  %v590 = add i32 12, %v585
  %v591 = add i32 16, %v585
  %v592 = add i32 20, %v585
  %v593 = add i32 24, %v585
  %v594 = add i32 28, %v585
  %v595 = add i32 32, %v585
  %v596 = add i32 36, %v585
  %v597 = add i32 40, %v585
  %v598 = add i32 44, %v585
  %v599 = add i32 48, %v585
  %v600 = add i32 52, %v585
  %v601 = add i32 56, %v585
  %v602 = add i32 60, %v585
  %v603 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v587
  %v604 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v587
  %v605 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v587
  %v606 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v587
  %v607 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v587
  %v608 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v587
  %v609 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v587
  %v610 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v587
  %v611 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v587
  %v612 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v587
  %v613 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v587
  %v614 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v587
  %v615 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v587
  %v616 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v587
  %v617 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v587
  %v618 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v587
  %v619 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v620 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v621 = sub <4 x i32> %v620, splat (i32 1)
  %v622 = udiv <4 x i32> %v621, splat (i32 64)
  %v623 = add <4 x i32> %v622, splat (i32 1)
  %v624 = select <4 x i1> %v619, <4 x i32> %v623, <4 x i32> splat (i32 0)
  %v625 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v626 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v627 = sub <4 x i32> %v626, splat (i32 1)
  %v628 = udiv <4 x i32> %v627, splat (i32 64)
  %v629 = add <4 x i32> %v628, splat (i32 1)
  %v630 = select <4 x i1> %v625, <4 x i32> %v629, <4 x i32> splat (i32 0)
  %v631 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v632 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v633 = sub <4 x i32> %v632, splat (i32 1)
  %v634 = udiv <4 x i32> %v633, splat (i32 64)
  %v635 = add <4 x i32> %v634, splat (i32 1)
  %v636 = select <4 x i1> %v631, <4 x i32> %v635, <4 x i32> splat (i32 0)
  %v637 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v638 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v639 = sub <4 x i32> %v638, splat (i32 1)
  %v640 = udiv <4 x i32> %v639, splat (i32 64)
  %v641 = add <4 x i32> %v640, splat (i32 1)
  %v642 = select <4 x i1> %v637, <4 x i32> %v641, <4 x i32> splat (i32 0)
  %v643 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v644 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v645 = sub <4 x i32> %v644, splat (i32 1)
  %v646 = udiv <4 x i32> %v645, splat (i32 64)
  %v647 = add <4 x i32> %v646, splat (i32 1)
  %v648 = select <4 x i1> %v643, <4 x i32> %v647, <4 x i32> splat (i32 0)
  %v649 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v650 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v651 = sub <4 x i32> %v650, splat (i32 1)
  %v652 = udiv <4 x i32> %v651, splat (i32 64)
  %v653 = add <4 x i32> %v652, splat (i32 1)
  %v654 = select <4 x i1> %v649, <4 x i32> %v653, <4 x i32> splat (i32 0)
  %v655 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v656 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v657 = sub <4 x i32> %v656, splat (i32 1)
  %v658 = udiv <4 x i32> %v657, splat (i32 64)
  %v659 = add <4 x i32> %v658, splat (i32 1)
  %v660 = select <4 x i1> %v655, <4 x i32> %v659, <4 x i32> splat (i32 0)
  %v661 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v662 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v663 = sub <4 x i32> %v662, splat (i32 1)
  %v664 = udiv <4 x i32> %v663, splat (i32 64)
  %v665 = add <4 x i32> %v664, splat (i32 1)
  %v666 = select <4 x i1> %v661, <4 x i32> %v665, <4 x i32> splat (i32 0)
  %v667 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v668 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v669 = sub <4 x i32> %v668, splat (i32 1)
  %v670 = udiv <4 x i32> %v669, splat (i32 64)
  %v671 = add <4 x i32> %v670, splat (i32 1)
  %v672 = select <4 x i1> %v667, <4 x i32> %v671, <4 x i32> splat (i32 0)
  %v673 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v674 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v675 = sub <4 x i32> %v674, splat (i32 1)
  %v676 = udiv <4 x i32> %v675, splat (i32 64)
  %v677 = add <4 x i32> %v676, splat (i32 1)
  %v678 = select <4 x i1> %v673, <4 x i32> %v677, <4 x i32> splat (i32 0)
  %v679 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v680 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v681 = sub <4 x i32> %v680, splat (i32 1)
  %v682 = udiv <4 x i32> %v681, splat (i32 64)
  %v683 = add <4 x i32> %v682, splat (i32 1)
  %v684 = select <4 x i1> %v679, <4 x i32> %v683, <4 x i32> splat (i32 0)
  %v685 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v686 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v687 = sub <4 x i32> %v686, splat (i32 1)
  %v688 = udiv <4 x i32> %v687, splat (i32 64)
  %v689 = add <4 x i32> %v688, splat (i32 1)
  %v690 = select <4 x i1> %v685, <4 x i32> %v689, <4 x i32> splat (i32 0)
  %v691 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v692 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v693 = sub <4 x i32> %v692, splat (i32 1)
  %v694 = udiv <4 x i32> %v693, splat (i32 64)
  %v695 = add <4 x i32> %v694, splat (i32 1)
  %v696 = select <4 x i1> %v691, <4 x i32> %v695, <4 x i32> splat (i32 0)
  %v697 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v698 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v699 = sub <4 x i32> %v698, splat (i32 1)
  %v700 = udiv <4 x i32> %v699, splat (i32 64)
  %v701 = add <4 x i32> %v700, splat (i32 1)
  %v702 = select <4 x i1> %v697, <4 x i32> %v701, <4 x i32> splat (i32 0)
  %v703 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v704 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v705 = sub <4 x i32> %v704, splat (i32 1)
  %v706 = udiv <4 x i32> %v705, splat (i32 64)
  %v707 = add <4 x i32> %v706, splat (i32 1)
  %v708 = select <4 x i1> %v703, <4 x i32> %v707, <4 x i32> splat (i32 0)
  %v709 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v710 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v711 = sub <4 x i32> %v710, splat (i32 1)
  %v712 = udiv <4 x i32> %v711, splat (i32 64)
  %v713 = add <4 x i32> %v712, splat (i32 1)
  %v714 = select <4 x i1> %v709, <4 x i32> %v713, <4 x i32> splat (i32 0)
  store i32 0, ptr %v715
  store <4 x i1> splat (i1 true), ptr %v716
  store <4 x i1> splat (i1 true), ptr %v717
  store <4 x i1> splat (i1 true), ptr %v718
  store <4 x i1> splat (i1 true), ptr %v719
  store <4 x i1> splat (i1 true), ptr %v720
  store <4 x i1> splat (i1 true), ptr %v721
  store <4 x i1> splat (i1 true), ptr %v722
  store <4 x i1> splat (i1 true), ptr %v723
  store <4 x i1> splat (i1 true), ptr %v724
  store <4 x i1> splat (i1 true), ptr %v725
  store <4 x i1> splat (i1 true), ptr %v726
  store <4 x i1> splat (i1 true), ptr %v727
  store <4 x i1> splat (i1 true), ptr %v728
  store <4 x i1> splat (i1 true), ptr %v729
  store <4 x i1> splat (i1 true), ptr %v730
  store <4 x i1> splat (i1 true), ptr %v731
  br label %b34
b34:
  %v748 = load <4 x i1>, ptr %v716
  %v749 = load <4 x i1>, ptr %v717
  %v750 = load <4 x i1>, ptr %v718
  %v751 = load <4 x i1>, ptr %v719
  %v752 = load <4 x i1>, ptr %v720
  %v753 = load <4 x i1>, ptr %v721
  %v754 = load <4 x i1>, ptr %v722
  %v755 = load <4 x i1>, ptr %v723
  %v756 = load <4 x i1>, ptr %v724
  %v757 = load <4 x i1>, ptr %v725
  %v758 = load <4 x i1>, ptr %v726
  %v759 = load <4 x i1>, ptr %v727
  %v760 = load <4 x i1>, ptr %v728
  %v761 = load <4 x i1>, ptr %v729
  %v762 = load <4 x i1>, ptr %v730
  %v763 = load <4 x i1>, ptr %v731
  %v764 = load i32, ptr %v715
  %v765 = insertelement <4 x i32> poison, i32 %v764, i64 0
  %v766 = shufflevector <4 x i32> %v765, <4 x i32> poison, <4 x i32> zeroinitializer
  %v767 = icmp ult <4 x i32> %v766, %v624
  %v768 = icmp ult <4 x i32> %v766, %v630
  %v769 = icmp ult <4 x i32> %v766, %v636
  %v770 = icmp ult <4 x i32> %v766, %v642
  %v771 = icmp ult <4 x i32> %v766, %v648
  %v772 = icmp ult <4 x i32> %v766, %v654
  %v773 = icmp ult <4 x i32> %v766, %v660
  %v774 = icmp ult <4 x i32> %v766, %v666
  %v775 = icmp ult <4 x i32> %v766, %v672
  %v776 = icmp ult <4 x i32> %v766, %v678
  %v777 = icmp ult <4 x i32> %v766, %v684
  %v778 = icmp ult <4 x i32> %v766, %v690
  %v779 = icmp ult <4 x i32> %v766, %v696
  %v780 = icmp ult <4 x i32> %v766, %v702
  %v781 = icmp ult <4 x i32> %v766, %v708
  %v782 = icmp ult <4 x i32> %v766, %v714
  %v783 = load <4 x i1>, ptr %v716
  %v784 = load <4 x i1>, ptr %v717
  %v785 = load <4 x i1>, ptr %v718
  %v786 = load <4 x i1>, ptr %v719
  %v787 = load <4 x i1>, ptr %v720
  %v788 = load <4 x i1>, ptr %v721
  %v789 = load <4 x i1>, ptr %v722
  %v790 = load <4 x i1>, ptr %v723
  %v791 = load <4 x i1>, ptr %v724
  %v792 = load <4 x i1>, ptr %v725
  %v793 = load <4 x i1>, ptr %v726
  %v794 = load <4 x i1>, ptr %v727
  %v795 = load <4 x i1>, ptr %v728
  %v796 = load <4 x i1>, ptr %v729
  %v797 = load <4 x i1>, ptr %v730
  %v798 = load <4 x i1>, ptr %v731
  %v799 = and <4 x i1> %v783, %v767
  %v800 = and <4 x i1> %v784, %v768
  %v801 = and <4 x i1> %v785, %v769
  %v802 = and <4 x i1> %v786, %v770
  %v803 = and <4 x i1> %v787, %v771
  %v804 = and <4 x i1> %v788, %v772
  %v805 = and <4 x i1> %v789, %v773
  %v806 = and <4 x i1> %v790, %v774
  %v807 = and <4 x i1> %v791, %v775
  %v808 = and <4 x i1> %v792, %v776
  %v809 = and <4 x i1> %v793, %v777
  %v810 = and <4 x i1> %v794, %v778
  %v811 = and <4 x i1> %v795, %v779
  %v812 = and <4 x i1> %v796, %v780
  %v813 = and <4 x i1> %v797, %v781
  %v814 = and <4 x i1> %v798, %v782
  store <4 x i1> %v799, ptr %v716
  store <4 x i1> %v800, ptr %v717
  store <4 x i1> %v801, ptr %v718
  store <4 x i1> %v802, ptr %v719
  store <4 x i1> %v803, ptr %v720
  store <4 x i1> %v804, ptr %v721
  store <4 x i1> %v805, ptr %v722
  store <4 x i1> %v806, ptr %v723
  store <4 x i1> %v807, ptr %v724
  store <4 x i1> %v808, ptr %v725
  store <4 x i1> %v809, ptr %v726
  store <4 x i1> %v810, ptr %v727
  store <4 x i1> %v811, ptr %v728
  store <4 x i1> %v812, ptr %v729
  store <4 x i1> %v813, ptr %v730
  store <4 x i1> %v814, ptr %v731
  %v815 = or <4 x i1> %v799, %v800
  %v816 = or <4 x i1> %v815, %v801
  %v817 = or <4 x i1> %v816, %v802
  %v818 = or <4 x i1> %v817, %v803
  %v819 = or <4 x i1> %v818, %v804
  %v820 = or <4 x i1> %v819, %v805
  %v821 = or <4 x i1> %v820, %v806
  %v822 = or <4 x i1> %v821, %v807
  %v823 = or <4 x i1> %v822, %v808
  %v824 = or <4 x i1> %v823, %v809
  %v825 = or <4 x i1> %v824, %v810
  %v826 = or <4 x i1> %v825, %v811
  %v827 = or <4 x i1> %v826, %v812
  %v828 = or <4 x i1> %v827, %v813
  %v829 = or <4 x i1> %v828, %v814
  %v830 = bitcast <4 x i1> %v829 to i4
  %v831 = icmp ne i4 %v830, 0
  br i1 %v831, label %b35, label %b37
b35:
  %v832 = load <4 x i1>, ptr %v716
  %v833 = load <4 x i1>, ptr %v717
  %v834 = load <4 x i1>, ptr %v718
  %v835 = load <4 x i1>, ptr %v719
  %v836 = load <4 x i1>, ptr %v720
  %v837 = load <4 x i1>, ptr %v721
  %v838 = load <4 x i1>, ptr %v722
  %v839 = load <4 x i1>, ptr %v723
  %v840 = load <4 x i1>, ptr %v724
  %v841 = load <4 x i1>, ptr %v725
  %v842 = load <4 x i1>, ptr %v726
  %v843 = load <4 x i1>, ptr %v727
  %v844 = load <4 x i1>, ptr %v728
  %v845 = load <4 x i1>, ptr %v729
  %v846 = load <4 x i1>, ptr %v730
  %v847 = load <4 x i1>, ptr %v731
  store <4 x i1> %v832, ptr %v732
  store <4 x i1> %v833, ptr %v733
  store <4 x i1> %v834, ptr %v734
  store <4 x i1> %v835, ptr %v735
  store <4 x i1> %v836, ptr %v736
  store <4 x i1> %v837, ptr %v737
  store <4 x i1> %v838, ptr %v738
  store <4 x i1> %v839, ptr %v739
  store <4 x i1> %v840, ptr %v740
  store <4 x i1> %v841, ptr %v741
  store <4 x i1> %v842, ptr %v742
  store <4 x i1> %v843, ptr %v743
  store <4 x i1> %v844, ptr %v744
  store <4 x i1> %v845, ptr %v745
  store <4 x i1> %v846, ptr %v746
  store <4 x i1> %v847, ptr %v747
  %v848 = load i32, ptr %v715
  %v849 = mul i32 %v848, 64
  %v850 = add i32 0, %v849
  %v851 = add i32 4, %v849
  %v852 = add i32 8, %v849
  %v853 = add i32 12, %v849
  %v854 = add i32 16, %v849
  %v855 = add i32 20, %v849
  %v856 = add i32 24, %v849
  %v857 = add i32 28, %v849
  %v858 = add i32 32, %v849
  %v859 = add i32 36, %v849
  %v860 = add i32 40, %v849
  %v861 = add i32 44, %v849
  %v862 = add i32 48, %v849
  %v863 = add i32 52, %v849
  %v864 = add i32 56, %v849
  %v865 = add i32 60, %v849
  %v866 = insertelement <4 x i32> poison, i32 %v849, i64 0
  %v867 = shufflevector <4 x i32> %v866, <4 x i32> poison, <4 x i32> zeroinitializer
  %v868 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v867
  %v869 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v867
  %v870 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v867
  %v871 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v867
  %v872 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v867
  %v873 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v867
  %v874 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v867
  %v875 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v867
  %v876 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v867
  %v877 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v867
  %v878 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v867
  %v879 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v867
  %v880 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v867
  %v881 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v867
  %v882 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v867
  %v883 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v867
  %v884 = and <4 x i1> %v832, %v833
  %v885 = and <4 x i1> %v884, %v834
  %v886 = and <4 x i1> %v885, %v835
  %v887 = and <4 x i1> %v886, %v836
  %v888 = and <4 x i1> %v887, %v837
  %v889 = and <4 x i1> %v888, %v838
  %v890 = and <4 x i1> %v889, %v839
  %v891 = and <4 x i1> %v890, %v840
  %v892 = and <4 x i1> %v891, %v841
  %v893 = and <4 x i1> %v892, %v842
  %v894 = and <4 x i1> %v893, %v843
  %v895 = and <4 x i1> %v894, %v844
  %v896 = and <4 x i1> %v895, %v845
  %v897 = and <4 x i1> %v896, %v846
  %v898 = and <4 x i1> %v897, %v847
  %v899 = bitcast <4 x i1> %v898 to i4
  %v900 = icmp eq i4 %v899, -1
  br i1 %v900, label %b38, label %b39
b38:
  %v901 = sext i32 %v850 to i64
  %v902 = getelementptr i32, ptr %v18, i64 %v901
  %v903 = load <4 x i32>, ptr %v902, align 4
  %v904 = getelementptr i32, ptr %v902, i64 4
  %v905 = load <4 x i32>, ptr %v904, align 4
  %v906 = getelementptr i32, ptr %v902, i64 8
  %v907 = load <4 x i32>, ptr %v906, align 4
  %v908 = getelementptr i32, ptr %v902, i64 12
  %v909 = load <4 x i32>, ptr %v908, align 4
  %v910 = getelementptr i32, ptr %v902, i64 16
  %v911 = load <4 x i32>, ptr %v910, align 4
  %v912 = getelementptr i32, ptr %v902, i64 20
  %v913 = load <4 x i32>, ptr %v912, align 4
  %v914 = getelementptr i32, ptr %v902, i64 24
  %v915 = load <4 x i32>, ptr %v914, align 4
  %v916 = getelementptr i32, ptr %v902, i64 28
  %v917 = load <4 x i32>, ptr %v916, align 4
  %v918 = getelementptr i32, ptr %v902, i64 32
  %v919 = load <4 x i32>, ptr %v918, align 4
  %v920 = getelementptr i32, ptr %v902, i64 36
  %v921 = load <4 x i32>, ptr %v920, align 4
  %v922 = getelementptr i32, ptr %v902, i64 40
  %v923 = load <4 x i32>, ptr %v922, align 4
  %v924 = getelementptr i32, ptr %v902, i64 44
  %v925 = load <4 x i32>, ptr %v924, align 4
  %v926 = getelementptr i32, ptr %v902, i64 48
  %v927 = load <4 x i32>, ptr %v926, align 4
  %v928 = getelementptr i32, ptr %v902, i64 52
  %v929 = load <4 x i32>, ptr %v928, align 4
  %v930 = getelementptr i32, ptr %v902, i64 56
  %v931 = load <4 x i32>, ptr %v930, align 4
  %v932 = getelementptr i32, ptr %v902, i64 60
  %v933 = load <4 x i32>, ptr %v932, align 4
  br label %b40
b39:
  %v934 = sext i32 %v850 to i64
  %v935 = getelementptr i32, ptr %v18, i64 %v934
  %v936 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v935, <4 x i1> %v832, <4 x i32> zeroinitializer)
  %v937 = sext i32 %v851 to i64
  %v938 = getelementptr i32, ptr %v18, i64 %v937
  %v939 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v938, <4 x i1> %v833, <4 x i32> zeroinitializer)
  %v940 = sext i32 %v852 to i64
  %v941 = getelementptr i32, ptr %v18, i64 %v940
  %v942 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v941, <4 x i1> %v834, <4 x i32> zeroinitializer)
  %v943 = sext i32 %v853 to i64
  %v944 = getelementptr i32, ptr %v18, i64 %v943
  %v945 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v944, <4 x i1> %v835, <4 x i32> zeroinitializer)
  %v946 = sext i32 %v854 to i64
  %v947 = getelementptr i32, ptr %v18, i64 %v946
  %v948 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v947, <4 x i1> %v836, <4 x i32> zeroinitializer)
  %v949 = sext i32 %v855 to i64
  %v950 = getelementptr i32, ptr %v18, i64 %v949
  %v951 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v950, <4 x i1> %v837, <4 x i32> zeroinitializer)
  %v952 = sext i32 %v856 to i64
  %v953 = getelementptr i32, ptr %v18, i64 %v952
  %v954 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v953, <4 x i1> %v838, <4 x i32> zeroinitializer)
  %v955 = sext i32 %v857 to i64
  %v956 = getelementptr i32, ptr %v18, i64 %v955
  %v957 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v956, <4 x i1> %v839, <4 x i32> zeroinitializer)
  %v958 = sext i32 %v858 to i64
  %v959 = getelementptr i32, ptr %v18, i64 %v958
  %v960 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v959, <4 x i1> %v840, <4 x i32> zeroinitializer)
  %v961 = sext i32 %v859 to i64
  %v962 = getelementptr i32, ptr %v18, i64 %v961
  %v963 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v962, <4 x i1> %v841, <4 x i32> zeroinitializer)
  %v964 = sext i32 %v860 to i64
  %v965 = getelementptr i32, ptr %v18, i64 %v964
  %v966 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v965, <4 x i1> %v842, <4 x i32> zeroinitializer)
  %v967 = sext i32 %v861 to i64
  %v968 = getelementptr i32, ptr %v18, i64 %v967
  %v969 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v968, <4 x i1> %v843, <4 x i32> zeroinitializer)
  %v970 = sext i32 %v862 to i64
  %v971 = getelementptr i32, ptr %v18, i64 %v970
  %v972 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v971, <4 x i1> %v844, <4 x i32> zeroinitializer)
  %v973 = sext i32 %v863 to i64
  %v974 = getelementptr i32, ptr %v18, i64 %v973
  %v975 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v974, <4 x i1> %v845, <4 x i32> zeroinitializer)
  %v976 = sext i32 %v864 to i64
  %v977 = getelementptr i32, ptr %v18, i64 %v976
  %v978 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v977, <4 x i1> %v846, <4 x i32> zeroinitializer)
  %v979 = sext i32 %v865 to i64
  %v980 = getelementptr i32, ptr %v18, i64 %v979
  %v981 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v980, <4 x i1> %v847, <4 x i32> zeroinitializer)
  br label %b40
b40:
  %v982 = phi <4 x i32> [ %v903, %b38 ], [ %v936, %b39 ]
  %v983 = phi <4 x i32> [ %v905, %b38 ], [ %v939, %b39 ]
  %v984 = phi <4 x i32> [ %v907, %b38 ], [ %v942, %b39 ]
  %v985 = phi <4 x i32> [ %v909, %b38 ], [ %v945, %b39 ]
  %v986 = phi <4 x i32> [ %v911, %b38 ], [ %v948, %b39 ]
  %v987 = phi <4 x i32> [ %v913, %b38 ], [ %v951, %b39 ]
  %v988 = phi <4 x i32> [ %v915, %b38 ], [ %v954, %b39 ]
  %v989 = phi <4 x i32> [ %v917, %b38 ], [ %v957, %b39 ]
  %v990 = phi <4 x i32> [ %v919, %b38 ], [ %v960, %b39 ]
  %v991 = phi <4 x i32> [ %v921, %b38 ], [ %v963, %b39 ]
  %v992 = phi <4 x i32> [ %v923, %b38 ], [ %v966, %b39 ]
  %v993 = phi <4 x i32> [ %v925, %b38 ], [ %v969, %b39 ]
  %v994 = phi <4 x i32> [ %v927, %b38 ], [ %v972, %b39 ]
  %v995 = phi <4 x i32> [ %v929, %b38 ], [ %v975, %b39 ]
  %v996 = phi <4 x i32> [ %v931, %b38 ], [ %v978, %b39 ]
  %v997 = phi <4 x i32> [ %v933, %b38 ], [ %v981, %b39 ]
  %v999 = getelementptr i32, ptr %v998, i64 0
  store <4 x i32> %v868, ptr %v999
  %v1000 = getelementptr i32, ptr %v998, i64 4
  store <4 x i32> %v869, ptr %v1000
  %v1001 = getelementptr i32, ptr %v998, i64 8
  store <4 x i32> %v870, ptr %v1001
  %v1002 = getelementptr i32, ptr %v998, i64 12
  store <4 x i32> %v871, ptr %v1002
  %v1003 = getelementptr i32, ptr %v998, i64 16
  store <4 x i32> %v872, ptr %v1003
  %v1004 = getelementptr i32, ptr %v998, i64 20
  store <4 x i32> %v873, ptr %v1004
  %v1005 = getelementptr i32, ptr %v998, i64 24
  store <4 x i32> %v874, ptr %v1005
  %v1006 = getelementptr i32, ptr %v998, i64 28
  store <4 x i32> %v875, ptr %v1006
  %v1007 = getelementptr i32, ptr %v998, i64 32
  store <4 x i32> %v876, ptr %v1007
  %v1008 = getelementptr i32, ptr %v998, i64 36
  store <4 x i32> %v877, ptr %v1008
  %v1009 = getelementptr i32, ptr %v998, i64 40
  store <4 x i32> %v878, ptr %v1009
  %v1010 = getelementptr i32, ptr %v998, i64 44
  store <4 x i32> %v879, ptr %v1010
  %v1011 = getelementptr i32, ptr %v998, i64 48
  store <4 x i32> %v880, ptr %v1011
  %v1012 = getelementptr i32, ptr %v998, i64 52
  store <4 x i32> %v881, ptr %v1012
  %v1013 = getelementptr i32, ptr %v998, i64 56
  store <4 x i32> %v882, ptr %v1013
  %v1014 = getelementptr i32, ptr %v998, i64 60
  store <4 x i32> %v883, ptr %v1014
  %v1016 = getelementptr i32, ptr %v1015, i64 0
  store <4 x i32> %v982, ptr %v1016
  %v1017 = getelementptr i32, ptr %v1015, i64 4
  store <4 x i32> %v983, ptr %v1017
  %v1018 = getelementptr i32, ptr %v1015, i64 8
  store <4 x i32> %v984, ptr %v1018
  %v1019 = getelementptr i32, ptr %v1015, i64 12
  store <4 x i32> %v985, ptr %v1019
  %v1020 = getelementptr i32, ptr %v1015, i64 16
  store <4 x i32> %v986, ptr %v1020
  %v1021 = getelementptr i32, ptr %v1015, i64 20
  store <4 x i32> %v987, ptr %v1021
  %v1022 = getelementptr i32, ptr %v1015, i64 24
  store <4 x i32> %v988, ptr %v1022
  %v1023 = getelementptr i32, ptr %v1015, i64 28
  store <4 x i32> %v989, ptr %v1023
  %v1024 = getelementptr i32, ptr %v1015, i64 32
  store <4 x i32> %v990, ptr %v1024
  %v1025 = getelementptr i32, ptr %v1015, i64 36
  store <4 x i32> %v991, ptr %v1025
  %v1026 = getelementptr i32, ptr %v1015, i64 40
  store <4 x i32> %v992, ptr %v1026
  %v1027 = getelementptr i32, ptr %v1015, i64 44
  store <4 x i32> %v993, ptr %v1027
  %v1028 = getelementptr i32, ptr %v1015, i64 48
  store <4 x i32> %v994, ptr %v1028
  %v1029 = getelementptr i32, ptr %v1015, i64 52
  store <4 x i32> %v995, ptr %v1029
  %v1030 = getelementptr i32, ptr %v1015, i64 56
  store <4 x i32> %v996, ptr %v1030
  %v1031 = getelementptr i32, ptr %v1015, i64 60
  store <4 x i32> %v997, ptr %v1031
  %v1033 = bitcast <4 x i1> %v832 to i4
  %v1034 = getelementptr i4, ptr %v1032, i64 0
  store i4 %v1033, ptr %v1034
  %v1035 = bitcast <4 x i1> %v833 to i4
  %v1036 = getelementptr i4, ptr %v1032, i64 1
  store i4 %v1035, ptr %v1036
  %v1037 = bitcast <4 x i1> %v834 to i4
  %v1038 = getelementptr i4, ptr %v1032, i64 2
  store i4 %v1037, ptr %v1038
  %v1039 = bitcast <4 x i1> %v835 to i4
  %v1040 = getelementptr i4, ptr %v1032, i64 3
  store i4 %v1039, ptr %v1040
  %v1041 = bitcast <4 x i1> %v836 to i4
  %v1042 = getelementptr i4, ptr %v1032, i64 4
  store i4 %v1041, ptr %v1042
  %v1043 = bitcast <4 x i1> %v837 to i4
  %v1044 = getelementptr i4, ptr %v1032, i64 5
  store i4 %v1043, ptr %v1044
  %v1045 = bitcast <4 x i1> %v838 to i4
  %v1046 = getelementptr i4, ptr %v1032, i64 6
  store i4 %v1045, ptr %v1046
  %v1047 = bitcast <4 x i1> %v839 to i4
  %v1048 = getelementptr i4, ptr %v1032, i64 7
  store i4 %v1047, ptr %v1048
  %v1049 = bitcast <4 x i1> %v840 to i4
  %v1050 = getelementptr i4, ptr %v1032, i64 8
  store i4 %v1049, ptr %v1050
  %v1051 = bitcast <4 x i1> %v841 to i4
  %v1052 = getelementptr i4, ptr %v1032, i64 9
  store i4 %v1051, ptr %v1052
  %v1053 = bitcast <4 x i1> %v842 to i4
  %v1054 = getelementptr i4, ptr %v1032, i64 10
  store i4 %v1053, ptr %v1054
  %v1055 = bitcast <4 x i1> %v843 to i4
  %v1056 = getelementptr i4, ptr %v1032, i64 11
  store i4 %v1055, ptr %v1056
  %v1057 = bitcast <4 x i1> %v844 to i4
  %v1058 = getelementptr i4, ptr %v1032, i64 12
  store i4 %v1057, ptr %v1058
  %v1059 = bitcast <4 x i1> %v845 to i4
  %v1060 = getelementptr i4, ptr %v1032, i64 13
  store i4 %v1059, ptr %v1060
  %v1061 = bitcast <4 x i1> %v846 to i4
  %v1062 = getelementptr i4, ptr %v1032, i64 14
  store i4 %v1061, ptr %v1062
  %v1063 = bitcast <4 x i1> %v847 to i4
  %v1064 = getelementptr i4, ptr %v1032, i64 15
  store i4 %v1063, ptr %v1064
  br label %b41
b41:
  %v1065 = phi i64 [ 0, %b40 ], [ %v1066, %b42 ]
  %v1067 = mul i64 %v1065, 4
  %v1068 = getelementptr i4, ptr %v1032, i64 %v1065
  %v1069 = load i4, ptr %v1068
  %v1070 = icmp eq i4 %v1069, -1
  br i1 %v1070, label %b44, label %b45
b44:
  %v1071 = getelementptr i32, ptr %v998, i64 %v1067
  %v1072 = load i32, ptr %v1071
  %v1073 = getelementptr i32, ptr %v1015, i64 %v1067
  %v1074 = load i32, ptr %v1073
  %v1075 = sext i32 %v1072 to i64
  %v1076 = getelementptr i32, ptr %v8, i64 %v1075
  %v1077 = load i32, ptr %v1076, align 4
  %v1078 = add i32 %v1077, %v1074
  store i32 %v1078, ptr %v1076, align 4
  %v1079 = add i64 %v1067, 1
  %v1080 = getelementptr i32, ptr %v998, i64 %v1079
  %v1081 = load i32, ptr %v1080
  %v1082 = getelementptr i32, ptr %v1015, i64 %v1079
  %v1083 = load i32, ptr %v1082
  %v1084 = sext i32 %v1081 to i64
  %v1085 = getelementptr i32, ptr %v8, i64 %v1084
  %v1086 = load i32, ptr %v1085, align 4
  %v1087 = add i32 %v1086, %v1083
  store i32 %v1087, ptr %v1085, align 4
  %v1088 = add i64 %v1067, 2
  %v1089 = getelementptr i32, ptr %v998, i64 %v1088
  %v1090 = load i32, ptr %v1089
  %v1091 = getelementptr i32, ptr %v1015, i64 %v1088
  %v1092 = load i32, ptr %v1091
  %v1093 = sext i32 %v1090 to i64
  %v1094 = getelementptr i32, ptr %v8, i64 %v1093
  %v1095 = load i32, ptr %v1094, align 4
  %v1096 = add i32 %v1095, %v1092
  store i32 %v1096, ptr %v1094, align 4
  %v1097 = add i64 %v1067, 3
  %v1098 = getelementptr i32, ptr %v998, i64 %v1097
  %v1099 = load i32, ptr %v1098
  %v1100 = getelementptr i32, ptr %v1015, i64 %v1097
  %v1101 = load i32, ptr %v1100
  %v1102 = sext i32 %v1099 to i64
  %v1103 = getelementptr i32, ptr %v8, i64 %v1102
  %v1104 = load i32, ptr %v1103, align 4
  %v1105 = add i32 %v1104, %v1101
  store i32 %v1105, ptr %v1103, align 4
  br label %b46
b45:
  br label %b47
b47:
  %v1106 = phi i4 [ %v1069, %b45 ], [ %v1107, %b49 ]
  %v1108 = icmp ne i4 %v1106, 0
  br i1 %v1108, label %b48, label %b50
b48:
  %v1109 = call i4 @llvm.cttz.i4(i4 %v1106, i1 true)
  %v1110 = zext i4 %v1109 to i64
  %v1111 = add i64 %v1067, %v1110
  %v1112 = getelementptr i32, ptr %v998, i64 %v1111
  %v1113 = load i32, ptr %v1112
  %v1114 = getelementptr i32, ptr %v1015, i64 %v1111
  %v1115 = load i32, ptr %v1114
  %v1116 = sext i32 %v1113 to i64
  %v1117 = getelementptr i32, ptr %v8, i64 %v1116
  %v1118 = load i32, ptr %v1117, align 4
  %v1119 = add i32 %v1118, %v1115
  store i32 %v1119, ptr %v1117, align 4
  br label %b49
b49:
  %v1120 = sub i4 %v1106, 1
  %v1107 = and i4 %v1106, %v1120
  br label %b47
b50:
  br label %b46
b46:
  br label %b42
b42:
  %v1066 = add i64 %v1065, 1
  %v1121 = icmp ult i64 %v1066, 16
  br i1 %v1121, label %b41, label %b43
b43:
  br label %b36
b36:
  %v1122 = load i32, ptr %v715
  %v1123 = add i32 %v1122, 1
  store i32 %v1123, ptr %v715
  br label %b34
b37:
  br label %b33
b33:
  br label %b7
b7:
  %v20 = add i64 %v19, 1
  %v1124 = icmp ult i64 %v20, %hi
  br i1 %v1124, label %b6, label %b8
b8:
  br label %b5
b5:
  %v1125 = sub i64 %hi, %lo
  %v14 = add i64 %group, %v1125
  %v1126 = icmp ult i64 %v14, %end
  br i1 %v1126, label %b3, label %b4
b4:
  br label %b53
b53:
  %v1127 = phi i64 [ 0, %b4 ], [ %v1128, %b54 ]
  %v1129 = getelementptr i32, ptr %v8, i64 %v1127
  %v1130 = load i32, ptr %v1129, align 4
  %v1131 = icmp eq i32 %v1130, 0
  br i1 %v1131, label %b52, label %b51
b51:
  %v1132 = getelementptr i32, ptr %v5, i64 %v1127
  %v1133 = atomicrmw add ptr %v1132, i32 %v1130 monotonic, align 4
  br label %b52
b52:
  br label %b54
b54:
  %v1128 = add i64 %v1127, 1
  %v1134 = icmp ult i64 %v1128, 256
  br i1 %v1134, label %b53, label %b55
b55:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
