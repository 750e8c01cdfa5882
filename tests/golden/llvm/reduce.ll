; vector width: 4
; packs: 5 (the whole workgroup, 2 live vectors a pack)
; mode: group, 6 phases, 32-bit indexes
; memory of a workgroup: 128 bytes shared, 256 bytes of frames, 0 off the stack
; 4 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 1 scalar, 0 by lanes
; s2 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s13 store b2: vector, proved, unmasked (neighbouring lanes write neighbouring elements)
; s20 load b2: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s34 atomic b1: scalar, checked, masked (one address and no old value: the lanes are joined first)
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v8 = alloca i32, align 8
  %v9 = alloca i1, align 8
  %v10 = alloca i32, align 8
  %v11 = alloca [128 x i8], align 64
  %v12 = alloca [128 x i8], align 64
  %v13 = alloca [128 x i8], align 64
  %v34 = alloca <4 x i32>, align 64
  %v35 = alloca <4 x i32>, align 64
  %v36 = alloca <4 x i32>, align 64
  %v37 = alloca <4 x i32>, align 64
  %v38 = alloca <4 x i32>, align 64
  %v49 = alloca i32, align 8
  store i64 0, ptr %zero
  %v0 = getelementptr ptr, ptr %slots, i64 0
  %v1 = load ptr, ptr %v0, align 8
  %v2 = getelementptr i8, ptr %params, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = getelementptr ptr, ptr %slots, i64 1
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %params, i64 4
  %v7 = load i32, ptr %v6, align 4
  %v14 = icmp ult i64 %lo, %hi
  br i1 %v14, label %b0, label %b2
b0:
  %v15 = phi i64 [ %lo, %entry ], [ %v16, %b1 ]
  %v17 = trunc i64 %v15 to i32
  %v18 = getelementptr i8, ptr %v11, i64 0
  store <64 x i8> splat (i8 0), ptr %v18, align 64
  %v19 = getelementptr i8, ptr %v11, i64 64
  store <64 x i8> splat (i8 0), ptr %v19, align 64
  %v20 = load i32, ptr %v10
  %v21 = mul i32 %v17, 20
  %v22 = insertelement <4 x i32> poison, i32 %v21, i64 0
  %v23 = shufflevector <4 x i32> %v22, <4 x i32> poison, <4 x i32> zeroinitializer
  %v24 = add i32 0, %v21
  %v25 = add i32 4, %v21
  %v26 = add i32 8, %v21
  %v27 = add i32 12, %v21
  %v28 = add i32 16, %v21
  %v29 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v23
  %v30 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v23
  %v31 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v23
  %v32 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v23
  %v33 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v23
  %v39 = getelementptr i32, ptr %v13, i64 0
  %v40 = getelementptr i32, ptr %v13, i64 4
  %v41 = getelementptr i32, ptr %v13, i64 8
  %v42 = getelementptr i32, ptr %v13, i64 12
  %v43 = getelementptr i32, ptr %v13, i64 16
  %v44 = load <4 x i32>, ptr %v39, align 16
  %v45 = load <4 x i32>, ptr %v40, align 16
  %v46 = load <4 x i32>, ptr %v41, align 16
  %v47 = load <4 x i32>, ptr %v42, align 16
  %v48 = load <4 x i32>, ptr %v43, align 16
  store <4 x i32> %v44, ptr %v34
  store <4 x i32> %v45, ptr %v35
  store <4 x i32> %v46, ptr %v36
  store <4 x i32> %v47, ptr %v37
  store <4 x i32> %v48, ptr %v38
  store i32 %v20, ptr %v49
  %v50 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v51 = shufflevector <4 x i32> %v50, <4 x i32> poison, <4 x i32> zeroinitializer
  %v52 = icmp ult <4 x i32> %v29, %v51
  %v53 = icmp ult <4 x i32> %v30, %v51
  %v54 = icmp ult <4 x i32> %v31, %v51
  %v55 = icmp ult <4 x i32> %v32, %v51
  %v56 = icmp ult <4 x i32> %v33, %v51
  %v57 = and <4 x i1> %v52, %v53
  %v58 = and <4 x i1> %v57, %v54
  %v59 = and <4 x i1> %v58, %v55
  %v60 = and <4 x i1> %v59, %v56
  %v61 = bitcast <4 x i1> %v60 to i4
  %v62 = icmp eq i4 %v61, -1
  br i1 %v62, label %b4, label %b5
b4:
  %v63 = sext i32 %v24 to i64
  %v64 = getelementptr i32, ptr %v1, i64 %v63
  %v65 = load <4 x i32>, ptr %v64, align 4
  %v66 = sext i32 %v25 to i64
  %v67 = getelementptr i32, ptr %v1, i64 %v66
  %v68 = load <4 x i32>, ptr %v67, align 4
  %v69 = sext i32 %v26 to i64
  %v70 = getelementptr i32, ptr %v1, i64 %v69
  %v71 = load <4 x i32>, ptr %v70, align 4
  %v72 = sext i32 %v27 to i64
  %v73 = getelementptr i32, ptr %v1, i64 %v72
  %v74 = load <4 x i32>, ptr %v73, align 4
  %v75 = sext i32 %v28 to i64
  %v76 = getelementptr i32, ptr %v1, i64 %v75
  %v77 = load <4 x i32>, ptr %v76, align 4
  br label %b6
b5:
  %v78 = sext i32 %v24 to i64
  %v79 = getelementptr i32, ptr %v1, i64 %v78
  %v80 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v79, <4 x i1> %v52, <4 x i32> zeroinitializer)
  %v81 = sext i32 %v25 to i64
  %v82 = getelementptr i32, ptr %v1, i64 %v81
  %v83 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v82, <4 x i1> %v53, <4 x i32> zeroinitializer)
  %v84 = sext i32 %v26 to i64
  %v85 = getelementptr i32, ptr %v1, i64 %v84
  %v86 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v85, <4 x i1> %v54, <4 x i32> zeroinitializer)
  %v87 = sext i32 %v27 to i64
  %v88 = getelementptr i32, ptr %v1, i64 %v87
  %v89 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v88, <4 x i1> %v55, <4 x i32> zeroinitializer)
  %v90 = sext i32 %v28 to i64
  %v91 = getelementptr i32, ptr %v1, i64 %v90
  %v92 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v91, <4 x i1> %v56, <4 x i32> zeroinitializer)
  br label %b6
b6:
  %v93 = phi <4 x i32> [ %v65, %b4 ], [ %v80, %b5 ]
  %v94 = phi <4 x i32> [ %v68, %b4 ], [ %v83, %b5 ]
  %v95 = phi <4 x i32> [ %v71, %b4 ], [ %v86, %b5 ]
  %v96 = phi <4 x i32> [ %v74, %b4 ], [ %v89, %b5 ]
  %v97 = phi <4 x i32> [ %v77, %b4 ], [ %v92, %b5 ]
  %v98 = mul <4 x i32> %v93, splat (i32 3)
  %v99 = mul <4 x i32> %v94, splat (i32 3)
  %v100 = mul <4 x i32> %v95, splat (i32 3)
  %v101 = mul <4 x i32> %v96, splat (i32 3)
  %v102 = mul <4 x i32> %v97, splat (i32 3)
  store <4 x i32> %v98, ptr %v34
  store <4 x i32> %v99, ptr %v35
  store <4 x i32> %v100, ptr %v36
  store <4 x i32> %v101, ptr %v37
  store <4 x i32> %v102, ptr %v38
  store i32 16, ptr %v49
  br label %b3
b3:
  %v103 = load <4 x i32>, ptr %v34
  %v104 = load <4 x i32>, ptr %v35
  %v105 = load <4 x i32>, ptr %v36
  %v106 = load <4 x i32>, ptr %v37
  %v107 = load <4 x i32>, ptr %v38
  %v108 = getelementptr i32, ptr %v13, i64 0
  %v109 = getelementptr i32, ptr %v13, i64 4
  %v110 = getelementptr i32, ptr %v13, i64 8
  %v111 = getelementptr i32, ptr %v13, i64 12
  %v112 = getelementptr i32, ptr %v13, i64 16
  store <4 x i32> %v103, ptr %v108, align 16
  store <4 x i32> %v104, ptr %v109, align 16
  store <4 x i32> %v105, ptr %v110, align 16
  store <4 x i32> %v106, ptr %v111, align 16
  store <4 x i32> %v107, ptr %v112, align 16
  %v113 = load i32, ptr %v49
  store i32 %v113, ptr %v10
  br label %b7
b7:
  %v114 = load i32, ptr %v10
  store i32 %v114, ptr %v49
  %v115 = load i32, ptr %v49
  store i32 %v115, ptr %v8
  %v116 = icmp ugt i32 %v115, 0
  store i1 %v116, ptr %v9
  br label %b11
b11:
  %v117 = load i1, ptr %v9
  br i1 %v117, label %b8, label %b10
b8:
  %v118 = mul i32 %v17, 20
  %v119 = insertelement <4 x i32> poison, i32 %v118, i64 0
  %v120 = shufflevector <4 x i32> %v119, <4 x i32> poison, <4 x i32> zeroinitializer
  %v121 = add i32 0, %v118
  %v122 = add i32 4, %v118
  %v123 = add i32 8, %v118
  %v124 = add i32 12, %v118
  %v125 = add i32 16, %v118
  %v126 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v120
  %v127 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v120
  %v128 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v120
  %v129 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v120
  %v130 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v120
  %v131 = getelementptr i32, ptr %v13, i64 0
  %v132 = getelementptr i32, ptr %v13, i64 4
  %v133 = getelementptr i32, ptr %v13, i64 8
  %v134 = getelementptr i32, ptr %v13, i64 12
  %v135 = getelementptr i32, ptr %v13, i64 16
  %v136 = load <4 x i32>, ptr %v131, align 16
  %v137 = load <4 x i32>, ptr %v132, align 16
  %v138 = load <4 x i32>, ptr %v133, align 16
  %v139 = load <4 x i32>, ptr %v134, align 16
  %v140 = load <4 x i32>, ptr %v135, align 16
  store <4 x i32> %v136, ptr %v34
  store <4 x i32> %v137, ptr %v35
  store <4 x i32> %v138, ptr %v36
  store <4 x i32> %v139, ptr %v37
  store <4 x i32> %v140, ptr %v38
  %v141 = load <4 x i32>, ptr %v34
  %v142 = load <4 x i32>, ptr %v35
  %v143 = load <4 x i32>, ptr %v36
  %v144 = load <4 x i32>, ptr %v37
  %v145 = load <4 x i32>, ptr %v38
  %v146 = getelementptr i32, ptr %v12, i64 0
  %v147 = getelementptr i32, ptr %v12, i64 4
  %v148 = getelementptr i32, ptr %v12, i64 8
  %v149 = getelementptr i32, ptr %v12, i64 12
  %v150 = getelementptr i32, ptr %v12, i64 16
  store <4 x i32> %v141, ptr %v146, align 16
  store <4 x i32> %v142, ptr %v147, align 16
  store <4 x i32> %v143, ptr %v148, align 16
  store <4 x i32> %v144, ptr %v149, align 16
  store <4 x i32> %v145, ptr %v150, align 16
  %v151 = getelementptr i32, ptr %v11, i64 0
  store <4 x i32> %v141, ptr %v151, align 4
  %v152 = getelementptr i32, ptr %v11, i64 4
  store <4 x i32> %v142, ptr %v152, align 4
  %v153 = getelementptr i32, ptr %v11, i64 8
  store <4 x i32> %v143, ptr %v153, align 4
  %v154 = getelementptr i32, ptr %v11, i64 12
  store <4 x i32> %v144, ptr %v154, align 4
  %v155 = getelementptr i32, ptr %v11, i64 16
  store <4 x i32> %v145, ptr %v155, align 4
  br label %b12
b12:
  %v156 = mul i32 %v17, 20
  %v157 = insertelement <4 x i32> poison, i32 %v156, i64 0
  %v158 = shufflevector <4 x i32> %v157, <4 x i32> poison, <4 x i32> zeroinitializer
  %v159 = add i32 0, %v156
  %v160 = add i32 4, %v156
  %v161 = add i32 8, %v156
  %v162 = add i32 12, %v156
  %v163 = add i32 16, %v156
  %v164 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v158
  %v165 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v158
  %v166 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v158
  %v167 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v158
  %v168 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v158
  %v169 = load i32, ptr %v8
  %v170 = getelementptr i32, ptr %v12, i64 0
  %v171 = getelementptr i32, ptr %v12, i64 4
  %v172 = getelementptr i32, ptr %v12, i64 8
  %v173 = getelementptr i32, ptr %v12, i64 12
  %v174 = getelementptr i32, ptr %v12, i64 16
  %v175 = load <4 x i32>, ptr %v170, align 16
  %v176 = load <4 x i32>, ptr %v171, align 16
  %v177 = load <4 x i32>, ptr %v172, align 16
  %v178 = load <4 x i32>, ptr %v173, align 16
  %v179 = load <4 x i32>, ptr %v174, align 16
  %v180 = getelementptr i32, ptr %v13, i64 0
  %v181 = getelementptr i32, ptr %v13, i64 4
  %v182 = getelementptr i32, ptr %v13, i64 8
  %v183 = getelementptr i32, ptr %v13, i64 12
  %v184 = getelementptr i32, ptr %v13, i64 16
  %v185 = load <4 x i32>, ptr %v180, align 16
  %v186 = load <4 x i32>, ptr %v181, align 16
  %v187 = load <4 x i32>, ptr %v182, align 16
  %v188 = load <4 x i32>, ptr %v183, align 16
  %v189 = load <4 x i32>, ptr %v184, align 16
  store <4 x i32> %v185, ptr %v34
  store <4 x i32> %v186, ptr %v35
  store <4 x i32> %v187, ptr %v36
  store <4 x i32> %v188, ptr %v37
  store <4 x i32> %v189, ptr %v38
  %v190 = insertelement <4 x i32> poison, i32 %v169, i64 0
  %v191 = shufflevector <4 x i32> %v190, <4 x i32> poison, <4 x i32> zeroinitializer
  %v192 = icmp ugt <4 x i32> %v191, <i32 0, i32 1, i32 2, i32 3>
  %v193 = icmp ugt <4 x i32> %v191, <i32 4, i32 5, i32 6, i32 7>
  %v194 = icmp ugt <4 x i32> %v191, <i32 8, i32 9, i32 10, i32 11>
  %v195 = icmp ugt <4 x i32> %v191, <i32 12, i32 13, i32 14, i32 15>
  %v196 = icmp ugt <4 x i32> %v191, <i32 16, i32 17, i32 18, i32 19>
  %v197 = or <4 x i1> %v192, %v193
  %v198 = or <4 x i1> %v197, %v194
  %v199 = or <4 x i1> %v198, %v195
  %v200 = or <4 x i1> %v199, %v196
  %v201 = bitcast <4 x i1> %v200 to i4
  %v202 = icmp ne i4 %v201, 0
  br i1 %v202, label %b14, label %b15
b14:
  %v203 = insertelement <4 x i32> poison, i32 %v169, i64 0
  %v204 = shufflevector <4 x i32> %v203, <4 x i32> poison, <4 x i32> zeroinitializer
  %v205 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v204
  %v206 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v204
  %v207 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v204
  %v208 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v204
  %v209 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v204
  %v210 = add i32 0, %v169
  %v211 = add i32 4, %v169
  %v212 = add i32 8, %v169
  %v213 = add i32 12, %v169
  %v214 = add i32 16, %v169
  %v215 = icmp ult <4 x i32> %v205, splat (i32 20)
  %v216 = icmp ult <4 x i32> %v206, splat (i32 20)
  %v217 = icmp ult <4 x i32> %v207, splat (i32 20)
  %v218 = icmp ult <4 x i32> %v208, splat (i32 20)
  %v219 = icmp ult <4 x i32> %v209, splat (i32 20)
  %v220 = and <4 x i1> %v192, %v215
  %v221 = and <4 x i1> %v193, %v216
  %v222 = and <4 x i1> %v194, %v217
  %v223 = and <4 x i1> %v195, %v218
  %v224 = and <4 x i1> %v196, %v219
  %v225 = and <4 x i1> %v220, %v221
  %v226 = and <4 x i1> %v225, %v222
  %v227 = and <4 x i1> %v226, %v223
  %v228 = and <4 x i1> %v227, %v224
  %v229 = bitcast <4 x i1> %v228 to i4
  %v230 = icmp eq i4 %v229, -1
  br i1 %v230, label %b16, label %b17
b16:
  %v231 = sext i32 %v210 to i64
  %v232 = getelementptr i32, ptr %v11, i64 %v231
  %v233 = load <4 x i32>, ptr %v232, align 4
  %v234 = sext i32 %v211 to i64
  %v235 = getelementptr i32, ptr %v11, i64 %v234
  %v236 = load <4 x i32>, ptr %v235, align 4
  %v237 = sext i32 %v212 to i64
  %v238 = getelementptr i32, ptr %v11, i64 %v237
  %v239 = load <4 x i32>, ptr %v238, align 4
  %v240 = sext i32 %v213 to i64
  %v241 = getelementptr i32, ptr %v11, i64 %v240
  %v242 = load <4 x i32>, ptr %v241, align 4
  %v243 = sext i32 %v214 to i64
  %v244 = getelementptr i32, ptr %v11, i64 %v243
  %v245 = load <4 x i32>, ptr %v244, align 4
  br label %b18
b17:
  %v246 = sext i32 %v210 to i64
  %v247 = getelementptr i32, ptr %v11, i64 %v246
  %v248 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v247, <4 x i1> %v220, <4 x i32> zeroinitializer)
  %v249 = sext i32 %v211 to i64
  %v250 = getelementptr i32, ptr %v11, i64 %v249
  %v251 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v250, <4 x i1> %v221, <4 x i32> zeroinitializer)
  %v252 = sext i32 %v212 to i64
  %v253 = getelementptr i32, ptr %v11, i64 %v252
  %v254 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v253, <4 x i1> %v222, <4 x i32> zeroinitializer)
  %v255 = sext i32 %v213 to i64
  %v256 = getelementptr i32, ptr %v11, i64 %v255
  %v257 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v256, <4 x i1> %v223, <4 x i32> zeroinitializer)
  %v258 = sext i32 %v214 to i64
  %v259 = getelementptr i32, ptr %v11, i64 %v258
  %v260 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v259, <4 x i1> %v224, <4 x i32> zeroinitializer)
  br label %b18
b18:
  %v261 = phi <4 x i32> [ %v233, %b16 ], [ %v248, %b17 ]
  %v262 = phi <4 x i32> [ %v236, %b16 ], [ %v251, %b17 ]
  %v263 = phi <4 x i32> [ %v239, %b16 ], [ %v254, %b17 ]
  %v264 = phi <4 x i32> [ %v242, %b16 ], [ %v257, %b17 ]
  %v265 = phi <4 x i32> [ %v245, %b16 ], [ %v260, %b17 ]
  %v266 = add <4 x i32> %v175, %v261
  %v267 = add <4 x i32> %v176, %v262
  %v268 = add <4 x i32> %v177, %v263
  %v269 = add <4 x i32> %v178, %v264
  %v270 = add <4 x i32> %v179, %v265
  %v271 = load <4 x i32>, ptr %v34
  %v272 = select <4 x i1> %v192, <4 x i32> %v266, <4 x i32> %v271
  store <4 x i32> %v272, ptr %v34
  %v273 = load <4 x i32>, ptr %v35
  %v274 = select <4 x i1> %v193, <4 x i32> %v267, <4 x i32> %v273
  store <4 x i32> %v274, ptr %v35
  %v275 = load <4 x i32>, ptr %v36
  %v276 = select <4 x i1> %v194, <4 x i32> %v268, <4 x i32> %v275
  store <4 x i32> %v276, ptr %v36
  %v277 = load <4 x i32>, ptr %v37
  %v278 = select <4 x i1> %v195, <4 x i32> %v269, <4 x i32> %v277
  store <4 x i32> %v278, ptr %v37
  %v279 = load <4 x i32>, ptr %v38
  %v280 = select <4 x i1> %v196, <4 x i32> %v270, <4 x i32> %v279
  store <4 x i32> %v280, ptr %v38
  br label %b15
b15:
  br label %b13
b13:
  %v281 = load <4 x i32>, ptr %v34
  %v282 = load <4 x i32>, ptr %v35
  %v283 = load <4 x i32>, ptr %v36
  %v284 = load <4 x i32>, ptr %v37
  %v285 = load <4 x i32>, ptr %v38
  %v286 = getelementptr i32, ptr %v13, i64 0
  %v287 = getelementptr i32, ptr %v13, i64 4
  %v288 = getelementptr i32, ptr %v13, i64 8
  %v289 = getelementptr i32, ptr %v13, i64 12
  %v290 = getelementptr i32, ptr %v13, i64 16
  store <4 x i32> %v281, ptr %v286, align 16
  store <4 x i32> %v282, ptr %v287, align 16
  store <4 x i32> %v283, ptr %v288, align 16
  store <4 x i32> %v284, ptr %v289, align 16
  store <4 x i32> %v285, ptr %v290, align 16
  %v291 = load i32, ptr %v10
  %v292 = load i32, ptr %v8
  store i32 %v291, ptr %v49
  %v293 = and i32 1, 31
  %v294 = lshr i32 %v292, %v293
  store i32 %v294, ptr %v49
  br label %b19
b19:
  %v295 = load i32, ptr %v49
  store i32 %v295, ptr %v10
  br label %b9
b9:
  br label %b7
b10:
  %v296 = mul i32 %v17, 20
  %v297 = insertelement <4 x i32> poison, i32 %v296, i64 0
  %v298 = shufflevector <4 x i32> %v297, <4 x i32> poison, <4 x i32> zeroinitializer
  %v299 = add i32 0, %v296
  %v300 = add i32 4, %v296
  %v301 = add i32 8, %v296
  %v302 = add i32 12, %v296
  %v303 = add i32 16, %v296
  %v304 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v298
  %v305 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v298
  %v306 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v298
  %v307 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v298
  %v308 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v298
  %v309 = getelementptr i32, ptr %v13, i64 0
  %v310 = getelementptr i32, ptr %v13, i64 4
  %v311 = getelementptr i32, ptr %v13, i64 8
  %v312 = getelementptr i32, ptr %v13, i64 12
  %v313 = getelementptr i32, ptr %v13, i64 16
  %v314 = load <4 x i32>, ptr %v309, align 16
  %v315 = load <4 x i32>, ptr %v310, align 16
  %v316 = load <4 x i32>, ptr %v311, align 16
  %v317 = load <4 x i32>, ptr %v312, align 16
  %v318 = load <4 x i32>, ptr %v313, align 16
  store <4 x i32> %v314, ptr %v34
  store <4 x i32> %v315, ptr %v35
  store <4 x i32> %v316, ptr %v36
  store <4 x i32> %v317, ptr %v37
  store <4 x i32> %v318, ptr %v38
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
  br i1 %v329, label %b21, label %b22
b21:
  %v330 = load <4 x i32>, ptr %v34
  %v331 = load <4 x i32>, ptr %v35
  %v332 = load <4 x i32>, ptr %v36
  %v333 = load <4 x i32>, ptr %v37
  %v334 = load <4 x i32>, ptr %v38
  %v335 = icmp ult i32 %v17, %v7
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
  br i1 %v358, label %b23, label %b24
b23:
  %v359 = sext i32 %v17 to i64
  %v360 = getelementptr i32, ptr %v5, i64 %v359
  %v361 = atomicrmw max ptr %v360, i32 %v352 monotonic, align 4
  br label %b24
b24:
  br label %b22
b22:
  br label %b20
b20:
  br label %b1
b1:
  %v16 = add i64 %v15, 1
  %v362 = icmp ult i64 %v16, %hi
  br i1 %v362, label %b0, label %b2
b2:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
