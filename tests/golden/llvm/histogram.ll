; vector width: 4
; packs: 16 (the whole workgroup, 1 live vectors a pack)
; mode: group, 2 phases, 32-bit indexes
; memory of a workgroup: 1024 bytes shared, 0 bytes of frames, 0 off the stack
; 4 accesses: 4 proved, 4 masked, 2 vector, 0 gathered, 0 scalar, 2 by lanes
; s4 load b0: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s6 atomic b2: lanes, proved, masked (one lane after the other)
; s12 load b2: vector, proved, masked (neighbouring lanes read neighbouring elements)
; s14 atomic b1: lanes, proved, masked (one lane after the other)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v13 = alloca [1024 x i8], align 64
  %v154 = alloca i32, align 8
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
  %v186 = alloca <4 x i1>, align 8
  %v468 = alloca [64 x i32], align 64
  %v485 = alloca [16 x i4], align 8
  %v698 = alloca i32, align 8
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
  %v727 = alloca <4 x i1>, align 8
  %v728 = alloca <4 x i1>, align 8
  %v729 = alloca <4 x i1>, align 8
  %v730 = alloca <4 x i1>, align 8
  %v996 = alloca [64 x i32], align 64
  %v1013 = alloca [64 x i32], align 64
  %v1030 = alloca [16 x i4], align 8
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
  %v20 = icmp ult i64 %v18, 1024
  br i1 %v20, label %b6, label %b7
b7:
  %v21 = mul i32 %v16, 64
  %v22 = insertelement <4 x i32> poison, i32 %v21, i64 0
  %v23 = shufflevector <4 x i32> %v22, <4 x i32> poison, <4 x i32> zeroinitializer
  %v24 = add i32 0, %v21
  %v25 = add i32 4, %v21
  %v26 = add i32 8, %v21
  %v27 = add i32 12, %v21
  %v28 = add i32 16, %v21
  %v29 = add i32 20, %v21
  %v30 = add i32 24, %v21
  %v31 = add i32 28, %v21
  %v32 = add i32 32, %v21
  %v33 = add i32 36, %v21
  %v34 = add i32 40, %v21
  %v35 = add i32 44, %v21
  %v36 = add i32 48, %v21
  %v37 = add i32 52, %v21
  %v38 = add i32 56, %v21
  %v39 = add i32 60, %v21
  %v40 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v23
  %v41 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v23
  %v42 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v23
  %v43 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v23
  %v44 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v23
  %v45 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v23
  %v46 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v23
  %v47 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v23
  %v48 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v23
  %v49 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v23
  %v50 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v23
  %v51 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v23
  %v52 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v23
  %v53 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v23
  %v54 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v23
  %v55 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v23
  %v56 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v57 = shufflevector <4 x i32> %v56, <4 x i32> poison, <4 x i32> zeroinitializer
  %v58 = icmp ult <4 x i32> %v40, %v57
  %v59 = sub <4 x i32> %v57, %v40
  %v60 = sub <4 x i32> %v59, splat (i32 1)
  %v61 = udiv <4 x i32> %v60, splat (i32 4096)
  %v62 = add <4 x i32> %v61, splat (i32 1)
  %v63 = select <4 x i1> %v58, <4 x i32> %v62, <4 x i32> splat (i32 0)
  %v64 = icmp ult <4 x i32> %v41, %v57
  %v65 = sub <4 x i32> %v57, %v41
  %v66 = sub <4 x i32> %v65, splat (i32 1)
  %v67 = udiv <4 x i32> %v66, splat (i32 4096)
  %v68 = add <4 x i32> %v67, splat (i32 1)
  %v69 = select <4 x i1> %v64, <4 x i32> %v68, <4 x i32> splat (i32 0)
  %v70 = icmp ult <4 x i32> %v42, %v57
  %v71 = sub <4 x i32> %v57, %v42
  %v72 = sub <4 x i32> %v71, splat (i32 1)
  %v73 = udiv <4 x i32> %v72, splat (i32 4096)
  %v74 = add <4 x i32> %v73, splat (i32 1)
  %v75 = select <4 x i1> %v70, <4 x i32> %v74, <4 x i32> splat (i32 0)
  %v76 = icmp ult <4 x i32> %v43, %v57
  %v77 = sub <4 x i32> %v57, %v43
  %v78 = sub <4 x i32> %v77, splat (i32 1)
  %v79 = udiv <4 x i32> %v78, splat (i32 4096)
  %v80 = add <4 x i32> %v79, splat (i32 1)
  %v81 = select <4 x i1> %v76, <4 x i32> %v80, <4 x i32> splat (i32 0)
  %v82 = icmp ult <4 x i32> %v44, %v57
  %v83 = sub <4 x i32> %v57, %v44
  %v84 = sub <4 x i32> %v83, splat (i32 1)
  %v85 = udiv <4 x i32> %v84, splat (i32 4096)
  %v86 = add <4 x i32> %v85, splat (i32 1)
  %v87 = select <4 x i1> %v82, <4 x i32> %v86, <4 x i32> splat (i32 0)
  %v88 = icmp ult <4 x i32> %v45, %v57
  %v89 = sub <4 x i32> %v57, %v45
  %v90 = sub <4 x i32> %v89, splat (i32 1)
  %v91 = udiv <4 x i32> %v90, splat (i32 4096)
  %v92 = add <4 x i32> %v91, splat (i32 1)
  %v93 = select <4 x i1> %v88, <4 x i32> %v92, <4 x i32> splat (i32 0)
  %v94 = icmp ult <4 x i32> %v46, %v57
  %v95 = sub <4 x i32> %v57, %v46
  %v96 = sub <4 x i32> %v95, splat (i32 1)
  %v97 = udiv <4 x i32> %v96, splat (i32 4096)
  %v98 = add <4 x i32> %v97, splat (i32 1)
  %v99 = select <4 x i1> %v94, <4 x i32> %v98, <4 x i32> splat (i32 0)
  %v100 = icmp ult <4 x i32> %v47, %v57
  %v101 = sub <4 x i32> %v57, %v47
  %v102 = sub <4 x i32> %v101, splat (i32 1)
  %v103 = udiv <4 x i32> %v102, splat (i32 4096)
  %v104 = add <4 x i32> %v103, splat (i32 1)
  %v105 = select <4 x i1> %v100, <4 x i32> %v104, <4 x i32> splat (i32 0)
  %v106 = icmp ult <4 x i32> %v48, %v57
  %v107 = sub <4 x i32> %v57, %v48
  %v108 = sub <4 x i32> %v107, splat (i32 1)
  %v109 = udiv <4 x i32> %v108, splat (i32 4096)
  %v110 = add <4 x i32> %v109, splat (i32 1)
  %v111 = select <4 x i1> %v106, <4 x i32> %v110, <4 x i32> splat (i32 0)
  %v112 = icmp ult <4 x i32> %v49, %v57
  %v113 = sub <4 x i32> %v57, %v49
  %v114 = sub <4 x i32> %v113, splat (i32 1)
  %v115 = udiv <4 x i32> %v114, splat (i32 4096)
  %v116 = add <4 x i32> %v115, splat (i32 1)
  %v117 = select <4 x i1> %v112, <4 x i32> %v116, <4 x i32> splat (i32 0)
  %v118 = icmp ult <4 x i32> %v50, %v57
  %v119 = sub <4 x i32> %v57, %v50
  %v120 = sub <4 x i32> %v119, splat (i32 1)
  %v121 = udiv <4 x i32> %v120, splat (i32 4096)
  %v122 = add <4 x i32> %v121, splat (i32 1)
  %v123 = select <4 x i1> %v118, <4 x i32> %v122, <4 x i32> splat (i32 0)
  %v124 = icmp ult <4 x i32> %v51, %v57
  %v125 = sub <4 x i32> %v57, %v51
  %v126 = sub <4 x i32> %v125, splat (i32 1)
  %v127 = udiv <4 x i32> %v126, splat (i32 4096)
  %v128 = add <4 x i32> %v127, splat (i32 1)
  %v129 = select <4 x i1> %v124, <4 x i32> %v128, <4 x i32> splat (i32 0)
  %v130 = icmp ult <4 x i32> %v52, %v57
  %v131 = sub <4 x i32> %v57, %v52
  %v132 = sub <4 x i32> %v131, splat (i32 1)
  %v133 = udiv <4 x i32> %v132, splat (i32 4096)
  %v134 = add <4 x i32> %v133, splat (i32 1)
  %v135 = select <4 x i1> %v130, <4 x i32> %v134, <4 x i32> splat (i32 0)
  %v136 = icmp ult <4 x i32> %v53, %v57
  %v137 = sub <4 x i32> %v57, %v53
  %v138 = sub <4 x i32> %v137, splat (i32 1)
  %v139 = udiv <4 x i32> %v138, splat (i32 4096)
  %v140 = add <4 x i32> %v139, splat (i32 1)
  %v141 = select <4 x i1> %v136, <4 x i32> %v140, <4 x i32> splat (i32 0)
  %v142 = icmp ult <4 x i32> %v54, %v57
  %v143 = sub <4 x i32> %v57, %v54
  %v144 = sub <4 x i32> %v143, splat (i32 1)
  %v145 = udiv <4 x i32> %v144, splat (i32 4096)
  %v146 = add <4 x i32> %v145, splat (i32 1)
  %v147 = select <4 x i1> %v142, <4 x i32> %v146, <4 x i32> splat (i32 0)
  %v148 = icmp ult <4 x i32> %v55, %v57
  %v149 = sub <4 x i32> %v57, %v55
  %v150 = sub <4 x i32> %v149, splat (i32 1)
  %v151 = udiv <4 x i32> %v150, splat (i32 4096)
  %v152 = add <4 x i32> %v151, splat (i32 1)
  %v153 = select <4 x i1> %v148, <4 x i32> %v152, <4 x i32> splat (i32 0)
  store i32 0, ptr %v154
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
  store <4 x i1> splat (i1 true), ptr %v170
  br label %b9
b9:
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
  %v202 = load <4 x i1>, ptr %v170
  %v203 = load i32, ptr %v154
  %v204 = insertelement <4 x i32> poison, i32 %v203, i64 0
  %v205 = shufflevector <4 x i32> %v204, <4 x i32> poison, <4 x i32> zeroinitializer
  %v206 = icmp ult <4 x i32> %v205, %v63
  %v207 = icmp ult <4 x i32> %v205, %v69
  %v208 = icmp ult <4 x i32> %v205, %v75
  %v209 = icmp ult <4 x i32> %v205, %v81
  %v210 = icmp ult <4 x i32> %v205, %v87
  %v211 = icmp ult <4 x i32> %v205, %v93
  %v212 = icmp ult <4 x i32> %v205, %v99
  %v213 = icmp ult <4 x i32> %v205, %v105
  %v214 = icmp ult <4 x i32> %v205, %v111
  %v215 = icmp ult <4 x i32> %v205, %v117
  %v216 = icmp ult <4 x i32> %v205, %v123
  %v217 = icmp ult <4 x i32> %v205, %v129
  %v218 = icmp ult <4 x i32> %v205, %v135
  %v219 = icmp ult <4 x i32> %v205, %v141
  %v220 = icmp ult <4 x i32> %v205, %v147
  %v221 = icmp ult <4 x i32> %v205, %v153
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
  %v237 = load <4 x i1>, ptr %v170
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
  %v253 = and <4 x i1> %v237, %v221
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
  store <4 x i1> %v253, ptr %v170
  %v254 = or <4 x i1> %v238, %v239
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
  %v268 = or <4 x i1> %v267, %v253
  %v269 = bitcast <4 x i1> %v268 to i4
  %v270 = icmp ne i4 %v269, 0
  br i1 %v270, label %b10, label %b12
b10:
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
  %v286 = load <4 x i1>, ptr %v170
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
  store <4 x i1> %v286, ptr %v186
  %v287 = load i32, ptr %v154
  %v288 = mul i32 %v287, 4096
  %v289 = add i32 %v24, %v288
  %v290 = add i32 %v25, %v288
  %v291 = add i32 %v26, %v288
  %v292 = add i32 %v27, %v288
  %v293 = add i32 %v28, %v288
  %v294 = add i32 %v29, %v288
  %v295 = add i32 %v30, %v288
  %v296 = add i32 %v31, %v288
  %v297 = add i32 %v32, %v288
  %v298 = add i32 %v33, %v288
  %v299 = add i32 %v34, %v288
  %v300 = add i32 %v35, %v288
  %v301 = add i32 %v36, %v288
  %v302 = add i32 %v37, %v288
  %v303 = add i32 %v38, %v288
  %v304 = add i32 %v39, %v288
  %v305 = insertelement <4 x i32> poison, i32 %v288, i64 0
  %v306 = shufflevector <4 x i32> %v305, <4 x i32> poison, <4 x i32> zeroinitializer
  %v307 = add <4 x i32> %v40, %v306
  %v308 = add <4 x i32> %v41, %v306
  %v309 = add <4 x i32> %v42, %v306
  %v310 = add <4 x i32> %v43, %v306
  %v311 = add <4 x i32> %v44, %v306
  %v312 = add <4 x i32> %v45, %v306
  %v313 = add <4 x i32> %v46, %v306
  %v314 = add <4 x i32> %v47, %v306
  %v315 = add <4 x i32> %v48, %v306
  %v316 = add <4 x i32> %v49, %v306
  %v317 = add <4 x i32> %v50, %v306
  %v318 = add <4 x i32> %v51, %v306
  %v319 = add <4 x i32> %v52, %v306
  %v320 = add <4 x i32> %v53, %v306
  %v321 = add <4 x i32> %v54, %v306
  %v322 = add <4 x i32> %v55, %v306
  %v323 = and <4 x i1> %v271, %v272
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
  %v337 = and <4 x i1> %v336, %v286
  %v338 = bitcast <4 x i1> %v337 to i4
  %v339 = icmp eq i4 %v338, -1
  br i1 %v339, label %b13, label %b14
b13:
  %v340 = sext i32 %v289 to i64
  %v341 = getelementptr i8, ptr %v1, i64 %v340
  %v342 = load <4 x i8>, ptr %v341, align 1
  %v343 = sext i32 %v290 to i64
  %v344 = getelementptr i8, ptr %v1, i64 %v343
  %v345 = load <4 x i8>, ptr %v344, align 1
  %v346 = sext i32 %v291 to i64
  %v347 = getelementptr i8, ptr %v1, i64 %v346
  %v348 = load <4 x i8>, ptr %v347, align 1
  %v349 = sext i32 %v292 to i64
  %v350 = getelementptr i8, ptr %v1, i64 %v349
  %v351 = load <4 x i8>, ptr %v350, align 1
  %v352 = sext i32 %v293 to i64
  %v353 = getelementptr i8, ptr %v1, i64 %v352
  %v354 = load <4 x i8>, ptr %v353, align 1
  %v355 = sext i32 %v294 to i64
  %v356 = getelementptr i8, ptr %v1, i64 %v355
  %v357 = load <4 x i8>, ptr %v356, align 1
  %v358 = sext i32 %v295 to i64
  %v359 = getelementptr i8, ptr %v1, i64 %v358
  %v360 = load <4 x i8>, ptr %v359, align 1
  %v361 = sext i32 %v296 to i64
  %v362 = getelementptr i8, ptr %v1, i64 %v361
  %v363 = load <4 x i8>, ptr %v362, align 1
  %v364 = sext i32 %v297 to i64
  %v365 = getelementptr i8, ptr %v1, i64 %v364
  %v366 = load <4 x i8>, ptr %v365, align 1
  %v367 = sext i32 %v298 to i64
  %v368 = getelementptr i8, ptr %v1, i64 %v367
  %v369 = load <4 x i8>, ptr %v368, align 1
  %v370 = sext i32 %v299 to i64
  %v371 = getelementptr i8, ptr %v1, i64 %v370
  %v372 = load <4 x i8>, ptr %v371, align 1
  %v373 = sext i32 %v300 to i64
  %v374 = getelementptr i8, ptr %v1, i64 %v373
  %v375 = load <4 x i8>, ptr %v374, align 1
  %v376 = sext i32 %v301 to i64
  %v377 = getelementptr i8, ptr %v1, i64 %v376
  %v378 = load <4 x i8>, ptr %v377, align 1
  %v379 = sext i32 %v302 to i64
  %v380 = getelementptr i8, ptr %v1, i64 %v379
  %v381 = load <4 x i8>, ptr %v380, align 1
  %v382 = sext i32 %v303 to i64
  %v383 = getelementptr i8, ptr %v1, i64 %v382
  %v384 = load <4 x i8>, ptr %v383, align 1
  %v385 = sext i32 %v304 to i64
  %v386 = getelementptr i8, ptr %v1, i64 %v385
  %v387 = load <4 x i8>, ptr %v386, align 1
  br label %b15
b14:
  %v388 = sext i32 %v289 to i64
  %v389 = getelementptr i8, ptr %v1, i64 %v388
  %v390 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v389, <4 x i1> %v271, <4 x i8> zeroinitializer)
  %v391 = sext i32 %v290 to i64
  %v392 = getelementptr i8, ptr %v1, i64 %v391
  %v393 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v392, <4 x i1> %v272, <4 x i8> zeroinitializer)
  %v394 = sext i32 %v291 to i64
  %v395 = getelementptr i8, ptr %v1, i64 %v394
  %v396 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v395, <4 x i1> %v273, <4 x i8> zeroinitializer)
  %v397 = sext i32 %v292 to i64
  %v398 = getelementptr i8, ptr %v1, i64 %v397
  %v399 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v398, <4 x i1> %v274, <4 x i8> zeroinitializer)
  %v400 = sext i32 %v293 to i64
  %v401 = getelementptr i8, ptr %v1, i64 %v400
  %v402 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v401, <4 x i1> %v275, <4 x i8> zeroinitializer)
  %v403 = sext i32 %v294 to i64
  %v404 = getelementptr i8, ptr %v1, i64 %v403
  %v405 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v404, <4 x i1> %v276, <4 x i8> zeroinitializer)
  %v406 = sext i32 %v295 to i64
  %v407 = getelementptr i8, ptr %v1, i64 %v406
  %v408 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v407, <4 x i1> %v277, <4 x i8> zeroinitializer)
  %v409 = sext i32 %v296 to i64
  %v410 = getelementptr i8, ptr %v1, i64 %v409
  %v411 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v410, <4 x i1> %v278, <4 x i8> zeroinitializer)
  %v412 = sext i32 %v297 to i64
  %v413 = getelementptr i8, ptr %v1, i64 %v412
  %v414 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v413, <4 x i1> %v279, <4 x i8> zeroinitializer)
  %v415 = sext i32 %v298 to i64
  %v416 = getelementptr i8, ptr %v1, i64 %v415
  %v417 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v416, <4 x i1> %v280, <4 x i8> zeroinitializer)
  %v418 = sext i32 %v299 to i64
  %v419 = getelementptr i8, ptr %v1, i64 %v418
  %v420 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v419, <4 x i1> %v281, <4 x i8> zeroinitializer)
  %v421 = sext i32 %v300 to i64
  %v422 = getelementptr i8, ptr %v1, i64 %v421
  %v423 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v422, <4 x i1> %v282, <4 x i8> zeroinitializer)
  %v424 = sext i32 %v301 to i64
  %v425 = getelementptr i8, ptr %v1, i64 %v424
  %v426 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v425, <4 x i1> %v283, <4 x i8> zeroinitializer)
  %v427 = sext i32 %v302 to i64
  %v428 = getelementptr i8, ptr %v1, i64 %v427
  %v429 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v428, <4 x i1> %v284, <4 x i8> zeroinitializer)
  %v430 = sext i32 %v303 to i64
  %v431 = getelementptr i8, ptr %v1, i64 %v430
  %v432 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v431, <4 x i1> %v285, <4 x i8> zeroinitializer)
  %v433 = sext i32 %v304 to i64
  %v434 = getelementptr i8, ptr %v1, i64 %v433
  %v435 = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr align 1 %v434, <4 x i1> %v286, <4 x i8> zeroinitializer)
  br label %b15
b15:
  %v436 = phi <4 x i8> [ %v342, %b13 ], [ %v390, %b14 ]
  %v437 = phi <4 x i8> [ %v345, %b13 ], [ %v393, %b14 ]
  %v438 = phi <4 x i8> [ %v348, %b13 ], [ %v396, %b14 ]
  %v439 = phi <4 x i8> [ %v351, %b13 ], [ %v399, %b14 ]
  %v440 = phi <4 x i8> [ %v354, %b13 ], [ %v402, %b14 ]
  %v441 = phi <4 x i8> [ %v357, %b13 ], [ %v405, %b14 ]
  %v442 = phi <4 x i8> [ %v360, %b13 ], [ %v408, %b14 ]
  %v443 = phi <4 x i8> [ %v363, %b13 ], [ %v411, %b14 ]
  %v444 = phi <4 x i8> [ %v366, %b13 ], [ %v414, %b14 ]
  %v445 = phi <4 x i8> [ %v369, %b13 ], [ %v417, %b14 ]
  %v446 = phi <4 x i8> [ %v372, %b13 ], [ %v420, %b14 ]
  %v447 = phi <4 x i8> [ %v375, %b13 ], [ %v423, %b14 ]
  %v448 = phi <4 x i8> [ %v378, %b13 ], [ %v426, %b14 ]
  %v449 = phi <4 x i8> [ %v381, %b13 ], [ %v429, %b14 ]
  %v450 = phi <4 x i8> [ %v384, %b13 ], [ %v432, %b14 ]
  %v451 = phi <4 x i8> [ %v387, %b13 ], [ %v435, %b14 ]
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
  %v467 = zext <4 x i8> %v451 to <4 x i32>
  %v469 = getelementptr i32, ptr %v468, i64 0
  store <4 x i32> %v452, ptr %v469
  %v470 = getelementptr i32, ptr %v468, i64 4
  store <4 x i32> %v453, ptr %v470
  %v471 = getelementptr i32, ptr %v468, i64 8
  store <4 x i32> %v454, ptr %v471
  %v472 = getelementptr i32, ptr %v468, i64 12
  store <4 x i32> %v455, ptr %v472
  %v473 = getelementptr i32, ptr %v468, i64 16
  store <4 x i32> %v456, ptr %v473
  %v474 = getelementptr i32, ptr %v468, i64 20
  store <4 x i32> %v457, ptr %v474
  %v475 = getelementptr i32, ptr %v468, i64 24
  store <4 x i32> %v458, ptr %v475
  %v476 = getelementptr i32, ptr %v468, i64 28
  store <4 x i32> %v459, ptr %v476
  %v477 = getelementptr i32, ptr %v468, i64 32
  store <4 x i32> %v460, ptr %v477
  %v478 = getelementptr i32, ptr %v468, i64 36
  store <4 x i32> %v461, ptr %v478
  %v479 = getelementptr i32, ptr %v468, i64 40
  store <4 x i32> %v462, ptr %v479
  %v480 = getelementptr i32, ptr %v468, i64 44
  store <4 x i32> %v463, ptr %v480
  %v481 = getelementptr i32, ptr %v468, i64 48
  store <4 x i32> %v464, ptr %v481
  %v482 = getelementptr i32, ptr %v468, i64 52
  store <4 x i32> %v465, ptr %v482
  %v483 = getelementptr i32, ptr %v468, i64 56
  store <4 x i32> %v466, ptr %v483
  %v484 = getelementptr i32, ptr %v468, i64 60
  store <4 x i32> %v467, ptr %v484
  %v486 = bitcast <4 x i1> %v271 to i4
  %v487 = getelementptr i4, ptr %v485, i64 0
  store i4 %v486, ptr %v487
  %v488 = bitcast <4 x i1> %v272 to i4
  %v489 = getelementptr i4, ptr %v485, i64 1
  store i4 %v488, ptr %v489
  %v490 = bitcast <4 x i1> %v273 to i4
  %v491 = getelementptr i4, ptr %v485, i64 2
  store i4 %v490, ptr %v491
  %v492 = bitcast <4 x i1> %v274 to i4
  %v493 = getelementptr i4, ptr %v485, i64 3
  store i4 %v492, ptr %v493
  %v494 = bitcast <4 x i1> %v275 to i4
  %v495 = getelementptr i4, ptr %v485, i64 4
  store i4 %v494, ptr %v495
  %v496 = bitcast <4 x i1> %v276 to i4
  %v497 = getelementptr i4, ptr %v485, i64 5
  store i4 %v496, ptr %v497
  %v498 = bitcast <4 x i1> %v277 to i4
  %v499 = getelementptr i4, ptr %v485, i64 6
  store i4 %v498, ptr %v499
  %v500 = bitcast <4 x i1> %v278 to i4
  %v501 = getelementptr i4, ptr %v485, i64 7
  store i4 %v500, ptr %v501
  %v502 = bitcast <4 x i1> %v279 to i4
  %v503 = getelementptr i4, ptr %v485, i64 8
  store i4 %v502, ptr %v503
  %v504 = bitcast <4 x i1> %v280 to i4
  %v505 = getelementptr i4, ptr %v485, i64 9
  store i4 %v504, ptr %v505
  %v506 = bitcast <4 x i1> %v281 to i4
  %v507 = getelementptr i4, ptr %v485, i64 10
  store i4 %v506, ptr %v507
  %v508 = bitcast <4 x i1> %v282 to i4
  %v509 = getelementptr i4, ptr %v485, i64 11
  store i4 %v508, ptr %v509
  %v510 = bitcast <4 x i1> %v283 to i4
  %v511 = getelementptr i4, ptr %v485, i64 12
  store i4 %v510, ptr %v511
  %v512 = bitcast <4 x i1> %v284 to i4
  %v513 = getelementptr i4, ptr %v485, i64 13
  store i4 %v512, ptr %v513
  %v514 = bitcast <4 x i1> %v285 to i4
  %v515 = getelementptr i4, ptr %v485, i64 14
  store i4 %v514, ptr %v515
  %v516 = bitcast <4 x i1> %v286 to i4
  %v517 = getelementptr i4, ptr %v485, i64 15
  store i4 %v516, ptr %v517
  br label %b16
b16:
  %v518 = phi i64 [ 0, %b15 ], [ %v519, %b17 ]
  %v520 = mul i64 %v518, 4
  %v521 = getelementptr i4, ptr %v485, i64 %v518
  %v522 = load i4, ptr %v521
  %v523 = icmp eq i4 %v522, -1
  br i1 %v523, label %b19, label %b20
b19:
  %v524 = getelementptr i32, ptr %v468, i64 %v520
  %v525 = load i32, ptr %v524
  %v526 = sext i32 %v525 to i64
  %v527 = getelementptr i32, ptr %v13, i64 %v526
  %v528 = load i32, ptr %v527, align 4
  %v529 = add i32 %v528, 1
  store i32 %v529, ptr %v527, align 4
  %v530 = add i64 %v520, 1
  %v531 = getelementptr i32, ptr %v468, i64 %v530
  %v532 = load i32, ptr %v531
  %v533 = sext i32 %v532 to i64
  %v534 = getelementptr i32, ptr %v13, i64 %v533
  %v535 = load i32, ptr %v534, align 4
  %v536 = add i32 %v535, 1
  store i32 %v536, ptr %v534, align 4
  %v537 = add i64 %v520, 2
  %v538 = getelementptr i32, ptr %v468, i64 %v537
  %v539 = load i32, ptr %v538
  %v540 = sext i32 %v539 to i64
  %v541 = getelementptr i32, ptr %v13, i64 %v540
  %v542 = load i32, ptr %v541, align 4
  %v543 = add i32 %v542, 1
  store i32 %v543, ptr %v541, align 4
  %v544 = add i64 %v520, 3
  %v545 = getelementptr i32, ptr %v468, i64 %v544
  %v546 = load i32, ptr %v545
  %v547 = sext i32 %v546 to i64
  %v548 = getelementptr i32, ptr %v13, i64 %v547
  %v549 = load i32, ptr %v548, align 4
  %v550 = add i32 %v549, 1
  store i32 %v550, ptr %v548, align 4
  br label %b17
b20:
  br label %b21
b21:
  %v551 = phi i4 [ %v522, %b20 ], [ %v552, %b23 ]
  %v553 = icmp ne i4 %v551, 0
  br i1 %v553, label %b22, label %b17
b22:
  %v554 = call i4 @llvm.cttz.i4(i4 %v551, i1 true)
  %v555 = zext i4 %v554 to i64
  %v556 = add i64 %v520, %v555
  %v557 = getelementptr i32, ptr %v468, i64 %v556
  %v558 = load i32, ptr %v557
  %v559 = sext i32 %v558 to i64
  %v560 = getelementptr i32, ptr %v13, i64 %v559
  %v561 = load i32, ptr %v560, align 4
  %v562 = add i32 %v561, 1
  store i32 %v562, ptr %v560, align 4
  br label %b23
b23:
  %v563 = sub i4 %v551, 1
  %v552 = and i4 %v551, %v563
  br label %b21
b17:
  %v519 = add i64 %v518, 1
  %v564 = icmp ult i64 %v519, 16
  br i1 %v564, label %b16, label %b18
b18:
  br label %b11
b11:
  %v565 = load i32, ptr %v154
  %v566 = add i32 %v565, 1
  store i32 %v566, ptr %v154
  br label %b9
b12:
  br label %b8
b8:
  %v567 = mul i32 %v16, 64
  %v568 = insertelement <4 x i32> poison, i32 %v567, i64 0
  %v569 = shufflevector <4 x i32> %v568, <4 x i32> poison, <4 x i32> zeroinitializer
  %v570 = add i32 0, %v567
  %v571 = add i32 4, %v567
  %v572 = add i32 8, %v567
  %v573 = add i32 12, %v567
  %v574 = add i32 16, %v567
  %v575 = add i32 20, %v567
  %v576 = add i32 24, %v567
  %v577 = add i32 28, %v567
  %v578 = add i32 32, %v567
  %v579 = add i32 36, %v567
  %v580 = add i32 40, %v567
  %v581 = add i32 44, %v567
  %v582 = add i32 48, %v567
  %v583 = add i32 52, %v567
  %v584 = add i32 56, %v567
  %v585 = add i32 60, %v567
  %v586 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v569
  %v587 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v569
  %v588 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v569
  %v589 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v569
  %v590 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v569
  %v591 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v569
  %v592 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v569
  %v593 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v569
  %v594 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v569
  %v595 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v569
  %v596 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v569
  %v597 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v569
  %v598 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v569
  %v599 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v569
  %v600 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v569
  %v601 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v569
  %v602 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v603 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v604 = sub <4 x i32> %v603, splat (i32 1)
  %v605 = udiv <4 x i32> %v604, splat (i32 64)
  %v606 = add <4 x i32> %v605, splat (i32 1)
  %v607 = select <4 x i1> %v602, <4 x i32> %v606, <4 x i32> splat (i32 0)
  %v608 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v609 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v610 = sub <4 x i32> %v609, splat (i32 1)
  %v611 = udiv <4 x i32> %v610, splat (i32 64)
  %v612 = add <4 x i32> %v611, splat (i32 1)
  %v613 = select <4 x i1> %v608, <4 x i32> %v612, <4 x i32> splat (i32 0)
  %v614 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v615 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v616 = sub <4 x i32> %v615, splat (i32 1)
  %v617 = udiv <4 x i32> %v616, splat (i32 64)
  %v618 = add <4 x i32> %v617, splat (i32 1)
  %v619 = select <4 x i1> %v614, <4 x i32> %v618, <4 x i32> splat (i32 0)
  %v620 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v621 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v622 = sub <4 x i32> %v621, splat (i32 1)
  %v623 = udiv <4 x i32> %v622, splat (i32 64)
  %v624 = add <4 x i32> %v623, splat (i32 1)
  %v625 = select <4 x i1> %v620, <4 x i32> %v624, <4 x i32> splat (i32 0)
  %v626 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v627 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v628 = sub <4 x i32> %v627, splat (i32 1)
  %v629 = udiv <4 x i32> %v628, splat (i32 64)
  %v630 = add <4 x i32> %v629, splat (i32 1)
  %v631 = select <4 x i1> %v626, <4 x i32> %v630, <4 x i32> splat (i32 0)
  %v632 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v633 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v634 = sub <4 x i32> %v633, splat (i32 1)
  %v635 = udiv <4 x i32> %v634, splat (i32 64)
  %v636 = add <4 x i32> %v635, splat (i32 1)
  %v637 = select <4 x i1> %v632, <4 x i32> %v636, <4 x i32> splat (i32 0)
  %v638 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v639 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v640 = sub <4 x i32> %v639, splat (i32 1)
  %v641 = udiv <4 x i32> %v640, splat (i32 64)
  %v642 = add <4 x i32> %v641, splat (i32 1)
  %v643 = select <4 x i1> %v638, <4 x i32> %v642, <4 x i32> splat (i32 0)
  %v644 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v645 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v646 = sub <4 x i32> %v645, splat (i32 1)
  %v647 = udiv <4 x i32> %v646, splat (i32 64)
  %v648 = add <4 x i32> %v647, splat (i32 1)
  %v649 = select <4 x i1> %v644, <4 x i32> %v648, <4 x i32> splat (i32 0)
  %v650 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v651 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v652 = sub <4 x i32> %v651, splat (i32 1)
  %v653 = udiv <4 x i32> %v652, splat (i32 64)
  %v654 = add <4 x i32> %v653, splat (i32 1)
  %v655 = select <4 x i1> %v650, <4 x i32> %v654, <4 x i32> splat (i32 0)
  %v656 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v657 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v658 = sub <4 x i32> %v657, splat (i32 1)
  %v659 = udiv <4 x i32> %v658, splat (i32 64)
  %v660 = add <4 x i32> %v659, splat (i32 1)
  %v661 = select <4 x i1> %v656, <4 x i32> %v660, <4 x i32> splat (i32 0)
  %v662 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v663 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v664 = sub <4 x i32> %v663, splat (i32 1)
  %v665 = udiv <4 x i32> %v664, splat (i32 64)
  %v666 = add <4 x i32> %v665, splat (i32 1)
  %v667 = select <4 x i1> %v662, <4 x i32> %v666, <4 x i32> splat (i32 0)
  %v668 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v669 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v670 = sub <4 x i32> %v669, splat (i32 1)
  %v671 = udiv <4 x i32> %v670, splat (i32 64)
  %v672 = add <4 x i32> %v671, splat (i32 1)
  %v673 = select <4 x i1> %v668, <4 x i32> %v672, <4 x i32> splat (i32 0)
  %v674 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v675 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v676 = sub <4 x i32> %v675, splat (i32 1)
  %v677 = udiv <4 x i32> %v676, splat (i32 64)
  %v678 = add <4 x i32> %v677, splat (i32 1)
  %v679 = select <4 x i1> %v674, <4 x i32> %v678, <4 x i32> splat (i32 0)
  %v680 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v681 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v682 = sub <4 x i32> %v681, splat (i32 1)
  %v683 = udiv <4 x i32> %v682, splat (i32 64)
  %v684 = add <4 x i32> %v683, splat (i32 1)
  %v685 = select <4 x i1> %v680, <4 x i32> %v684, <4 x i32> splat (i32 0)
  %v686 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v687 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v688 = sub <4 x i32> %v687, splat (i32 1)
  %v689 = udiv <4 x i32> %v688, splat (i32 64)
  %v690 = add <4 x i32> %v689, splat (i32 1)
  %v691 = select <4 x i1> %v686, <4 x i32> %v690, <4 x i32> splat (i32 0)
  %v692 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v693 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v694 = sub <4 x i32> %v693, splat (i32 1)
  %v695 = udiv <4 x i32> %v694, splat (i32 64)
  %v696 = add <4 x i32> %v695, splat (i32 1)
  %v697 = select <4 x i1> %v692, <4 x i32> %v696, <4 x i32> splat (i32 0)
  store i32 0, ptr %v698
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
  store <4 x i1> splat (i1 true), ptr %v711
  store <4 x i1> splat (i1 true), ptr %v712
  store <4 x i1> splat (i1 true), ptr %v713
  store <4 x i1> splat (i1 true), ptr %v714
  br label %b25
b25:
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
  %v743 = load <4 x i1>, ptr %v711
  %v744 = load <4 x i1>, ptr %v712
  %v745 = load <4 x i1>, ptr %v713
  %v746 = load <4 x i1>, ptr %v714
  %v747 = load i32, ptr %v698
  %v748 = insertelement <4 x i32> poison, i32 %v747, i64 0
  %v749 = shufflevector <4 x i32> %v748, <4 x i32> poison, <4 x i32> zeroinitializer
  %v750 = icmp ult <4 x i32> %v749, %v607
  %v751 = icmp ult <4 x i32> %v749, %v613
  %v752 = icmp ult <4 x i32> %v749, %v619
  %v753 = icmp ult <4 x i32> %v749, %v625
  %v754 = icmp ult <4 x i32> %v749, %v631
  %v755 = icmp ult <4 x i32> %v749, %v637
  %v756 = icmp ult <4 x i32> %v749, %v643
  %v757 = icmp ult <4 x i32> %v749, %v649
  %v758 = icmp ult <4 x i32> %v749, %v655
  %v759 = icmp ult <4 x i32> %v749, %v661
  %v760 = icmp ult <4 x i32> %v749, %v667
  %v761 = icmp ult <4 x i32> %v749, %v673
  %v762 = icmp ult <4 x i32> %v749, %v679
  %v763 = icmp ult <4 x i32> %v749, %v685
  %v764 = icmp ult <4 x i32> %v749, %v691
  %v765 = icmp ult <4 x i32> %v749, %v697
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
  %v778 = load <4 x i1>, ptr %v711
  %v779 = load <4 x i1>, ptr %v712
  %v780 = load <4 x i1>, ptr %v713
  %v781 = load <4 x i1>, ptr %v714
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
  %v794 = and <4 x i1> %v778, %v762
  %v795 = and <4 x i1> %v779, %v763
  %v796 = and <4 x i1> %v780, %v764
  %v797 = and <4 x i1> %v781, %v765
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
  store <4 x i1> %v794, ptr %v711
  store <4 x i1> %v795, ptr %v712
  store <4 x i1> %v796, ptr %v713
  store <4 x i1> %v797, ptr %v714
  %v798 = or <4 x i1> %v782, %v783
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
  %v809 = or <4 x i1> %v808, %v794
  %v810 = or <4 x i1> %v809, %v795
  %v811 = or <4 x i1> %v810, %v796
  %v812 = or <4 x i1> %v811, %v797
  %v813 = bitcast <4 x i1> %v812 to i4
  %v814 = icmp ne i4 %v813, 0
  br i1 %v814, label %b26, label %b28
b26:
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
  %v827 = load <4 x i1>, ptr %v711
  %v828 = load <4 x i1>, ptr %v712
  %v829 = load <4 x i1>, ptr %v713
  %v830 = load <4 x i1>, ptr %v714
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
  store <4 x i1> %v827, ptr %v727
  store <4 x i1> %v828, ptr %v728
  store <4 x i1> %v829, ptr %v729
  store <4 x i1> %v830, ptr %v730
  %v831 = load i32, ptr %v698
  %v832 = mul i32 %v831, 64
  %v833 = add i32 0, %v832
  %v834 = add i32 4, %v832
  %v835 = add i32 8, %v832
  %v836 = add i32 12, %v832
  %v837 = add i32 16, %v832
  %v838 = add i32 20, %v832
  %v839 = add i32 24, %v832
  %v840 = add i32 28, %v832
  %v841 = add i32 32, %v832
  %v842 = add i32 36, %v832
  %v843 = add i32 40, %v832
  %v844 = add i32 44, %v832
  %v845 = add i32 48, %v832
  %v846 = add i32 52, %v832
  %v847 = add i32 56, %v832
  %v848 = add i32 60, %v832
  %v849 = insertelement <4 x i32> poison, i32 %v832, i64 0
  %v850 = shufflevector <4 x i32> %v849, <4 x i32> poison, <4 x i32> zeroinitializer
  %v851 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v850
  %v852 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v850
  %v853 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v850
  %v854 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v850
  %v855 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v850
  %v856 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v850
  %v857 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v850
  %v858 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v850
  %v859 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v850
  %v860 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v850
  %v861 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v850
  %v862 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v850
  %v863 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v850
  %v864 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v850
  %v865 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v850
  %v866 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v850
  %v867 = and <4 x i1> %v815, %v816
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
  %v878 = and <4 x i1> %v877, %v827
  %v879 = and <4 x i1> %v878, %v828
  %v880 = and <4 x i1> %v879, %v829
  %v881 = and <4 x i1> %v880, %v830
  %v882 = bitcast <4 x i1> %v881 to i4
  %v883 = icmp eq i4 %v882, -1
  br i1 %v883, label %b29, label %b30
b29:
  %v884 = sext i32 %v833 to i64
  %v885 = getelementptr i32, ptr %v13, i64 %v884
  %v886 = load <4 x i32>, ptr %v885, align 4
  %v887 = sext i32 %v834 to i64
  %v888 = getelementptr i32, ptr %v13, i64 %v887
  %v889 = load <4 x i32>, ptr %v888, align 4
  %v890 = sext i32 %v835 to i64
  %v891 = getelementptr i32, ptr %v13, i64 %v890
  %v892 = load <4 x i32>, ptr %v891, align 4
  %v893 = sext i32 %v836 to i64
  %v894 = getelementptr i32, ptr %v13, i64 %v893
  %v895 = load <4 x i32>, ptr %v894, align 4
  %v896 = sext i32 %v837 to i64
  %v897 = getelementptr i32, ptr %v13, i64 %v896
  %v898 = load <4 x i32>, ptr %v897, align 4
  %v899 = sext i32 %v838 to i64
  %v900 = getelementptr i32, ptr %v13, i64 %v899
  %v901 = load <4 x i32>, ptr %v900, align 4
  %v902 = sext i32 %v839 to i64
  %v903 = getelementptr i32, ptr %v13, i64 %v902
  %v904 = load <4 x i32>, ptr %v903, align 4
  %v905 = sext i32 %v840 to i64
  %v906 = getelementptr i32, ptr %v13, i64 %v905
  %v907 = load <4 x i32>, ptr %v906, align 4
  %v908 = sext i32 %v841 to i64
  %v909 = getelementptr i32, ptr %v13, i64 %v908
  %v910 = load <4 x i32>, ptr %v909, align 4
  %v911 = sext i32 %v842 to i64
  %v912 = getelementptr i32, ptr %v13, i64 %v911
  %v913 = load <4 x i32>, ptr %v912, align 4
  %v914 = sext i32 %v843 to i64
  %v915 = getelementptr i32, ptr %v13, i64 %v914
  %v916 = load <4 x i32>, ptr %v915, align 4
  %v917 = sext i32 %v844 to i64
  %v918 = getelementptr i32, ptr %v13, i64 %v917
  %v919 = load <4 x i32>, ptr %v918, align 4
  %v920 = sext i32 %v845 to i64
  %v921 = getelementptr i32, ptr %v13, i64 %v920
  %v922 = load <4 x i32>, ptr %v921, align 4
  %v923 = sext i32 %v846 to i64
  %v924 = getelementptr i32, ptr %v13, i64 %v923
  %v925 = load <4 x i32>, ptr %v924, align 4
  %v926 = sext i32 %v847 to i64
  %v927 = getelementptr i32, ptr %v13, i64 %v926
  %v928 = load <4 x i32>, ptr %v927, align 4
  %v929 = sext i32 %v848 to i64
  %v930 = getelementptr i32, ptr %v13, i64 %v929
  %v931 = load <4 x i32>, ptr %v930, align 4
  br label %b31
b30:
  %v932 = sext i32 %v833 to i64
  %v933 = getelementptr i32, ptr %v13, i64 %v932
  %v934 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v933, <4 x i1> %v815, <4 x i32> zeroinitializer)
  %v935 = sext i32 %v834 to i64
  %v936 = getelementptr i32, ptr %v13, i64 %v935
  %v937 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v936, <4 x i1> %v816, <4 x i32> zeroinitializer)
  %v938 = sext i32 %v835 to i64
  %v939 = getelementptr i32, ptr %v13, i64 %v938
  %v940 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v939, <4 x i1> %v817, <4 x i32> zeroinitializer)
  %v941 = sext i32 %v836 to i64
  %v942 = getelementptr i32, ptr %v13, i64 %v941
  %v943 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v942, <4 x i1> %v818, <4 x i32> zeroinitializer)
  %v944 = sext i32 %v837 to i64
  %v945 = getelementptr i32, ptr %v13, i64 %v944
  %v946 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v945, <4 x i1> %v819, <4 x i32> zeroinitializer)
  %v947 = sext i32 %v838 to i64
  %v948 = getelementptr i32, ptr %v13, i64 %v947
  %v949 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v948, <4 x i1> %v820, <4 x i32> zeroinitializer)
  %v950 = sext i32 %v839 to i64
  %v951 = getelementptr i32, ptr %v13, i64 %v950
  %v952 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v951, <4 x i1> %v821, <4 x i32> zeroinitializer)
  %v953 = sext i32 %v840 to i64
  %v954 = getelementptr i32, ptr %v13, i64 %v953
  %v955 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v954, <4 x i1> %v822, <4 x i32> zeroinitializer)
  %v956 = sext i32 %v841 to i64
  %v957 = getelementptr i32, ptr %v13, i64 %v956
  %v958 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v957, <4 x i1> %v823, <4 x i32> zeroinitializer)
  %v959 = sext i32 %v842 to i64
  %v960 = getelementptr i32, ptr %v13, i64 %v959
  %v961 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v960, <4 x i1> %v824, <4 x i32> zeroinitializer)
  %v962 = sext i32 %v843 to i64
  %v963 = getelementptr i32, ptr %v13, i64 %v962
  %v964 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v963, <4 x i1> %v825, <4 x i32> zeroinitializer)
  %v965 = sext i32 %v844 to i64
  %v966 = getelementptr i32, ptr %v13, i64 %v965
  %v967 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v966, <4 x i1> %v826, <4 x i32> zeroinitializer)
  %v968 = sext i32 %v845 to i64
  %v969 = getelementptr i32, ptr %v13, i64 %v968
  %v970 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v969, <4 x i1> %v827, <4 x i32> zeroinitializer)
  %v971 = sext i32 %v846 to i64
  %v972 = getelementptr i32, ptr %v13, i64 %v971
  %v973 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v972, <4 x i1> %v828, <4 x i32> zeroinitializer)
  %v974 = sext i32 %v847 to i64
  %v975 = getelementptr i32, ptr %v13, i64 %v974
  %v976 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v975, <4 x i1> %v829, <4 x i32> zeroinitializer)
  %v977 = sext i32 %v848 to i64
  %v978 = getelementptr i32, ptr %v13, i64 %v977
  %v979 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v978, <4 x i1> %v830, <4 x i32> zeroinitializer)
  br label %b31
b31:
  %v980 = phi <4 x i32> [ %v886, %b29 ], [ %v934, %b30 ]
  %v981 = phi <4 x i32> [ %v889, %b29 ], [ %v937, %b30 ]
  %v982 = phi <4 x i32> [ %v892, %b29 ], [ %v940, %b30 ]
  %v983 = phi <4 x i32> [ %v895, %b29 ], [ %v943, %b30 ]
  %v984 = phi <4 x i32> [ %v898, %b29 ], [ %v946, %b30 ]
  %v985 = phi <4 x i32> [ %v901, %b29 ], [ %v949, %b30 ]
  %v986 = phi <4 x i32> [ %v904, %b29 ], [ %v952, %b30 ]
  %v987 = phi <4 x i32> [ %v907, %b29 ], [ %v955, %b30 ]
  %v988 = phi <4 x i32> [ %v910, %b29 ], [ %v958, %b30 ]
  %v989 = phi <4 x i32> [ %v913, %b29 ], [ %v961, %b30 ]
  %v990 = phi <4 x i32> [ %v916, %b29 ], [ %v964, %b30 ]
  %v991 = phi <4 x i32> [ %v919, %b29 ], [ %v967, %b30 ]
  %v992 = phi <4 x i32> [ %v922, %b29 ], [ %v970, %b30 ]
  %v993 = phi <4 x i32> [ %v925, %b29 ], [ %v973, %b30 ]
  %v994 = phi <4 x i32> [ %v928, %b29 ], [ %v976, %b30 ]
  %v995 = phi <4 x i32> [ %v931, %b29 ], [ %v979, %b30 ]
  %v997 = getelementptr i32, ptr %v996, i64 0
  store <4 x i32> %v851, ptr %v997
  %v998 = getelementptr i32, ptr %v996, i64 4
  store <4 x i32> %v852, ptr %v998
  %v999 = getelementptr i32, ptr %v996, i64 8
  store <4 x i32> %v853, ptr %v999
  %v1000 = getelementptr i32, ptr %v996, i64 12
  store <4 x i32> %v854, ptr %v1000
  %v1001 = getelementptr i32, ptr %v996, i64 16
  store <4 x i32> %v855, ptr %v1001
  %v1002 = getelementptr i32, ptr %v996, i64 20
  store <4 x i32> %v856, ptr %v1002
  %v1003 = getelementptr i32, ptr %v996, i64 24
  store <4 x i32> %v857, ptr %v1003
  %v1004 = getelementptr i32, ptr %v996, i64 28
  store <4 x i32> %v858, ptr %v1004
  %v1005 = getelementptr i32, ptr %v996, i64 32
  store <4 x i32> %v859, ptr %v1005
  %v1006 = getelementptr i32, ptr %v996, i64 36
  store <4 x i32> %v860, ptr %v1006
  %v1007 = getelementptr i32, ptr %v996, i64 40
  store <4 x i32> %v861, ptr %v1007
  %v1008 = getelementptr i32, ptr %v996, i64 44
  store <4 x i32> %v862, ptr %v1008
  %v1009 = getelementptr i32, ptr %v996, i64 48
  store <4 x i32> %v863, ptr %v1009
  %v1010 = getelementptr i32, ptr %v996, i64 52
  store <4 x i32> %v864, ptr %v1010
  %v1011 = getelementptr i32, ptr %v996, i64 56
  store <4 x i32> %v865, ptr %v1011
  %v1012 = getelementptr i32, ptr %v996, i64 60
  store <4 x i32> %v866, ptr %v1012
  %v1014 = getelementptr i32, ptr %v1013, i64 0
  store <4 x i32> %v980, ptr %v1014
  %v1015 = getelementptr i32, ptr %v1013, i64 4
  store <4 x i32> %v981, ptr %v1015
  %v1016 = getelementptr i32, ptr %v1013, i64 8
  store <4 x i32> %v982, ptr %v1016
  %v1017 = getelementptr i32, ptr %v1013, i64 12
  store <4 x i32> %v983, ptr %v1017
  %v1018 = getelementptr i32, ptr %v1013, i64 16
  store <4 x i32> %v984, ptr %v1018
  %v1019 = getelementptr i32, ptr %v1013, i64 20
  store <4 x i32> %v985, ptr %v1019
  %v1020 = getelementptr i32, ptr %v1013, i64 24
  store <4 x i32> %v986, ptr %v1020
  %v1021 = getelementptr i32, ptr %v1013, i64 28
  store <4 x i32> %v987, ptr %v1021
  %v1022 = getelementptr i32, ptr %v1013, i64 32
  store <4 x i32> %v988, ptr %v1022
  %v1023 = getelementptr i32, ptr %v1013, i64 36
  store <4 x i32> %v989, ptr %v1023
  %v1024 = getelementptr i32, ptr %v1013, i64 40
  store <4 x i32> %v990, ptr %v1024
  %v1025 = getelementptr i32, ptr %v1013, i64 44
  store <4 x i32> %v991, ptr %v1025
  %v1026 = getelementptr i32, ptr %v1013, i64 48
  store <4 x i32> %v992, ptr %v1026
  %v1027 = getelementptr i32, ptr %v1013, i64 52
  store <4 x i32> %v993, ptr %v1027
  %v1028 = getelementptr i32, ptr %v1013, i64 56
  store <4 x i32> %v994, ptr %v1028
  %v1029 = getelementptr i32, ptr %v1013, i64 60
  store <4 x i32> %v995, ptr %v1029
  %v1031 = bitcast <4 x i1> %v815 to i4
  %v1032 = getelementptr i4, ptr %v1030, i64 0
  store i4 %v1031, ptr %v1032
  %v1033 = bitcast <4 x i1> %v816 to i4
  %v1034 = getelementptr i4, ptr %v1030, i64 1
  store i4 %v1033, ptr %v1034
  %v1035 = bitcast <4 x i1> %v817 to i4
  %v1036 = getelementptr i4, ptr %v1030, i64 2
  store i4 %v1035, ptr %v1036
  %v1037 = bitcast <4 x i1> %v818 to i4
  %v1038 = getelementptr i4, ptr %v1030, i64 3
  store i4 %v1037, ptr %v1038
  %v1039 = bitcast <4 x i1> %v819 to i4
  %v1040 = getelementptr i4, ptr %v1030, i64 4
  store i4 %v1039, ptr %v1040
  %v1041 = bitcast <4 x i1> %v820 to i4
  %v1042 = getelementptr i4, ptr %v1030, i64 5
  store i4 %v1041, ptr %v1042
  %v1043 = bitcast <4 x i1> %v821 to i4
  %v1044 = getelementptr i4, ptr %v1030, i64 6
  store i4 %v1043, ptr %v1044
  %v1045 = bitcast <4 x i1> %v822 to i4
  %v1046 = getelementptr i4, ptr %v1030, i64 7
  store i4 %v1045, ptr %v1046
  %v1047 = bitcast <4 x i1> %v823 to i4
  %v1048 = getelementptr i4, ptr %v1030, i64 8
  store i4 %v1047, ptr %v1048
  %v1049 = bitcast <4 x i1> %v824 to i4
  %v1050 = getelementptr i4, ptr %v1030, i64 9
  store i4 %v1049, ptr %v1050
  %v1051 = bitcast <4 x i1> %v825 to i4
  %v1052 = getelementptr i4, ptr %v1030, i64 10
  store i4 %v1051, ptr %v1052
  %v1053 = bitcast <4 x i1> %v826 to i4
  %v1054 = getelementptr i4, ptr %v1030, i64 11
  store i4 %v1053, ptr %v1054
  %v1055 = bitcast <4 x i1> %v827 to i4
  %v1056 = getelementptr i4, ptr %v1030, i64 12
  store i4 %v1055, ptr %v1056
  %v1057 = bitcast <4 x i1> %v828 to i4
  %v1058 = getelementptr i4, ptr %v1030, i64 13
  store i4 %v1057, ptr %v1058
  %v1059 = bitcast <4 x i1> %v829 to i4
  %v1060 = getelementptr i4, ptr %v1030, i64 14
  store i4 %v1059, ptr %v1060
  %v1061 = bitcast <4 x i1> %v830 to i4
  %v1062 = getelementptr i4, ptr %v1030, i64 15
  store i4 %v1061, ptr %v1062
  br label %b32
b32:
  %v1063 = phi i64 [ 0, %b31 ], [ %v1064, %b33 ]
  %v1065 = mul i64 %v1063, 4
  %v1066 = getelementptr i4, ptr %v1030, i64 %v1063
  %v1067 = load i4, ptr %v1066
  %v1068 = icmp eq i4 %v1067, -1
  br i1 %v1068, label %b35, label %b36
b35:
  %v1069 = getelementptr i32, ptr %v996, i64 %v1065
  %v1070 = load i32, ptr %v1069
  %v1071 = getelementptr i32, ptr %v1013, i64 %v1065
  %v1072 = load i32, ptr %v1071
  %v1073 = sext i32 %v1070 to i64
  %v1074 = getelementptr i32, ptr %v5, i64 %v1073
  %v1075 = atomicrmw add ptr %v1074, i32 %v1072 monotonic, align 4
  %v1076 = add i64 %v1065, 1
  %v1077 = getelementptr i32, ptr %v996, i64 %v1076
  %v1078 = load i32, ptr %v1077
  %v1079 = getelementptr i32, ptr %v1013, i64 %v1076
  %v1080 = load i32, ptr %v1079
  %v1081 = sext i32 %v1078 to i64
  %v1082 = getelementptr i32, ptr %v5, i64 %v1081
  %v1083 = atomicrmw add ptr %v1082, i32 %v1080 monotonic, align 4
  %v1084 = add i64 %v1065, 2
  %v1085 = getelementptr i32, ptr %v996, i64 %v1084
  %v1086 = load i32, ptr %v1085
  %v1087 = getelementptr i32, ptr %v1013, i64 %v1084
  %v1088 = load i32, ptr %v1087
  %v1089 = sext i32 %v1086 to i64
  %v1090 = getelementptr i32, ptr %v5, i64 %v1089
  %v1091 = atomicrmw add ptr %v1090, i32 %v1088 monotonic, align 4
  %v1092 = add i64 %v1065, 3
  %v1093 = getelementptr i32, ptr %v996, i64 %v1092
  %v1094 = load i32, ptr %v1093
  %v1095 = getelementptr i32, ptr %v1013, i64 %v1092
  %v1096 = load i32, ptr %v1095
  %v1097 = sext i32 %v1094 to i64
  %v1098 = getelementptr i32, ptr %v5, i64 %v1097
  %v1099 = atomicrmw add ptr %v1098, i32 %v1096 monotonic, align 4
  br label %b33
b36:
  br label %b37
b37:
  %v1100 = phi i4 [ %v1067, %b36 ], [ %v1101, %b39 ]
  %v1102 = icmp ne i4 %v1100, 0
  br i1 %v1102, label %b38, label %b33
b38:
  %v1103 = call i4 @llvm.cttz.i4(i4 %v1100, i1 true)
  %v1104 = zext i4 %v1103 to i64
  %v1105 = add i64 %v1065, %v1104
  %v1106 = getelementptr i32, ptr %v996, i64 %v1105
  %v1107 = load i32, ptr %v1106
  %v1108 = getelementptr i32, ptr %v1013, i64 %v1105
  %v1109 = load i32, ptr %v1108
  %v1110 = sext i32 %v1107 to i64
  %v1111 = getelementptr i32, ptr %v5, i64 %v1110
  %v1112 = atomicrmw add ptr %v1111, i32 %v1109 monotonic, align 4
  br label %b39
b39:
  %v1113 = sub i4 %v1100, 1
  %v1101 = and i4 %v1100, %v1113
  br label %b37
b33:
  %v1064 = add i64 %v1063, 1
  %v1114 = icmp ult i64 %v1064, 16
  br i1 %v1114, label %b32, label %b34
b34:
  br label %b27
b27:
  %v1115 = load i32, ptr %v698
  %v1116 = add i32 %v1115, 1
  store i32 %v1116, ptr %v698
  br label %b25
b28:
  br label %b24
b24:
  br label %b4
b4:
  %v15 = add i64 %v14, 1
  %v1117 = icmp ult i64 %v15, %hi
  br i1 %v1117, label %b3, label %b5
b5:
  br label %b2
b2:
  %v1118 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v1118
  %v1119 = icmp ult i64 %v9, %end
  br i1 %v1119, label %b0, label %b1
b1:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
