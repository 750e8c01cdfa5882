; vector width: 4
; packs: 5 (the whole workgroup, 2 live vectors a pack)
; mode: group, 6 phases, 32-bit indexes
; memory of a workgroup: 128 bytes shared, 256 bytes of frames, 0 off the stack
; 4 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 1 scalar, 0 by lanes
; s2 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s13 store b2: vector, proved, unmasked (neighbouring lanes write neighbouring elements)
; s20 load b2: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s34 atomic b1: scalar, checked, masked (one address and no old value: the lanes are joined first)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v13 = alloca i32, align 8
  %v14 = alloca i1, align 8
  %v15 = alloca i32, align 8
  %v16 = alloca [128 x i8], align 64
  %v17 = alloca [128 x i8], align 64
  %v18 = alloca [128 x i8], align 64
  %v37 = alloca <4 x i32>, align 64
  %v38 = alloca <4 x i32>, align 64
  %v39 = alloca <4 x i32>, align 64
  %v40 = alloca <4 x i32>, align 64
  %v41 = alloca <4 x i32>, align 64
  %v52 = alloca i32, align 8
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
  %v19 = phi i64 [ %lo, %b0 ], [ %v20, %b4 ]
  %v21 = trunc i64 %v19 to i32
  %v22 = getelementptr i8, ptr %v16, i64 0
  store <64 x i8> splat (i8 0), ptr %v22, align 64
  %v23 = getelementptr i8, ptr %v16, i64 64
  store <64 x i8> splat (i8 0), ptr %v23, align 64
  %v24 = load i32, ptr %v15
  %v25 = mul i32 %v21, 20
  %v26 = insertelement <4 x i32> poison, i32 %v25, i64 0
  %v27 = shufflevector <4 x i32> %v26, <4 x i32> poison, <4 x i32> zeroinitializer
  %v28 = add i32 4, %v25
  %v29 = add i32 8, %v25
  %v30 = add i32 12, %v25
  %v31 = add i32 16, %v25
  %v32 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v27
  %v33 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v27
  %v34 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v27
  %v35 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v27
  %v36 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v27
  %v42 = getelementptr i32, ptr %v18, i64 0
  %v43 = getelementptr i32, ptr %v18, i64 4
  %v44 = getelementptr i32, ptr %v18, i64 8
  %v45 = getelementptr i32, ptr %v18, i64 12
  %v46 = getelementptr i32, ptr %v18, i64 16
  %v47 = load <4 x i32>, ptr %v42, align 16
  %v48 = load <4 x i32>, ptr %v43, align 16
  %v49 = load <4 x i32>, ptr %v44, align 16
  %v50 = load <4 x i32>, ptr %v45, align 16
  %v51 = load <4 x i32>, ptr %v46, align 16
  store <4 x i32> %v47, ptr %v37
  store <4 x i32> %v48, ptr %v38
  store <4 x i32> %v49, ptr %v39
  store <4 x i32> %v50, ptr %v40
  store <4 x i32> %v51, ptr %v41
  store i32 %v24, ptr %v52
  %v53 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v54 = shufflevector <4 x i32> %v53, <4 x i32> poison, <4 x i32> zeroinitializer
  %v55 = icmp ult <4 x i32> %v32, %v54
  %v56 = icmp ult <4 x i32> %v33, %v54
  %v57 = icmp ult <4 x i32> %v34, %v54
  %v58 = icmp ult <4 x i32> %v35, %v54
  %v59 = icmp ult <4 x i32> %v36, %v54
  %v60 = and <4 x i1> %v55, %v56
  %v61 = and <4 x i1> %v60, %v57
  %v62 = and <4 x i1> %v61, %v58
  %v63 = and <4 x i1> %v62, %v59
  %v64 = bitcast <4 x i1> %v63 to i4
  %v65 = icmp eq i4 %v64, -1
  br i1 %v65, label %b7, label %b8
b7:
  %v66 = sext i32 %v25 to i64
  %v67 = getelementptr i32, ptr %v1, i64 %v66
  %v68 = load <4 x i32>, ptr %v67, align 4
  %v69 = sext i32 %v28 to i64
  %v70 = getelementptr i32, ptr %v1, i64 %v69
  %v71 = load <4 x i32>, ptr %v70, align 4
  %v72 = sext i32 %v29 to i64
  %v73 = getelementptr i32, ptr %v1, i64 %v72
  %v74 = load <4 x i32>, ptr %v73, align 4
  %v75 = sext i32 %v30 to i64
  %v76 = getelementptr i32, ptr %v1, i64 %v75
  %v77 = load <4 x i32>, ptr %v76, align 4
  %v78 = sext i32 %v31 to i64
  %v79 = getelementptr i32, ptr %v1, i64 %v78
  %v80 = load <4 x i32>, ptr %v79, align 4
  br label %b9
b8:
  %v81 = sext i32 %v25 to i64
  %v82 = getelementptr i32, ptr %v1, i64 %v81
  %v83 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v82, <4 x i1> %v55, <4 x i32> zeroinitializer)
  %v84 = sext i32 %v28 to i64
  %v85 = getelementptr i32, ptr %v1, i64 %v84
  %v86 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v85, <4 x i1> %v56, <4 x i32> zeroinitializer)
  %v87 = sext i32 %v29 to i64
  %v88 = getelementptr i32, ptr %v1, i64 %v87
  %v89 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v88, <4 x i1> %v57, <4 x i32> zeroinitializer)
  %v90 = sext i32 %v30 to i64
  %v91 = getelementptr i32, ptr %v1, i64 %v90
  %v92 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v91, <4 x i1> %v58, <4 x i32> zeroinitializer)
  %v93 = sext i32 %v31 to i64
  %v94 = getelementptr i32, ptr %v1, i64 %v93
  %v95 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v94, <4 x i1> %v59, <4 x i32> zeroinitializer)
  br label %b9
b9:
  %v96 = phi <4 x i32> [ %v68, %b7 ], [ %v83, %b8 ]
  %v97 = phi <4 x i32> [ %v71, %b7 ], [ %v86, %b8 ]
  %v98 = phi <4 x i32> [ %v74, %b7 ], [ %v89, %b8 ]
  %v99 = phi <4 x i32> [ %v77, %b7 ], [ %v92, %b8 ]
  %v100 = phi <4 x i32> [ %v80, %b7 ], [ %v95, %b8 ]
  %v101 = mul <4 x i32> %v96, splat (i32 3)
  %v102 = mul <4 x i32> %v97, splat (i32 3)
  %v103 = mul <4 x i32> %v98, splat (i32 3)
  %v104 = mul <4 x i32> %v99, splat (i32 3)
  %v105 = mul <4 x i32> %v100, splat (i32 3)
  store <4 x i32> %v101, ptr %v37
  store <4 x i32> %v102, ptr %v38
  store <4 x i32> %v103, ptr %v39
  store <4 x i32> %v104, ptr %v40
  store <4 x i32> %v105, ptr %v41
  store i32 16, ptr %v52
  br label %b6
b6:
  %v106 = load <4 x i32>, ptr %v37
  %v107 = load <4 x i32>, ptr %v38
  %v108 = load <4 x i32>, ptr %v39
  %v109 = load <4 x i32>, ptr %v40
  %v110 = load <4 x i32>, ptr %v41
  %v111 = getelementptr i32, ptr %v18, i64 0
  %v112 = getelementptr i32, ptr %v18, i64 4
  %v113 = getelementptr i32, ptr %v18, i64 8
  %v114 = getelementptr i32, ptr %v18, i64 12
  %v115 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v106, ptr %v111, align 16
  store <4 x i32> %v107, ptr %v112, align 16
  store <4 x i32> %v108, ptr %v113, align 16
  store <4 x i32> %v109, ptr %v114, align 16
  store <4 x i32> %v110, ptr %v115, align 16
  %v116 = load i32, ptr %v52
  store i32 %v116, ptr %v15
  br label %b10
b10:
  %v117 = load i32, ptr %v15
  store i32 %v117, ptr %v52
  %v118 = load i32, ptr %v52
  store i32 %v118, ptr %v13
  %v119 = icmp ugt i32 %v118, 0
  store i1 %v119, ptr %v14
  br label %b14
b14:
  %v120 = load i1, ptr %v14
  br i1 %v120, label %b11, label %b13
b11:
  %v121 = mul i32 %v21, 20
  %v122 = insertelement <4 x i32> poison, i32 %v121, i64 0
  %v123 = shufflevector <4 x i32> %v122, <4 x i32> poison, <4 x i32> zeroinitializer
  %v124 = add i32 4, %v121
  %v125 = add i32 8, %v121
  %v126 = add i32 12, %v121
  %v127 = add i32 16, %v121
  %v128 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v123
  %v129 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v123
  %v130 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v123
  %v131 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v123
  %v132 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v123
  %v133 = getelementptr i32, ptr %v18, i64 0
  %v134 = getelementptr i32, ptr %v18, i64 4
  %v135 = getelementptr i32, ptr %v18, i64 8
  %v136 = getelementptr i32, ptr %v18, i64 12
  %v137 = getelementptr i32, ptr %v18, i64 16
  %v138 = load <4 x i32>, ptr %v133, align 16
  %v139 = load <4 x i32>, ptr %v134, align 16
  %v140 = load <4 x i32>, ptr %v135, align 16
  %v141 = load <4 x i32>, ptr %v136, align 16
  %v142 = load <4 x i32>, ptr %v137, align 16
  store <4 x i32> %v138, ptr %v37
  store <4 x i32> %v139, ptr %v38
  store <4 x i32> %v140, ptr %v39
  store <4 x i32> %v141, ptr %v40
  store <4 x i32> %v142, ptr %v41
  %v143 = load <4 x i32>, ptr %v37
  %v144 = load <4 x i32>, ptr %v38
  %v145 = load <4 x i32>, ptr %v39
  %v146 = load <4 x i32>, ptr %v40
  %v147 = load <4 x i32>, ptr %v41
  %v148 = getelementptr i32, ptr %v17, i64 0
  %v149 = getelementptr i32, ptr %v17, i64 4
  %v150 = getelementptr i32, ptr %v17, i64 8
  %v151 = getelementptr i32, ptr %v17, i64 12
  %v152 = getelementptr i32, ptr %v17, i64 16
  store <4 x i32> %v143, ptr %v148, align 16
  store <4 x i32> %v144, ptr %v149, align 16
  store <4 x i32> %v145, ptr %v150, align 16
  store <4 x i32> %v146, ptr %v151, align 16
  store <4 x i32> %v147, ptr %v152, align 16
  %v153 = getelementptr i32, ptr %v16, i64 0
  store <4 x i32> %v143, ptr %v153, align 4
  %v154 = getelementptr i32, ptr %v16, i64 4
  store <4 x i32> %v144, ptr %v154, align 4
  %v155 = getelementptr i32, ptr %v16, i64 8
  store <4 x i32> %v145, ptr %v155, align 4
  %v156 = getelementptr i32, ptr %v16, i64 12
  store <4 x i32> %v146, ptr %v156, align 4
  %v157 = getelementptr i32, ptr %v16, i64 16
  store <4 x i32> %v147, ptr %v157, align 4
  br label %b15
b15:
  %v158 = mul i32 %v21, 20
  %v159 = insertelement <4 x i32> poison, i32 %v158, i64 0
  %v160 = shufflevector <4 x i32> %v159, <4 x i32> poison, <4 x i32> zeroinitializer
  %v161 = add i32 4, %v158
  %v162 = add i32 8, %v158
  %v163 = add i32 12, %v158
  %v164 = add i32 16, %v158
  %v165 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v160
  %v166 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v160
  %v167 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v160
  %v168 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v160
  %v169 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v160
  %v170 = load i32, ptr %v13
  %v171 = getelementptr i32, ptr %v17, i64 0
  %v172 = getelementptr i32, ptr %v17, i64 4
  %v173 = getelementptr i32, ptr %v17, i64 8
  %v174 = getelementptr i32, ptr %v17, i64 12
  %v175 = getelementptr i32, ptr %v17, i64 16
  %v176 = load <4 x i32>, ptr %v171, align 16
  %v177 = load <4 x i32>, ptr %v172, align 16
  %v178 = load <4 x i32>, ptr %v173, align 16
  %v179 = load <4 x i32>, ptr %v174, align 16
  %v180 = load <4 x i32>, ptr %v175, align 16
  %v181 = getelementptr i32, ptr %v18, i64 0
  %v182 = getelementptr i32, ptr %v18, i64 4
  %v183 = getelementptr i32, ptr %v18, i64 8
  %v184 = getelementptr i32, ptr %v18, i64 12
  %v185 = getelementptr i32, ptr %v18, i64 16
  %v186 = load <4 x i32>, ptr %v181, align 16
  %v187 = load <4 x i32>, ptr %v182, align 16
  %v188 = load <4 x i32>, ptr %v183, align 16
  %v189 = load <4 x i32>, ptr %v184, align 16
  %v190 = load <4 x i32>, ptr %v185, align 16
  store <4 x i32> %v186, ptr %v37
  store <4 x i32> %v187, ptr %v38
  store <4 x i32> %v188, ptr %v39
  store <4 x i32> %v189, ptr %v40
  store <4 x i32> %v190, ptr %v41
  %v191 = insertelement <4 x i32> poison, i32 %v170, i64 0
  %v192 = shufflevector <4 x i32> %v191, <4 x i32> poison, <4 x i32> zeroinitializer
  %v193 = icmp ugt <4 x i32> %v192, <i32 0, i32 1, i32 2, i32 3>
  %v194 = icmp ugt <4 x i32> %v192, <i32 4, i32 5, i32 6, i32 7>
  %v195 = icmp ugt <4 x i32> %v192, <i32 8, i32 9, i32 10, i32 11>
  %v196 = icmp ugt <4 x i32> %v192, <i32 12, i32 13, i32 14, i32 15>
  %v197 = icmp ugt <4 x i32> %v192, <i32 16, i32 17, i32 18, i32 19>
  %v198 = or <4 x i1> %v193, %v194
  %v199 = or <4 x i1> %v198, %v195
  %v200 = or <4 x i1> %v199, %v196
  %v201 = or <4 x i1> %v200, %v197
  %v202 = bitcast <4 x i1> %v201 to i4
  %v203 = icmp ne i4 %v202, 0
  br i1 %v203, label %b17, label %b18
b17:
  %v204 = insertelement <4 x i32> poison, i32 %v170, i64 0
  %v205 = shufflevector <4 x i32> %v204, <4 x i32> poison, <4 x i32> zeroinitializer
  %v206 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v205
  %v207 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v205
  %v208 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v205
  %v209 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v205
  %v210 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v205
  %v211 = add i32 0, %v170
  %v212 = add i32 4, %v170
  %v213 = add i32 8, %v170
  %v214 = add i32 12, %v170
  %v215 = add i32 16, %v170
  %v216 = icmp ult <4 x i32> %v206, splat (i32 20)
  %v217 = icmp ult <4 x i32> %v207, splat (i32 20)
  %v218 = icmp ult <4 x i32> %v208, splat (i32 20)
  %v219 = icmp ult <4 x i32> %v209, splat (i32 20)
  %v220 = icmp ult <4 x i32> %v210, splat (i32 20)
  %v221 = and <4 x i1> %v193, %v216
  %v222 = and <4 x i1> %v194, %v217
  %v223 = and <4 x i1> %v195, %v218
  %v224 = and <4 x i1> %v196, %v219
  %v225 = and <4 x i1> %v197, %v220
  %v226 = and <4 x i1> %v221, %v222
  %v227 = and <4 x i1> %v226, %v223
  %v228 = and <4 x i1> %v227, %v224
  %v229 = and <4 x i1> %v228, %v225
  %v230 = bitcast <4 x i1> %v229 to i4
  %v231 = icmp eq i4 %v230, -1
  br i1 %v231, label %b19, label %b20
b19:
  %v232 = sext i32 %v211 to i64
  %v233 = getelementptr i32, ptr %v16, i64 %v232
  %v234 = load <4 x i32>, ptr %v233, align 4
  %v235 = sext i32 %v212 to i64
  %v236 = getelementptr i32, ptr %v16, i64 %v235
  %v237 = load <4 x i32>, ptr %v236, align 4
  %v238 = sext i32 %v213 to i64
  %v239 = getelementptr i32, ptr %v16, i64 %v238
  %v240 = load <4 x i32>, ptr %v239, align 4
  %v241 = sext i32 %v214 to i64
  %v242 = getelementptr i32, ptr %v16, i64 %v241
  %v243 = load <4 x i32>, ptr %v242, align 4
  %v244 = sext i32 %v215 to i64
  %v245 = getelementptr i32, ptr %v16, i64 %v244
  %v246 = load <4 x i32>, ptr %v245, align 4
  br label %b21
b20:
  %v247 = sext i32 %v211 to i64
  %v248 = getelementptr i32, ptr %v16, i64 %v247
  %v249 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v248, <4 x i1> %v221, <4 x i32> zeroinitializer)
  %v250 = sext i32 %v212 to i64
  %v251 = getelementptr i32, ptr %v16, i64 %v250
  %v252 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v251, <4 x i1> %v222, <4 x i32> zeroinitializer)
  %v253 = sext i32 %v213 to i64
  %v254 = getelementptr i32, ptr %v16, i64 %v253
  %v255 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v254, <4 x i1> %v223, <4 x i32> zeroinitializer)
  %v256 = sext i32 %v214 to i64
  %v257 = getelementptr i32, ptr %v16, i64 %v256
  %v258 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v257, <4 x i1> %v224, <4 x i32> zeroinitializer)
  %v259 = sext i32 %v215 to i64
  %v260 = getelementptr i32, ptr %v16, i64 %v259
  %v261 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v260, <4 x i1> %v225, <4 x i32> zeroinitializer)
  br label %b21
b21:
  %v262 = phi <4 x i32> [ %v234, %b19 ], [ %v249, %b20 ]
  %v263 = phi <4 x i32> [ %v237, %b19 ], [ %v252, %b20 ]
  %v264 = phi <4 x i32> [ %v240, %b19 ], [ %v255, %b20 ]
  %v265 = phi <4 x i32> [ %v243, %b19 ], [ %v258, %b20 ]
  %v266 = phi <4 x i32> [ %v246, %b19 ], [ %v261, %b20 ]
  %v267 = add <4 x i32> %v176, %v262
  %v268 = add <4 x i32> %v177, %v263
  %v269 = add <4 x i32> %v178, %v264
  %v270 = add <4 x i32> %v179, %v265
  %v271 = add <4 x i32> %v180, %v266
  %v272 = load <4 x i32>, ptr %v37
  %v273 = select <4 x i1> %v193, <4 x i32> %v267, <4 x i32> %v272
  store <4 x i32> %v273, ptr %v37
  %v274 = load <4 x i32>, ptr %v38
  %v275 = select <4 x i1> %v194, <4 x i32> %v268, <4 x i32> %v274
  store <4 x i32> %v275, ptr %v38
  %v276 = load <4 x i32>, ptr %v39
  %v277 = select <4 x i1> %v195, <4 x i32> %v269, <4 x i32> %v276
  store <4 x i32> %v277, ptr %v39
  %v278 = load <4 x i32>, ptr %v40
  %v279 = select <4 x i1> %v196, <4 x i32> %v270, <4 x i32> %v278
  store <4 x i32> %v279, ptr %v40
  %v280 = load <4 x i32>, ptr %v41
  %v281 = select <4 x i1> %v197, <4 x i32> %v271, <4 x i32> %v280
  store <4 x i32> %v281, ptr %v41
  br label %b18
b18:
  br label %b16
b16:
  %v282 = load <4 x i32>, ptr %v37
  %v283 = load <4 x i32>, ptr %v38
  %v284 = load <4 x i32>, ptr %v39
  %v285 = load <4 x i32>, ptr %v40
  %v286 = load <4 x i32>, ptr %v41
  %v287 = getelementptr i32, ptr %v18, i64 0
  %v288 = getelementptr i32, ptr %v18, i64 4
  %v289 = getelementptr i32, ptr %v18, i64 8
  %v290 = getelementptr i32, ptr %v18, i64 12
  %v291 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v282, ptr %v287, align 16
  store <4 x i32> %v283, ptr %v288, align 16
  store <4 x i32> %v284, ptr %v289, align 16
  store <4 x i32> %v285, ptr %v290, align 16
  store <4 x i32> %v286, ptr %v291, align 16
  %v292 = load i32, ptr %v15
  %v293 = load i32, ptr %v13
  store i32 %v292, ptr %v52
  %v294 = and i32 1, 31
  %v295 = lshr i32 %v293, %v294
  store i32 %v295, ptr %v52
  br label %b22
b22:
  %v296 = load i32, ptr %v52
  store i32 %v296, ptr %v15
  br label %b12
b12:
  br label %b10
b13:
  %v297 = mul i32 %v21, 20
  %v298 = insertelement <4 x i32> poison, i32 %v297, i64 0
  %v299 = shufflevector <4 x i32> %v298, <4 x i32> poison, <4 x i32> zeroinitializer
  %v300 = add i32 4, %v297
  %v301 = add i32 8, %v297
  %v302 = add i32 12, %v297
  %v303 = add i32 16, %v297
  %v304 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v299
  %v305 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v299
  %v306 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v299
  %v307 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v299
  %v308 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v299
  %v309 = getelementptr i32, ptr %v18, i64 0
  %v310 = getelementptr i32, ptr %v18, i64 4
  %v311 = getelementptr i32, ptr %v18, i64 8
  %v312 = getelementptr i32, ptr %v18, i64 12
  %v313 = getelementptr i32, ptr %v18, i64 16
  %v314 = load <4 x i32>, ptr %v309, align 16
  %v315 = load <4 x i32>, ptr %v310, align 16
  %v316 = load <4 x i32>, ptr %v311, align 16
  %v317 = load <4 x i32>, ptr %v312, align 16
  %v318 = load <4 x i32>, ptr %v313, align 16
  store <4 x i32> %v314, ptr %v37
  store <4 x i32> %v315, ptr %v38
  store <4 x i32> %v316, ptr %v39
  store <4 x i32> %v317, ptr %v40
  store <4 x i32> %v318, ptr %v41
  %v319 = icmp eq <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 0)
  %v320 = icmp eq <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 0)
  %v321 = icmp eq <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 0)
  %v322 = icmp eq <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 0)
  %v323 = icmp eq <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 0)
  %v324 = or <4 x i1> %v319, %v320
  %v325 = or <4 x i1> %v324, %v321
  %v326 = or <4 x i1> %v325, %v322
  %v327 = or <4 x i1> %v326, %v323
  %v328 = bitcast <4 x i1> %v327 to i4
  %v329 = icmp ne i4 %v328, 0
  br i1 %v329, label %b24, label %b25
b24:
  %v330 = load <4 x i32>, ptr %v37
  %v331 = load <4 x i32>, ptr %v38
  %v332 = load <4 x i32>, ptr %v39
  %v333 = load <4 x i32>, ptr %v40
  %v334 = load <4 x i32>, ptr %v41
  %v335 = icmp ult i32 %v21, %v7
  %v336 = insertelement <4 x i1> poison, i1 %v335, i64 0
  %v337 = shufflevector <4 x i1> %v336, <4 x i1> poison, <4 x i32> zeroinitializer
  %v338 = and <4 x i1> %v319, %v337
  %v339 = and <4 x i1> %v320, %v337
  %v340 = and <4 x i1> %v321, %v337
  %v341 = and <4 x i1> %v322, %v337
  %v342 = and <4 x i1> %v323, %v337
  %v343 = select <4 x i1> %v338, <4 x i32> %v330, <4 x i32> splat (i32 -2147483648)
  %v344 = select <4 x i1> %v339, <4 x i32> %v331, <4 x i32> splat (i32 -2147483648)
  %v345 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v343, <4 x i32> %v344)
  %v346 = select <4 x i1> %v340, <4 x i32> %v332, <4 x i32> splat (i32 -2147483648)
  %v347 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v345, <4 x i32> %v346)
  %v348 = select <4 x i1> %v341, <4 x i32> %v333, <4 x i32> splat (i32 -2147483648)
  %v349 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v347, <4 x i32> %v348)
  %v350 = select <4 x i1> %v342, <4 x i32> %v334, <4 x i32> splat (i32 -2147483648)
  %v351 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v349, <4 x i32> %v350)
  %v352 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v351)
  %v353 = or <4 x i1> %v338, %v339
  %v354 = or <4 x i1> %v353, %v340
  %v355 = or <4 x i1> %v354, %v341
  %v356 = or <4 x i1> %v355, %v342
  %v357 = bitcast <4 x i1> %v356 to i4
  %v358 = icmp ne i4 %v357, 0
  br i1 %v358, label %b26, label %b27
b26:
  %v359 = sext i32 %v21 to i64
  %v360 = getelementptr i32, ptr %v5, i64 %v359
  %v361 = atomicrmw max ptr %v360, i32 %v352 monotonic, align 4
  br label %b27
b27:
  br label %b25
b25:
  br label %b23
b23:
  br label %b4
b4:
  %v20 = add i64 %v19, 1
  %v362 = icmp ult i64 %v20, %hi
  br i1 %v362, label %b3, label %b5
b5:
  br label %b2
b2:
  %v363 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v363
  %v364 = icmp ult i64 %v9, %end
  br i1 %v364, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
