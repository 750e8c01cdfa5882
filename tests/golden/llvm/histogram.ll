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
  %v696 = alloca i32, align 8
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
  %v727 = alloca <4 x i1>, align 8
  %v728 = alloca <4 x i1>, align 8
  %v994 = alloca [64 x i32], align 64
  %v1011 = alloca [64 x i32], align 64
  %v1028 = alloca [16 x i4], align 8
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
  %v534 = load i32, ptr %v533, align 4
  %v535 = add i32 %v534, 1
  store i32 %v535, ptr %v533, align 4
  %v536 = add i64 %v519, 2
  %v537 = getelementptr i32, ptr %v467, i64 %v536
  %v538 = load i32, ptr %v537
  %v539 = sext i32 %v538 to i64
  %v540 = getelementptr i32, ptr %v13, i64 %v539
  %v541 = load i32, ptr %v540, align 4
  %v542 = add i32 %v541, 1
  store i32 %v542, ptr %v540, align 4
  %v543 = add i64 %v519, 3
  %v544 = getelementptr i32, ptr %v467, i64 %v543
  %v545 = load i32, ptr %v544
  %v546 = sext i32 %v545 to i64
  %v547 = getelementptr i32, ptr %v13, i64 %v546
  %v548 = load i32, ptr %v547, align 4
  %v549 = add i32 %v548, 1
  store i32 %v549, ptr %v547, align 4
  br label %b17
b20:
  br label %b21
b21:
  %v550 = phi i4 [ %v521, %b20 ], [ %v551, %b23 ]
  %v552 = icmp ne i4 %v550, 0
  br i1 %v552, label %b22, label %b17
b22:
  %v553 = call i4 @llvm.cttz.i4(i4 %v550, i1 true)
  %v554 = zext i4 %v553 to i64
  %v555 = add i64 %v519, %v554
  %v556 = getelementptr i32, ptr %v467, i64 %v555
  %v557 = load i32, ptr %v556
  %v558 = sext i32 %v557 to i64
  %v559 = getelementptr i32, ptr %v13, i64 %v558
  %v560 = load i32, ptr %v559, align 4
  %v561 = add i32 %v560, 1
  store i32 %v561, ptr %v559, align 4
  br label %b23
b23:
  %v562 = sub i4 %v550, 1
  %v551 = and i4 %v550, %v562
  br label %b21
b17:
  %v518 = add i64 %v517, 1
  %v563 = icmp ult i64 %v518, 16
  br i1 %v563, label %b16, label %b18
b18:
  br label %b11
b11:
  %v564 = load i32, ptr %v153
  %v565 = add i32 %v564, 1
  store i32 %v565, ptr %v153
  br label %b9
b12:
  br label %b8
b8:
  %v566 = mul i32 %v16, 64
  %v567 = insertelement <4 x i32> poison, i32 %v566, i64 0
  %v568 = shufflevector <4 x i32> %v567, <4 x i32> poison, <4 x i32> zeroinitializer
  %v569 = add i32 4, %v566
  %v570 = add i32 8, %v566
  %v571 = add i32 12, %v566
  %v572 = add i32 16, %v566
  %v573 = add i32 20, %v566
  %v574 = add i32 24, %v566
  %v575 = add i32 28, %v566
  %v576 = add i32 32, %v566
  %v577 = add i32 36, %v566
  %v578 = add i32 40, %v566
  %v579 = add i32 44, %v566
  %v580 = add i32 48, %v566
  %v581 = add i32 52, %v566
  %v582 = add i32 56, %v566
  %v583 = add i32 60, %v566
  %v584 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v568
  %v585 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v568
  %v586 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v568
  %v587 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v568
  %v588 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v568
  %v589 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v568
  %v590 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v568
  %v591 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v568
  %v592 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v568
  %v593 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v568
  %v594 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v568
  %v595 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v568
  %v596 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v568
  %v597 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v568
  %v598 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v568
  %v599 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v568
  %v600 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 256)
  %v601 = sub <4 x i32> splat (i32 256), <i32 0, i32 1, i32 2, i32 3>
  %v602 = sub <4 x i32> %v601, splat (i32 1)
  %v603 = udiv <4 x i32> %v602, splat (i32 64)
  %v604 = add <4 x i32> %v603, splat (i32 1)
  %v605 = select <4 x i1> %v600, <4 x i32> %v604, <4 x i32> splat (i32 0)
  %v606 = icmp ult <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 256)
  %v607 = sub <4 x i32> splat (i32 256), <i32 4, i32 5, i32 6, i32 7>
  %v608 = sub <4 x i32> %v607, splat (i32 1)
  %v609 = udiv <4 x i32> %v608, splat (i32 64)
  %v610 = add <4 x i32> %v609, splat (i32 1)
  %v611 = select <4 x i1> %v606, <4 x i32> %v610, <4 x i32> splat (i32 0)
  %v612 = icmp ult <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 256)
  %v613 = sub <4 x i32> splat (i32 256), <i32 8, i32 9, i32 10, i32 11>
  %v614 = sub <4 x i32> %v613, splat (i32 1)
  %v615 = udiv <4 x i32> %v614, splat (i32 64)
  %v616 = add <4 x i32> %v615, splat (i32 1)
  %v617 = select <4 x i1> %v612, <4 x i32> %v616, <4 x i32> splat (i32 0)
  %v618 = icmp ult <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 256)
  %v619 = sub <4 x i32> splat (i32 256), <i32 12, i32 13, i32 14, i32 15>
  %v620 = sub <4 x i32> %v619, splat (i32 1)
  %v621 = udiv <4 x i32> %v620, splat (i32 64)
  %v622 = add <4 x i32> %v621, splat (i32 1)
  %v623 = select <4 x i1> %v618, <4 x i32> %v622, <4 x i32> splat (i32 0)
  %v624 = icmp ult <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 256)
  %v625 = sub <4 x i32> splat (i32 256), <i32 16, i32 17, i32 18, i32 19>
  %v626 = sub <4 x i32> %v625, splat (i32 1)
  %v627 = udiv <4 x i32> %v626, splat (i32 64)
  %v628 = add <4 x i32> %v627, splat (i32 1)
  %v629 = select <4 x i1> %v624, <4 x i32> %v628, <4 x i32> splat (i32 0)
  %v630 = icmp ult <4 x i32> <i32 20, i32 21, i32 22, i32 23>, splat (i32 256)
  %v631 = sub <4 x i32> splat (i32 256), <i32 20, i32 21, i32 22, i32 23>
  %v632 = sub <4 x i32> %v631, splat (i32 1)
  %v633 = udiv <4 x i32> %v632, splat (i32 64)
  %v634 = add <4 x i32> %v633, splat (i32 1)
  %v635 = select <4 x i1> %v630, <4 x i32> %v634, <4 x i32> splat (i32 0)
  %v636 = icmp ult <4 x i32> <i32 24, i32 25, i32 26, i32 27>, splat (i32 256)
  %v637 = sub <4 x i32> splat (i32 256), <i32 24, i32 25, i32 26, i32 27>
  %v638 = sub <4 x i32> %v637, splat (i32 1)
  %v639 = udiv <4 x i32> %v638, splat (i32 64)
  %v640 = add <4 x i32> %v639, splat (i32 1)
  %v641 = select <4 x i1> %v636, <4 x i32> %v640, <4 x i32> splat (i32 0)
  %v642 = icmp ult <4 x i32> <i32 28, i32 29, i32 30, i32 31>, splat (i32 256)
  %v643 = sub <4 x i32> splat (i32 256), <i32 28, i32 29, i32 30, i32 31>
  %v644 = sub <4 x i32> %v643, splat (i32 1)
  %v645 = udiv <4 x i32> %v644, splat (i32 64)
  %v646 = add <4 x i32> %v645, splat (i32 1)
  %v647 = select <4 x i1> %v642, <4 x i32> %v646, <4 x i32> splat (i32 0)
  %v648 = icmp ult <4 x i32> <i32 32, i32 33, i32 34, i32 35>, splat (i32 256)
  %v649 = sub <4 x i32> splat (i32 256), <i32 32, i32 33, i32 34, i32 35>
  %v650 = sub <4 x i32> %v649, splat (i32 1)
  %v651 = udiv <4 x i32> %v650, splat (i32 64)
  %v652 = add <4 x i32> %v651, splat (i32 1)
  %v653 = select <4 x i1> %v648, <4 x i32> %v652, <4 x i32> splat (i32 0)
  %v654 = icmp ult <4 x i32> <i32 36, i32 37, i32 38, i32 39>, splat (i32 256)
  %v655 = sub <4 x i32> splat (i32 256), <i32 36, i32 37, i32 38, i32 39>
  %v656 = sub <4 x i32> %v655, splat (i32 1)
  %v657 = udiv <4 x i32> %v656, splat (i32 64)
  %v658 = add <4 x i32> %v657, splat (i32 1)
  %v659 = select <4 x i1> %v654, <4 x i32> %v658, <4 x i32> splat (i32 0)
  %v660 = icmp ult <4 x i32> <i32 40, i32 41, i32 42, i32 43>, splat (i32 256)
  %v661 = sub <4 x i32> splat (i32 256), <i32 40, i32 41, i32 42, i32 43>
  %v662 = sub <4 x i32> %v661, splat (i32 1)
  %v663 = udiv <4 x i32> %v662, splat (i32 64)
  %v664 = add <4 x i32> %v663, splat (i32 1)
  %v665 = select <4 x i1> %v660, <4 x i32> %v664, <4 x i32> splat (i32 0)
  %v666 = icmp ult <4 x i32> <i32 44, i32 45, i32 46, i32 47>, splat (i32 256)
  %v667 = sub <4 x i32> splat (i32 256), <i32 44, i32 45, i32 46, i32 47>
  %v668 = sub <4 x i32> %v667, splat (i32 1)
  %v669 = udiv <4 x i32> %v668, splat (i32 64)
  %v670 = add <4 x i32> %v669, splat (i32 1)
  %v671 = select <4 x i1> %v666, <4 x i32> %v670, <4 x i32> splat (i32 0)
  %v672 = icmp ult <4 x i32> <i32 48, i32 49, i32 50, i32 51>, splat (i32 256)
  %v673 = sub <4 x i32> splat (i32 256), <i32 48, i32 49, i32 50, i32 51>
  %v674 = sub <4 x i32> %v673, splat (i32 1)
  %v675 = udiv <4 x i32> %v674, splat (i32 64)
  %v676 = add <4 x i32> %v675, splat (i32 1)
  %v677 = select <4 x i1> %v672, <4 x i32> %v676, <4 x i32> splat (i32 0)
  %v678 = icmp ult <4 x i32> <i32 52, i32 53, i32 54, i32 55>, splat (i32 256)
  %v679 = sub <4 x i32> splat (i32 256), <i32 52, i32 53, i32 54, i32 55>
  %v680 = sub <4 x i32> %v679, splat (i32 1)
  %v681 = udiv <4 x i32> %v680, splat (i32 64)
  %v682 = add <4 x i32> %v681, splat (i32 1)
  %v683 = select <4 x i1> %v678, <4 x i32> %v682, <4 x i32> splat (i32 0)
  %v684 = icmp ult <4 x i32> <i32 56, i32 57, i32 58, i32 59>, splat (i32 256)
  %v685 = sub <4 x i32> splat (i32 256), <i32 56, i32 57, i32 58, i32 59>
  %v686 = sub <4 x i32> %v685, splat (i32 1)
  %v687 = udiv <4 x i32> %v686, splat (i32 64)
  %v688 = add <4 x i32> %v687, splat (i32 1)
  %v689 = select <4 x i1> %v684, <4 x i32> %v688, <4 x i32> splat (i32 0)
  %v690 = icmp ult <4 x i32> <i32 60, i32 61, i32 62, i32 63>, splat (i32 256)
  %v691 = sub <4 x i32> splat (i32 256), <i32 60, i32 61, i32 62, i32 63>
  %v692 = sub <4 x i32> %v691, splat (i32 1)
  %v693 = udiv <4 x i32> %v692, splat (i32 64)
  %v694 = add <4 x i32> %v693, splat (i32 1)
  %v695 = select <4 x i1> %v690, <4 x i32> %v694, <4 x i32> splat (i32 0)
  store i32 0, ptr %v696
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
  store <4 x i1> splat (i1 true), ptr %v711
  store <4 x i1> splat (i1 true), ptr %v712
  br label %b25
b25:
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
  %v743 = load <4 x i1>, ptr %v711
  %v744 = load <4 x i1>, ptr %v712
  %v745 = load i32, ptr %v696
  %v746 = insertelement <4 x i32> poison, i32 %v745, i64 0
  %v747 = shufflevector <4 x i32> %v746, <4 x i32> poison, <4 x i32> zeroinitializer
  %v748 = icmp ult <4 x i32> %v747, %v605
  %v749 = icmp ult <4 x i32> %v747, %v611
  %v750 = icmp ult <4 x i32> %v747, %v617
  %v751 = icmp ult <4 x i32> %v747, %v623
  %v752 = icmp ult <4 x i32> %v747, %v629
  %v753 = icmp ult <4 x i32> %v747, %v635
  %v754 = icmp ult <4 x i32> %v747, %v641
  %v755 = icmp ult <4 x i32> %v747, %v647
  %v756 = icmp ult <4 x i32> %v747, %v653
  %v757 = icmp ult <4 x i32> %v747, %v659
  %v758 = icmp ult <4 x i32> %v747, %v665
  %v759 = icmp ult <4 x i32> %v747, %v671
  %v760 = icmp ult <4 x i32> %v747, %v677
  %v761 = icmp ult <4 x i32> %v747, %v683
  %v762 = icmp ult <4 x i32> %v747, %v689
  %v763 = icmp ult <4 x i32> %v747, %v695
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
  %v778 = load <4 x i1>, ptr %v711
  %v779 = load <4 x i1>, ptr %v712
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
  %v794 = and <4 x i1> %v778, %v762
  %v795 = and <4 x i1> %v779, %v763
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
  store <4 x i1> %v794, ptr %v711
  store <4 x i1> %v795, ptr %v712
  %v796 = or <4 x i1> %v780, %v781
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
  %v809 = or <4 x i1> %v808, %v794
  %v810 = or <4 x i1> %v809, %v795
  %v811 = bitcast <4 x i1> %v810 to i4
  %v812 = icmp ne i4 %v811, 0
  br i1 %v812, label %b26, label %b28
b26:
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
  %v827 = load <4 x i1>, ptr %v711
  %v828 = load <4 x i1>, ptr %v712
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
  store <4 x i1> %v827, ptr %v727
  store <4 x i1> %v828, ptr %v728
  %v829 = load i32, ptr %v696
  %v830 = mul i32 %v829, 64
  %v831 = add i32 0, %v830
  %v832 = add i32 4, %v830
  %v833 = add i32 8, %v830
  %v834 = add i32 12, %v830
  %v835 = add i32 16, %v830
  %v836 = add i32 20, %v830
  %v837 = add i32 24, %v830
  %v838 = add i32 28, %v830
  %v839 = add i32 32, %v830
  %v840 = add i32 36, %v830
  %v841 = add i32 40, %v830
  %v842 = add i32 44, %v830
  %v843 = add i32 48, %v830
  %v844 = add i32 52, %v830
  %v845 = add i32 56, %v830
  %v846 = add i32 60, %v830
  %v847 = insertelement <4 x i32> poison, i32 %v830, i64 0
  %v848 = shufflevector <4 x i32> %v847, <4 x i32> poison, <4 x i32> zeroinitializer
  %v849 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v848
  %v850 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v848
  %v851 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v848
  %v852 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v848
  %v853 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v848
  %v854 = add <4 x i32> <i32 20, i32 21, i32 22, i32 23>, %v848
  %v855 = add <4 x i32> <i32 24, i32 25, i32 26, i32 27>, %v848
  %v856 = add <4 x i32> <i32 28, i32 29, i32 30, i32 31>, %v848
  %v857 = add <4 x i32> <i32 32, i32 33, i32 34, i32 35>, %v848
  %v858 = add <4 x i32> <i32 36, i32 37, i32 38, i32 39>, %v848
  %v859 = add <4 x i32> <i32 40, i32 41, i32 42, i32 43>, %v848
  %v860 = add <4 x i32> <i32 44, i32 45, i32 46, i32 47>, %v848
  %v861 = add <4 x i32> <i32 48, i32 49, i32 50, i32 51>, %v848
  %v862 = add <4 x i32> <i32 52, i32 53, i32 54, i32 55>, %v848
  %v863 = add <4 x i32> <i32 56, i32 57, i32 58, i32 59>, %v848
  %v864 = add <4 x i32> <i32 60, i32 61, i32 62, i32 63>, %v848
  %v865 = and <4 x i1> %v813, %v814
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
  %v878 = and <4 x i1> %v877, %v827
  %v879 = and <4 x i1> %v878, %v828
  %v880 = bitcast <4 x i1> %v879 to i4
  %v881 = icmp eq i4 %v880, -1
  br i1 %v881, label %b29, label %b30
b29:
  %v882 = sext i32 %v831 to i64
  %v883 = getelementptr i32, ptr %v13, i64 %v882
  %v884 = load <4 x i32>, ptr %v883, align 4
  %v885 = sext i32 %v832 to i64
  %v886 = getelementptr i32, ptr %v13, i64 %v885
  %v887 = load <4 x i32>, ptr %v886, align 4
  %v888 = sext i32 %v833 to i64
  %v889 = getelementptr i32, ptr %v13, i64 %v888
  %v890 = load <4 x i32>, ptr %v889, align 4
  %v891 = sext i32 %v834 to i64
  %v892 = getelementptr i32, ptr %v13, i64 %v891
  %v893 = load <4 x i32>, ptr %v892, align 4
  %v894 = sext i32 %v835 to i64
  %v895 = getelementptr i32, ptr %v13, i64 %v894
  %v896 = load <4 x i32>, ptr %v895, align 4
  %v897 = sext i32 %v836 to i64
  %v898 = getelementptr i32, ptr %v13, i64 %v897
  %v899 = load <4 x i32>, ptr %v898, align 4
  %v900 = sext i32 %v837 to i64
  %v901 = getelementptr i32, ptr %v13, i64 %v900
  %v902 = load <4 x i32>, ptr %v901, align 4
  %v903 = sext i32 %v838 to i64
  %v904 = getelementptr i32, ptr %v13, i64 %v903
  %v905 = load <4 x i32>, ptr %v904, align 4
  %v906 = sext i32 %v839 to i64
  %v907 = getelementptr i32, ptr %v13, i64 %v906
  %v908 = load <4 x i32>, ptr %v907, align 4
  %v909 = sext i32 %v840 to i64
  %v910 = getelementptr i32, ptr %v13, i64 %v909
  %v911 = load <4 x i32>, ptr %v910, align 4
  %v912 = sext i32 %v841 to i64
  %v913 = getelementptr i32, ptr %v13, i64 %v912
  %v914 = load <4 x i32>, ptr %v913, align 4
  %v915 = sext i32 %v842 to i64
  %v916 = getelementptr i32, ptr %v13, i64 %v915
  %v917 = load <4 x i32>, ptr %v916, align 4
  %v918 = sext i32 %v843 to i64
  %v919 = getelementptr i32, ptr %v13, i64 %v918
  %v920 = load <4 x i32>, ptr %v919, align 4
  %v921 = sext i32 %v844 to i64
  %v922 = getelementptr i32, ptr %v13, i64 %v921
  %v923 = load <4 x i32>, ptr %v922, align 4
  %v924 = sext i32 %v845 to i64
  %v925 = getelementptr i32, ptr %v13, i64 %v924
  %v926 = load <4 x i32>, ptr %v925, align 4
  %v927 = sext i32 %v846 to i64
  %v928 = getelementptr i32, ptr %v13, i64 %v927
  %v929 = load <4 x i32>, ptr %v928, align 4
  br label %b31
b30:
  %v930 = sext i32 %v831 to i64
  %v931 = getelementptr i32, ptr %v13, i64 %v930
  %v932 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v931, <4 x i1> %v813, <4 x i32> zeroinitializer)
  %v933 = sext i32 %v832 to i64
  %v934 = getelementptr i32, ptr %v13, i64 %v933
  %v935 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v934, <4 x i1> %v814, <4 x i32> zeroinitializer)
  %v936 = sext i32 %v833 to i64
  %v937 = getelementptr i32, ptr %v13, i64 %v936
  %v938 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v937, <4 x i1> %v815, <4 x i32> zeroinitializer)
  %v939 = sext i32 %v834 to i64
  %v940 = getelementptr i32, ptr %v13, i64 %v939
  %v941 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v940, <4 x i1> %v816, <4 x i32> zeroinitializer)
  %v942 = sext i32 %v835 to i64
  %v943 = getelementptr i32, ptr %v13, i64 %v942
  %v944 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v943, <4 x i1> %v817, <4 x i32> zeroinitializer)
  %v945 = sext i32 %v836 to i64
  %v946 = getelementptr i32, ptr %v13, i64 %v945
  %v947 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v946, <4 x i1> %v818, <4 x i32> zeroinitializer)
  %v948 = sext i32 %v837 to i64
  %v949 = getelementptr i32, ptr %v13, i64 %v948
  %v950 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v949, <4 x i1> %v819, <4 x i32> zeroinitializer)
  %v951 = sext i32 %v838 to i64
  %v952 = getelementptr i32, ptr %v13, i64 %v951
  %v953 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v952, <4 x i1> %v820, <4 x i32> zeroinitializer)
  %v954 = sext i32 %v839 to i64
  %v955 = getelementptr i32, ptr %v13, i64 %v954
  %v956 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v955, <4 x i1> %v821, <4 x i32> zeroinitializer)
  %v957 = sext i32 %v840 to i64
  %v958 = getelementptr i32, ptr %v13, i64 %v957
  %v959 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v958, <4 x i1> %v822, <4 x i32> zeroinitializer)
  %v960 = sext i32 %v841 to i64
  %v961 = getelementptr i32, ptr %v13, i64 %v960
  %v962 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v961, <4 x i1> %v823, <4 x i32> zeroinitializer)
  %v963 = sext i32 %v842 to i64
  %v964 = getelementptr i32, ptr %v13, i64 %v963
  %v965 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v964, <4 x i1> %v824, <4 x i32> zeroinitializer)
  %v966 = sext i32 %v843 to i64
  %v967 = getelementptr i32, ptr %v13, i64 %v966
  %v968 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v967, <4 x i1> %v825, <4 x i32> zeroinitializer)
  %v969 = sext i32 %v844 to i64
  %v970 = getelementptr i32, ptr %v13, i64 %v969
  %v971 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v970, <4 x i1> %v826, <4 x i32> zeroinitializer)
  %v972 = sext i32 %v845 to i64
  %v973 = getelementptr i32, ptr %v13, i64 %v972
  %v974 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v973, <4 x i1> %v827, <4 x i32> zeroinitializer)
  %v975 = sext i32 %v846 to i64
  %v976 = getelementptr i32, ptr %v13, i64 %v975
  %v977 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v976, <4 x i1> %v828, <4 x i32> zeroinitializer)
  br label %b31
b31:
  %v978 = phi <4 x i32> [ %v884, %b29 ], [ %v932, %b30 ]
  %v979 = phi <4 x i32> [ %v887, %b29 ], [ %v935, %b30 ]
  %v980 = phi <4 x i32> [ %v890, %b29 ], [ %v938, %b30 ]
  %v981 = phi <4 x i32> [ %v893, %b29 ], [ %v941, %b30 ]
  %v982 = phi <4 x i32> [ %v896, %b29 ], [ %v944, %b30 ]
  %v983 = phi <4 x i32> [ %v899, %b29 ], [ %v947, %b30 ]
  %v984 = phi <4 x i32> [ %v902, %b29 ], [ %v950, %b30 ]
  %v985 = phi <4 x i32> [ %v905, %b29 ], [ %v953, %b30 ]
  %v986 = phi <4 x i32> [ %v908, %b29 ], [ %v956, %b30 ]
  %v987 = phi <4 x i32> [ %v911, %b29 ], [ %v959, %b30 ]
  %v988 = phi <4 x i32> [ %v914, %b29 ], [ %v962, %b30 ]
  %v989 = phi <4 x i32> [ %v917, %b29 ], [ %v965, %b30 ]
  %v990 = phi <4 x i32> [ %v920, %b29 ], [ %v968, %b30 ]
  %v991 = phi <4 x i32> [ %v923, %b29 ], [ %v971, %b30 ]
  %v992 = phi <4 x i32> [ %v926, %b29 ], [ %v974, %b30 ]
  %v993 = phi <4 x i32> [ %v929, %b29 ], [ %v977, %b30 ]
  %v995 = getelementptr i32, ptr %v994, i64 0
  store <4 x i32> %v849, ptr %v995
  %v996 = getelementptr i32, ptr %v994, i64 4
  store <4 x i32> %v850, ptr %v996
  %v997 = getelementptr i32, ptr %v994, i64 8
  store <4 x i32> %v851, ptr %v997
  %v998 = getelementptr i32, ptr %v994, i64 12
  store <4 x i32> %v852, ptr %v998
  %v999 = getelementptr i32, ptr %v994, i64 16
  store <4 x i32> %v853, ptr %v999
  %v1000 = getelementptr i32, ptr %v994, i64 20
  store <4 x i32> %v854, ptr %v1000
  %v1001 = getelementptr i32, ptr %v994, i64 24
  store <4 x i32> %v855, ptr %v1001
  %v1002 = getelementptr i32, ptr %v994, i64 28
  store <4 x i32> %v856, ptr %v1002
  %v1003 = getelementptr i32, ptr %v994, i64 32
  store <4 x i32> %v857, ptr %v1003
  %v1004 = getelementptr i32, ptr %v994, i64 36
  store <4 x i32> %v858, ptr %v1004
  %v1005 = getelementptr i32, ptr %v994, i64 40
  store <4 x i32> %v859, ptr %v1005
  %v1006 = getelementptr i32, ptr %v994, i64 44
  store <4 x i32> %v860, ptr %v1006
  %v1007 = getelementptr i32, ptr %v994, i64 48
  store <4 x i32> %v861, ptr %v1007
  %v1008 = getelementptr i32, ptr %v994, i64 52
  store <4 x i32> %v862, ptr %v1008
  %v1009 = getelementptr i32, ptr %v994, i64 56
  store <4 x i32> %v863, ptr %v1009
  %v1010 = getelementptr i32, ptr %v994, i64 60
  store <4 x i32> %v864, ptr %v1010
  %v1012 = getelementptr i32, ptr %v1011, i64 0
  store <4 x i32> %v978, ptr %v1012
  %v1013 = getelementptr i32, ptr %v1011, i64 4
  store <4 x i32> %v979, ptr %v1013
  %v1014 = getelementptr i32, ptr %v1011, i64 8
  store <4 x i32> %v980, ptr %v1014
  %v1015 = getelementptr i32, ptr %v1011, i64 12
  store <4 x i32> %v981, ptr %v1015
  %v1016 = getelementptr i32, ptr %v1011, i64 16
  store <4 x i32> %v982, ptr %v1016
  %v1017 = getelementptr i32, ptr %v1011, i64 20
  store <4 x i32> %v983, ptr %v1017
  %v1018 = getelementptr i32, ptr %v1011, i64 24
  store <4 x i32> %v984, ptr %v1018
  %v1019 = getelementptr i32, ptr %v1011, i64 28
  store <4 x i32> %v985, ptr %v1019
  %v1020 = getelementptr i32, ptr %v1011, i64 32
  store <4 x i32> %v986, ptr %v1020
  %v1021 = getelementptr i32, ptr %v1011, i64 36
  store <4 x i32> %v987, ptr %v1021
  %v1022 = getelementptr i32, ptr %v1011, i64 40
  store <4 x i32> %v988, ptr %v1022
  %v1023 = getelementptr i32, ptr %v1011, i64 44
  store <4 x i32> %v989, ptr %v1023
  %v1024 = getelementptr i32, ptr %v1011, i64 48
  store <4 x i32> %v990, ptr %v1024
  %v1025 = getelementptr i32, ptr %v1011, i64 52
  store <4 x i32> %v991, ptr %v1025
  %v1026 = getelementptr i32, ptr %v1011, i64 56
  store <4 x i32> %v992, ptr %v1026
  %v1027 = getelementptr i32, ptr %v1011, i64 60
  store <4 x i32> %v993, ptr %v1027
  %v1029 = bitcast <4 x i1> %v813 to i4
  %v1030 = getelementptr i4, ptr %v1028, i64 0
  store i4 %v1029, ptr %v1030
  %v1031 = bitcast <4 x i1> %v814 to i4
  %v1032 = getelementptr i4, ptr %v1028, i64 1
  store i4 %v1031, ptr %v1032
  %v1033 = bitcast <4 x i1> %v815 to i4
  %v1034 = getelementptr i4, ptr %v1028, i64 2
  store i4 %v1033, ptr %v1034
  %v1035 = bitcast <4 x i1> %v816 to i4
  %v1036 = getelementptr i4, ptr %v1028, i64 3
  store i4 %v1035, ptr %v1036
  %v1037 = bitcast <4 x i1> %v817 to i4
  %v1038 = getelementptr i4, ptr %v1028, i64 4
  store i4 %v1037, ptr %v1038
  %v1039 = bitcast <4 x i1> %v818 to i4
  %v1040 = getelementptr i4, ptr %v1028, i64 5
  store i4 %v1039, ptr %v1040
  %v1041 = bitcast <4 x i1> %v819 to i4
  %v1042 = getelementptr i4, ptr %v1028, i64 6
  store i4 %v1041, ptr %v1042
  %v1043 = bitcast <4 x i1> %v820 to i4
  %v1044 = getelementptr i4, ptr %v1028, i64 7
  store i4 %v1043, ptr %v1044
  %v1045 = bitcast <4 x i1> %v821 to i4
  %v1046 = getelementptr i4, ptr %v1028, i64 8
  store i4 %v1045, ptr %v1046
  %v1047 = bitcast <4 x i1> %v822 to i4
  %v1048 = getelementptr i4, ptr %v1028, i64 9
  store i4 %v1047, ptr %v1048
  %v1049 = bitcast <4 x i1> %v823 to i4
  %v1050 = getelementptr i4, ptr %v1028, i64 10
  store i4 %v1049, ptr %v1050
  %v1051 = bitcast <4 x i1> %v824 to i4
  %v1052 = getelementptr i4, ptr %v1028, i64 11
  store i4 %v1051, ptr %v1052
  %v1053 = bitcast <4 x i1> %v825 to i4
  %v1054 = getelementptr i4, ptr %v1028, i64 12
  store i4 %v1053, ptr %v1054
  %v1055 = bitcast <4 x i1> %v826 to i4
  %v1056 = getelementptr i4, ptr %v1028, i64 13
  store i4 %v1055, ptr %v1056
  %v1057 = bitcast <4 x i1> %v827 to i4
  %v1058 = getelementptr i4, ptr %v1028, i64 14
  store i4 %v1057, ptr %v1058
  %v1059 = bitcast <4 x i1> %v828 to i4
  %v1060 = getelementptr i4, ptr %v1028, i64 15
  store i4 %v1059, ptr %v1060
  br label %b32
b32:
  %v1061 = phi i64 [ 0, %b31 ], [ %v1062, %b33 ]
  %v1063 = mul i64 %v1061, 4
  %v1064 = getelementptr i4, ptr %v1028, i64 %v1061
  %v1065 = load i4, ptr %v1064
  %v1066 = icmp eq i4 %v1065, -1
  br i1 %v1066, label %b35, label %b36
b35:
  %v1067 = getelementptr i32, ptr %v994, i64 %v1063
  %v1068 = load i32, ptr %v1067
  %v1069 = getelementptr i32, ptr %v1011, i64 %v1063
  %v1070 = load i32, ptr %v1069
  %v1071 = sext i32 %v1068 to i64
  %v1072 = getelementptr i32, ptr %v5, i64 %v1071
  %v1073 = atomicrmw add ptr %v1072, i32 %v1070 monotonic, align 4
  %v1074 = add i64 %v1063, 1
  %v1075 = getelementptr i32, ptr %v994, i64 %v1074
  %v1076 = load i32, ptr %v1075
  %v1077 = getelementptr i32, ptr %v1011, i64 %v1074
  %v1078 = load i32, ptr %v1077
  %v1079 = sext i32 %v1076 to i64
  %v1080 = getelementptr i32, ptr %v5, i64 %v1079
  %v1081 = atomicrmw add ptr %v1080, i32 %v1078 monotonic, align 4
  %v1082 = add i64 %v1063, 2
  %v1083 = getelementptr i32, ptr %v994, i64 %v1082
  %v1084 = load i32, ptr %v1083
  %v1085 = getelementptr i32, ptr %v1011, i64 %v1082
  %v1086 = load i32, ptr %v1085
  %v1087 = sext i32 %v1084 to i64
  %v1088 = getelementptr i32, ptr %v5, i64 %v1087
  %v1089 = atomicrmw add ptr %v1088, i32 %v1086 monotonic, align 4
  %v1090 = add i64 %v1063, 3
  %v1091 = getelementptr i32, ptr %v994, i64 %v1090
  %v1092 = load i32, ptr %v1091
  %v1093 = getelementptr i32, ptr %v1011, i64 %v1090
  %v1094 = load i32, ptr %v1093
  %v1095 = sext i32 %v1092 to i64
  %v1096 = getelementptr i32, ptr %v5, i64 %v1095
  %v1097 = atomicrmw add ptr %v1096, i32 %v1094 monotonic, align 4
  br label %b33
b36:
  br label %b37
b37:
  %v1098 = phi i4 [ %v1065, %b36 ], [ %v1099, %b39 ]
  %v1100 = icmp ne i4 %v1098, 0
  br i1 %v1100, label %b38, label %b33
b38:
  %v1101 = call i4 @llvm.cttz.i4(i4 %v1098, i1 true)
  %v1102 = zext i4 %v1101 to i64
  %v1103 = add i64 %v1063, %v1102
  %v1104 = getelementptr i32, ptr %v994, i64 %v1103
  %v1105 = load i32, ptr %v1104
  %v1106 = getelementptr i32, ptr %v1011, i64 %v1103
  %v1107 = load i32, ptr %v1106
  %v1108 = sext i32 %v1105 to i64
  %v1109 = getelementptr i32, ptr %v5, i64 %v1108
  %v1110 = atomicrmw add ptr %v1109, i32 %v1107 monotonic, align 4
  br label %b39
b39:
  %v1111 = sub i4 %v1098, 1
  %v1099 = and i4 %v1098, %v1111
  br label %b37
b33:
  %v1062 = add i64 %v1061, 1
  %v1112 = icmp ult i64 %v1062, 16
  br i1 %v1112, label %b32, label %b34
b34:
  br label %b27
b27:
  %v1113 = load i32, ptr %v696
  %v1114 = add i32 %v1113, 1
  store i32 %v1114, ptr %v696
  br label %b25
b28:
  br label %b24
b24:
  br label %b4
b4:
  %v15 = add i64 %v14, 1
  %v1115 = icmp ult i64 %v15, %hi
  br i1 %v1115, label %b3, label %b5
b5:
  br label %b2
b2:
  %v1116 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v1116
  %v1117 = icmp ult i64 %v9, %end
  br i1 %v1117, label %b0, label %b1
b1:
  ret void
}

declare i4 @llvm.cttz.i4(i4, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, <4 x i1>, <4 x i8>)
