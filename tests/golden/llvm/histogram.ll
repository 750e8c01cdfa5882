; vector width: 4
; packs: 16 (the whole workgroup, 0 vectors a pack in the loop, 1 on the way)
; mode: group, 2 phases, 32-bit indexes
; copies of arrays that are only added to: 4
; memory of a workgroup: 4096 bytes shared, 0 bytes of frames, 0 off the stack
; 4 accesses: 4 proved, 4 masked, 2 vector, 0 gathered, 0 scalar, 2 by lanes
; s4 load b0: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s6 atomic b2: lanes, proved, masked (one lane after the other)
; s12 load b2: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s14 atomic b1: lanes, proved, masked (one lane after the other)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v13 = alloca [4096 x i8], align 64
  %v153 = alloca i32, align 8
  %v154 = alloca <4 x i1>, align 8
  %v155 = alloca <4 x i1>, align 8
  %v156 = alloca <4 x i1>, align 8
  %v157 = alloca <4 x i1>, align 8
  %v158 = alloca <4 x i1>, align 8
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
  %v467 = alloca [64 x i32], align 64
  %v484 = alloca [16 x i4], align 8
  %v713 = alloca i32, align 8
  %v714 = alloca <4 x i1>, align 8
  %v715 = alloca <4 x i1>, align 8
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
  %v1011 = alloca [64 x i32], align 64
  %v1028 = alloca [64 x i32], align 64
  %v1045 = alloca [16 x i4], align 8
  store i64 0, ptr %zero
  %v0 = getelementptr ptr, ptr %slots, i64 0
  %v1 = load ptr, ptr %v0, align 8
  %v2 = getelementptr i8, ptr %params, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = getelementptr ptr, ptr %slots, i64 1
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %params, i64 4
  %v7 = load i32, ptr %v6, align 4
  %v8 = icmp ult i64 %first, %end
  br i1 %v8, label %b0, label %b1
b0:
  %group = phi i64 [ %first, %entry ], [ %v9, %b2 ]
  %row = udiv i64 %group, %x
  %lo = urem i64 %group, %x
  %v10 = sub i64 %end, %group
  %v11 = add i64 %lo, %v10
  %v12 = icmp ult i64 %v11, %x
  %hi = select i1 %v12, i64 %v11, i64 %x
  br label %b3
b3:
  %v14 = phi i64 [ %lo, %b0 ], [ %v15, %b4 ]
  %v16 = trunc i64 %v14 to i32
  br label %b6
b6:
  %v17 = phi i64 [ 0, %b3 ], [ %v18, %b6 ]
  %v19 = getelementptr i8, ptr %v13, i64 %v17
  store <64 x i8> splat (i8 0), ptr %v19, align 64
  %v18 = add i64 %v17, 64
  %v20 = icmp ult i64 %v18, 4096
  br i1 %v20, label %b6, label %b7
b7:
  %v21 = mul i32 %v16, 64
  %v22 = insertelement <4 x i32> poison, i32 %v21, i64 0
  %v23 = shufflevector <4 x i32> %v22, <4 x i32> poison, <4 x i32> zeroinitializer
  %v24 = add i32 4, %v21
  %v25 = add i32 8, %v21
  %v26 = add i32 12, %v21
  %v27 = add i32 16, %v21
  %v28 = add i32 20, %v21
  %v29 = add i32 24, %v21
  %v30 = add i32 28, %v21
  %v31 = add i32 32, %v21
  %v32 = add i32 36, %v21
  %v33 = add i32 40, %v21
  %v34 = add i32 44, %v21
  %v35 = add i32 48, %v21
  %v36 = add i32 52, %v21
  %v37 = add i32 56, %v21
  %v38 = add i32 60, %v21
  %v39 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v23
  %v40 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v23
  %v41 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v23
  %v42 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v23
  %v43 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v23
  %v44 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v23
  %v45 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v23
  %v46 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v23
  %v47 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v23
  %v48 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v23
  %v49 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v23
  %v50 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v23
  %v51 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v23
  %v52 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v23
  %v53 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v23
  %v54 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v23
  %v55 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v56 = shufflevector <4 x i32> %v55, <4 x i32> poison, <4 x i32> zeroinitializer
  %v57 = icmp ult <4 x i32> %v39, %v56
  %v58 = sub <4 x i32> %v56, %v39
  %v59 = sub <4 x i32> %v58, splat (i32 1)
  %v60 = udiv <4 x i32> %v59, splat (i32 4096)
  %v61 = add <4 x i32> %v60, splat (i32 1)
  %v62 = select <4 x i1> %v57, <4 x i32> %v61, <4 x i32> splat (i32 0)
  %v63 = icmp ult <4 x i32> %v40, %v56
  %v64 = sub <4 x i32> %v56, %v40
  %v65 = sub <4 x i32> %v64, splat (i32 1)
  %v66 = udiv <4 x i32> %v65, splat (i32 4096)
  %v67 = add <4 x i32> %v66, splat (i32 1)
  %v68 = select <4 x i1> %v63, <4 x i32> %v67, <4 x i32> splat (i32 0)
  %v69 = icmp ult <4 x i32> %v41, %v56
  %v70 = sub <4 x i32> %v56, %v41
  %v71 = sub <4 x i32> %v70, splat (i32 1)
  %v72 = udiv <4 x i32> %v71, splat (i32 4096)
  %v73 = add <4 x i32> %v72, splat (i32 1)
  %v74 = select <4 x i1> %v69, <4 x i32> %v73, <4 x i32> splat (i32 0)
  %v75 = icmp ult <4 x i32> %v42, %v56
  %v76 = sub <4 x i32> %v56, %v42
  %v77 = sub <4 x i32> %v76, splat (i32 1)
  %v78 = udiv <4 x i32> %v77, splat (i32 4096)
  %v79 = add <4 x i32> %v78, splat (i32 1)
  %v80 = select <4 x i1> %v75, <4 x i32> %v79, <4 x i32> splat (i32 0)
  %v81 = icmp ult <4 x i32> %v43, %v56
  %v82 = sub <4 x i32> %v56, %v43
  %v83 = sub <4 x i32> %v82, splat (i32 1)
  %v84 = udiv <4 x i32> %v83, splat (i32 4096)
  %v85 = add <4 x i32> %v84, splat (i32 1)
  %v86 = select <4 x i1> %v81, <4 x i32> %v85, <4 x i32> splat (i32 0)
  %v87 = icmp ult <4 x i32> %v44, %v56
  %v88 = sub <4 x i32> %v56, %v44
  %v89 = sub <4 x i32> %v88, splat (i32 1)
  %v90 = udiv <4 x i32> %v89, splat (i32 4096)
  %v91 = add <4 x i32> %v90, splat (i32 1)
  %v92 = select <4 x i1> %v87, <4 x i32> %v91, <4 x i32> splat (i32 0)
  %v93 = icmp ult <4 x i32> %v45, %v56
  %v94 = sub <4 x i32> %v56, %v45
  %v95 = sub <4 x i32> %v94, splat (i32 1)
  %v96 = udiv <4 x i32> %v95, splat (i32 4096)
  %v97 = add <4 x i32> %v96, splat (i32 1)
  %v98 = select <4 x i1> %v93, <4 x i32> %v97, <4 x i32> splat (i32 0)
  %v99 = icmp ult <4 x i32> %v46, %v56
  %v100 = sub <4 x i32> %v56, %v46
  %v101 = sub <4 x i32> %v100, splat (i32 1)
  %v102 = udiv <4 x i32> %v101, splat (i32 4096)
  %v103 = add <4 x i32> %v102, splat (i32 1)
  %v104 = select <4 x i1> %v99, <4 x i32> %v103, <4 x i32> splat (i32 0)
  %v105 = icmp ult <4 x i32> %v47, %v56
  %v106 = sub <4 x i32> %v56, %v47
  %v107 = sub <4 x i32> %v106, splat (i32 1)
  %v108 = udiv <4 x i32> %v107, splat (i32 4096)
  %v109 = add <4 x i32> %v108, splat (i32 1)
  %v110 = select <4 x i1> %v105, <4 x i32> %v109, <4 x i32> splat (i32 0)
  %v111 = icmp ult <4 x i32> %v48, %v56
  %v112 = sub <4 x i32> %v56, %v48
  %v113 = sub <4 x i32> %v112, splat (i32 1)
  %v114 = udiv <4 x i32> %v113, splat (i32 4096)
  %v115 = add <4 x i32> %v114, splat (i32 1)
  %v116 = select <4 x i1> %v111, <4 x i32> %v115, <4 x i32> splat (i32 0)
  %v117 = icmp ult <4 x i32> %v49, %v56
  %v118 = sub <4 x i32> %v56, %v49
  %v119 = sub <4 x i32> %v118, splat (i32 1)
  %v120 = udiv <4 x i32> %v119, splat (i32 4096)
  %v121 = add <4 x i32> %v120, splat (i32 1)
  %v122 = select <4 x i1> %v117, <4 x i32> %v121, <4 x i32> splat (i32 0)
  %v123 = icmp ult <4 x i32> %v50, %v56
  %v124 = sub <4 x i32> %v56, %v50
  %v125 = sub <4 x i32> %v124, splat (i32 1)
  %v126 = udiv <4 x i32> %v125, splat (i32 4096)
  %v127 = add <4 x i32> %v126, splat (i32 1)
  %v128 = select <4 x i1> %v123, <4 x i32> %v127, <4 x i32> splat (i32 0)
  %v129 = icmp ult <4 x i32> %v51, %v56
  %v130 = sub <4 x i32> %v56, %v51
  %v131 = sub <4 x i32> %v130, splat (i32 1)
  %v132 = udiv <4 x i32> %v131, splat (i32 4096)
  %v133 = add <4 x i32> %v132, splat (i32 1)
  %v134 = select <4 x i1> %v129, <4 x i32> %v133, <4 x i32> splat (i32 0)
  %v135 = icmp ult <4 x i32> %v52, %v56
  %v136 = sub <4 x i32> %v56, %v52
  %v137 = sub <4 x i32> %v136, splat (i32 1)
  %v138 = udiv <4 x i32> %v137, splat (i32 4096)
  %v139 = add <4 x i32> %v138, splat (i32 1)
  %v140 = select <4 x i1> %v135, <4 x i32> %v139, <4 x i32> splat (i32 0)
  %v141 = icmp ult <4 x i32> %v53, %v56
  %v142 = sub <4 x i32> %v56, %v53
  %v143 = sub <4 x i32> %v142, splat (i32 1)
  %v144 = udiv <4 x i32> %v143, splat (i32 4096)
  %v145 = add <4 x i32> %v144, splat (i32 1)
  %v146 = select <4 x i1> %v141, <4 x i32> %v145, <4 x i32> splat (i32 0)
  %v147 = icmp ult <4 x i32> %v54, %v56
  %v148 = sub <4 x i32> %v56, %v54
  %v149 = sub <4 x i32> %v148, splat (i32 1)
  %v150 = udiv <4 x i32> %v149, splat (i32 4096)
  %v151 = add <4 x i32> %v150, splat (i32 1)
  %v152 = select <4 x i1> %v147, <4 x i32> %v151, <4 x i32> splat (i32 0)
  store i32 0, ptr %v153
  store <4 x i1> splat (i1 true), ptr %v154
  store <4 x i1> splat (i1 true), ptr %v155
  store <4 x i1> splat (i1 true), ptr %v156
  store <4 x i1> splat (i1 true), ptr %v157
  store <4 x i1> splat (i1 true), ptr %v158
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
  br label %b9
b9:
  %v186 = load <4 x i1>, ptr %v154
  %v187 = load <4 x i1>, ptr %v155
  %v188 = load <4 x i1>, ptr %v156
  %v189 = load <4 x i1>, ptr %v157
  %v190 = load <4 x i1>, ptr %v158
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
  %v202 = load i32, ptr %v153
  %v203 = insertelement <4 x i32> poison, i32 %v202, i64 0
  %v204 = shufflevector <4 x i32> %v203, <4 x i32> poison, <4 x i32> zeroinitializer
  %v205 = icmp ult <4 x i32> %v204, %v62
  %v206 = icmp ult <4 x i32> %v204, %v68
  %v207 = icmp ult <4 x i32> %v204, %v74
  %v208 = icmp ult <4 x i32> %v204, %v80
  %v209 = icmp ult <4 x i32> %v204, %v86
  %v210 = icmp ult <4 x i32> %v204, %v92
  %v211 = icmp ult <4 x i32> %v204, %v98
  %v212 = icmp ult <4 x i32> %v204, %v104
  %v213 = icmp ult <4 x i32> %v204, %v110
  %v214 = icmp ult <4 x i32> %v204, %v116
  %v215 = icmp ult <4 x i32> %v204, %v122
  %v216 = icmp ult <4 x i32> %v204, %v128
  %v217 = icmp ult <4 x i32> %v204, %v134
  %v218 = icmp ult <4 x i32> %v204, %v140
  %v219 = icmp ult <4 x i32> %v204, %v146
  %v220 = icmp ult <4 x i32> %v204, %v152
  %v221 = load <4 x i1>, ptr %v154
  %v222 = load <4 x i1>, ptr %v155
  %v223 = load <4 x i1>, ptr %v156
  %v224 = load <4 x i1>, ptr %v157
  %v225 = load <4 x i1>, ptr %v158
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
  %v237 = and <4 x i1> %v221, %v205
  %v238 = and <4 x i1> %v222, %v206
  %v239 = and <4 x i1> %v223, %v207
  %v240 = and <4 x i1> %v224, %v208
  %v241 = and <4 x i1> %v225, %v209
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
  store <4 x i1> %v237, ptr %v154
  store <4 x i1> %v238, ptr %v155
  store <4 x i1> %v239, ptr %v156
  store <4 x i1> %v240, ptr %v157
  store <4 x i1> %v241, ptr %v158
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
  %v253 = or <4 x i1> %v237, %v238
  %v254 = or <4 x i1> %v253, %v239
  %v255 = or <4 x i1> %v254, %v240
  %v256 = or <4 x i1> %v255, %v241
  %v257 = or <4 x i1> %v256, %v242
  %v258 = or <4 x i1> %v257, %v243
  %v259 = or <4 x i1> %v258, %v244
  %v260 = or <4 x i1> %v259, %v245
  %v261 = or <4 x i1> %v260, %v246
  %v262 = or <4 x i1> %v261, %v247
  %v263 = or <4 x i1> %v262, %v248
  %v264 = or <4 x i1> %v263, %v249
  %v265 = or <4 x i1> %v264, %v250
  %v266 = or <4 x i1> %v265, %v251
  %v267 = or <4 x i1> %v266, %v252
  %v268 = bitcast <4 x i1> %v267 to i4
  %v269 = icmp ne i4 %v268, 0
  br i1 %v269, label %b10, label %b12
b10:
  %v270 = load <4 x i1>, ptr %v154
  %v271 = load <4 x i1>, ptr %v155
  %v272 = load <4 x i1>, ptr %v156
  %v273 = load <4 x i1>, ptr %v157
  %v274 = load <4 x i1>, ptr %v158
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
  store <4 x i1> %v270, ptr %v170
  store <4 x i1> %v271, ptr %v171
  store <4 x i1> %v272, ptr %v172
  store <4 x i1> %v273, ptr %v173
  store <4 x i1> %v274, ptr %v174
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
  %v286 = load i32, ptr %v153
  %v287 = mul i32 %v286, 4096
  %v288 = add i32 %v21, %v287
  %v289 = add i32 %v24, %v287
  %v290 = add i32 %v25, %v287
  %v291 = add i32 %v26, %v287
  %v292 = add i32 %v27, %v287
  %v293 = add i32 %v28, %v287
  %v294 = add i32 %v29, %v287
  %v295 = add i32 %v30, %v287
  %v296 = add i32 %v31, %v287
  %v297 = add i32 %v32, %v287
  %v298 = add i32 %v33, %v287
  %v299 = add i32 %v34, %v287
  %v300 = add i32 %v35, %v287
  %v301 = add i32 %v36, %v287
  %v302 = add i32 %v37, %v287
  %v303 = add i32 %v38, %v287
  %v304 = insertelement <4 x i32> poison, i32 %v287, i64 0
  %v305 = shufflevector <4 x i32> %v304, <4 x i32> poison, <4 x i32> zeroinitializer
  %v306 = add <4 x i32> %v39, %v305
  %v307 = add <4 x i32> %v40, %v305
  %v308 = add <4 x i32> %v41, %v305
  %v309 = add <4 x i32> %v42, %v305
  %v310 = add <4 x i32> %v43, %v305
  %v311 = add <4 x i32> %v44, %v305
  %v312 = add <4 x i32> %v45, %v305
  %v313 = add <4 x i32> %v46, %v305
  %v314 = add <4 x i32> %v47, %v305
  %v315 = add <4 x i32> %v48, %v305
  %v316 = add <4 x i32> %v49, %v305
  %v317 = add <4 x i32> %v50, %v305
  %v318 = add <4 x i32> %v51, %v305
  %v319 = add <4 x i32> %v52, %v305
  %v320 = add <4 x i32> %v53, %v305
  %v321 = add <4 x i32> %v54, %v305
  %v322 = and <4 x i1> %v270, %v271
  %v323 = and <4 x i1> %v322, %v272
  %v324 = and <4 x i1> %v323, %v273
  %v325 = and <4 x i1> %v324, %v274
  %v326 = and <4 x i1> %v325, %v275
  %v327 = and <4 x i1> %v326, %v276
  %v328 = and <4 x i1> %v327, %v277
  %v329 = and <4 x i1> %v328, %v278
  %v330 = and <4 x i1> %v329, %v279
  %v331 = and <4 x i1> %v330, %v280
  %v332 = and <4 x i1> %v331, %v281
  %v333 = and <4 x i1> %v332, %v282
  %v334 = and <4 x i1> %v333, %v283
  %v335 = and <4 x i1> %v334, %v284
  %v336 = and <4 x i1> %v335, %v285
  %v337 = bitcast <4 x i1> %v336 to i4
  %v338 = icmp eq i4 %v337, -1
  br i1 %v338, label %b13, label %b14
b13:
  %v339 = sext i32 %v288 to i64
  %v340 = getelementptr i8, ptr %v1, i64 %v339
  %v341 = load <4 x i8>, ptr %v340, align 1
  %v342 = sext i32 %v289 to i64
  %v343 = getelementptr i8, ptr %v1, i64 %v342
  %v344 = load <4 x i8>, ptr %v343, align 1
  %v345 = sext i32 %v290 to i64
  %v346 = getelementptr i8, ptr %v1, i64 %v345
  %v347 = load <4 x i8>, ptr %v346, align 1
  %v348 = sext i32 %v291 to i64
  %v349 = getelementptr i8, ptr %v1, i64 %v348
  %v350 = load <4 x i8>, ptr %v349, align 1
  %v351 = sext i32 %v292 to i64
  %v352 = getelementptr i8, ptr %v1, i64 %v351
  %v353 = load <4 x i8>, ptr %v352, align 1
  %v354 = sext i32 %v293 to i64
  %v355 = getelementptr i8, ptr %v1, i64 %v354
  %v356 = load <4 x i8>, ptr %v355, align 1
  %v357 = sext i32 %v294 to i64
  %v358 = getelementptr i8, ptr %v1, i64 %v357
  %v359 = load <4 x i8>, ptr %v358, align 1
  %v360 = sext i32 %v295 to i64
  %v361 = getelementptr i8, ptr %v1, i64 %v360
  %v362 = load <4 x i8>, ptr %v361, align 1
  %v363 = sext i32 %v296 to i64
  %v364 = getelementptr i8, ptr %v1, i64 %v363
  %v365 = load <4 x i8>, ptr %v364, align 1
  %v366 = sext i32 %v297 to i64
  %v367 = getelementptr i8, ptr %v1, i64 %v366
  %v368 = load <4 x i8>, ptr %v367, align 1
  %v369 = sext i32 %v298 to i64
  %v370 = getelementptr i8, ptr %v1, i64 %v369
  %v371 = load <4 x i8>, ptr %v370, align 1
  %v372 = sext i32 %v299 to i64
  %v373 = getelementptr i8, ptr %v1, i64 %v372
  %v374 = load <4 x i8>, ptr %v373, align 1
  %v375 = sext i32 %v300 to i64
  %v376 = getelementptr i8, ptr %v1, i64 %v375
  %v377 = load <4 x i8>, ptr %v376, align 1
  %v378 = sext i32 %v301 to i64
  %v379 = getelementptr i8, ptr %v1, i64 %v378
  %v380 = load <4 x i8>, ptr %v379, align 1
  %v381 = sext i32 %v302 to i64
  %v382 = getelementptr i8, ptr %v1, i64 %v381
  %v383 = load <4 x i8>, ptr %v382, align 1
  %v384 = sext i32 %v303 to i64
  %v385 = getelementptr i8, ptr %v1, i64 %v384
  %v386 = load <4 x i8>, ptr %v385, align 1
  br label %b15
b14:
  %v387 = sext i32 %v288 to i64
  %v388 = getelementptr i8, ptr %v1, i64 %v387
  %v389 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v388, <4 x i1> %v270, <4 x i8> zeroinitializer)
  %v390 = sext i32 %v289 to i64
  %v391 = getelementptr i8, ptr %v1, i64 %v390
  %v392 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v391, <4 x i1> %v271, <4 x i8> zeroinitializer)
  %v393 = sext i32 %v290 to i64
  %v394 = getelementptr i8, ptr %v1, i64 %v393
  %v395 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v394, <4 x i1> %v272, <4 x i8> zeroinitializer)
  %v396 = sext i32 %v291 to i64
  %v397 = getelementptr i8, ptr %v1, i64 %v396
  %v398 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v397, <4 x i1> %v273, <4 x i8> zeroinitializer)
  %v399 = sext i32 %v292 to i64
  %v400 = getelementptr i8, ptr %v1, i64 %v399
  %v401 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v400, <4 x i1> %v274, <4 x i8> zeroinitializer)
  %v402 = sext i32 %v293 to i64
  %v403 = getelementptr i8, ptr %v1, i64 %v402
  %v404 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v403, <4 x i1> %v275, <4 x i8> zeroinitializer)
  %v405 = sext i32 %v294 to i64
  %v406 = getelementptr i8, ptr %v1, i64 %v405
  %v407 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v406, <4 x i1> %v276, <4 x i8> zeroinitializer)
  %v408 = sext i32 %v295 to i64
  %v409 = getelementptr i8, ptr %v1, i64 %v408
  %v410 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v409, <4 x i1> %v277, <4 x i8> zeroinitializer)
  %v411 = sext i32 %v296 to i64
  %v412 = getelementptr i8, ptr %v1, i64 %v411
  %v413 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v412, <4 x i1> %v278, <4 x i8> zeroinitializer)
  %v414 = sext i32 %v297 to i64
  %v415 = getelementptr i8, ptr %v1, i64 %v414
  %v416 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v415, <4 x i1> %v279, <4 x i8> zeroinitializer)
  %v417 = sext i32 %v298 to i64
  %v418 = getelementptr i8, ptr %v1, i64 %v417
  %v419 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v418, <4 x i1> %v280, <4 x i8> zeroinitializer)
  %v420 = sext i32 %v299 to i64
  %v421 = getelementptr i8, ptr %v1, i64 %v420
  %v422 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v421, <4 x i1> %v281, <4 x i8> zeroinitializer)
  %v423 = sext i32 %v300 to i64
  %v424 = getelementptr i8, ptr %v1, i64 %v423
  %v425 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v424, <4 x i1> %v282, <4 x i8> zeroinitializer)
  %v426 = sext i32 %v301 to i64
  %v427 = getelementptr i8, ptr %v1, i64 %v426
  %v428 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v427, <4 x i1> %v283, <4 x i8> zeroinitializer)
  %v429 = sext i32 %v302 to i64
  %v430 = getelementptr i8, ptr %v1, i64 %v429
  %v431 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v430, <4 x i1> %v284, <4 x i8> zeroinitializer)
  %v432 = sext i32 %v303 to i64
  %v433 = getelementptr i8, ptr %v1, i64 %v432
  %v434 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v433, <4 x i1> %v285, <4 x i8> zeroinitializer)
  br label %b15
b15:
  %v435 = phi <4 x i8> [ %v341, %b13 ], [ %v389, %b14 ]
  %v436 = phi <4 x i8> [ %v344, %b13 ], [ %v392, %b14 ]
  %v437 = phi <4 x i8> [ %v347, %b13 ], [ %v395, %b14 ]
  %v438 = phi <4 x i8> [ %v350, %b13 ], [ %v398, %b14 ]
  %v439 = phi <4 x i8> [ %v353, %b13 ], [ %v401, %b14 ]
  %v440 = phi <4 x i8> [ %v356, %b13 ], [ %v404, %b14 ]
  %v441 = phi <4 x i8> [ %v359, %b13 ], [ %v407, %b14 ]
  %v442 = phi <4 x i8> [ %v362, %b13 ], [ %v410, %b14 ]
  %v443 = phi <4 x i8> [ %v365, %b13 ], [ %v413, %b14 ]
  %v444 = phi <4 x i8> [ %v368, %b13 ], [ %v416, %b14 ]
  %v445 = phi <4 x i8> [ %v371, %b13 ], [ %v419, %b14 ]
  %v446 = phi <4 x i8> [ %v374, %b13 ], [ %v422, %b14 ]
  %v447 = phi <4 x i8> [ %v377, %b13 ], [ %v425, %b14 ]
  %v448 = phi <4 x i8> [ %v380, %b13 ], [ %v428, %b14 ]
  %v449 = phi <4 x i8> [ %v383, %b13 ], [ %v431, %b14 ]
  %v450 = phi <4 x i8> [ %v386, %b13 ], [ %v434, %b14 ]
  %v451 = zext <4 x i8> %v435 to <4 x i32>
  %v452 = zext <4 x i8> %v436 to <4 x i32>
  %v453 = zext <4 x i8> %v437 to <4 x i32>
  %v454 = zext <4 x i8> %v438 to <4 x i32>
  %v455 = zext <4 x i8> %v439 to <4 x i32>
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
  %v468 = getelementptr i32, ptr %v467, i64 0
  store <4 x i32> %v451, ptr %v468
  %v469 = getelementptr i32, ptr %v467, i64 4
  store <4 x i32> %v452, ptr %v469
  %v470 = getelementptr i32, ptr %v467, i64 8
  store <4 x i32> %v453, ptr %v470
  %v471 = getelementptr i32, ptr %v467, i64 12
  store <4 x i32> %v454, ptr %v471
  %v472 = getelementptr i32, ptr %v467, i64 16
  store <4 x i32> %v455, ptr %v472
  %v473 = getelementptr i32, ptr %v467, i64 20
  store <4 x i32> %v456, ptr %v473
  %v474 = getelementptr i32, ptr %v467, i64 24
  store <4 x i32> %v457, ptr %v474
  %v475 = getelementptr i32, ptr %v467, i64 28
  store <4 x i32> %v458, ptr %v475
  %v476 = getelementptr i32, ptr %v467, i64 32
  store <4 x i32> %v459, ptr %v476
  %v477 = getelementptr i32, ptr %v467, i64 36
  store <4 x i32> %v460, ptr %v477
  %v478 = getelementptr i32, ptr %v467, i64 40
  store <4 x i32> %v461, ptr %v478
  %v479 = getelementptr i32, ptr %v467, i64 44
  store <4 x i32> %v462, ptr %v479
  %v480 = getelementptr i32, ptr %v467, i64 48
  store <4 x i32> %v463, ptr %v480
  %v481 = getelementptr i32, ptr %v467, i64 52
  store <4 x i32> %v464, ptr %v481
  %v482 = getelementptr i32, ptr %v467, i64 56
  store <4 x i32> %v465, ptr %v482
  %v483 = getelementptr i32, ptr %v467, i64 60
  store <4 x i32> %v466, ptr %v483
  %v485 = bitcast <4 x i1> %v270 to i4
  %v486 = getelementptr i4, ptr %v484, i64 0
  store i4 %v485, ptr %v486
  %v487 = bitcast <4 x i1> %v271 to i4
  %v488 = getelementptr i4, ptr %v484, i64 1
  store i4 %v487, ptr %v488
  %v489 = bitcast <4 x i1> %v272 to i4
  %v490 = getelementptr i4, ptr %v484, i64 2
  store i4 %v489, ptr %v490
  %v491 = bitcast <4 x i1> %v273 to i4
  %v492 = getelementptr i4, ptr %v484, i64 3
  store i4 %v491, ptr %v492
  %v493 = bitcast <4 x i1> %v274 to i4
  %v494 = getelementptr i4, ptr %v484, i64 4
  store i4 %v493, ptr %v494
  %v495 = bitcast <4 x i1> %v275 to i4
  %v496 = getelementptr i4, ptr %v484, i64 5
  store i4 %v495, ptr %v496
  %v497 = bitcast <4 x i1> %v276 to i4
  %v498 = getelementptr i4, ptr %v484, i64 6
  store i4 %v497, ptr %v498
  %v499 = bitcast <4 x i1> %v277 to i4
  %v500 = getelementptr i4, ptr %v484, i64 7
  store i4 %v499, ptr %v500
  %v501 = bitcast <4 x i1> %v278 to i4
  %v502 = getelementptr i4, ptr %v484, i64 8
  store i4 %v501, ptr %v502
  %v503 = bitcast <4 x i1> %v279 to i4
  %v504 = getelementptr i4, ptr %v484, i64 9
  store i4 %v503, ptr %v504
  %v505 = bitcast <4 x i1> %v280 to i4
  %v506 = getelementptr i4, ptr %v484, i64 10
  store i4 %v505, ptr %v506
  %v507 = bitcast <4 x i1> %v281 to i4
  %v508 = getelementptr i4, ptr %v484, i64 11
  store i4 %v507, ptr %v508
  %v509 = bitcast <4 x i1> %v282 to i4
  %v510 = getelementptr i4, ptr %v484, i64 12
  store i4 %v509, ptr %v510
  %v511 = bitcast <4 x i1> %v283 to i4
  %v512 = getelementptr i4, ptr %v484, i64 13
  store i4 %v511, ptr %v512
  %v513 = bitcast <4 x i1> %v284 to i4
  %v514 = getelementptr i4, ptr %v484, i64 14
  store i4 %v513, ptr %v514
  %v515 = bitcast <4 x i1> %v285 to i4
  %v516 = getelementptr i4, ptr %v484, i64 15
  store i4 %v515, ptr %v516
  br label %b16
b16:
  %v517 = phi i64 [ 0, %b15 ], [ %v518, %b17 ]
  %v519 = mul i64 %v517, 4
  %v520 = getelementptr i4, ptr %v484, i64 %v517
  %v521 = load i4, ptr %v520
  %v522 = icmp eq i4 %v521, -1
  br i1 %v522, label %b19, label %b20
b19:
  %v523 = getelementptr i32, ptr %v467, i64 %v519
  %v524 = load i32, ptr %v523
  %v525 = sext i32 %v524 to i64
  %v526 = getelementptr i32, ptr %v13, i64 %v525
  %v527 = load i32, ptr %v526, align 4
  %v528 = add i32 %v527, 1
  store i32 %v528, ptr %v526, align 4
  %v529 = add i64 %v519, 1
  %v530 = getelementptr i32, ptr %v467, i64 %v529
  %v531 = load i32, ptr %v530
  %v532 = sext i32 %v531 to i64
  %v533 = getelementptr i32, ptr %v13, i64 %v532
  %v534 = getelementptr i8, ptr %v533, i64 1024
  %v535 = load i32, ptr %v534, align 4
  %v536 = add i32 %v535, 1
  store i32 %v536, ptr %v534, align 4
  %v537 = add i64 %v519, 2
  %v538 = getelementptr i32, ptr %v467, i64 %v537
  %v539 = load i32, ptr %v538
  %v540 = sext i32 %v539 to i64
  %v541 = getelementptr i32, ptr %v13, i64 %v540
  %v542 = getelementptr i8, ptr %v541, i64 2048
  %v543 = load i32, ptr %v542, align 4
  %v544 = add i32 %v543, 1
  store i32 %v544, ptr %v542, align 4
  %v545 = add i64 %v519, 3
  %v546 = getelementptr i32, ptr %v467, i64 %v545
  %v547 = load i32, ptr %v546
  %v548 = sext i32 %v547 to i64
  %v549 = getelementptr i32, ptr %v13, i64 %v548
  %v550 = getelementptr i8, ptr %v549, i64 3072
  %v551 = load i32, ptr %v550, align 4
  %v552 = add i32 %v551, 1
  store i32 %v552, ptr %v550, align 4
  br label %b17
b20:
  br label %b21
b21:
  %v553 = phi i4 [ %v521, %b20 ], [ %v554, %b23 ]
  %v555 = icmp ne i4 %v553, 0
  br i1 %v555, label %b22, label %b17
b22:
  %v556 = call i4 @llvm.cttz.i4(i4 %v553, i1 true)
  %v557 = zext i4 %v556 to i64
  %v558 = add i64 %v519, %v557
  %v559 = getelementptr i32, ptr %v467, i64 %v558
  %v560 = load i32, ptr %v559
  %v561 = sext i32 %v560 to i64
  %v562 = getelementptr i32, ptr %v13, i64 %v561
  %v563 = load i32, ptr %v562, align 4
  %v564 = add i32 %v563, 1
  store i32 %v564, ptr %v562, align 4
  br label %b23
b23:
  %v565 = sub i4 %v553, 1
  %v554 = and i4 %v553, %v565
  br label %b21
b17:
  %v518 = add i64 %v517, 1
  %v566 = icmp ult i64 %v518, 16
  br i1 %v566, label %b16, label %b18
b18:
  br label %b11
b11:
  %v567 = load i32, ptr %v153
  %v568 = add i32 %v567, 1
  store i32 %v568, ptr %v153
  br label %b9
b12:
  br label %b8
b8:
  br label %b24
b24:
  %v569 = phi i64 [ 0, %b8 ], [ %v570, %b24 ]
  %v571 = getelementptr i8, ptr %v13, i64 %v569
  %v572 = load <4 x i32>, ptr %v571, align 16
  %v573 = getelementptr i8, ptr %v571, i64 1024
  %v574 = load <4 x i32>, ptr %v573, align 16
  %v575 = add <4 x i32> %v572, %v574
  store <4 x i32> zeroinitializer, ptr %v573, align 16
  %v576 = getelementptr i8, ptr %v571, i64 2048
  %v577 = load <4 x i32>, ptr %v576, align 16
  %v578 = add <4 x i32> %v575, %v577
  store <4 x i32> zeroinitializer, ptr %v576, align 16
  %v579 = getelementptr i8, ptr %v571, i64 3072
  %v580 = load <4 x i32>, ptr %v579, align 16
  %v581 = add <4 x i32> %v578, %v580
  store <4 x i32> zeroinitializer, ptr %v579, align 16
  store <4 x i32> %v581, ptr %v571, align 16
  %v570 = add i64 %v569, 16
  %v582 = icmp ult i64 %v570, 1024
  br i1 %v582, label %b24, label %b25
b25:
  %v583 = mul i32 %v16, 64
  %v584 = insertelement <4 x i32> poison, i32 %v583, i64 0
  %v585 = shufflevector <4 x i32> %v584, <4 x i32> poison, <4 x i32> zeroinitializer
  %v586 = add i32 4, %v583
  %v587 = add i32 8, %v583
  %v588 = add i32 12, %v583
  %v589 = add i32 16, %v583
  %v590 = add i32 20, %v583
  %v591 = add i32 24, %v583
  %v592 = add i32 28, %v583
  %v593 = add i32 32, %v583
  %v594 = add i32 36, %v583
  %v595 = add i32 40, %v583
  %v596 = add i32 44, %v583
  %v597 = add i32 48, %v583
  %v598 = add i32 52, %v583
  %v599 = add i32 56, %v583
  %v600 = add i32 60, %v583
  %v601 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v585
  %v602 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v585
  %v603 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v585
  %v604 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v585
  %v605 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v585
  %v606 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v585
  %v607 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v585
  %v608 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v585
  %v609 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v585
  %v610 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v585
  %v611 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v585
  %v612 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v585
  %v613 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v585
  %v614 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v585
  %v615 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v585
  %v616 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v585
  %v617 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v618 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v619 = sub <4 x i32> %v618, splat (i32 1)
  %v620 = udiv <4 x i32> %v619, splat (i32 64)
  %v621 = add <4 x i32> %v620, splat (i32 1)
  %v622 = select <4 x i1> %v617, <4 x i32> %v621, <4 x i32> splat (i32 0)
  %v623 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v624 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v625 = sub <4 x i32> %v624, splat (i32 1)
  %v626 = udiv <4 x i32> %v625, splat (i32 64)
  %v627 = add <4 x i32> %v626, splat (i32 1)
  %v628 = select <4 x i1> %v623, <4 x i32> %v627, <4 x i32> splat (i32 0)
  %v629 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v630 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v631 = sub <4 x i32> %v630, splat (i32 1)
  %v632 = udiv <4 x i32> %v631, splat (i32 64)
  %v633 = add <4 x i32> %v632, splat (i32 1)
  %v634 = select <4 x i1> %v629, <4 x i32> %v633, <4 x i32> splat (i32 0)
  %v635 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v636 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v637 = sub <4 x i32> %v636, splat (i32 1)
  %v638 = udiv <4 x i32> %v637, splat (i32 64)
  %v639 = add <4 x i32> %v638, splat (i32 1)
  %v640 = select <4 x i1> %v635, <4 x i32> %v639, <4 x i32> splat (i32 0)
  %v641 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v642 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v643 = sub <4 x i32> %v642, splat (i32 1)
  %v644 = udiv <4 x i32> %v643, splat (i32 64)
  %v645 = add <4 x i32> %v644, splat (i32 1)
  %v646 = select <4 x i1> %v641, <4 x i32> %v645, <4 x i32> splat (i32 0)
  %v647 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v648 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v649 = sub <4 x i32> %v648, splat (i32 1)
  %v650 = udiv <4 x i32> %v649, splat (i32 64)
  %v651 = add <4 x i32> %v650, splat (i32 1)
  %v652 = select <4 x i1> %v647, <4 x i32> %v651, <4 x i32> splat (i32 0)
  %v653 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v654 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v655 = sub <4 x i32> %v654, splat (i32 1)
  %v656 = udiv <4 x i32> %v655, splat (i32 64)
  %v657 = add <4 x i32> %v656, splat (i32 1)
  %v658 = select <4 x i1> %v653, <4 x i32> %v657, <4 x i32> splat (i32 0)
  %v659 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v660 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v661 = sub <4 x i32> %v660, splat (i32 1)
  %v662 = udiv <4 x i32> %v661, splat (i32 64)
  %v663 = add <4 x i32> %v662, splat (i32 1)
  %v664 = select <4 x i1> %v659, <4 x i32> %v663, <4 x i32> splat (i32 0)
  %v665 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v666 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v667 = sub <4 x i32> %v666, splat (i32 1)
  %v668 = udiv <4 x i32> %v667, splat (i32 64)
  %v669 = add <4 x i32> %v668, splat (i32 1)
  %v670 = select <4 x i1> %v665, <4 x i32> %v669, <4 x i32> splat (i32 0)
  %v671 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v672 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v673 = sub <4 x i32> %v672, splat (i32 1)
  %v674 = udiv <4 x i32> %v673, splat (i32 64)
  %v675 = add <4 x i32> %v674, splat (i32 1)
  %v676 = select <4 x i1> %v671, <4 x i32> %v675, <4 x i32> splat (i32 0)
  %v677 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v678 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v679 = sub <4 x i32> %v678, splat (i32 1)
  %v680 = udiv <4 x i32> %v679, splat (i32 64)
  %v681 = add <4 x i32> %v680, splat (i32 1)
  %v682 = select <4 x i1> %v677, <4 x i32> %v681, <4 x i32> splat (i32 0)
  %v683 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v684 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v685 = sub <4 x i32> %v684, splat (i32 1)
  %v686 = udiv <4 x i32> %v685, splat (i32 64)
  %v687 = add <4 x i32> %v686, splat (i32 1)
  %v688 = select <4 x i1> %v683, <4 x i32> %v687, <4 x i32> splat (i32 0)
  %v689 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v690 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v691 = sub <4 x i32> %v690, splat (i32 1)
  %v692 = udiv <4 x i32> %v691, splat (i32 64)
  %v693 = add <4 x i32> %v692, splat (i32 1)
  %v694 = select <4 x i1> %v689, <4 x i32> %v693, <4 x i32> splat (i32 0)
  %v695 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v696 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v697 = sub <4 x i32> %v696, splat (i32 1)
  %v698 = udiv <4 x i32> %v697, splat (i32 64)
  %v699 = add <4 x i32> %v698, splat (i32 1)
  %v700 = select <4 x i1> %v695, <4 x i32> %v699, <4 x i32> splat (i32 0)
  %v701 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v702 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v703 = sub <4 x i32> %v702, splat (i32 1)
  %v704 = udiv <4 x i32> %v703, splat (i32 64)
  %v705 = add <4 x i32> %v704, splat (i32 1)
  %v706 = select <4 x i1> %v701, <4 x i32> %v705, <4 x i32> splat (i32 0)
  %v707 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v708 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v709 = sub <4 x i32> %v708, splat (i32 1)
  %v710 = udiv <4 x i32> %v709, splat (i32 64)
  %v711 = add <4 x i32> %v710, splat (i32 1)
  %v712 = select <4 x i1> %v707, <4 x i32> %v711, <4 x i32> splat (i32 0)
  store i32 0, ptr %v713
  store <4 x i1> splat (i1 true), ptr %v714
  store <4 x i1> splat (i1 true), ptr %v715
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
  br label %b27
b27:
  %v746 = load <4 x i1>, ptr %v714
  %v747 = load <4 x i1>, ptr %v715
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
  %v762 = load i32, ptr %v713
  %v763 = insertelement <4 x i32> poison, i32 %v762, i64 0
  %v764 = shufflevector <4 x i32> %v763, <4 x i32> poison, <4 x i32> zeroinitializer
  %v765 = icmp ult <4 x i32> %v764, %v622
  %v766 = icmp ult <4 x i32> %v764, %v628
  %v767 = icmp ult <4 x i32> %v764, %v634
  %v768 = icmp ult <4 x i32> %v764, %v640
  %v769 = icmp ult <4 x i32> %v764, %v646
  %v770 = icmp ult <4 x i32> %v764, %v652
  %v771 = icmp ult <4 x i32> %v764, %v658
  %v772 = icmp ult <4 x i32> %v764, %v664
  %v773 = icmp ult <4 x i32> %v764, %v670
  %v774 = icmp ult <4 x i32> %v764, %v676
  %v775 = icmp ult <4 x i32> %v764, %v682
  %v776 = icmp ult <4 x i32> %v764, %v688
  %v777 = icmp ult <4 x i32> %v764, %v694
  %v778 = icmp ult <4 x i32> %v764, %v700
  %v779 = icmp ult <4 x i32> %v764, %v706
  %v780 = icmp ult <4 x i32> %v764, %v712
  %v781 = load <4 x i1>, ptr %v714
  %v782 = load <4 x i1>, ptr %v715
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
  %v797 = and <4 x i1> %v781, %v765
  %v798 = and <4 x i1> %v782, %v766
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
  store <4 x i1> %v797, ptr %v714
  store <4 x i1> %v798, ptr %v715
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
  %v813 = or <4 x i1> %v797, %v798
  %v814 = or <4 x i1> %v813, %v799
  %v815 = or <4 x i1> %v814, %v800
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
  %v828 = bitcast <4 x i1> %v827 to i4
  %v829 = icmp ne i4 %v828, 0
  br i1 %v829, label %b28, label %b30
b28:
  %v830 = load <4 x i1>, ptr %v714
  %v831 = load <4 x i1>, ptr %v715
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
  store <4 x i1> %v830, ptr %v730
  store <4 x i1> %v831, ptr %v731
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
  %v846 = load i32, ptr %v713
  %v847 = mul i32 %v846, 64
  %v848 = add i32 0, %v847
  %v849 = add i32 4, %v847
  %v850 = add i32 8, %v847
  %v851 = add i32 12, %v847
  %v852 = add i32 16, %v847
  %v853 = add i32 20, %v847
  %v854 = add i32 24, %v847
  %v855 = add i32 28, %v847
  %v856 = add i32 32, %v847
  %v857 = add i32 36, %v847
  %v858 = add i32 40, %v847
  %v859 = add i32 44, %v847
  %v860 = add i32 48, %v847
  %v861 = add i32 52, %v847
  %v862 = add i32 56, %v847
  %v863 = add i32 60, %v847
  %v864 = insertelement <4 x i32> poison, i32 %v847, i64 0
  %v865 = shufflevector <4 x i32> %v864, <4 x i32> poison, <4 x i32> zeroinitializer
  %v866 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v865
  %v867 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v865
  %v868 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v865
  %v869 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v865
  %v870 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v865
  %v871 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v865
  %v872 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v865
  %v873 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v865
  %v874 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v865
  %v875 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v865
  %v876 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v865
  %v877 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v865
  %v878 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v865
  %v879 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v865
  %v880 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v865
  %v881 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v865
  %v882 = and <4 x i1> %v830, %v831
  %v883 = and <4 x i1> %v882, %v832
  %v884 = and <4 x i1> %v883, %v833
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
  %v897 = bitcast <4 x i1> %v896 to i4
  %v898 = icmp eq i4 %v897, -1
  br i1 %v898, label %b31, label %b32
b31:
  %v899 = sext i32 %v848 to i64
  %v900 = getelementptr i32, ptr %v13, i64 %v899
  %v901 = load <4 x i32>, ptr %v900, align 4
  %v902 = sext i32 %v849 to i64
  %v903 = getelementptr i32, ptr %v13, i64 %v902
  %v904 = load <4 x i32>, ptr %v903, align 4
  %v905 = sext i32 %v850 to i64
  %v906 = getelementptr i32, ptr %v13, i64 %v905
  %v907 = load <4 x i32>, ptr %v906, align 4
  %v908 = sext i32 %v851 to i64
  %v909 = getelementptr i32, ptr %v13, i64 %v908
  %v910 = load <4 x i32>, ptr %v909, align 4
  %v911 = sext i32 %v852 to i64
  %v912 = getelementptr i32, ptr %v13, i64 %v911
  %v913 = load <4 x i32>, ptr %v912, align 4
  %v914 = sext i32 %v853 to i64
  %v915 = getelementptr i32, ptr %v13, i64 %v914
  %v916 = load <4 x i32>, ptr %v915, align 4
  %v917 = sext i32 %v854 to i64
  %v918 = getelementptr i32, ptr %v13, i64 %v917
  %v919 = load <4 x i32>, ptr %v918, align 4
  %v920 = sext i32 %v855 to i64
  %v921 = getelementptr i32, ptr %v13, i64 %v920
  %v922 = load <4 x i32>, ptr %v921, align 4
  %v923 = sext i32 %v856 to i64
  %v924 = getelementptr i32, ptr %v13, i64 %v923
  %v925 = load <4 x i32>, ptr %v924, align 4
  %v926 = sext i32 %v857 to i64
  %v927 = getelementptr i32, ptr %v13, i64 %v926
  %v928 = load <4 x i32>, ptr %v927, align 4
  %v929 = sext i32 %v858 to i64
  %v930 = getelementptr i32, ptr %v13, i64 %v929
  %v931 = load <4 x i32>, ptr %v930, align 4
  %v932 = sext i32 %v859 to i64
  %v933 = getelementptr i32, ptr %v13, i64 %v932
  %v934 = load <4 x i32>, ptr %v933, align 4
  %v935 = sext i32 %v860 to i64
  %v936 = getelementptr i32, ptr %v13, i64 %v935
  %v937 = load <4 x i32>, ptr %v936, align 4
  %v938 = sext i32 %v861 to i64
  %v939 = getelementptr i32, ptr %v13, i64 %v938
  %v940 = load <4 x i32>, ptr %v939, align 4
  %v941 = sext i32 %v862 to i64
  %v942 = getelementptr i32, ptr %v13, i64 %v941
  %v943 = load <4 x i32>, ptr %v942, align 4
  %v944 = sext i32 %v863 to i64
  %v945 = getelementptr i32, ptr %v13, i64 %v944
  %v946 = load <4 x i32>, ptr %v945, align 4
  br label %b33
b32:
  %v947 = sext i32 %v848 to i64
  %v948 = getelementptr i32, ptr %v13, i64 %v947
  %v949 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v948, <4 x i1> %v830, <4 x i32> zeroinitializer)
  %v950 = sext i32 %v849 to i64
  %v951 = getelementptr i32, ptr %v13, i64 %v950
  %v952 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v951, <4 x i1> %v831, <4 x i32> zeroinitializer)
  %v953 = sext i32 %v850 to i64
  %v954 = getelementptr i32, ptr %v13, i64 %v953
  %v955 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v954, <4 x i1> %v832, <4 x i32> zeroinitializer)
  %v956 = sext i32 %v851 to i64
  %v957 = getelementptr i32, ptr %v13, i64 %v956
  %v958 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v957, <4 x i1> %v833, <4 x i32> zeroinitializer)
  %v959 = sext i32 %v852 to i64
  %v960 = getelementptr i32, ptr %v13, i64 %v959
  %v961 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v960, <4 x i1> %v834, <4 x i32> zeroinitializer)
  %v962 = sext i32 %v853 to i64
  %v963 = getelementptr i32, ptr %v13, i64 %v962
  %v964 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v963, <4 x i1> %v835, <4 x i32> zeroinitializer)
  %v965 = sext i32 %v854 to i64
  %v966 = getelementptr i32, ptr %v13, i64 %v965
  %v967 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v966, <4 x i1> %v836, <4 x i32> zeroinitializer)
  %v968 = sext i32 %v855 to i64
  %v969 = getelementptr i32, ptr %v13, i64 %v968
  %v970 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v969, <4 x i1> %v837, <4 x i32> zeroinitializer)
  %v971 = sext i32 %v856 to i64
  %v972 = getelementptr i32, ptr %v13, i64 %v971
  %v973 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v972, <4 x i1> %v838, <4 x i32> zeroinitializer)
  %v974 = sext i32 %v857 to i64
  %v975 = getelementptr i32, ptr %v13, i64 %v974
  %v976 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v975, <4 x i1> %v839, <4 x i32> zeroinitializer)
  %v977 = sext i32 %v858 to i64
  %v978 = getelementptr i32, ptr %v13, i64 %v977
  %v979 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v978, <4 x i1> %v840, <4 x i32> zeroinitializer)
  %v980 = sext i32 %v859 to i64
  %v981 = getelementptr i32, ptr %v13, i64 %v980
  %v982 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v981, <4 x i1> %v841, <4 x i32> zeroinitializer)
  %v983 = sext i32 %v860 to i64
  %v984 = getelementptr i32, ptr %v13, i64 %v983
  %v985 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v984, <4 x i1> %v842, <4 x i32> zeroinitializer)
  %v986 = sext i32 %v861 to i64
  %v987 = getelementptr i32, ptr %v13, i64 %v986
  %v988 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v987, <4 x i1> %v843, <4 x i32> zeroinitializer)
  %v989 = sext i32 %v862 to i64
  %v990 = getelementptr i32, ptr %v13, i64 %v989
  %v991 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v990, <4 x i1> %v844, <4 x i32> zeroinitializer)
  %v992 = sext i32 %v863 to i64
  %v993 = getelementptr i32, ptr %v13, i64 %v992
  %v994 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v993, <4 x i1> %v845, <4 x i32> zeroinitializer)
  br label %b33
b33:
  %v995 = phi <4 x i32> [ %v901, %b31 ], [ %v949, %b32 ]
  %v996 = phi <4 x i32> [ %v904, %b31 ], [ %v952, %b32 ]
  %v997 = phi <4 x i32> [ %v907, %b31 ], [ %v955, %b32 ]
  %v998 = phi <4 x i32> [ %v910, %b31 ], [ %v958, %b32 ]
  %v999 = phi <4 x i32> [ %v913, %b31 ], [ %v961, %b32 ]
  %v1000 = phi <4 x i32> [ %v916, %b31 ], [ %v964, %b32 ]
  %v1001 = phi <4 x i32> [ %v919, %b31 ], [ %v967, %b32 ]
  %v1002 = phi <4 x i32> [ %v922, %b31 ], [ %v970, %b32 ]
  %v1003 = phi <4 x i32> [ %v925, %b31 ], [ %v973, %b32 ]
  %v1004 = phi <4 x i32> [ %v928, %b31 ], [ %v976, %b32 ]
  %v1005 = phi <4 x i32> [ %v931, %b31 ], [ %v979, %b32 ]
  %v1006 = phi <4 x i32> [ %v934, %b31 ], [ %v982, %b32 ]
  %v1007 = phi <4 x i32> [ %v937, %b31 ], [ %v985, %b32 ]
  %v1008 = phi <4 x i32> [ %v940, %b31 ], [ %v988, %b32 ]
  %v1009 = phi <4 x i32> [ %v943, %b31 ], [ %v991, %b32 ]
  %v1010 = phi <4 x i32> [ %v946, %b31 ], [ %v994, %b32 ]
  %v1012 = getelementptr i32, ptr %v1011, i64 0
  store <4 x i32> %v866, ptr %v1012
  %v1013 = getelementptr i32, ptr %v1011, i64 4
  store <4 x i32> %v867, ptr %v1013
  %v1014 = getelementptr i32, ptr %v1011, i64 8
  store <4 x i32> %v868, ptr %v1014
  %v1015 = getelementptr i32, ptr %v1011, i64 12
  store <4 x i32> %v869, ptr %v1015
  %v1016 = getelementptr i32, ptr %v1011, i64 16
  store <4 x i32> %v870, ptr %v1016
  %v1017 = getelementptr i32, ptr %v1011, i64 20
  store <4 x i32> %v871, ptr %v1017
  %v1018 = getelementptr i32, ptr %v1011, i64 24
  store <4 x i32> %v872, ptr %v1018
  %v1019 = getelementptr i32, ptr %v1011, i64 28
  store <4 x i32> %v873, ptr %v1019
  %v1020 = getelementptr i32, ptr %v1011, i64 32
  store <4 x i32> %v874, ptr %v1020
  %v1021 = getelementptr i32, ptr %v1011, i64 36
  store <4 x i32> %v875, ptr %v1021
  %v1022 = getelementptr i32, ptr %v1011, i64 40
  store <4 x i32> %v876, ptr %v1022
  %v1023 = getelementptr i32, ptr %v1011, i64 44
  store <4 x i32> %v877, ptr %v1023
  %v1024 = getelementptr i32, ptr %v1011, i64 48
  store <4 x i32> %v878, ptr %v1024
  %v1025 = getelementptr i32, ptr %v1011, i64 52
  store <4 x i32> %v879, ptr %v1025
  %v1026 = getelementptr i32, ptr %v1011, i64 56
  store <4 x i32> %v880, ptr %v1026
  %v1027 = getelementptr i32, ptr %v1011, i64 60
  store <4 x i32> %v881, ptr %v1027
  %v1029 = getelementptr i32, ptr %v1028, i64 0
  store <4 x i32> %v995, ptr %v1029
  %v1030 = getelementptr i32, ptr %v1028, i64 4
  store <4 x i32> %v996, ptr %v1030
  %v1031 = getelementptr i32, ptr %v1028, i64 8
  store <4 x i32> %v997, ptr %v1031
  %v1032 = getelementptr i32, ptr %v1028, i64 12
  store <4 x i32> %v998, ptr %v1032
  %v1033 = getelementptr i32, ptr %v1028, i64 16
  store <4 x i32> %v999, ptr %v1033
  %v1034 = getelementptr i32, ptr %v1028, i64 20
  store <4 x i32> %v1000, ptr %v1034
  %v1035 = getelementptr i32, ptr %v1028, i64 24
  store <4 x i32> %v1001, ptr %v1035
  %v1036 = getelementptr i32, ptr %v1028, i64 28
  store <4 x i32> %v1002, ptr %v1036
  %v1037 = getelementptr i32, ptr %v1028, i64 32
  store <4 x i32> %v1003, ptr %v1037
  %v1038 = getelementptr i32, ptr %v1028, i64 36
  store <4 x i32> %v1004, ptr %v1038
  %v1039 = getelementptr i32, ptr %v1028, i64 40
  store <4 x i32> %v1005, ptr %v1039
  %v1040 = getelementptr i32, ptr %v1028, i64 44
  store <4 x i32> %v1006, ptr %v1040
  %v1041 = getelementptr i32, ptr %v1028, i64 48
  store <4 x i32> %v1007, ptr %v1041
  %v1042 = getelementptr i32, ptr %v1028, i64 52
  store <4 x i32> %v1008, ptr %v1042
  %v1043 = getelementptr i32, ptr %v1028, i64 56
  store <4 x i32> %v1009, ptr %v1043
  %v1044 = getelementptr i32, ptr %v1028, i64 60
  store <4 x i32> %v1010, ptr %v1044
  %v1046 = bitcast <4 x i1> %v830 to i4
  %v1047 = getelementptr i4, ptr %v1045, i64 0
  store i4 %v1046, ptr %v1047
  %v1048 = bitcast <4 x i1> %v831 to i4
  %v1049 = getelementptr i4, ptr %v1045, i64 1
  store i4 %v1048, ptr %v1049
  %v1050 = bitcast <4 x i1> %v832 to i4
  %v1051 = getelementptr i4, ptr %v1045, i64 2
  store i4 %v1050, ptr %v1051
  %v1052 = bitcast <4 x i1> %v833 to i4
  %v1053 = getelementptr i4, ptr %v1045, i64 3
  store i4 %v1052, ptr %v1053
  %v1054 = bitcast <4 x i1> %v834 to i4
  %v1055 = getelementptr i4, ptr %v1045, i64 4
  store i4 %v1054, ptr %v1055
  %v1056 = bitcast <4 x i1> %v835 to i4
  %v1057 = getelementptr i4, ptr %v1045, i64 5
  store i4 %v1056, ptr %v1057
  %v1058 = bitcast <4 x i1> %v836 to i4
  %v1059 = getelementptr i4, ptr %v1045, i64 6
  store i4 %v1058, ptr %v1059
  %v1060 = bitcast <4 x i1> %v837 to i4
  %v1061 = getelementptr i4, ptr %v1045, i64 7
  store i4 %v1060, ptr %v1061
  %v1062 = bitcast <4 x i1> %v838 to i4
  %v1063 = getelementptr i4, ptr %v1045, i64 8
  store i4 %v1062, ptr %v1063
  %v1064 = bitcast <4 x i1> %v839 to i4
  %v1065 = getelementptr i4, ptr %v1045, i64 9
  store i4 %v1064, ptr %v1065
  %v1066 = bitcast <4 x i1> %v840 to i4
  %v1067 = getelementptr i4, ptr %v1045, i64 10
  store i4 %v1066, ptr %v1067
  %v1068 = bitcast <4 x i1> %v841 to i4
  %v1069 = getelementptr i4, ptr %v1045, i64 11
  store i4 %v1068, ptr %v1069
  %v1070 = bitcast <4 x i1> %v842 to i4
  %v1071 = getelementptr i4, ptr %v1045, i64 12
  store i4 %v1070, ptr %v1071
  %v1072 = bitcast <4 x i1> %v843 to i4
  %v1073 = getelementptr i4, ptr %v1045, i64 13
  store i4 %v1072, ptr %v1073
  %v1074 = bitcast <4 x i1> %v844 to i4
  %v1075 = getelementptr i4, ptr %v1045, i64 14
  store i4 %v1074, ptr %v1075
  %v1076 = bitcast <4 x i1> %v845 to i4
  %v1077 = getelementptr i4, ptr %v1045, i64 15
  store i4 %v1076, ptr %v1077
  br label %b34
b34:
  %v1078 = phi i64 [ 0, %b33 ], [ %v1079, %b35 ]
  %v1080 = mul i64 %v1078, 4
  %v1081 = getelementptr i4, ptr %v1045, i64 %v1078
  %v1082 = load i4, ptr %v1081
  %v1083 = icmp eq i4 %v1082, -1
  br i1 %v1083, label %b37, label %b38
b37:
  %v1084 = getelementptr i32, ptr %v1011, i64 %v1080
  %v1085 = load i32, ptr %v1084
  %v1086 = getelementptr i32, ptr %v1028, i64 %v1080
  %v1087 = load i32, ptr %v1086
  %v1088 = sext i32 %v1085 to i64
  %v1089 = getelementptr i32, ptr %v5, i64 %v1088
  %v1090 = atomicrmw add ptr %v1089, i32 %v1087 monotonic, align 4
  %v1091 = add i64 %v1080, 1
  %v1092 = getelementptr i32, ptr %v1011, i64 %v1091
  %v1093 = load i32, ptr %v1092
  %v1094 = getelementptr i32, ptr %v1028, i64 %v1091
  %v1095 = load i32, ptr %v1094
  %v1096 = sext i32 %v1093 to i64
  %v1097 = getelementptr i32, ptr %v5, i64 %v1096
  %v1098 = atomicrmw add ptr %v1097, i32 %v1095 monotonic, align 4
  %v1099 = add i64 %v1080, 2
  %v1100 = getelementptr i32, ptr %v1011, i64 %v1099
  %v1101 = load i32, ptr %v1100
  %v1102 = getelementptr i32, ptr %v1028, i64 %v1099
  %v1103 = load i32, ptr %v1102
  %v1104 = sext i32 %v1101 to i64
  %v1105 = getelementptr i32, ptr %v5, i64 %v1104
  %v1106 = atomicrmw add ptr %v1105, i32 %v1103 monotonic, align 4
  %v1107 = add i64 %v1080, 3
  %v1108 = getelementptr i32, ptr %v1011, i64 %v1107
  %v1109 = load i32, ptr %v1108
  %v1110 = getelementptr i32, ptr %v1028, i64 %v1107
  %v1111 = load i32, ptr %v1110
  %v1112 = sext i32 %v1109 to i64
  %v1113 = getelementptr i32, ptr %v5, i64 %v1112
  %v1114 = atomicrmw add ptr %v1113, i32 %v1111 monotonic, align 4
  br label %b35
b38:
  br label %b39
b39:
  %v1115 = phi i4 [ %v1082, %b38 ], [ %v1116, %b41 ]
  %v1117 = icmp ne i4 %v1115, 0
  br i1 %v1117, label %b40, label %b35
b40:
  %v1118 = call i4 @llvm.cttz.i4(i4 %v1115, i1 true)
  %v1119 = zext i4 %v1118 to i64
  %v1120 = add i64 %v1080, %v1119
  %v1121 = getelementptr i32, ptr %v1011, i64 %v1120
  %v1122 = load i32, ptr %v1121
  %v1123 = getelementptr i32, ptr %v1028, i64 %v1120
  %v1124 = load i32, ptr %v1123
  %v1125 = sext i32 %v1122 to i64
  %v1126 = getelementptr i32, ptr %v5, i64 %v1125
  %v1127 = atomicrmw add ptr %v1126, i32 %v1124 monotonic, align 4
  br label %b41
b41:
  %v1128 = sub i4 %v1115, 1
  %v1116 = and i4 %v1115, %v1128
  br label %b39
b35:
  %v1079 = add i64 %v1078, 1
  %v1129 = icmp ult i64 %v1079, 16
  br i1 %v1129, label %b34, label %b36
b36:
  br label %b29
b29:
  %v1130 = load i32, ptr %v713
  %v1131 = add i32 %v1130, 1
  store i32 %v1131, ptr %v713
  br label %b27
b30:
  br label %b26
b26:
  br label %b4
b4:
  %v15 = add i64 %v14, 1
  %v1132 = icmp ult i64 %v15, %hi
  br i1 %v1132, label %b3, label %b5
b5:
  br label %b2
b2:
  %v1133 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v1133
  %v1134 = icmp ult i64 %v9, %end
  br i1 %v1134, label %b0, label %b1
b1:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
