; vector width: 4
; packs: 5 (the whole workgroup, 1 vectors a pack in the loop, 1 on the way)
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
  %v60 = add i32 %v31, 3
  %v61 = icmp ule i32 %v25, %v60
  %v62 = icmp ult i32 %v60, %v3
  %v63 = and i1 %v61, %v62
  br i1 %v63, label %b7, label %b8
b7:
  %v64 = sext i32 %v25 to i64
  %v65 = getelementptr i32, ptr %v1, i64 %v64
  %v66 = load <4 x i32>, ptr %v65, align 4
  %v67 = sext i32 %v28 to i64
  %v68 = getelementptr i32, ptr %v1, i64 %v67
  %v69 = load <4 x i32>, ptr %v68, align 4
  %v70 = sext i32 %v29 to i64
  %v71 = getelementptr i32, ptr %v1, i64 %v70
  %v72 = load <4 x i32>, ptr %v71, align 4
  %v73 = sext i32 %v30 to i64
  %v74 = getelementptr i32, ptr %v1, i64 %v73
  %v75 = load <4 x i32>, ptr %v74, align 4
  %v76 = sext i32 %v31 to i64
  %v77 = getelementptr i32, ptr %v1, i64 %v76
  %v78 = load <4 x i32>, ptr %v77, align 4
  br label %b9
b8:
  %v79 = sext i32 %v25 to i64
  %v80 = getelementptr i32, ptr %v1, i64 %v79
  %v81 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v80, <4 x i1> %v55, <4 x i32> zeroinitializer)
  %v82 = sext i32 %v28 to i64
  %v83 = getelementptr i32, ptr %v1, i64 %v82
  %v84 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v83, <4 x i1> %v56, <4 x i32> zeroinitializer)
  %v85 = sext i32 %v29 to i64
  %v86 = getelementptr i32, ptr %v1, i64 %v85
  %v87 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v86, <4 x i1> %v57, <4 x i32> zeroinitializer)
  %v88 = sext i32 %v30 to i64
  %v89 = getelementptr i32, ptr %v1, i64 %v88
  %v90 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v89, <4 x i1> %v58, <4 x i32> zeroinitializer)
  %v91 = sext i32 %v31 to i64
  %v92 = getelementptr i32, ptr %v1, i64 %v91
  %v93 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v92, <4 x i1> %v59, <4 x i32> zeroinitializer)
  br label %b9
b9:
  %v94 = phi <4 x i32> [ %v66, %b7 ], [ %v81, %b8 ]
  %v95 = phi <4 x i32> [ %v69, %b7 ], [ %v84, %b8 ]
  %v96 = phi <4 x i32> [ %v72, %b7 ], [ %v87, %b8 ]
  %v97 = phi <4 x i32> [ %v75, %b7 ], [ %v90, %b8 ]
  %v98 = phi <4 x i32> [ %v78, %b7 ], [ %v93, %b8 ]
  %v99 = mul <4 x i32> %v94, splat (i32 3)
  %v100 = mul <4 x i32> %v95, splat (i32 3)
  %v101 = mul <4 x i32> %v96, splat (i32 3)
  %v102 = mul <4 x i32> %v97, splat (i32 3)
  %v103 = mul <4 x i32> %v98, splat (i32 3)
  store <4 x i32> %v99, ptr %v37
  store <4 x i32> %v100, ptr %v38
  store <4 x i32> %v101, ptr %v39
  store <4 x i32> %v102, ptr %v40
  store <4 x i32> %v103, ptr %v41
  store i32 16, ptr %v52
  br label %b6
b6:
  %v104 = load <4 x i32>, ptr %v37
  %v105 = load <4 x i32>, ptr %v38
  %v106 = load <4 x i32>, ptr %v39
  %v107 = load <4 x i32>, ptr %v40
  %v108 = load <4 x i32>, ptr %v41
  %v109 = getelementptr i32, ptr %v18, i64 0
  %v110 = getelementptr i32, ptr %v18, i64 4
  %v111 = getelementptr i32, ptr %v18, i64 8
  %v112 = getelementptr i32, ptr %v18, i64 12
  %v113 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v104, ptr %v109, align 16
  store <4 x i32> %v105, ptr %v110, align 16
  store <4 x i32> %v106, ptr %v111, align 16
  store <4 x i32> %v107, ptr %v112, align 16
  store <4 x i32> %v108, ptr %v113, align 16
  %v114 = load i32, ptr %v52
  store i32 %v114, ptr %v15
  br label %b10
b10:
  %v115 = load i32, ptr %v15
  store i32 %v115, ptr %v52
  %v116 = load i32, ptr %v52
  store i32 %v116, ptr %v13
  %v117 = icmp ugt i32 %v116, 0
  store i1 %v117, ptr %v14
  br label %b14
b14:
  %v118 = load i1, ptr %v14
  br i1 %v118, label %b11, label %b13
b11:
  %v119 = mul i32 %v21, 20
  %v120 = insertelement <4 x i32> poison, i32 %v119, i64 0
  %v121 = shufflevector <4 x i32> %v120, <4 x i32> poison, <4 x i32> zeroinitializer
  %v122 = add i32 4, %v119
  %v123 = add i32 8, %v119
  %v124 = add i32 12, %v119
  %v125 = add i32 16, %v119
  %v126 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v121
  %v127 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v121
  %v128 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v121
  %v129 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v121
  %v130 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v121
  %v131 = getelementptr i32, ptr %v18, i64 0
  %v132 = getelementptr i32, ptr %v18, i64 4
  %v133 = getelementptr i32, ptr %v18, i64 8
  %v134 = getelementptr i32, ptr %v18, i64 12
  %v135 = getelementptr i32, ptr %v18, i64 16
  %v136 = load <4 x i32>, ptr %v131, align 16
  %v137 = load <4 x i32>, ptr %v132, align 16
  %v138 = load <4 x i32>, ptr %v133, align 16
  %v139 = load <4 x i32>, ptr %v134, align 16
  %v140 = load <4 x i32>, ptr %v135, align 16
  store <4 x i32> %v136, ptr %v37
  store <4 x i32> %v137, ptr %v38
  store <4 x i32> %v138, ptr %v39
  store <4 x i32> %v139, ptr %v40
  store <4 x i32> %v140, ptr %v41
  %v141 = load <4 x i32>, ptr %v37
  %v142 = load <4 x i32>, ptr %v38
  %v143 = load <4 x i32>, ptr %v39
  %v144 = load <4 x i32>, ptr %v40
  %v145 = load <4 x i32>, ptr %v41
  %v146 = getelementptr i32, ptr %v17, i64 0
  %v147 = getelementptr i32, ptr %v17, i64 4
  %v148 = getelementptr i32, ptr %v17, i64 8
  %v149 = getelementptr i32, ptr %v17, i64 12
  %v150 = getelementptr i32, ptr %v17, i64 16
  store <4 x i32> %v141, ptr %v146, align 16
  store <4 x i32> %v142, ptr %v147, align 16
  store <4 x i32> %v143, ptr %v148, align 16
  store <4 x i32> %v144, ptr %v149, align 16
  store <4 x i32> %v145, ptr %v150, align 16
  %v151 = getelementptr i32, ptr %v16, i64 0
  store <4 x i32> %v141, ptr %v151, align 4
  %v152 = getelementptr i32, ptr %v16, i64 4
  store <4 x i32> %v142, ptr %v152, align 4
  %v153 = getelementptr i32, ptr %v16, i64 8
  store <4 x i32> %v143, ptr %v153, align 4
  %v154 = getelementptr i32, ptr %v16, i64 12
  store <4 x i32> %v144, ptr %v154, align 4
  %v155 = getelementptr i32, ptr %v16, i64 16
  store <4 x i32> %v145, ptr %v155, align 4
  br label %b15
b15:
  %v156 = mul i32 %v21, 20
  %v157 = insertelement <4 x i32> poison, i32 %v156, i64 0
  %v158 = shufflevector <4 x i32> %v157, <4 x i32> poison, <4 x i32> zeroinitializer
  %v159 = add i32 4, %v156
  %v160 = add i32 8, %v156
  %v161 = add i32 12, %v156
  %v162 = add i32 16, %v156
  %v163 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v158
  %v164 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v158
  %v165 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v158
  %v166 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v158
  %v167 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v158
  %v168 = load i32, ptr %v13
  %v169 = getelementptr i32, ptr %v17, i64 0
  %v170 = getelementptr i32, ptr %v17, i64 4
  %v171 = getelementptr i32, ptr %v17, i64 8
  %v172 = getelementptr i32, ptr %v17, i64 12
  %v173 = getelementptr i32, ptr %v17, i64 16
  %v174 = load <4 x i32>, ptr %v169, align 16
  %v175 = load <4 x i32>, ptr %v170, align 16
  %v176 = load <4 x i32>, ptr %v171, align 16
  %v177 = load <4 x i32>, ptr %v172, align 16
  %v178 = load <4 x i32>, ptr %v173, align 16
  %v179 = getelementptr i32, ptr %v18, i64 0
  %v180 = getelementptr i32, ptr %v18, i64 4
  %v181 = getelementptr i32, ptr %v18, i64 8
  %v182 = getelementptr i32, ptr %v18, i64 12
  %v183 = getelementptr i32, ptr %v18, i64 16
  %v184 = load <4 x i32>, ptr %v179, align 16
  %v185 = load <4 x i32>, ptr %v180, align 16
  %v186 = load <4 x i32>, ptr %v181, align 16
  %v187 = load <4 x i32>, ptr %v182, align 16
  %v188 = load <4 x i32>, ptr %v183, align 16
  store <4 x i32> %v184, ptr %v37
  store <4 x i32> %v185, ptr %v38
  store <4 x i32> %v186, ptr %v39
  store <4 x i32> %v187, ptr %v40
  store <4 x i32> %v188, ptr %v41
  %v189 = insertelement <4 x i32> poison, i32 %v168, i64 0
  %v190 = shufflevector <4 x i32> %v189, <4 x i32> poison, <4 x i32> zeroinitializer
  %v191 = icmp ugt <4 x i32> %v190, <i32 0, i32 1, i32 2, i32 3>
  %v192 = icmp ugt <4 x i32> %v190, <i32 4, i32 5, i32 6, i32 7>
  %v193 = icmp ugt <4 x i32> %v190, <i32 8, i32 9, i32 10, i32 11>
  %v194 = icmp ugt <4 x i32> %v190, <i32 12, i32 13, i32 14, i32 15>
  %v195 = icmp ugt <4 x i32> %v190, <i32 16, i32 17, i32 18, i32 19>
  %v196 = or <4 x i1> %v191, %v192
  %v197 = or <4 x i1> %v196, %v193
  %v198 = or <4 x i1> %v197, %v194
  %v199 = or <4 x i1> %v198, %v195
  %v200 = bitcast <4 x i1> %v199 to i4
  %v201 = icmp ne i4 %v200, 0
  br i1 %v201, label %b17, label %b18
b17:
  %v202 = insertelement <4 x i32> poison, i32 %v168, i64 0
  %v203 = shufflevector <4 x i32> %v202, <4 x i32> poison, <4 x i32> zeroinitializer
  %v204 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v203
  %v205 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v203
  %v206 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v203
  %v207 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v203
  %v208 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v203
  %v209 = add i32 0, %v168
  %v210 = add i32 4, %v168
  %v211 = add i32 8, %v168
  %v212 = add i32 12, %v168
  %v213 = add i32 16, %v168
  %v214 = icmp ult <4 x i32> %v204, splat (i32 20)
  %v215 = icmp ult <4 x i32> %v205, splat (i32 20)
  %v216 = icmp ult <4 x i32> %v206, splat (i32 20)
  %v217 = icmp ult <4 x i32> %v207, splat (i32 20)
  %v218 = icmp ult <4 x i32> %v208, splat (i32 20)
  %v219 = and <4 x i1> %v191, %v214
  %v220 = and <4 x i1> %v192, %v215
  %v221 = and <4 x i1> %v193, %v216
  %v222 = and <4 x i1> %v194, %v217
  %v223 = and <4 x i1> %v195, %v218
  %v224 = and <4 x i1> %v219, %v220
  %v225 = and <4 x i1> %v224, %v221
  %v226 = and <4 x i1> %v225, %v222
  %v227 = and <4 x i1> %v226, %v223
  %v228 = bitcast <4 x i1> %v227 to i4
  %v229 = icmp eq i4 %v228, -1
  br i1 %v229, label %b19, label %b20
b19:
  %v230 = sext i32 %v209 to i64
  %v231 = getelementptr i32, ptr %v16, i64 %v230
  %v232 = load <4 x i32>, ptr %v231, align 4
  %v233 = sext i32 %v210 to i64
  %v234 = getelementptr i32, ptr %v16, i64 %v233
  %v235 = load <4 x i32>, ptr %v234, align 4
  %v236 = sext i32 %v211 to i64
  %v237 = getelementptr i32, ptr %v16, i64 %v236
  %v238 = load <4 x i32>, ptr %v237, align 4
  %v239 = sext i32 %v212 to i64
  %v240 = getelementptr i32, ptr %v16, i64 %v239
  %v241 = load <4 x i32>, ptr %v240, align 4
  %v242 = sext i32 %v213 to i64
  %v243 = getelementptr i32, ptr %v16, i64 %v242
  %v244 = load <4 x i32>, ptr %v243, align 4
  br label %b21
b20:
  %v245 = sext i32 %v209 to i64
  %v246 = getelementptr i32, ptr %v16, i64 %v245
  %v247 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v246, <4 x i1> %v219, <4 x i32> zeroinitializer)
  %v248 = sext i32 %v210 to i64
  %v249 = getelementptr i32, ptr %v16, i64 %v248
  %v250 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v249, <4 x i1> %v220, <4 x i32> zeroinitializer)
  %v251 = sext i32 %v211 to i64
  %v252 = getelementptr i32, ptr %v16, i64 %v251
  %v253 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v252, <4 x i1> %v221, <4 x i32> zeroinitializer)
  %v254 = sext i32 %v212 to i64
  %v255 = getelementptr i32, ptr %v16, i64 %v254
  %v256 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v255, <4 x i1> %v222, <4 x i32> zeroinitializer)
  %v257 = sext i32 %v213 to i64
  %v258 = getelementptr i32, ptr %v16, i64 %v257
  %v259 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v258, <4 x i1> %v223, <4 x i32> zeroinitializer)
  br label %b21
b21:
  %v260 = phi <4 x i32> [ %v232, %b19 ], [ %v247, %b20 ]
  %v261 = phi <4 x i32> [ %v235, %b19 ], [ %v250, %b20 ]
  %v262 = phi <4 x i32> [ %v238, %b19 ], [ %v253, %b20 ]
  %v263 = phi <4 x i32> [ %v241, %b19 ], [ %v256, %b20 ]
  %v264 = phi <4 x i32> [ %v244, %b19 ], [ %v259, %b20 ]
  %v265 = add <4 x i32> %v174, %v260
  %v266 = add <4 x i32> %v175, %v261
  %v267 = add <4 x i32> %v176, %v262
  %v268 = add <4 x i32> %v177, %v263
  %v269 = add <4 x i32> %v178, %v264
  %v270 = load <4 x i32>, ptr %v37
  %v271 = select <4 x i1> %v191, <4 x i32> %v265, <4 x i32> %v270
  store <4 x i32> %v271, ptr %v37
  %v272 = load <4 x i32>, ptr %v38
  %v273 = select <4 x i1> %v192, <4 x i32> %v266, <4 x i32> %v272
  store <4 x i32> %v273, ptr %v38
  %v274 = load <4 x i32>, ptr %v39
  %v275 = select <4 x i1> %v193, <4 x i32> %v267, <4 x i32> %v274
  store <4 x i32> %v275, ptr %v39
  %v276 = load <4 x i32>, ptr %v40
  %v277 = select <4 x i1> %v194, <4 x i32> %v268, <4 x i32> %v276
  store <4 x i32> %v277, ptr %v40
  %v278 = load <4 x i32>, ptr %v41
  %v279 = select <4 x i1> %v195, <4 x i32> %v269, <4 x i32> %v278
  store <4 x i32> %v279, ptr %v41
  br label %b18
b18:
  br label %b16
b16:
  %v280 = load <4 x i32>, ptr %v37
  %v281 = load <4 x i32>, ptr %v38
  %v282 = load <4 x i32>, ptr %v39
  %v283 = load <4 x i32>, ptr %v40
  %v284 = load <4 x i32>, ptr %v41
  %v285 = getelementptr i32, ptr %v18, i64 0
  %v286 = getelementptr i32, ptr %v18, i64 4
  %v287 = getelementptr i32, ptr %v18, i64 8
  %v288 = getelementptr i32, ptr %v18, i64 12
  %v289 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v280, ptr %v285, align 16
  store <4 x i32> %v281, ptr %v286, align 16
  store <4 x i32> %v282, ptr %v287, align 16
  store <4 x i32> %v283, ptr %v288, align 16
  store <4 x i32> %v284, ptr %v289, align 16
  %v290 = load i32, ptr %v15
  %v291 = load i32, ptr %v13
  store i32 %v290, ptr %v52
  %v292 = and i32 1, 31
  %v293 = lshr i32 %v291, %v292
  store i32 %v293, ptr %v52
  br label %b22
b22:
  %v294 = load i32, ptr %v52
  store i32 %v294, ptr %v15
  br label %b12
b12:
  br label %b10
b13:
  %v295 = mul i32 %v21, 20
  %v296 = insertelement <4 x i32> poison, i32 %v295, i64 0
  %v297 = shufflevector <4 x i32> %v296, <4 x i32> poison, <4 x i32> zeroinitializer
  %v298 = add i32 4, %v295
  %v299 = add i32 8, %v295
  %v300 = add i32 12, %v295
  %v301 = add i32 16, %v295
  %v302 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v297
  %v303 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v297
  %v304 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v297
  %v305 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v297
  %v306 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v297
  %v307 = getelementptr i32, ptr %v18, i64 0
  %v308 = getelementptr i32, ptr %v18, i64 4
  %v309 = getelementptr i32, ptr %v18, i64 8
  %v310 = getelementptr i32, ptr %v18, i64 12
  %v311 = getelementptr i32, ptr %v18, i64 16
  %v312 = load <4 x i32>, ptr %v307, align 16
  %v313 = load <4 x i32>, ptr %v308, align 16
  %v314 = load <4 x i32>, ptr %v309, align 16
  %v315 = load <4 x i32>, ptr %v310, align 16
  %v316 = load <4 x i32>, ptr %v311, align 16
  store <4 x i32> %v312, ptr %v37
  store <4 x i32> %v313, ptr %v38
  store <4 x i32> %v314, ptr %v39
  store <4 x i32> %v315, ptr %v40
  store <4 x i32> %v316, ptr %v41
  %v317 = icmp eq <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 0)
  %v318 = icmp eq <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 0)
  %v319 = icmp eq <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 0)
  %v320 = icmp eq <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 0)
  %v321 = icmp eq <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 0)
  %v322 = or <4 x i1> %v317, %v318
  %v323 = or <4 x i1> %v322, %v319
  %v324 = or <4 x i1> %v323, %v320
  %v325 = or <4 x i1> %v324, %v321
  %v326 = bitcast <4 x i1> %v325 to i4
  %v327 = icmp ne i4 %v326, 0
  br i1 %v327, label %b24, label %b25
b24:
  %v328 = load <4 x i32>, ptr %v37
  %v329 = load <4 x i32>, ptr %v38
  %v330 = load <4 x i32>, ptr %v39
  %v331 = load <4 x i32>, ptr %v40
  %v332 = load <4 x i32>, ptr %v41
  %v333 = icmp ult i32 %v21, %v7
  %v334 = insertelement <4 x i1> poison, i1 %v333, i64 0
  %v335 = shufflevector <4 x i1> %v334, <4 x i1> poison, <4 x i32> zeroinitializer
  %v336 = and <4 x i1> %v317, %v335
  %v337 = and <4 x i1> %v318, %v335
  %v338 = and <4 x i1> %v319, %v335
  %v339 = and <4 x i1> %v320, %v335
  %v340 = and <4 x i1> %v321, %v335
  %v341 = select <4 x i1> %v336, <4 x i32> %v328, <4 x i32> splat (i32 -2147483648)
  %v342 = select <4 x i1> %v337, <4 x i32> %v329, <4 x i32> splat (i32 -2147483648)
  %v343 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v341, <4 x i32> %v342)
  %v344 = select <4 x i1> %v338, <4 x i32> %v330, <4 x i32> splat (i32 -2147483648)
  %v345 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v343, <4 x i32> %v344)
  %v346 = select <4 x i1> %v339, <4 x i32> %v331, <4 x i32> splat (i32 -2147483648)
  %v347 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v345, <4 x i32> %v346)
  %v348 = select <4 x i1> %v340, <4 x i32> %v332, <4 x i32> splat (i32 -2147483648)
  %v349 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v347, <4 x i32> %v348)
  %v350 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v349)
  %v351 = or <4 x i1> %v336, %v337
  %v352 = or <4 x i1> %v351, %v338
  %v353 = or <4 x i1> %v352, %v339
  %v354 = or <4 x i1> %v353, %v340
  %v355 = bitcast <4 x i1> %v354 to i4
  %v356 = icmp ne i4 %v355, 0
  br i1 %v356, label %b26, label %b27
b26:
  %v357 = sext i32 %v21 to i64
  %v358 = getelementptr i32, ptr %v5, i64 %v357
  %v359 = atomicrmw max ptr %v358, i32 %v350 monotonic, align 4
  br label %b27
b27:
  br label %b25
b25:
  br label %b23
b23:
  br label %b4
b4:
  %v20 = add i64 %v19, 1
  %v360 = icmp ult i64 %v20, %hi
  br i1 %v360, label %b3, label %b5
b5:
  br label %b2
b2:
  %v361 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v361
  %v362 = icmp ult i64 %v9, %end
  br i1 %v362, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
