; vector width: 4
; packs: 5 (the whole workgroup, 1 vectors a pack in the loop, 1 on the way)
; mode: group, 6 phases, 32-bit indexes
; memory of a workgroup: 128 bytes shared, 256 bytes of frames, 0 off the stack
; 4 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 1 scalar, 0 by lanes
; calls in the text: 10 masked loads
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
  %v67 = getelementptr i32, ptr %v65, i64 4
  %v68 = load <4 x i32>, ptr %v67, align 4
  %v69 = getelementptr i32, ptr %v65, i64 8
  %v70 = load <4 x i32>, ptr %v69, align 4
  %v71 = getelementptr i32, ptr %v65, i64 12
  %v72 = load <4 x i32>, ptr %v71, align 4
  %v73 = getelementptr i32, ptr %v65, i64 16
  %v74 = load <4 x i32>, ptr %v73, align 4
  br label %b9
b8:
  %v75 = sext i32 %v25 to i64
  %v76 = getelementptr i32, ptr %v1, i64 %v75
  %v77 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v76, <4 x i1> %v55, <4 x i32> zeroinitializer)
  %v78 = sext i32 %v28 to i64
  %v79 = getelementptr i32, ptr %v1, i64 %v78
  %v80 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v79, <4 x i1> %v56, <4 x i32> zeroinitializer)
  %v81 = sext i32 %v29 to i64
  %v82 = getelementptr i32, ptr %v1, i64 %v81
  %v83 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v82, <4 x i1> %v57, <4 x i32> zeroinitializer)
  %v84 = sext i32 %v30 to i64
  %v85 = getelementptr i32, ptr %v1, i64 %v84
  %v86 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v85, <4 x i1> %v58, <4 x i32> zeroinitializer)
  %v87 = sext i32 %v31 to i64
  %v88 = getelementptr i32, ptr %v1, i64 %v87
  %v89 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v88, <4 x i1> %v59, <4 x i32> zeroinitializer)
  br label %b9
b9:
  %v90 = phi <4 x i32> [ %v66, %b7 ], [ %v77, %b8 ]
  %v91 = phi <4 x i32> [ %v68, %b7 ], [ %v80, %b8 ]
  %v92 = phi <4 x i32> [ %v70, %b7 ], [ %v83, %b8 ]
  %v93 = phi <4 x i32> [ %v72, %b7 ], [ %v86, %b8 ]
  %v94 = phi <4 x i32> [ %v74, %b7 ], [ %v89, %b8 ]
  %v95 = mul <4 x i32> %v90, splat (i32 3)
  %v96 = mul <4 x i32> %v91, splat (i32 3)
  %v97 = mul <4 x i32> %v92, splat (i32 3)
  %v98 = mul <4 x i32> %v93, splat (i32 3)
  %v99 = mul <4 x i32> %v94, splat (i32 3)
  store <4 x i32> %v95, ptr %v37
  store <4 x i32> %v96, ptr %v38
  store <4 x i32> %v97, ptr %v39
  store <4 x i32> %v98, ptr %v40
  store <4 x i32> %v99, ptr %v41
  store i32 16, ptr %v52
  br label %b6
b6:
  %v100 = load <4 x i32>, ptr %v37
  %v101 = load <4 x i32>, ptr %v38
  %v102 = load <4 x i32>, ptr %v39
  %v103 = load <4 x i32>, ptr %v40
  %v104 = load <4 x i32>, ptr %v41
  %v105 = getelementptr i32, ptr %v18, i64 0
  %v106 = getelementptr i32, ptr %v18, i64 4
  %v107 = getelementptr i32, ptr %v18, i64 8
  %v108 = getelementptr i32, ptr %v18, i64 12
  %v109 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v100, ptr %v105, align 16
  store <4 x i32> %v101, ptr %v106, align 16
  store <4 x i32> %v102, ptr %v107, align 16
  store <4 x i32> %v103, ptr %v108, align 16
  store <4 x i32> %v104, ptr %v109, align 16
  %v110 = load i32, ptr %v52
  store i32 %v110, ptr %v15
  br label %b10
b10:
  %v111 = load i32, ptr %v15
  store i32 %v111, ptr %v52
  %v112 = load i32, ptr %v52
  store i32 %v112, ptr %v13
  %v113 = icmp ugt i32 %v112, 0
  store i1 %v113, ptr %v14
  br label %b14
b14:
  %v114 = load i1, ptr %v14
  br i1 %v114, label %b11, label %b13
b11:
  %v115 = mul i32 %v21, 20
  %v116 = insertelement <4 x i32> poison, i32 %v115, i64 0
  %v117 = shufflevector <4 x i32> %v116, <4 x i32> poison, <4 x i32> zeroinitializer
  %v118 = add i32 4, %v115
  %v119 = add i32 8, %v115
  %v120 = add i32 12, %v115
  %v121 = add i32 16, %v115
  %v122 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v117
  %v123 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v117
  %v124 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v117
  %v125 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v117
  %v126 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v117
  %v127 = getelementptr i32, ptr %v18, i64 0
  %v128 = getelementptr i32, ptr %v18, i64 4
  %v129 = getelementptr i32, ptr %v18, i64 8
  %v130 = getelementptr i32, ptr %v18, i64 12
  %v131 = getelementptr i32, ptr %v18, i64 16
  %v132 = load <4 x i32>, ptr %v127, align 16
  %v133 = load <4 x i32>, ptr %v128, align 16
  %v134 = load <4 x i32>, ptr %v129, align 16
  %v135 = load <4 x i32>, ptr %v130, align 16
  %v136 = load <4 x i32>, ptr %v131, align 16
  store <4 x i32> %v132, ptr %v37
  store <4 x i32> %v133, ptr %v38
  store <4 x i32> %v134, ptr %v39
  store <4 x i32> %v135, ptr %v40
  store <4 x i32> %v136, ptr %v41
  %v137 = load <4 x i32>, ptr %v37
  %v138 = load <4 x i32>, ptr %v38
  %v139 = load <4 x i32>, ptr %v39
  %v140 = load <4 x i32>, ptr %v40
  %v141 = load <4 x i32>, ptr %v41
  %v142 = getelementptr i32, ptr %v17, i64 0
  %v143 = getelementptr i32, ptr %v17, i64 4
  %v144 = getelementptr i32, ptr %v17, i64 8
  %v145 = getelementptr i32, ptr %v17, i64 12
  %v146 = getelementptr i32, ptr %v17, i64 16
  store <4 x i32> %v137, ptr %v142, align 16
  store <4 x i32> %v138, ptr %v143, align 16
  store <4 x i32> %v139, ptr %v144, align 16
  store <4 x i32> %v140, ptr %v145, align 16
  store <4 x i32> %v141, ptr %v146, align 16
  %v147 = getelementptr i32, ptr %v16, i64 0
  store <4 x i32> %v137, ptr %v147, align 4
  %v148 = getelementptr i32, ptr %v147, i64 4
  store <4 x i32> %v138, ptr %v148, align 4
  %v149 = getelementptr i32, ptr %v147, i64 8
  store <4 x i32> %v139, ptr %v149, align 4
  %v150 = getelementptr i32, ptr %v147, i64 12
  store <4 x i32> %v140, ptr %v150, align 4
  %v151 = getelementptr i32, ptr %v147, i64 16
  store <4 x i32> %v141, ptr %v151, align 4
  br label %b15
b15:
  %v152 = mul i32 %v21, 20
  %v153 = insertelement <4 x i32> poison, i32 %v152, i64 0
  %v154 = shufflevector <4 x i32> %v153, <4 x i32> poison, <4 x i32> zeroinitializer
  %v155 = add i32 4, %v152
  %v156 = add i32 8, %v152
  %v157 = add i32 12, %v152
  %v158 = add i32 16, %v152
  %v159 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v154
  %v160 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v154
  %v161 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v154
  %v162 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v154
  %v163 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v154
  %v164 = load i32, ptr %v13
  %v165 = getelementptr i32, ptr %v17, i64 0
  %v166 = getelementptr i32, ptr %v17, i64 4
  %v167 = getelementptr i32, ptr %v17, i64 8
  %v168 = getelementptr i32, ptr %v17, i64 12
  %v169 = getelementptr i32, ptr %v17, i64 16
  %v170 = load <4 x i32>, ptr %v165, align 16
  %v171 = load <4 x i32>, ptr %v166, align 16
  %v172 = load <4 x i32>, ptr %v167, align 16
  %v173 = load <4 x i32>, ptr %v168, align 16
  %v174 = load <4 x i32>, ptr %v169, align 16
  %v175 = getelementptr i32, ptr %v18, i64 0
  %v176 = getelementptr i32, ptr %v18, i64 4
  %v177 = getelementptr i32, ptr %v18, i64 8
  %v178 = getelementptr i32, ptr %v18, i64 12
  %v179 = getelementptr i32, ptr %v18, i64 16
  %v180 = load <4 x i32>, ptr %v175, align 16
  %v181 = load <4 x i32>, ptr %v176, align 16
  %v182 = load <4 x i32>, ptr %v177, align 16
  %v183 = load <4 x i32>, ptr %v178, align 16
  %v184 = load <4 x i32>, ptr %v179, align 16
  store <4 x i32> %v180, ptr %v37
  store <4 x i32> %v181, ptr %v38
  store <4 x i32> %v182, ptr %v39
  store <4 x i32> %v183, ptr %v40
  store <4 x i32> %v184, ptr %v41
  %v185 = insertelement <4 x i32> poison, i32 %v164, i64 0
  %v186 = shufflevector <4 x i32> %v185, <4 x i32> poison, <4 x i32> zeroinitializer
  %v187 = icmp ugt <4 x i32> %v186, <i32 0, i32 1, i32 2, i32 3>
  %v188 = icmp ugt <4 x i32> %v186, <i32 4, i32 5, i32 6, i32 7>
  %v189 = icmp ugt <4 x i32> %v186, <i32 8, i32 9, i32 10, i32 11>
  %v190 = icmp ugt <4 x i32> %v186, <i32 12, i32 13, i32 14, i32 15>
  %v191 = icmp ugt <4 x i32> %v186, <i32 16, i32 17, i32 18, i32 19>
  %v192 = or <4 x i1> %v187, %v188
  %v193 = or <4 x i1> %v192, %v189
  %v194 = or <4 x i1> %v193, %v190
  %v195 = or <4 x i1> %v194, %v191
  %v196 = bitcast <4 x i1> %v195 to i4
  %v197 = icmp ne i4 %v196, 0
  br i1 %v197, label %b17, label %b18
b17:
  %v198 = insertelement <4 x i32> poison, i32 %v164, i64 0
  %v199 = shufflevector <4 x i32> %v198, <4 x i32> poison, <4 x i32> zeroinitializer
  %v200 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v199
  %v201 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v199
  %v202 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v199
  %v203 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v199
  %v204 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v199
  %v205 = add i32 0, %v164
  %v206 = add i32 4, %v164
  %v207 = add i32 8, %v164
  %v208 = add i32 12, %v164
  %v209 = add i32 16, %v164
  %v210 = icmp ult <4 x i32> %v200, splat (i32 20)
  %v211 = icmp ult <4 x i32> %v201, splat (i32 20)
  %v212 = icmp ult <4 x i32> %v202, splat (i32 20)
  %v213 = icmp ult <4 x i32> %v203, splat (i32 20)
  %v214 = icmp ult <4 x i32> %v204, splat (i32 20)
  %v215 = and <4 x i1> %v187, %v210
  %v216 = and <4 x i1> %v188, %v211
  %v217 = and <4 x i1> %v189, %v212
  %v218 = and <4 x i1> %v190, %v213
  %v219 = and <4 x i1> %v191, %v214
  %v220 = and <4 x i1> %v215, %v216
  %v221 = and <4 x i1> %v220, %v217
  %v222 = and <4 x i1> %v221, %v218
  %v223 = and <4 x i1> %v222, %v219
  %v224 = bitcast <4 x i1> %v223 to i4
  %v225 = icmp eq i4 %v224, -1
  br i1 %v225, label %b19, label %b20
b19:
  %v226 = sext i32 %v205 to i64
  %v227 = getelementptr i32, ptr %v16, i64 %v226
  %v228 = load <4 x i32>, ptr %v227, align 4
  %v229 = getelementptr i32, ptr %v227, i64 4
  %v230 = load <4 x i32>, ptr %v229, align 4
  %v231 = getelementptr i32, ptr %v227, i64 8
  %v232 = load <4 x i32>, ptr %v231, align 4
  %v233 = getelementptr i32, ptr %v227, i64 12
  %v234 = load <4 x i32>, ptr %v233, align 4
  %v235 = getelementptr i32, ptr %v227, i64 16
  %v236 = load <4 x i32>, ptr %v235, align 4
  br label %b21
b20:
  %v237 = sext i32 %v205 to i64
  %v238 = getelementptr i32, ptr %v16, i64 %v237
  %v239 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v238, <4 x i1> %v215, <4 x i32> zeroinitializer)
  %v240 = sext i32 %v206 to i64
  %v241 = getelementptr i32, ptr %v16, i64 %v240
  %v242 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v241, <4 x i1> %v216, <4 x i32> zeroinitializer)
  %v243 = sext i32 %v207 to i64
  %v244 = getelementptr i32, ptr %v16, i64 %v243
  %v245 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v244, <4 x i1> %v217, <4 x i32> zeroinitializer)
  %v246 = sext i32 %v208 to i64
  %v247 = getelementptr i32, ptr %v16, i64 %v246
  %v248 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v247, <4 x i1> %v218, <4 x i32> zeroinitializer)
  %v249 = sext i32 %v209 to i64
  %v250 = getelementptr i32, ptr %v16, i64 %v249
  %v251 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v250, <4 x i1> %v219, <4 x i32> zeroinitializer)
  br label %b21
b21:
  %v252 = phi <4 x i32> [ %v228, %b19 ], [ %v239, %b20 ]
  %v253 = phi <4 x i32> [ %v230, %b19 ], [ %v242, %b20 ]
  %v254 = phi <4 x i32> [ %v232, %b19 ], [ %v245, %b20 ]
  %v255 = phi <4 x i32> [ %v234, %b19 ], [ %v248, %b20 ]
  %v256 = phi <4 x i32> [ %v236, %b19 ], [ %v251, %b20 ]
  %v257 = add <4 x i32> %v170, %v252
  %v258 = add <4 x i32> %v171, %v253
  %v259 = add <4 x i32> %v172, %v254
  %v260 = add <4 x i32> %v173, %v255
  %v261 = add <4 x i32> %v174, %v256
  %v262 = load <4 x i32>, ptr %v37
  %v263 = select <4 x i1> %v187, <4 x i32> %v257, <4 x i32> %v262
  store <4 x i32> %v263, ptr %v37
  %v264 = load <4 x i32>, ptr %v38
  %v265 = select <4 x i1> %v188, <4 x i32> %v258, <4 x i32> %v264
  store <4 x i32> %v265, ptr %v38
  %v266 = load <4 x i32>, ptr %v39
  %v267 = select <4 x i1> %v189, <4 x i32> %v259, <4 x i32> %v266
  store <4 x i32> %v267, ptr %v39
  %v268 = load <4 x i32>, ptr %v40
  %v269 = select <4 x i1> %v190, <4 x i32> %v260, <4 x i32> %v268
  store <4 x i32> %v269, ptr %v40
  %v270 = load <4 x i32>, ptr %v41
  %v271 = select <4 x i1> %v191, <4 x i32> %v261, <4 x i32> %v270
  store <4 x i32> %v271, ptr %v41
  br label %b18
b18:
  br label %b16
b16:
  %v272 = load <4 x i32>, ptr %v37
  %v273 = load <4 x i32>, ptr %v38
  %v274 = load <4 x i32>, ptr %v39
  %v275 = load <4 x i32>, ptr %v40
  %v276 = load <4 x i32>, ptr %v41
  %v277 = getelementptr i32, ptr %v18, i64 0
  %v278 = getelementptr i32, ptr %v18, i64 4
  %v279 = getelementptr i32, ptr %v18, i64 8
  %v280 = getelementptr i32, ptr %v18, i64 12
  %v281 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v272, ptr %v277, align 16
  store <4 x i32> %v273, ptr %v278, align 16
  store <4 x i32> %v274, ptr %v279, align 16
  store <4 x i32> %v275, ptr %v280, align 16
  store <4 x i32> %v276, ptr %v281, align 16
  %v282 = load i32, ptr %v15
  %v283 = load i32, ptr %v13
  store i32 %v282, ptr %v52
  %v284 = and i32 1, 31
  %v285 = lshr i32 %v283, %v284
  store i32 %v285, ptr %v52
  br label %b22
b22:
  %v286 = load i32, ptr %v52
  store i32 %v286, ptr %v15
  br label %b12
b12:
  br label %b10
b13:
  %v287 = mul i32 %v21, 20
  %v288 = insertelement <4 x i32> poison, i32 %v287, i64 0
  %v289 = shufflevector <4 x i32> %v288, <4 x i32> poison, <4 x i32> zeroinitializer
  %v290 = add i32 4, %v287
  %v291 = add i32 8, %v287
  %v292 = add i32 12, %v287
  %v293 = add i32 16, %v287
  %v294 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v289
  %v295 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v289
  %v296 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v289
  %v297 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v289
  %v298 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v289
  %v299 = getelementptr i32, ptr %v18, i64 0
  %v300 = getelementptr i32, ptr %v18, i64 4
  %v301 = getelementptr i32, ptr %v18, i64 8
  %v302 = getelementptr i32, ptr %v18, i64 12
  %v303 = getelementptr i32, ptr %v18, i64 16
  %v304 = load <4 x i32>, ptr %v299, align 16
  %v305 = load <4 x i32>, ptr %v300, align 16
  %v306 = load <4 x i32>, ptr %v301, align 16
  %v307 = load <4 x i32>, ptr %v302, align 16
  %v308 = load <4 x i32>, ptr %v303, align 16
  store <4 x i32> %v304, ptr %v37
  store <4 x i32> %v305, ptr %v38
  store <4 x i32> %v306, ptr %v39
  store <4 x i32> %v307, ptr %v40
  store <4 x i32> %v308, ptr %v41
  %v309 = icmp eq <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 0)
  %v310 = icmp eq <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 0)
  %v311 = icmp eq <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 0)
  %v312 = icmp eq <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 0)
  %v313 = icmp eq <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 0)
  %v314 = or <4 x i1> %v309, %v310
  %v315 = or <4 x i1> %v314, %v311
  %v316 = or <4 x i1> %v315, %v312
  %v317 = or <4 x i1> %v316, %v313
  %v318 = bitcast <4 x i1> %v317 to i4
  %v319 = icmp ne i4 %v318, 0
  br i1 %v319, label %b24, label %b25
b24:
  %v320 = load <4 x i32>, ptr %v37
  %v321 = load <4 x i32>, ptr %v38
  %v322 = load <4 x i32>, ptr %v39
  %v323 = load <4 x i32>, ptr %v40
  %v324 = load <4 x i32>, ptr %v41
  %v325 = icmp ult i32 %v21, %v7
  %v326 = insertelement <4 x i1> poison, i1 %v325, i64 0
  %v327 = shufflevector <4 x i1> %v326, <4 x i1> poison, <4 x i32> zeroinitializer
  %v328 = and <4 x i1> %v309, %v327
  %v329 = and <4 x i1> %v310, %v327
  %v330 = and <4 x i1> %v311, %v327
  %v331 = and <4 x i1> %v312, %v327
  %v332 = and <4 x i1> %v313, %v327
  %v333 = select <4 x i1> %v328, <4 x i32> %v320, <4 x i32> splat (i32 -2147483648)
  %v334 = select <4 x i1> %v329, <4 x i32> %v321, <4 x i32> splat (i32 -2147483648)
  %v335 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v333, <4 x i32> %v334)
  %v336 = select <4 x i1> %v330, <4 x i32> %v322, <4 x i32> splat (i32 -2147483648)
  %v337 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v335, <4 x i32> %v336)
  %v338 = select <4 x i1> %v331, <4 x i32> %v323, <4 x i32> splat (i32 -2147483648)
  %v339 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v337, <4 x i32> %v338)
  %v340 = select <4 x i1> %v332, <4 x i32> %v324, <4 x i32> splat (i32 -2147483648)
  %v341 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v339, <4 x i32> %v340)
  %v342 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v341)
  %v343 = or <4 x i1> %v328, %v329
  %v344 = or <4 x i1> %v343, %v330
  %v345 = or <4 x i1> %v344, %v331
  %v346 = or <4 x i1> %v345, %v332
  %v347 = bitcast <4 x i1> %v346 to i4
  %v348 = icmp ne i4 %v347, 0
  br i1 %v348, label %b26, label %b27
b26:
  %v349 = sext i32 %v21 to i64
  %v350 = getelementptr i32, ptr %v5, i64 %v349
  %v351 = atomicrmw max ptr %v350, i32 %v342 monotonic, align 4
  br label %b27
b27:
  br label %b25
b25:
  br label %b23
b23:
  br label %b4
b4:
  %v20 = add i64 %v19, 1
  %v352 = icmp ult i64 %v20, %hi
  br i1 %v352, label %b3, label %b5
b5:
  br label %b2
b2:
  %v353 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v353
  %v354 = icmp ult i64 %v9, %end
  br i1 %v354, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
