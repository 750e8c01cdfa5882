; vector width: 4
; packs: 16 (the whole workgroup, 1 live vectors a pack)
; mode: group, 2 phases, 32-bit indexes
; memory of a workgroup: 1024 bytes shared, 0 bytes of frames, 0 off the stack
; 4 accesses: 4 proved, 4 masked, 2 vector, 0 gathered, 0 scalar, 2 by lanes
; s4 load b0: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s6 atomic b2: lanes, proved, masked (one lane after the other)
; s12 load b2: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s14 atomic b1: lanes, proved, masked (one lane after the other)
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v8 = alloca [1024 x i8], align 64
  %v150 = alloca i32, align 8
  %v151 = alloca <4 x i1>, align 8
  %v152 = alloca <4 x i1>, align 8
  %v153 = alloca <4 x i1>, align 8
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
  %v464 = alloca [64 x i32], align 64
  %v481 = alloca [16 x i4], align 8
  %v694 = alloca i32, align 8
  %v695 = alloca <4 x i1>, align 8
  %v696 = alloca <4 x i1>, align 8
  %v697 = alloca <4 x i1>, align 8
  %v698 = alloca <4 x i1>, align 8
  %v699 = alloca <4 x i1>, align 8
  %v700 = alloca <4 x i1>, align 8
  %v701 = alloca <4 x i1>, align 8
  %v702 = alloca <4 x i1>, align 8
  %v703 = alloca <4 x i1>, align 8
  %v704 = alloca <4 x i1>, align 8
  %v705 = alloca <4 x i1>, align 8
  %v706 = alloca <4 x i1>, align 8
  %v707 = alloca <4 x i1>, align 8
  %v708 = alloca <4 x i1>, align 8
  %v709 = alloca <4 x i1>, align 8
  %v710 = alloca <4 x i1>, align 8
  %v711 = alloca <4 x i1>, align 8
  %v712 = alloca <4 x i1>, align 8
  %v713 = alloca <4 x i1>, align 8
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
  %v992 = alloca [64 x i32], align 64
  %v1009 = alloca [64 x i32], align 64
  %v1026 = alloca [16 x i4], align 8
  store i64 0, ptr %zero
  %v0 = getelementptr ptr, ptr %slots, i64 0
  %v1 = load ptr, ptr %v0, align 8
  %v2 = getelementptr i8, ptr %params, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = getelementptr ptr, ptr %slots, i64 1
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %params, i64 4
  %v7 = load i32, ptr %v6, align 4
  %v9 = icmp ult i64 %lo, %hi
  br i1 %v9, label %b0, label %b2
b0:
  %v10 = phi i64 [ %lo, %entry ], [ %v11, %b1 ]
  %v12 = trunc i64 %v10 to i32
  br label %b3
b3:
  %v13 = phi i64 [ 0, %b0 ], [ %v14, %b3 ]
  %v15 = getelementptr i8, ptr %v8, i64 %v13
  store <64 x i8> splat (i8 0), ptr %v15, align 64
  %v14 = add i64 %v13, 64
  %v16 = icmp ult i64 %v14, 1024
  br i1 %v16, label %b3, label %b4
b4:
  %v17 = mul i32 %v12, 64
  %v18 = insertelement <4 x i32> poison, i32 %v17, i64 0
  %v19 = shufflevector <4 x i32> %v18, <4 x i32> poison, <4 x i32> zeroinitializer
  %v20 = add i32 0, %v17
  %v21 = add i32 4, %v17
  %v22 = add i32 8, %v17
  %v23 = add i32 12, %v17
  %v24 = add i32 16, %v17
  %v25 = add i32 20, %v17
  %v26 = add i32 24, %v17
  %v27 = add i32 28, %v17
  %v28 = add i32 32, %v17
  %v29 = add i32 36, %v17
  %v30 = add i32 40, %v17
  %v31 = add i32 44, %v17
  %v32 = add i32 48, %v17
  %v33 = add i32 52, %v17
  %v34 = add i32 56, %v17
  %v35 = add i32 60, %v17
  %v36 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v19
  %v37 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v19
  %v38 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v19
  %v39 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v19
  %v40 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v19
  %v41 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v19
  %v42 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v19
  %v43 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v19
  %v44 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v19
  %v45 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v19
  %v46 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v19
  %v47 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v19
  %v48 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v19
  %v49 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v19
  %v50 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v19
  %v51 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v19
  %v52 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v53 = shufflevector <4 x i32> %v52, <4 x i32> poison, <4 x i32> zeroinitializer
  %v54 = icmp ult <4 x i32> %v36, %v53
  %v55 = sub <4 x i32> %v53, %v36
  %v56 = sub <4 x i32> %v55, splat (i32 1)
  %v57 = udiv <4 x i32> %v56, splat (i32 4096)
  %v58 = add <4 x i32> %v57, splat (i32 1)
  %v59 = select <4 x i1> %v54, <4 x i32> %v58, <4 x i32> splat (i32 0)
  %v60 = icmp ult <4 x i32> %v37, %v53
  %v61 = sub <4 x i32> %v53, %v37
  %v62 = sub <4 x i32> %v61, splat (i32 1)
  %v63 = udiv <4 x i32> %v62, splat (i32 4096)
  %v64 = add <4 x i32> %v63, splat (i32 1)
  %v65 = select <4 x i1> %v60, <4 x i32> %v64, <4 x i32> splat (i32 0)
  %v66 = icmp ult <4 x i32> %v38, %v53
  %v67 = sub <4 x i32> %v53, %v38
  %v68 = sub <4 x i32> %v67, splat (i32 1)
  %v69 = udiv <4 x i32> %v68, splat (i32 4096)
  %v70 = add <4 x i32> %v69, splat (i32 1)
  %v71 = select <4 x i1> %v66, <4 x i32> %v70, <4 x i32> splat (i32 0)
  %v72 = icmp ult <4 x i32> %v39, %v53
  %v73 = sub <4 x i32> %v53, %v39
  %v74 = sub <4 x i32> %v73, splat (i32 1)
  %v75 = udiv <4 x i32> %v74, splat (i32 4096)
  %v76 = add <4 x i32> %v75, splat (i32 1)
  %v77 = select <4 x i1> %v72, <4 x i32> %v76, <4 x i32> splat (i32 0)
  %v78 = icmp ult <4 x i32> %v40, %v53
  %v79 = sub <4 x i32> %v53, %v40
  %v80 = sub <4 x i32> %v79, splat (i32 1)
  %v81 = udiv <4 x i32> %v80, splat (i32 4096)
  %v82 = add <4 x i32> %v81, splat (i32 1)
  %v83 = select <4 x i1> %v78, <4 x i32> %v82, <4 x i32> splat (i32 0)
  %v84 = icmp ult <4 x i32> %v41, %v53
  %v85 = sub <4 x i32> %v53, %v41
  %v86 = sub <4 x i32> %v85, splat (i32 1)
  %v87 = udiv <4 x i32> %v86, splat (i32 4096)
  %v88 = add <4 x i32> %v87, splat (i32 1)
  %v89 = select <4 x i1> %v84, <4 x i32> %v88, <4 x i32> splat (i32 0)
  %v90 = icmp ult <4 x i32> %v42, %v53
  %v91 = sub <4 x i32> %v53, %v42
  %v92 = sub <4 x i32> %v91, splat (i32 1)
  %v93 = udiv <4 x i32> %v92, splat (i32 4096)
  %v94 = add <4 x i32> %v93, splat (i32 1)
  %v95 = select <4 x i1> %v90, <4 x i32> %v94, <4 x i32> splat (i32 0)
  %v96 = icmp ult <4 x i32> %v43, %v53
  %v97 = sub <4 x i32> %v53, %v43
  %v98 = sub <4 x i32> %v97, splat (i32 1)
  %v99 = udiv <4 x i32> %v98, splat (i32 4096)
  %v100 = add <4 x i32> %v99, splat (i32 1)
  %v101 = select <4 x i1> %v96, <4 x i32> %v100, <4 x i32> splat (i32 0)
  %v102 = icmp ult <4 x i32> %v44, %v53
  %v103 = sub <4 x i32> %v53, %v44
  %v104 = sub <4 x i32> %v103, splat (i32 1)
  %v105 = udiv <4 x i32> %v104, splat (i32 4096)
  %v106 = add <4 x i32> %v105, splat (i32 1)
  %v107 = select <4 x i1> %v102, <4 x i32> %v106, <4 x i32> splat (i32 0)
  %v108 = icmp ult <4 x i32> %v45, %v53
  %v109 = sub <4 x i32> %v53, %v45
  %v110 = sub <4 x i32> %v109, splat (i32 1)
  %v111 = udiv <4 x i32> %v110, splat (i32 4096)
  %v112 = add <4 x i32> %v111, splat (i32 1)
  %v113 = select <4 x i1> %v108, <4 x i32> %v112, <4 x i32> splat (i32 0)
  %v114 = icmp ult <4 x i32> %v46, %v53
  %v115 = sub <4 x i32> %v53, %v46
  %v116 = sub <4 x i32> %v115, splat (i32 1)
  %v117 = udiv <4 x i32> %v116, splat (i32 4096)
  %v118 = add <4 x i32> %v117, splat (i32 1)
  %v119 = select <4 x i1> %v114, <4 x i32> %v118, <4 x i32> splat (i32 0)
  %v120 = icmp ult <4 x i32> %v47, %v53
  %v121 = sub <4 x i32> %v53, %v47
  %v122 = sub <4 x i32> %v121, splat (i32 1)
  %v123 = udiv <4 x i32> %v122, splat (i32 4096)
  %v124 = add <4 x i32> %v123, splat (i32 1)
  %v125 = select <4 x i1> %v120, <4 x i32> %v124, <4 x i32> splat (i32 0)
  %v126 = icmp ult <4 x i32> %v48, %v53
  %v127 = sub <4 x i32> %v53, %v48
  %v128 = sub <4 x i32> %v127, splat (i32 1)
  %v129 = udiv <4 x i32> %v128, splat (i32 4096)
  %v130 = add <4 x i32> %v129, splat (i32 1)
  %v131 = select <4 x i1> %v126, <4 x i32> %v130, <4 x i32> splat (i32 0)
  %v132 = icmp ult <4 x i32> %v49, %v53
  %v133 = sub <4 x i32> %v53, %v49
  %v134 = sub <4 x i32> %v133, splat (i32 1)
  %v135 = udiv <4 x i32> %v134, splat (i32 4096)
  %v136 = add <4 x i32> %v135, splat (i32 1)
  %v137 = select <4 x i1> %v132, <4 x i32> %v136, <4 x i32> splat (i32 0)
  %v138 = icmp ult <4 x i32> %v50, %v53
  %v139 = sub <4 x i32> %v53, %v50
  %v140 = sub <4 x i32> %v139, splat (i32 1)
  %v141 = udiv <4 x i32> %v140, splat (i32 4096)
  %v142 = add <4 x i32> %v141, splat (i32 1)
  %v143 = select <4 x i1> %v138, <4 x i32> %v142, <4 x i32> splat (i32 0)
  %v144 = icmp ult <4 x i32> %v51, %v53
  %v145 = sub <4 x i32> %v53, %v51
  %v146 = sub <4 x i32> %v145, splat (i32 1)
  %v147 = udiv <4 x i32> %v146, splat (i32 4096)
  %v148 = add <4 x i32> %v147, splat (i32 1)
  %v149 = select <4 x i1> %v144, <4 x i32> %v148, <4 x i32> splat (i32 0)
  store i32 0, ptr %v150
  store <4 x i1> splat (i1 true), ptr %v151
  store <4 x i1> splat (i1 true), ptr %v152
  store <4 x i1> splat (i1 true), ptr %v153
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
  br label %b6
b6:
  %v183 = load <4 x i1>, ptr %v151
  %v184 = load <4 x i1>, ptr %v152
  %v185 = load <4 x i1>, ptr %v153
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
  %v199 = load i32, ptr %v150
  %v200 = insertelement <4 x i32> poison, i32 %v199, i64 0
  %v201 = shufflevector <4 x i32> %v200, <4 x i32> poison, <4 x i32> zeroinitializer
  %v202 = icmp ult <4 x i32> %v201, %v59
  %v203 = icmp ult <4 x i32> %v201, %v65
  %v204 = icmp ult <4 x i32> %v201, %v71
  %v205 = icmp ult <4 x i32> %v201, %v77
  %v206 = icmp ult <4 x i32> %v201, %v83
  %v207 = icmp ult <4 x i32> %v201, %v89
  %v208 = icmp ult <4 x i32> %v201, %v95
  %v209 = icmp ult <4 x i32> %v201, %v101
  %v210 = icmp ult <4 x i32> %v201, %v107
  %v211 = icmp ult <4 x i32> %v201, %v113
  %v212 = icmp ult <4 x i32> %v201, %v119
  %v213 = icmp ult <4 x i32> %v201, %v125
  %v214 = icmp ult <4 x i32> %v201, %v131
  %v215 = icmp ult <4 x i32> %v201, %v137
  %v216 = icmp ult <4 x i32> %v201, %v143
  %v217 = icmp ult <4 x i32> %v201, %v149
  %v218 = load <4 x i1>, ptr %v151
  %v219 = load <4 x i1>, ptr %v152
  %v220 = load <4 x i1>, ptr %v153
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
  %v234 = and <4 x i1> %v218, %v202
  %v235 = and <4 x i1> %v219, %v203
  %v236 = and <4 x i1> %v220, %v204
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
  store <4 x i1> %v234, ptr %v151
  store <4 x i1> %v235, ptr %v152
  store <4 x i1> %v236, ptr %v153
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
  %v250 = or <4 x i1> %v234, %v235
  %v251 = or <4 x i1> %v250, %v236
  %v252 = or <4 x i1> %v251, %v237
  %v253 = or <4 x i1> %v252, %v238
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
  %v265 = bitcast <4 x i1> %v264 to i4
  %v266 = icmp ne i4 %v265, 0
  br i1 %v266, label %b7, label %b9
b7:
  %v267 = load <4 x i1>, ptr %v151
  %v268 = load <4 x i1>, ptr %v152
  %v269 = load <4 x i1>, ptr %v153
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
  store <4 x i1> %v267, ptr %v167
  store <4 x i1> %v268, ptr %v168
  store <4 x i1> %v269, ptr %v169
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
  %v283 = load i32, ptr %v150
  %v284 = mul i32 %v283, 4096
  %v285 = add i32 %v20, %v284
  %v286 = add i32 %v21, %v284
  %v287 = add i32 %v22, %v284
  %v288 = add i32 %v23, %v284
  %v289 = add i32 %v24, %v284
  %v290 = add i32 %v25, %v284
  %v291 = add i32 %v26, %v284
  %v292 = add i32 %v27, %v284
  %v293 = add i32 %v28, %v284
  %v294 = add i32 %v29, %v284
  %v295 = add i32 %v30, %v284
  %v296 = add i32 %v31, %v284
  %v297 = add i32 %v32, %v284
  %v298 = add i32 %v33, %v284
  %v299 = add i32 %v34, %v284
  %v300 = add i32 %v35, %v284
  %v301 = insertelement <4 x i32> poison, i32 %v284, i64 0
  %v302 = shufflevector <4 x i32> %v301, <4 x i32> poison, <4 x i32> zeroinitializer
  %v303 = add <4 x i32> %v36, %v302
  %v304 = add <4 x i32> %v37, %v302
  %v305 = add <4 x i32> %v38, %v302
  %v306 = add <4 x i32> %v39, %v302
  %v307 = add <4 x i32> %v40, %v302
  %v308 = add <4 x i32> %v41, %v302
  %v309 = add <4 x i32> %v42, %v302
  %v310 = add <4 x i32> %v43, %v302
  %v311 = add <4 x i32> %v44, %v302
  %v312 = add <4 x i32> %v45, %v302
  %v313 = add <4 x i32> %v46, %v302
  %v314 = add <4 x i32> %v47, %v302
  %v315 = add <4 x i32> %v48, %v302
  %v316 = add <4 x i32> %v49, %v302
  %v317 = add <4 x i32> %v50, %v302
  %v318 = add <4 x i32> %v51, %v302
  %v319 = and <4 x i1> %v267, %v268
  %v320 = and <4 x i1> %v319, %v269
  %v321 = and <4 x i1> %v320, %v270
  %v322 = and <4 x i1> %v321, %v271
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
  %v334 = bitcast <4 x i1> %v333 to i4
  %v335 = icmp eq i4 %v334, -1
  br i1 %v335, label %b10, label %b11
b10:
  %v336 = sext i32 %v285 to i64
  %v337 = getelementptr i8, ptr %v1, i64 %v336
  %v338 = load <4 x i8>, ptr %v337, align 1
  %v339 = sext i32 %v286 to i64
  %v340 = getelementptr i8, ptr %v1, i64 %v339
  %v341 = load <4 x i8>, ptr %v340, align 1
  %v342 = sext i32 %v287 to i64
  %v343 = getelementptr i8, ptr %v1, i64 %v342
  %v344 = load <4 x i8>, ptr %v343, align 1
  %v345 = sext i32 %v288 to i64
  %v346 = getelementptr i8, ptr %v1, i64 %v345
  %v347 = load <4 x i8>, ptr %v346, align 1
  %v348 = sext i32 %v289 to i64
  %v349 = getelementptr i8, ptr %v1, i64 %v348
  %v350 = load <4 x i8>, ptr %v349, align 1
  %v351 = sext i32 %v290 to i64
  %v352 = getelementptr i8, ptr %v1, i64 %v351
  %v353 = load <4 x i8>, ptr %v352, align 1
  %v354 = sext i32 %v291 to i64
  %v355 = getelementptr i8, ptr %v1, i64 %v354
  %v356 = load <4 x i8>, ptr %v355, align 1
  %v357 = sext i32 %v292 to i64
  %v358 = getelementptr i8, ptr %v1, i64 %v357
  %v359 = load <4 x i8>, ptr %v358, align 1
  %v360 = sext i32 %v293 to i64
  %v361 = getelementptr i8, ptr %v1, i64 %v360
  %v362 = load <4 x i8>, ptr %v361, align 1
  %v363 = sext i32 %v294 to i64
  %v364 = getelementptr i8, ptr %v1, i64 %v363
  %v365 = load <4 x i8>, ptr %v364, align 1
  %v366 = sext i32 %v295 to i64
  %v367 = getelementptr i8, ptr %v1, i64 %v366
  %v368 = load <4 x i8>, ptr %v367, align 1
  %v369 = sext i32 %v296 to i64
  %v370 = getelementptr i8, ptr %v1, i64 %v369
  %v371 = load <4 x i8>, ptr %v370, align 1
  %v372 = sext i32 %v297 to i64
  %v373 = getelementptr i8, ptr %v1, i64 %v372
  %v374 = load <4 x i8>, ptr %v373, align 1
  %v375 = sext i32 %v298 to i64
  %v376 = getelementptr i8, ptr %v1, i64 %v375
  %v377 = load <4 x i8>, ptr %v376, align 1
  %v378 = sext i32 %v299 to i64
  %v379 = getelementptr i8, ptr %v1, i64 %v378
  %v380 = load <4 x i8>, ptr %v379, align 1
  %v381 = sext i32 %v300 to i64
  %v382 = getelementptr i8, ptr %v1, i64 %v381
  %v383 = load <4 x i8>, ptr %v382, align 1
  br label %b12
b11:
  %v384 = sext i32 %v285 to i64
  %v385 = getelementptr i8, ptr %v1, i64 %v384
  %v386 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v385, <4 x i1> %v267, <4 x i8> zeroinitializer)
  %v387 = sext i32 %v286 to i64
  %v388 = getelementptr i8, ptr %v1, i64 %v387
  %v389 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v388, <4 x i1> %v268, <4 x i8> zeroinitializer)
  %v390 = sext i32 %v287 to i64
  %v391 = getelementptr i8, ptr %v1, i64 %v390
  %v392 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v391, <4 x i1> %v269, <4 x i8> zeroinitializer)
  %v393 = sext i32 %v288 to i64
  %v394 = getelementptr i8, ptr %v1, i64 %v393
  %v395 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v394, <4 x i1> %v270, <4 x i8> zeroinitializer)
  %v396 = sext i32 %v289 to i64
  %v397 = getelementptr i8, ptr %v1, i64 %v396
  %v398 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v397, <4 x i1> %v271, <4 x i8> zeroinitializer)
  %v399 = sext i32 %v290 to i64
  %v400 = getelementptr i8, ptr %v1, i64 %v399
  %v401 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v400, <4 x i1> %v272, <4 x i8> zeroinitializer)
  %v402 = sext i32 %v291 to i64
  %v403 = getelementptr i8, ptr %v1, i64 %v402
  %v404 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v403, <4 x i1> %v273, <4 x i8> zeroinitializer)
  %v405 = sext i32 %v292 to i64
  %v406 = getelementptr i8, ptr %v1, i64 %v405
  %v407 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v406, <4 x i1> %v274, <4 x i8> zeroinitializer)
  %v408 = sext i32 %v293 to i64
  %v409 = getelementptr i8, ptr %v1, i64 %v408
  %v410 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v409, <4 x i1> %v275, <4 x i8> zeroinitializer)
  %v411 = sext i32 %v294 to i64
  %v412 = getelementptr i8, ptr %v1, i64 %v411
  %v413 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v412, <4 x i1> %v276, <4 x i8> zeroinitializer)
  %v414 = sext i32 %v295 to i64
  %v415 = getelementptr i8, ptr %v1, i64 %v414
  %v416 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v415, <4 x i1> %v277, <4 x i8> zeroinitializer)
  %v417 = sext i32 %v296 to i64
  %v418 = getelementptr i8, ptr %v1, i64 %v417
  %v419 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v418, <4 x i1> %v278, <4 x i8> zeroinitializer)
  %v420 = sext i32 %v297 to i64
  %v421 = getelementptr i8, ptr %v1, i64 %v420
  %v422 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v421, <4 x i1> %v279, <4 x i8> zeroinitializer)
  %v423 = sext i32 %v298 to i64
  %v424 = getelementptr i8, ptr %v1, i64 %v423
  %v425 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v424, <4 x i1> %v280, <4 x i8> zeroinitializer)
  %v426 = sext i32 %v299 to i64
  %v427 = getelementptr i8, ptr %v1, i64 %v426
  %v428 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v427, <4 x i1> %v281, <4 x i8> zeroinitializer)
  %v429 = sext i32 %v300 to i64
  %v430 = getelementptr i8, ptr %v1, i64 %v429
  %v431 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v430, <4 x i1> %v282, <4 x i8> zeroinitializer)
  br label %b12
b12:
  %v432 = phi <4 x i8> [ %v338, %b10 ], [ %v386, %b11 ]
  %v433 = phi <4 x i8> [ %v341, %b10 ], [ %v389, %b11 ]
  %v434 = phi <4 x i8> [ %v344, %b10 ], [ %v392, %b11 ]
  %v435 = phi <4 x i8> [ %v347, %b10 ], [ %v395, %b11 ]
  %v436 = phi <4 x i8> [ %v350, %b10 ], [ %v398, %b11 ]
  %v437 = phi <4 x i8> [ %v353, %b10 ], [ %v401, %b11 ]
  %v438 = phi <4 x i8> [ %v356, %b10 ], [ %v404, %b11 ]
  %v439 = phi <4 x i8> [ %v359, %b10 ], [ %v407, %b11 ]
  %v440 = phi <4 x i8> [ %v362, %b10 ], [ %v410, %b11 ]
  %v441 = phi <4 x i8> [ %v365, %b10 ], [ %v413, %b11 ]
  %v442 = phi <4 x i8> [ %v368, %b10 ], [ %v416, %b11 ]
  %v443 = phi <4 x i8> [ %v371, %b10 ], [ %v419, %b11 ]
  %v444 = phi <4 x i8> [ %v374, %b10 ], [ %v422, %b11 ]
  %v445 = phi <4 x i8> [ %v377, %b10 ], [ %v425, %b11 ]
  %v446 = phi <4 x i8> [ %v380, %b10 ], [ %v428, %b11 ]
  %v447 = phi <4 x i8> [ %v383, %b10 ], [ %v431, %b11 ]
  %v448 = zext <4 x i8> %v432 to <4 x i32>
  %v449 = zext <4 x i8> %v433 to <4 x i32>
  %v450 = zext <4 x i8> %v434 to <4 x i32>
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
  %v465 = getelementptr i32, ptr %v464, i64 0
  store <4 x i32> %v448, ptr %v465
  %v466 = getelementptr i32, ptr %v464, i64 4
  store <4 x i32> %v449, ptr %v466
  %v467 = getelementptr i32, ptr %v464, i64 8
  store <4 x i32> %v450, ptr %v467
  %v468 = getelementptr i32, ptr %v464, i64 12
  store <4 x i32> %v451, ptr %v468
  %v469 = getelementptr i32, ptr %v464, i64 16
  store <4 x i32> %v452, ptr %v469
  %v470 = getelementptr i32, ptr %v464, i64 20
  store <4 x i32> %v453, ptr %v470
  %v471 = getelementptr i32, ptr %v464, i64 24
  store <4 x i32> %v454, ptr %v471
  %v472 = getelementptr i32, ptr %v464, i64 28
  store <4 x i32> %v455, ptr %v472
  %v473 = getelementptr i32, ptr %v464, i64 32
  store <4 x i32> %v456, ptr %v473
  %v474 = getelementptr i32, ptr %v464, i64 36
  store <4 x i32> %v457, ptr %v474
  %v475 = getelementptr i32, ptr %v464, i64 40
  store <4 x i32> %v458, ptr %v475
  %v476 = getelementptr i32, ptr %v464, i64 44
  store <4 x i32> %v459, ptr %v476
  %v477 = getelementptr i32, ptr %v464, i64 48
  store <4 x i32> %v460, ptr %v477
  %v478 = getelementptr i32, ptr %v464, i64 52
  store <4 x i32> %v461, ptr %v478
  %v479 = getelementptr i32, ptr %v464, i64 56
  store <4 x i32> %v462, ptr %v479
  %v480 = getelementptr i32, ptr %v464, i64 60
  store <4 x i32> %v463, ptr %v480
  %v482 = bitcast <4 x i1> %v267 to i4
  %v483 = getelementptr i4, ptr %v481, i64 0
  store i4 %v482, ptr %v483
  %v484 = bitcast <4 x i1> %v268 to i4
  %v485 = getelementptr i4, ptr %v481, i64 1
  store i4 %v484, ptr %v485
  %v486 = bitcast <4 x i1> %v269 to i4
  %v487 = getelementptr i4, ptr %v481, i64 2
  store i4 %v486, ptr %v487
  %v488 = bitcast <4 x i1> %v270 to i4
  %v489 = getelementptr i4, ptr %v481, i64 3
  store i4 %v488, ptr %v489
  %v490 = bitcast <4 x i1> %v271 to i4
  %v491 = getelementptr i4, ptr %v481, i64 4
  store i4 %v490, ptr %v491
  %v492 = bitcast <4 x i1> %v272 to i4
  %v493 = getelementptr i4, ptr %v481, i64 5
  store i4 %v492, ptr %v493
  %v494 = bitcast <4 x i1> %v273 to i4
  %v495 = getelementptr i4, ptr %v481, i64 6
  store i4 %v494, ptr %v495
  %v496 = bitcast <4 x i1> %v274 to i4
  %v497 = getelementptr i4, ptr %v481, i64 7
  store i4 %v496, ptr %v497
  %v498 = bitcast <4 x i1> %v275 to i4
  %v499 = getelementptr i4, ptr %v481, i64 8
  store i4 %v498, ptr %v499
  %v500 = bitcast <4 x i1> %v276 to i4
  %v501 = getelementptr i4, ptr %v481, i64 9
  store i4 %v500, ptr %v501
  %v502 = bitcast <4 x i1> %v277 to i4
  %v503 = getelementptr i4, ptr %v481, i64 10
  store i4 %v502, ptr %v503
  %v504 = bitcast <4 x i1> %v278 to i4
  %v505 = getelementptr i4, ptr %v481, i64 11
  store i4 %v504, ptr %v505
  %v506 = bitcast <4 x i1> %v279 to i4
  %v507 = getelementptr i4, ptr %v481, i64 12
  store i4 %v506, ptr %v507
  %v508 = bitcast <4 x i1> %v280 to i4
  %v509 = getelementptr i4, ptr %v481, i64 13
  store i4 %v508, ptr %v509
  %v510 = bitcast <4 x i1> %v281 to i4
  %v511 = getelementptr i4, ptr %v481, i64 14
  store i4 %v510, ptr %v511
  %v512 = bitcast <4 x i1> %v282 to i4
  %v513 = getelementptr i4, ptr %v481, i64 15
  store i4 %v512, ptr %v513
  br label %b13
b13:
  %v514 = phi i64 [ 0, %b12 ], [ %v515, %b14 ]
  %v516 = mul i64 %v514, 4
  %v517 = getelementptr i4, ptr %v481, i64 %v514
  %v518 = load i4, ptr %v517
  %v519 = icmp eq i4 %v518, -1
  br i1 %v519, label %b16, label %b17
b16:
  %v520 = getelementptr i32, ptr %v464, i64 %v516
  %v521 = load i32, ptr %v520
  %v522 = sext i32 %v521 to i64
  %v523 = getelementptr i32, ptr %v8, i64 %v522
  %v524 = load i32, ptr %v523, align 4
  %v525 = add i32 %v524, 1
  store i32 %v525, ptr %v523, align 4
  %v526 = add i64 %v516, 1
  %v527 = getelementptr i32, ptr %v464, i64 %v526
  %v528 = load i32, ptr %v527
  %v529 = sext i32 %v528 to i64
  %v530 = getelementptr i32, ptr %v8, i64 %v529
  %v531 = load i32, ptr %v530, align 4
  %v532 = add i32 %v531, 1
  store i32 %v532, ptr %v530, align 4
  %v533 = add i64 %v516, 2
  %v534 = getelementptr i32, ptr %v464, i64 %v533
  %v535 = load i32, ptr %v534
  %v536 = sext i32 %v535 to i64
  %v537 = getelementptr i32, ptr %v8, i64 %v536
  %v538 = load i32, ptr %v537, align 4
  %v539 = add i32 %v538, 1
  store i32 %v539, ptr %v537, align 4
  %v540 = add i64 %v516, 3
  %v541 = getelementptr i32, ptr %v464, i64 %v540
  %v542 = load i32, ptr %v541
  %v543 = sext i32 %v542 to i64
  %v544 = getelementptr i32, ptr %v8, i64 %v543
  %v545 = load i32, ptr %v544, align 4
  %v546 = add i32 %v545, 1
  store i32 %v546, ptr %v544, align 4
  br label %b14
b17:
  br label %b18
b18:
  %v547 = phi i4 [ %v518, %b17 ], [ %v548, %b20 ]
  %v549 = icmp ne i4 %v547, 0
  br i1 %v549, label %b19, label %b14
b19:
  %v550 = call i4 @llvm.cttz.i4(i4 %v547, i1 true)
  %v551 = zext i4 %v550 to i64
  %v552 = add i64 %v516, %v551
  %v553 = getelementptr i32, ptr %v464, i64 %v552
  %v554 = load i32, ptr %v553
  %v555 = sext i32 %v554 to i64
  %v556 = getelementptr i32, ptr %v8, i64 %v555
  %v557 = load i32, ptr %v556, align 4
  %v558 = add i32 %v557, 1
  store i32 %v558, ptr %v556, align 4
  br label %b20
b20:
  %v559 = sub i4 %v547, 1
  %v548 = and i4 %v547, %v559
  br label %b18
b14:
  %v515 = add i64 %v514, 1
  %v560 = icmp ult i64 %v515, 16
  br i1 %v560, label %b13, label %b15
b15:
  br label %b8
b8:
  %v561 = load i32, ptr %v150
  %v562 = add i32 %v561, 1
  store i32 %v562, ptr %v150
  br label %b6
b9:
  br label %b5
b5:
  %v563 = mul i32 %v12, 64
  %v564 = insertelement <4 x i32> poison, i32 %v563, i64 0
  %v565 = shufflevector <4 x i32> %v564, <4 x i32> poison, <4 x i32> zeroinitializer
  %v566 = add i32 0, %v563
  %v567 = add i32 4, %v563
  %v568 = add i32 8, %v563
  %v569 = add i32 12, %v563
  %v570 = add i32 16, %v563
  %v571 = add i32 20, %v563
  %v572 = add i32 24, %v563
  %v573 = add i32 28, %v563
  %v574 = add i32 32, %v563
  %v575 = add i32 36, %v563
  %v576 = add i32 40, %v563
  %v577 = add i32 44, %v563
  %v578 = add i32 48, %v563
  %v579 = add i32 52, %v563
  %v580 = add i32 56, %v563
  %v581 = add i32 60, %v563
  %v582 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v565
  %v583 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v565
  %v584 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v565
  %v585 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v565
  %v586 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v565
  %v587 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v565
  %v588 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v565
  %v589 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v565
  %v590 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v565
  %v591 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v565
  %v592 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v565
  %v593 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v565
  %v594 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v565
  %v595 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v565
  %v596 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v565
  %v597 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v565
  %v598 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v599 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v600 = sub <4 x i32> %v599, splat (i32 1)
  %v601 = udiv <4 x i32> %v600, splat (i32 64)
  %v602 = add <4 x i32> %v601, splat (i32 1)
  %v603 = select <4 x i1> %v598, <4 x i32> %v602, <4 x i32> splat (i32 0)
  %v604 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v605 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v606 = sub <4 x i32> %v605, splat (i32 1)
  %v607 = udiv <4 x i32> %v606, splat (i32 64)
  %v608 = add <4 x i32> %v607, splat (i32 1)
  %v609 = select <4 x i1> %v604, <4 x i32> %v608, <4 x i32> splat (i32 0)
  %v610 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v611 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v612 = sub <4 x i32> %v611, splat (i32 1)
  %v613 = udiv <4 x i32> %v612, splat (i32 64)
  %v614 = add <4 x i32> %v613, splat (i32 1)
  %v615 = select <4 x i1> %v610, <4 x i32> %v614, <4 x i32> splat (i32 0)
  %v616 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v617 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v618 = sub <4 x i32> %v617, splat (i32 1)
  %v619 = udiv <4 x i32> %v618, splat (i32 64)
  %v620 = add <4 x i32> %v619, splat (i32 1)
  %v621 = select <4 x i1> %v616, <4 x i32> %v620, <4 x i32> splat (i32 0)
  %v622 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v623 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v624 = sub <4 x i32> %v623, splat (i32 1)
  %v625 = udiv <4 x i32> %v624, splat (i32 64)
  %v626 = add <4 x i32> %v625, splat (i32 1)
  %v627 = select <4 x i1> %v622, <4 x i32> %v626, <4 x i32> splat (i32 0)
  %v628 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v629 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v630 = sub <4 x i32> %v629, splat (i32 1)
  %v631 = udiv <4 x i32> %v630, splat (i32 64)
  %v632 = add <4 x i32> %v631, splat (i32 1)
  %v633 = select <4 x i1> %v628, <4 x i32> %v632, <4 x i32> splat (i32 0)
  %v634 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v635 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v636 = sub <4 x i32> %v635, splat (i32 1)
  %v637 = udiv <4 x i32> %v636, splat (i32 64)
  %v638 = add <4 x i32> %v637, splat (i32 1)
  %v639 = select <4 x i1> %v634, <4 x i32> %v638, <4 x i32> splat (i32 0)
  %v640 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v641 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v642 = sub <4 x i32> %v641, splat (i32 1)
  %v643 = udiv <4 x i32> %v642, splat (i32 64)
  %v644 = add <4 x i32> %v643, splat (i32 1)
  %v645 = select <4 x i1> %v640, <4 x i32> %v644, <4 x i32> splat (i32 0)
  %v646 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v647 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v648 = sub <4 x i32> %v647, splat (i32 1)
  %v649 = udiv <4 x i32> %v648, splat (i32 64)
  %v650 = add <4 x i32> %v649, splat (i32 1)
  %v651 = select <4 x i1> %v646, <4 x i32> %v650, <4 x i32> splat (i32 0)
  %v652 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v653 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v654 = sub <4 x i32> %v653, splat (i32 1)
  %v655 = udiv <4 x i32> %v654, splat (i32 64)
  %v656 = add <4 x i32> %v655, splat (i32 1)
  %v657 = select <4 x i1> %v652, <4 x i32> %v656, <4 x i32> splat (i32 0)
  %v658 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v659 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v660 = sub <4 x i32> %v659, splat (i32 1)
  %v661 = udiv <4 x i32> %v660, splat (i32 64)
  %v662 = add <4 x i32> %v661, splat (i32 1)
  %v663 = select <4 x i1> %v658, <4 x i32> %v662, <4 x i32> splat (i32 0)
  %v664 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v665 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v666 = sub <4 x i32> %v665, splat (i32 1)
  %v667 = udiv <4 x i32> %v666, splat (i32 64)
  %v668 = add <4 x i32> %v667, splat (i32 1)
  %v669 = select <4 x i1> %v664, <4 x i32> %v668, <4 x i32> splat (i32 0)
  %v670 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v671 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v672 = sub <4 x i32> %v671, splat (i32 1)
  %v673 = udiv <4 x i32> %v672, splat (i32 64)
  %v674 = add <4 x i32> %v673, splat (i32 1)
  %v675 = select <4 x i1> %v670, <4 x i32> %v674, <4 x i32> splat (i32 0)
  %v676 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v677 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v678 = sub <4 x i32> %v677, splat (i32 1)
  %v679 = udiv <4 x i32> %v678, splat (i32 64)
  %v680 = add <4 x i32> %v679, splat (i32 1)
  %v681 = select <4 x i1> %v676, <4 x i32> %v680, <4 x i32> splat (i32 0)
  %v682 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v683 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v684 = sub <4 x i32> %v683, splat (i32 1)
  %v685 = udiv <4 x i32> %v684, splat (i32 64)
  %v686 = add <4 x i32> %v685, splat (i32 1)
  %v687 = select <4 x i1> %v682, <4 x i32> %v686, <4 x i32> splat (i32 0)
  %v688 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v689 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v690 = sub <4 x i32> %v689, splat (i32 1)
  %v691 = udiv <4 x i32> %v690, splat (i32 64)
  %v692 = add <4 x i32> %v691, splat (i32 1)
  %v693 = select <4 x i1> %v688, <4 x i32> %v692, <4 x i32> splat (i32 0)
  store i32 0, ptr %v694
  store <4 x i1> splat (i1 true), ptr %v695
  store <4 x i1> splat (i1 true), ptr %v696
  store <4 x i1> splat (i1 true), ptr %v697
  store <4 x i1> splat (i1 true), ptr %v698
  store <4 x i1> splat (i1 true), ptr %v699
  store <4 x i1> splat (i1 true), ptr %v700
  store <4 x i1> splat (i1 true), ptr %v701
  store <4 x i1> splat (i1 true), ptr %v702
  store <4 x i1> splat (i1 true), ptr %v703
  store <4 x i1> splat (i1 true), ptr %v704
  store <4 x i1> splat (i1 true), ptr %v705
  store <4 x i1> splat (i1 true), ptr %v706
  store <4 x i1> splat (i1 true), ptr %v707
  store <4 x i1> splat (i1 true), ptr %v708
  store <4 x i1> splat (i1 true), ptr %v709
  store <4 x i1> splat (i1 true), ptr %v710
  br label %b22
b22:
  %v727 = load <4 x i1>, ptr %v695
  %v728 = load <4 x i1>, ptr %v696
  %v729 = load <4 x i1>, ptr %v697
  %v730 = load <4 x i1>, ptr %v698
  %v731 = load <4 x i1>, ptr %v699
  %v732 = load <4 x i1>, ptr %v700
  %v733 = load <4 x i1>, ptr %v701
  %v734 = load <4 x i1>, ptr %v702
  %v735 = load <4 x i1>, ptr %v703
  %v736 = load <4 x i1>, ptr %v704
  %v737 = load <4 x i1>, ptr %v705
  %v738 = load <4 x i1>, ptr %v706
  %v739 = load <4 x i1>, ptr %v707
  %v740 = load <4 x i1>, ptr %v708
  %v741 = load <4 x i1>, ptr %v709
  %v742 = load <4 x i1>, ptr %v710
  %v743 = load i32, ptr %v694
  %v744 = insertelement <4 x i32> poison, i32 %v743, i64 0
  %v745 = shufflevector <4 x i32> %v744, <4 x i32> poison, <4 x i32> zeroinitializer
  %v746 = icmp ult <4 x i32> %v745, %v603
  %v747 = icmp ult <4 x i32> %v745, %v609
  %v748 = icmp ult <4 x i32> %v745, %v615
  %v749 = icmp ult <4 x i32> %v745, %v621
  %v750 = icmp ult <4 x i32> %v745, %v627
  %v751 = icmp ult <4 x i32> %v745, %v633
  %v752 = icmp ult <4 x i32> %v745, %v639
  %v753 = icmp ult <4 x i32> %v745, %v645
  %v754 = icmp ult <4 x i32> %v745, %v651
  %v755 = icmp ult <4 x i32> %v745, %v657
  %v756 = icmp ult <4 x i32> %v745, %v663
  %v757 = icmp ult <4 x i32> %v745, %v669
  %v758 = icmp ult <4 x i32> %v745, %v675
  %v759 = icmp ult <4 x i32> %v745, %v681
  %v760 = icmp ult <4 x i32> %v745, %v687
  %v761 = icmp ult <4 x i32> %v745, %v693
  %v762 = load <4 x i1>, ptr %v695
  %v763 = load <4 x i1>, ptr %v696
  %v764 = load <4 x i1>, ptr %v697
  %v765 = load <4 x i1>, ptr %v698
  %v766 = load <4 x i1>, ptr %v699
  %v767 = load <4 x i1>, ptr %v700
  %v768 = load <4 x i1>, ptr %v701
  %v769 = load <4 x i1>, ptr %v702
  %v770 = load <4 x i1>, ptr %v703
  %v771 = load <4 x i1>, ptr %v704
  %v772 = load <4 x i1>, ptr %v705
  %v773 = load <4 x i1>, ptr %v706
  %v774 = load <4 x i1>, ptr %v707
  %v775 = load <4 x i1>, ptr %v708
  %v776 = load <4 x i1>, ptr %v709
  %v777 = load <4 x i1>, ptr %v710
  %v778 = and <4 x i1> %v762, %v746
  %v779 = and <4 x i1> %v763, %v747
  %v780 = and <4 x i1> %v764, %v748
  %v781 = and <4 x i1> %v765, %v749
  %v782 = and <4 x i1> %v766, %v750
  %v783 = and <4 x i1> %v767, %v751
  %v784 = and <4 x i1> %v768, %v752
  %v785 = and <4 x i1> %v769, %v753
  %v786 = and <4 x i1> %v770, %v754
  %v787 = and <4 x i1> %v771, %v755
  %v788 = and <4 x i1> %v772, %v756
  %v789 = and <4 x i1> %v773, %v757
  %v790 = and <4 x i1> %v774, %v758
  %v791 = and <4 x i1> %v775, %v759
  %v792 = and <4 x i1> %v776, %v760
  %v793 = and <4 x i1> %v777, %v761
  store <4 x i1> %v778, ptr %v695
  store <4 x i1> %v779, ptr %v696
  store <4 x i1> %v780, ptr %v697
  store <4 x i1> %v781, ptr %v698
  store <4 x i1> %v782, ptr %v699
  store <4 x i1> %v783, ptr %v700
  store <4 x i1> %v784, ptr %v701
  store <4 x i1> %v785, ptr %v702
  store <4 x i1> %v786, ptr %v703
  store <4 x i1> %v787, ptr %v704
  store <4 x i1> %v788, ptr %v705
  store <4 x i1> %v789, ptr %v706
  store <4 x i1> %v790, ptr %v707
  store <4 x i1> %v791, ptr %v708
  store <4 x i1> %v792, ptr %v709
  store <4 x i1> %v793, ptr %v710
  %v794 = or <4 x i1> %v778, %v779
  %v795 = or <4 x i1> %v794, %v780
  %v796 = or <4 x i1> %v795, %v781
  %v797 = or <4 x i1> %v796, %v782
  %v798 = or <4 x i1> %v797, %v783
  %v799 = or <4 x i1> %v798, %v784
  %v800 = or <4 x i1> %v799, %v785
  %v801 = or <4 x i1> %v800, %v786
  %v802 = or <4 x i1> %v801, %v787
  %v803 = or <4 x i1> %v802, %v788
  %v804 = or <4 x i1> %v803, %v789
  %v805 = or <4 x i1> %v804, %v790
  %v806 = or <4 x i1> %v805, %v791
  %v807 = or <4 x i1> %v806, %v792
  %v808 = or <4 x i1> %v807, %v793
  %v809 = bitcast <4 x i1> %v808 to i4
  %v810 = icmp ne i4 %v809, 0
  br i1 %v810, label %b23, label %b25
b23:
  %v811 = load <4 x i1>, ptr %v695
  %v812 = load <4 x i1>, ptr %v696
  %v813 = load <4 x i1>, ptr %v697
  %v814 = load <4 x i1>, ptr %v698
  %v815 = load <4 x i1>, ptr %v699
  %v816 = load <4 x i1>, ptr %v700
  %v817 = load <4 x i1>, ptr %v701
  %v818 = load <4 x i1>, ptr %v702
  %v819 = load <4 x i1>, ptr %v703
  %v820 = load <4 x i1>, ptr %v704
  %v821 = load <4 x i1>, ptr %v705
  %v822 = load <4 x i1>, ptr %v706
  %v823 = load <4 x i1>, ptr %v707
  %v824 = load <4 x i1>, ptr %v708
  %v825 = load <4 x i1>, ptr %v709
  %v826 = load <4 x i1>, ptr %v710
  store <4 x i1> %v811, ptr %v711
  store <4 x i1> %v812, ptr %v712
  store <4 x i1> %v813, ptr %v713
  store <4 x i1> %v814, ptr %v714
  store <4 x i1> %v815, ptr %v715
  store <4 x i1> %v816, ptr %v716
  store <4 x i1> %v817, ptr %v717
  store <4 x i1> %v818, ptr %v718
  store <4 x i1> %v819, ptr %v719
  store <4 x i1> %v820, ptr %v720
  store <4 x i1> %v821, ptr %v721
  store <4 x i1> %v822, ptr %v722
  store <4 x i1> %v823, ptr %v723
  store <4 x i1> %v824, ptr %v724
  store <4 x i1> %v825, ptr %v725
  store <4 x i1> %v826, ptr %v726
  %v827 = load i32, ptr %v694
  %v828 = mul i32 %v827, 64
  %v829 = add i32 0, %v828
  %v830 = add i32 4, %v828
  %v831 = add i32 8, %v828
  %v832 = add i32 12, %v828
  %v833 = add i32 16, %v828
  %v834 = add i32 20, %v828
  %v835 = add i32 24, %v828
  %v836 = add i32 28, %v828
  %v837 = add i32 32, %v828
  %v838 = add i32 36, %v828
  %v839 = add i32 40, %v828
  %v840 = add i32 44, %v828
  %v841 = add i32 48, %v828
  %v842 = add i32 52, %v828
  %v843 = add i32 56, %v828
  %v844 = add i32 60, %v828
  %v845 = insertelement <4 x i32> poison, i32 %v828, i64 0
  %v846 = shufflevector <4 x i32> %v845, <4 x i32> poison, <4 x i32> zeroinitializer
  %v847 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v846
  %v848 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v846
  %v849 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v846
  %v850 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v846
  %v851 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v846
  %v852 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v846
  %v853 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v846
  %v854 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v846
  %v855 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v846
  %v856 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v846
  %v857 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v846
  %v858 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v846
  %v859 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v846
  %v860 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v846
  %v861 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v846
  %v862 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v846
  %v863 = and <4 x i1> %v811, %v812
  %v864 = and <4 x i1> %v863, %v813
  %v865 = and <4 x i1> %v864, %v814
  %v866 = and <4 x i1> %v865, %v815
  %v867 = and <4 x i1> %v866, %v816
  %v868 = and <4 x i1> %v867, %v817
  %v869 = and <4 x i1> %v868, %v818
  %v870 = and <4 x i1> %v869, %v819
  %v871 = and <4 x i1> %v870, %v820
  %v872 = and <4 x i1> %v871, %v821
  %v873 = and <4 x i1> %v872, %v822
  %v874 = and <4 x i1> %v873, %v823
  %v875 = and <4 x i1> %v874, %v824
  %v876 = and <4 x i1> %v875, %v825
  %v877 = and <4 x i1> %v876, %v826
  %v878 = bitcast <4 x i1> %v877 to i4
  %v879 = icmp eq i4 %v878, -1
  br i1 %v879, label %b26, label %b27
b26:
  %v880 = sext i32 %v829 to i64
  %v881 = getelementptr i32, ptr %v8, i64 %v880
  %v882 = load <4 x i32>, ptr %v881, align 4
  %v883 = sext i32 %v830 to i64
  %v884 = getelementptr i32, ptr %v8, i64 %v883
  %v885 = load <4 x i32>, ptr %v884, align 4
  %v886 = sext i32 %v831 to i64
  %v887 = getelementptr i32, ptr %v8, i64 %v886
  %v888 = load <4 x i32>, ptr %v887, align 4
  %v889 = sext i32 %v832 to i64
  %v890 = getelementptr i32, ptr %v8, i64 %v889
  %v891 = load <4 x i32>, ptr %v890, align 4
  %v892 = sext i32 %v833 to i64
  %v893 = getelementptr i32, ptr %v8, i64 %v892
  %v894 = load <4 x i32>, ptr %v893, align 4
  %v895 = sext i32 %v834 to i64
  %v896 = getelementptr i32, ptr %v8, i64 %v895
  %v897 = load <4 x i32>, ptr %v896, align 4
  %v898 = sext i32 %v835 to i64
  %v899 = getelementptr i32, ptr %v8, i64 %v898
  %v900 = load <4 x i32>, ptr %v899, align 4
  %v901 = sext i32 %v836 to i64
  %v902 = getelementptr i32, ptr %v8, i64 %v901
  %v903 = load <4 x i32>, ptr %v902, align 4
  %v904 = sext i32 %v837 to i64
  %v905 = getelementptr i32, ptr %v8, i64 %v904
  %v906 = load <4 x i32>, ptr %v905, align 4
  %v907 = sext i32 %v838 to i64
  %v908 = getelementptr i32, ptr %v8, i64 %v907
  %v909 = load <4 x i32>, ptr %v908, align 4
  %v910 = sext i32 %v839 to i64
  %v911 = getelementptr i32, ptr %v8, i64 %v910
  %v912 = load <4 x i32>, ptr %v911, align 4
  %v913 = sext i32 %v840 to i64
  %v914 = getelementptr i32, ptr %v8, i64 %v913
  %v915 = load <4 x i32>, ptr %v914, align 4
  %v916 = sext i32 %v841 to i64
  %v917 = getelementptr i32, ptr %v8, i64 %v916
  %v918 = load <4 x i32>, ptr %v917, align 4
  %v919 = sext i32 %v842 to i64
  %v920 = getelementptr i32, ptr %v8, i64 %v919
  %v921 = load <4 x i32>, ptr %v920, align 4
  %v922 = sext i32 %v843 to i64
  %v923 = getelementptr i32, ptr %v8, i64 %v922
  %v924 = load <4 x i32>, ptr %v923, align 4
  %v925 = sext i32 %v844 to i64
  %v926 = getelementptr i32, ptr %v8, i64 %v925
  %v927 = load <4 x i32>, ptr %v926, align 4
  br label %b28
b27:
  %v928 = sext i32 %v829 to i64
  %v929 = getelementptr i32, ptr %v8, i64 %v928
  %v930 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v929, <4 x i1> %v811, <4 x i32> zeroinitializer)
  %v931 = sext i32 %v830 to i64
  %v932 = getelementptr i32, ptr %v8, i64 %v931
  %v933 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v932, <4 x i1> %v812, <4 x i32> zeroinitializer)
  %v934 = sext i32 %v831 to i64
  %v935 = getelementptr i32, ptr %v8, i64 %v934
  %v936 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v935, <4 x i1> %v813, <4 x i32> zeroinitializer)
  %v937 = sext i32 %v832 to i64
  %v938 = getelementptr i32, ptr %v8, i64 %v937
  %v939 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v938, <4 x i1> %v814, <4 x i32> zeroinitializer)
  %v940 = sext i32 %v833 to i64
  %v941 = getelementptr i32, ptr %v8, i64 %v940
  %v942 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v941, <4 x i1> %v815, <4 x i32> zeroinitializer)
  %v943 = sext i32 %v834 to i64
  %v944 = getelementptr i32, ptr %v8, i64 %v943
  %v945 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v944, <4 x i1> %v816, <4 x i32> zeroinitializer)
  %v946 = sext i32 %v835 to i64
  %v947 = getelementptr i32, ptr %v8, i64 %v946
  %v948 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v947, <4 x i1> %v817, <4 x i32> zeroinitializer)
  %v949 = sext i32 %v836 to i64
  %v950 = getelementptr i32, ptr %v8, i64 %v949
  %v951 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v950, <4 x i1> %v818, <4 x i32> zeroinitializer)
  %v952 = sext i32 %v837 to i64
  %v953 = getelementptr i32, ptr %v8, i64 %v952
  %v954 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v953, <4 x i1> %v819, <4 x i32> zeroinitializer)
  %v955 = sext i32 %v838 to i64
  %v956 = getelementptr i32, ptr %v8, i64 %v955
  %v957 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v956, <4 x i1> %v820, <4 x i32> zeroinitializer)
  %v958 = sext i32 %v839 to i64
  %v959 = getelementptr i32, ptr %v8, i64 %v958
  %v960 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v959, <4 x i1> %v821, <4 x i32> zeroinitializer)
  %v961 = sext i32 %v840 to i64
  %v962 = getelementptr i32, ptr %v8, i64 %v961
  %v963 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v962, <4 x i1> %v822, <4 x i32> zeroinitializer)
  %v964 = sext i32 %v841 to i64
  %v965 = getelementptr i32, ptr %v8, i64 %v964
  %v966 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v965, <4 x i1> %v823, <4 x i32> zeroinitializer)
  %v967 = sext i32 %v842 to i64
  %v968 = getelementptr i32, ptr %v8, i64 %v967
  %v969 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v968, <4 x i1> %v824, <4 x i32> zeroinitializer)
  %v970 = sext i32 %v843 to i64
  %v971 = getelementptr i32, ptr %v8, i64 %v970
  %v972 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v971, <4 x i1> %v825, <4 x i32> zeroinitializer)
  %v973 = sext i32 %v844 to i64
  %v974 = getelementptr i32, ptr %v8, i64 %v973
  %v975 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v974, <4 x i1> %v826, <4 x i32> zeroinitializer)
  br label %b28
b28:
  %v976 = phi <4 x i32> [ %v882, %b26 ], [ %v930, %b27 ]
  %v977 = phi <4 x i32> [ %v885, %b26 ], [ %v933, %b27 ]
  %v978 = phi <4 x i32> [ %v888, %b26 ], [ %v936, %b27 ]
  %v979 = phi <4 x i32> [ %v891, %b26 ], [ %v939, %b27 ]
  %v980 = phi <4 x i32> [ %v894, %b26 ], [ %v942, %b27 ]
  %v981 = phi <4 x i32> [ %v897, %b26 ], [ %v945, %b27 ]
  %v982 = phi <4 x i32> [ %v900, %b26 ], [ %v948, %b27 ]
  %v983 = phi <4 x i32> [ %v903, %b26 ], [ %v951, %b27 ]
  %v984 = phi <4 x i32> [ %v906, %b26 ], [ %v954, %b27 ]
  %v985 = phi <4 x i32> [ %v909, %b26 ], [ %v957, %b27 ]
  %v986 = phi <4 x i32> [ %v912, %b26 ], [ %v960, %b27 ]
  %v987 = phi <4 x i32> [ %v915, %b26 ], [ %v963, %b27 ]
  %v988 = phi <4 x i32> [ %v918, %b26 ], [ %v966, %b27 ]
  %v989 = phi <4 x i32> [ %v921, %b26 ], [ %v969, %b27 ]
  %v990 = phi <4 x i32> [ %v924, %b26 ], [ %v972, %b27 ]
  %v991 = phi <4 x i32> [ %v927, %b26 ], [ %v975, %b27 ]
  %v993 = getelementptr i32, ptr %v992, i64 0
  store <4 x i32> %v847, ptr %v993
  %v994 = getelementptr i32, ptr %v992, i64 4
  store <4 x i32> %v848, ptr %v994
  %v995 = getelementptr i32, ptr %v992, i64 8
  store <4 x i32> %v849, ptr %v995
  %v996 = getelementptr i32, ptr %v992, i64 12
  store <4 x i32> %v850, ptr %v996
  %v997 = getelementptr i32, ptr %v992, i64 16
  store <4 x i32> %v851, ptr %v997
  %v998 = getelementptr i32, ptr %v992, i64 20
  store <4 x i32> %v852, ptr %v998
  %v999 = getelementptr i32, ptr %v992, i64 24
  store <4 x i32> %v853, ptr %v999
  %v1000 = getelementptr i32, ptr %v992, i64 28
  store <4 x i32> %v854, ptr %v1000
  %v1001 = getelementptr i32, ptr %v992, i64 32
  store <4 x i32> %v855, ptr %v1001
  %v1002 = getelementptr i32, ptr %v992, i64 36
  store <4 x i32> %v856, ptr %v1002
  %v1003 = getelementptr i32, ptr %v992, i64 40
  store <4 x i32> %v857, ptr %v1003
  %v1004 = getelementptr i32, ptr %v992, i64 44
  store <4 x i32> %v858, ptr %v1004
  %v1005 = getelementptr i32, ptr %v992, i64 48
  store <4 x i32> %v859, ptr %v1005
  %v1006 = getelementptr i32, ptr %v992, i64 52
  store <4 x i32> %v860, ptr %v1006
  %v1007 = getelementptr i32, ptr %v992, i64 56
  store <4 x i32> %v861, ptr %v1007
  %v1008 = getelementptr i32, ptr %v992, i64 60
  store <4 x i32> %v862, ptr %v1008
  %v1010 = getelementptr i32, ptr %v1009, i64 0
  store <4 x i32> %v976, ptr %v1010
  %v1011 = getelementptr i32, ptr %v1009, i64 4
  store <4 x i32> %v977, ptr %v1011
  %v1012 = getelementptr i32, ptr %v1009, i64 8
  store <4 x i32> %v978, ptr %v1012
  %v1013 = getelementptr i32, ptr %v1009, i64 12
  store <4 x i32> %v979, ptr %v1013
  %v1014 = getelementptr i32, ptr %v1009, i64 16
  store <4 x i32> %v980, ptr %v1014
  %v1015 = getelementptr i32, ptr %v1009, i64 20
  store <4 x i32> %v981, ptr %v1015
  %v1016 = getelementptr i32, ptr %v1009, i64 24
  store <4 x i32> %v982, ptr %v1016
  %v1017 = getelementptr i32, ptr %v1009, i64 28
  store <4 x i32> %v983, ptr %v1017
  %v1018 = getelementptr i32, ptr %v1009, i64 32
  store <4 x i32> %v984, ptr %v1018
  %v1019 = getelementptr i32, ptr %v1009, i64 36
  store <4 x i32> %v985, ptr %v1019
  %v1020 = getelementptr i32, ptr %v1009, i64 40
  store <4 x i32> %v986, ptr %v1020
  %v1021 = getelementptr i32, ptr %v1009, i64 44
  store <4 x i32> %v987, ptr %v1021
  %v1022 = getelementptr i32, ptr %v1009, i64 48
  store <4 x i32> %v988, ptr %v1022
  %v1023 = getelementptr i32, ptr %v1009, i64 52
  store <4 x i32> %v989, ptr %v1023
  %v1024 = getelementptr i32, ptr %v1009, i64 56
  store <4 x i32> %v990, ptr %v1024
  %v1025 = getelementptr i32, ptr %v1009, i64 60
  store <4 x i32> %v991, ptr %v1025
  %v1027 = bitcast <4 x i1> %v811 to i4
  %v1028 = getelementptr i4, ptr %v1026, i64 0
  store i4 %v1027, ptr %v1028
  %v1029 = bitcast <4 x i1> %v812 to i4
  %v1030 = getelementptr i4, ptr %v1026, i64 1
  store i4 %v1029, ptr %v1030
  %v1031 = bitcast <4 x i1> %v813 to i4
  %v1032 = getelementptr i4, ptr %v1026, i64 2
  store i4 %v1031, ptr %v1032
  %v1033 = bitcast <4 x i1> %v814 to i4
  %v1034 = getelementptr i4, ptr %v1026, i64 3
  store i4 %v1033, ptr %v1034
  %v1035 = bitcast <4 x i1> %v815 to i4
  %v1036 = getelementptr i4, ptr %v1026, i64 4
  store i4 %v1035, ptr %v1036
  %v1037 = bitcast <4 x i1> %v816 to i4
  %v1038 = getelementptr i4, ptr %v1026, i64 5
  store i4 %v1037, ptr %v1038
  %v1039 = bitcast <4 x i1> %v817 to i4
  %v1040 = getelementptr i4, ptr %v1026, i64 6
  store i4 %v1039, ptr %v1040
  %v1041 = bitcast <4 x i1> %v818 to i4
  %v1042 = getelementptr i4, ptr %v1026, i64 7
  store i4 %v1041, ptr %v1042
  %v1043 = bitcast <4 x i1> %v819 to i4
  %v1044 = getelementptr i4, ptr %v1026, i64 8
  store i4 %v1043, ptr %v1044
  %v1045 = bitcast <4 x i1> %v820 to i4
  %v1046 = getelementptr i4, ptr %v1026, i64 9
  store i4 %v1045, ptr %v1046
  %v1047 = bitcast <4 x i1> %v821 to i4
  %v1048 = getelementptr i4, ptr %v1026, i64 10
  store i4 %v1047, ptr %v1048
  %v1049 = bitcast <4 x i1> %v822 to i4
  %v1050 = getelementptr i4, ptr %v1026, i64 11
  store i4 %v1049, ptr %v1050
  %v1051 = bitcast <4 x i1> %v823 to i4
  %v1052 = getelementptr i4, ptr %v1026, i64 12
  store i4 %v1051, ptr %v1052
  %v1053 = bitcast <4 x i1> %v824 to i4
  %v1054 = getelementptr i4, ptr %v1026, i64 13
  store i4 %v1053, ptr %v1054
  %v1055 = bitcast <4 x i1> %v825 to i4
  %v1056 = getelementptr i4, ptr %v1026, i64 14
  store i4 %v1055, ptr %v1056
  %v1057 = bitcast <4 x i1> %v826 to i4
  %v1058 = getelementptr i4, ptr %v1026, i64 15
  store i4 %v1057, ptr %v1058
  br label %b29
b29:
  %v1059 = phi i64 [ 0, %b28 ], [ %v1060, %b30 ]
  %v1061 = mul i64 %v1059, 4
  %v1062 = getelementptr i4, ptr %v1026, i64 %v1059
  %v1063 = load i4, ptr %v1062
  %v1064 = icmp eq i4 %v1063, -1
  br i1 %v1064, label %b32, label %b33
b32:
  %v1065 = getelementptr i32, ptr %v992, i64 %v1061
  %v1066 = load i32, ptr %v1065
  %v1067 = getelementptr i32, ptr %v1009, i64 %v1061
  %v1068 = load i32, ptr %v1067
  %v1069 = sext i32 %v1066 to i64
  %v1070 = getelementptr i32, ptr %v5, i64 %v1069
  %v1071 = atomicrmw add ptr %v1070, i32 %v1068 monotonic, align 4
  %v1072 = add i64 %v1061, 1
  %v1073 = getelementptr i32, ptr %v992, i64 %v1072
  %v1074 = load i32, ptr %v1073
  %v1075 = getelementptr i32, ptr %v1009, i64 %v1072
  %v1076 = load i32, ptr %v1075
  %v1077 = sext i32 %v1074 to i64
  %v1078 = getelementptr i32, ptr %v5, i64 %v1077
  %v1079 = atomicrmw add ptr %v1078, i32 %v1076 monotonic, align 4
  %v1080 = add i64 %v1061, 2
  %v1081 = getelementptr i32, ptr %v992, i64 %v1080
  %v1082 = load i32, ptr %v1081
  %v1083 = getelementptr i32, ptr %v1009, i64 %v1080
  %v1084 = load i32, ptr %v1083
  %v1085 = sext i32 %v1082 to i64
  %v1086 = getelementptr i32, ptr %v5, i64 %v1085
  %v1087 = atomicrmw add ptr %v1086, i32 %v1084 monotonic, align 4
  %v1088 = add i64 %v1061, 3
  %v1089 = getelementptr i32, ptr %v992, i64 %v1088
  %v1090 = load i32, ptr %v1089
  %v1091 = getelementptr i32, ptr %v1009, i64 %v1088
  %v1092 = load i32, ptr %v1091
  %v1093 = sext i32 %v1090 to i64
  %v1094 = getelementptr i32, ptr %v5, i64 %v1093
  %v1095 = atomicrmw add ptr %v1094, i32 %v1092 monotonic, align 4
  br label %b30
b33:
  br label %b34
b34:
  %v1096 = phi i4 [ %v1063, %b33 ], [ %v1097, %b36 ]
  %v1098 = icmp ne i4 %v1096, 0
  br i1 %v1098, label %b35, label %b30
b35:
  %v1099 = call i4 @llvm.cttz.i4(i4 %v1096, i1 true)
  %v1100 = zext i4 %v1099 to i64
  %v1101 = add i64 %v1061, %v1100
  %v1102 = getelementptr i32, ptr %v992, i64 %v1101
  %v1103 = load i32, ptr %v1102
  %v1104 = getelementptr i32, ptr %v1009, i64 %v1101
  %v1105 = load i32, ptr %v1104
  %v1106 = sext i32 %v1103 to i64
  %v1107 = getelementptr i32, ptr %v5, i64 %v1106
  %v1108 = atomicrmw add ptr %v1107, i32 %v1105 monotonic, align 4
  br label %b36
b36:
  %v1109 = sub i4 %v1096, 1
  %v1097 = and i4 %v1096, %v1109
  br label %b34
b30:
  %v1060 = add i64 %v1059, 1
  %v1110 = icmp ult i64 %v1060, 16
  br i1 %v1110, label %b29, label %b31
b31:
  br label %b24
b24:
  %v1111 = load i32, ptr %v694
  %v1112 = add i32 %v1111, 1
  store i32 %v1112, ptr %v694
  br label %b22
b25:
  br label %b21
b21:
  br label %b1
b1:
  %v11 = add i64 %v10, 1
  %v1113 = icmp ult i64 %v11, %hi
  br i1 %v1113, label %b0, label %b2
b2:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
