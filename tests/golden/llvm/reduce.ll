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
  %v38 = alloca <4 x i32>, align 64
  %v39 = alloca <4 x i32>, align 64
  %v40 = alloca <4 x i32>, align 64
  %v41 = alloca <4 x i32>, align 64
  %v42 = alloca <4 x i32>, align 64
  %v53 = alloca i32, align 8
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
  %v28 = add i32 0, %v25
  %v29 = add i32 4, %v25
  %v30 = add i32 8, %v25
  %v31 = add i32 12, %v25
  %v32 = add i32 16, %v25
  %v33 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v27
  %v34 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v27
  %v35 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v27
  %v36 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v27
  %v37 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v27
  %v43 = getelementptr i32, ptr %v18, i64 0
  %v44 = getelementptr i32, ptr %v18, i64 4
  %v45 = getelementptr i32, ptr %v18, i64 8
  %v46 = getelementptr i32, ptr %v18, i64 12
  %v47 = getelementptr i32, ptr %v18, i64 16
  %v48 = load <4 x i32>, ptr %v43, align 16
  %v49 = load <4 x i32>, ptr %v44, align 16
  %v50 = load <4 x i32>, ptr %v45, align 16
  %v51 = load <4 x i32>, ptr %v46, align 16
  %v52 = load <4 x i32>, ptr %v47, align 16
  store <4 x i32> %v48, ptr %v38
  store <4 x i32> %v49, ptr %v39
  store <4 x i32> %v50, ptr %v40
  store <4 x i32> %v51, ptr %v41
  store <4 x i32> %v52, ptr %v42
  store i32 %v24, ptr %v53
  %v54 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v55 = shufflevector <4 x i32> %v54, <4 x i32> poison, <4 x i32> zeroinitializer
  %v56 = icmp ult <4 x i32> %v33, %v55
  %v57 = icmp ult <4 x i32> %v34, %v55
  %v58 = icmp ult <4 x i32> %v35, %v55
  %v59 = icmp ult <4 x i32> %v36, %v55
  %v60 = icmp ult <4 x i32> %v37, %v55
  %v61 = and <4 x i1> %v56, %v57
  %v62 = and <4 x i1> %v61, %v58
  %v63 = and <4 x i1> %v62, %v59
  %v64 = and <4 x i1> %v63, %v60
  %v65 = bitcast <4 x i1> %v64 to i4
  %v66 = icmp eq i4 %v65, -1
  br i1 %v66, label %b7, label %b8
b7:
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
  %v79 = sext i32 %v32 to i64
  %v80 = getelementptr i32, ptr %v1, i64 %v79
  %v81 = load <4 x i32>, ptr %v80, align 4
  br label %b9
b8:
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
  %v94 = sext i32 %v32 to i64
  %v95 = getelementptr i32, ptr %v1, i64 %v94
  %v96 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v95, <4 x i1> %v60, <4 x i32> zeroinitializer)
  br label %b9
b9:
  %v97 = phi <4 x i32> [ %v69, %b7 ], [ %v84, %b8 ]
  %v98 = phi <4 x i32> [ %v72, %b7 ], [ %v87, %b8 ]
  %v99 = phi <4 x i32> [ %v75, %b7 ], [ %v90, %b8 ]
  %v100 = phi <4 x i32> [ %v78, %b7 ], [ %v93, %b8 ]
  %v101 = phi <4 x i32> [ %v81, %b7 ], [ %v96, %b8 ]
  %v102 = mul <4 x i32> %v97, splat (i32 3)
  %v103 = mul <4 x i32> %v98, splat (i32 3)
  %v104 = mul <4 x i32> %v99, splat (i32 3)
  %v105 = mul <4 x i32> %v100, splat (i32 3)
  %v106 = mul <4 x i32> %v101, splat (i32 3)
  store <4 x i32> %v102, ptr %v38
  store <4 x i32> %v103, ptr %v39
  store <4 x i32> %v104, ptr %v40
  store <4 x i32> %v105, ptr %v41
  store <4 x i32> %v106, ptr %v42
  store i32 16, ptr %v53
  br label %b6
b6:
  %v107 = load <4 x i32>, ptr %v38
  %v108 = load <4 x i32>, ptr %v39
  %v109 = load <4 x i32>, ptr %v40
  %v110 = load <4 x i32>, ptr %v41
  %v111 = load <4 x i32>, ptr %v42
  %v112 = getelementptr i32, ptr %v18, i64 0
  %v113 = getelementptr i32, ptr %v18, i64 4
  %v114 = getelementptr i32, ptr %v18, i64 8
  %v115 = getelementptr i32, ptr %v18, i64 12
  %v116 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v107, ptr %v112, align 16
  store <4 x i32> %v108, ptr %v113, align 16
  store <4 x i32> %v109, ptr %v114, align 16
  store <4 x i32> %v110, ptr %v115, align 16
  store <4 x i32> %v111, ptr %v116, align 16
  %v117 = load i32, ptr %v53
  store i32 %v117, ptr %v15
  br label %b10
b10:
  %v118 = load i32, ptr %v15
  store i32 %v118, ptr %v53
  %v119 = load i32, ptr %v53
  store i32 %v119, ptr %v13
  %v120 = icmp ugt i32 %v119, 0
  store i1 %v120, ptr %v14
  br label %b14
b14:
  %v121 = load i1, ptr %v14
  br i1 %v121, label %b11, label %b13
b11:
  %v122 = mul i32 %v21, 20
  %v123 = insertelement <4 x i32> poison, i32 %v122, i64 0
  %v124 = shufflevector <4 x i32> %v123, <4 x i32> poison, <4 x i32> zeroinitializer
  %v125 = add i32 0, %v122
  %v126 = add i32 4, %v122
  %v127 = add i32 8, %v122
  %v128 = add i32 12, %v122
  %v129 = add i32 16, %v122
  %v130 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v124
  %v131 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v124
  %v132 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v124
  %v133 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v124
  %v134 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v124
  %v135 = getelementptr i32, ptr %v18, i64 0
  %v136 = getelementptr i32, ptr %v18, i64 4
  %v137 = getelementptr i32, ptr %v18, i64 8
  %v138 = getelementptr i32, ptr %v18, i64 12
  %v139 = getelementptr i32, ptr %v18, i64 16
  %v140 = load <4 x i32>, ptr %v135, align 16
  %v141 = load <4 x i32>, ptr %v136, align 16
  %v142 = load <4 x i32>, ptr %v137, align 16
  %v143 = load <4 x i32>, ptr %v138, align 16
  %v144 = load <4 x i32>, ptr %v139, align 16
  store <4 x i32> %v140, ptr %v38
  store <4 x i32> %v141, ptr %v39
  store <4 x i32> %v142, ptr %v40
  store <4 x i32> %v143, ptr %v41
  store <4 x i32> %v144, ptr %v42
  %v145 = load <4 x i32>, ptr %v38
  %v146 = load <4 x i32>, ptr %v39
  %v147 = load <4 x i32>, ptr %v40
  %v148 = load <4 x i32>, ptr %v41
  %v149 = load <4 x i32>, ptr %v42
  %v150 = getelementptr i32, ptr %v17, i64 0
  %v151 = getelementptr i32, ptr %v17, i64 4
  %v152 = getelementptr i32, ptr %v17, i64 8
  %v153 = getelementptr i32, ptr %v17, i64 12
  %v154 = getelementptr i32, ptr %v17, i64 16
  store <4 x i32> %v145, ptr %v150, align 16
  store <4 x i32> %v146, ptr %v151, align 16
  store <4 x i32> %v147, ptr %v152, align 16
  store <4 x i32> %v148, ptr %v153, align 16
  store <4 x i32> %v149, ptr %v154, align 16
  %v155 = getelementptr i32, ptr %v16, i64 0
  store <4 x i32> %v145, ptr %v155, align 4
  %v156 = getelementptr i32, ptr %v16, i64 4
  store <4 x i32> %v146, ptr %v156, align 4
  %v157 = getelementptr i32, ptr %v16, i64 8
  store <4 x i32> %v147, ptr %v157, align 4
  %v158 = getelementptr i32, ptr %v16, i64 12
  store <4 x i32> %v148, ptr %v158, align 4
  %v159 = getelementptr i32, ptr %v16, i64 16
  store <4 x i32> %v149, ptr %v159, align 4
  br label %b15
b15:
  %v160 = mul i32 %v21, 20
  %v161 = insertelement <4 x i32> poison, i32 %v160, i64 0
  %v162 = shufflevector <4 x i32> %v161, <4 x i32> poison, <4 x i32> zeroinitializer
  %v163 = add i32 0, %v160
  %v164 = add i32 4, %v160
  %v165 = add i32 8, %v160
  %v166 = add i32 12, %v160
  %v167 = add i32 16, %v160
  %v168 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v162
  %v169 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v162
  %v170 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v162
  %v171 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v162
  %v172 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v162
  %v173 = load i32, ptr %v13
  %v174 = getelementptr i32, ptr %v17, i64 0
  %v175 = getelementptr i32, ptr %v17, i64 4
  %v176 = getelementptr i32, ptr %v17, i64 8
  %v177 = getelementptr i32, ptr %v17, i64 12
  %v178 = getelementptr i32, ptr %v17, i64 16
  %v179 = load <4 x i32>, ptr %v174, align 16
  %v180 = load <4 x i32>, ptr %v175, align 16
  %v181 = load <4 x i32>, ptr %v176, align 16
  %v182 = load <4 x i32>, ptr %v177, align 16
  %v183 = load <4 x i32>, ptr %v178, align 16
  %v184 = getelementptr i32, ptr %v18, i64 0
  %v185 = getelementptr i32, ptr %v18, i64 4
  %v186 = getelementptr i32, ptr %v18, i64 8
  %v187 = getelementptr i32, ptr %v18, i64 12
  %v188 = getelementptr i32, ptr %v18, i64 16
  %v189 = load <4 x i32>, ptr %v184, align 16
  %v190 = load <4 x i32>, ptr %v185, align 16
  %v191 = load <4 x i32>, ptr %v186, align 16
  %v192 = load <4 x i32>, ptr %v187, align 16
  %v193 = load <4 x i32>, ptr %v188, align 16
  store <4 x i32> %v189, ptr %v38
  store <4 x i32> %v190, ptr %v39
  store <4 x i32> %v191, ptr %v40
  store <4 x i32> %v192, ptr %v41
  store <4 x i32> %v193, ptr %v42
  %v194 = insertelement <4 x i32> poison, i32 %v173, i64 0
  %v195 = shufflevector <4 x i32> %v194, <4 x i32> poison, <4 x i32> zeroinitializer
  %v196 = icmp ugt <4 x i32> %v195, <i32 0, i32 1, i32 2, i32 3>
  %v197 = icmp ugt <4 x i32> %v195, <i32 4, i32 5, i32 6, i32 7>
  %v198 = icmp ugt <4 x i32> %v195, <i32 8, i32 9, i32 10, i32 11>
  %v199 = icmp ugt <4 x i32> %v195, <i32 12, i32 13, i32 14, i32 15>
  %v200 = icmp ugt <4 x i32> %v195, <i32 16, i32 17, i32 18, i32 19>
  %v201 = or <4 x i1> %v196, %v197
  %v202 = or <4 x i1> %v201, %v198
  %v203 = or <4 x i1> %v202, %v199
  %v204 = or <4 x i1> %v203, %v200
  %v205 = bitcast <4 x i1> %v204 to i4
  %v206 = icmp ne i4 %v205, 0
  br i1 %v206, label %b17, label %b18
b17:
  %v207 = insertelement <4 x i32> poison, i32 %v173, i64 0
  %v208 = shufflevector <4 x i32> %v207, <4 x i32> poison, <4 x i32> zeroinitializer
  %v209 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v208
  %v210 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v208
  %v211 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v208
  %v212 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v208
  %v213 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v208
  %v214 = add i32 0, %v173
  %v215 = add i32 4, %v173
  %v216 = add i32 8, %v173
  %v217 = add i32 12, %v173
  %v218 = add i32 16, %v173
  %v219 = icmp ult <4 x i32> %v209, splat (i32 20)
  %v220 = icmp ult <4 x i32> %v210, splat (i32 20)
  %v221 = icmp ult <4 x i32> %v211, splat (i32 20)
  %v222 = icmp ult <4 x i32> %v212, splat (i32 20)
  %v223 = icmp ult <4 x i32> %v213, splat (i32 20)
  %v224 = and <4 x i1> %v196, %v219
  %v225 = and <4 x i1> %v197, %v220
  %v226 = and <4 x i1> %v198, %v221
  %v227 = and <4 x i1> %v199, %v222
  %v228 = and <4 x i1> %v200, %v223
  %v229 = and <4 x i1> %v224, %v225
  %v230 = and <4 x i1> %v229, %v226
  %v231 = and <4 x i1> %v230, %v227
  %v232 = and <4 x i1> %v231, %v228
  %v233 = bitcast <4 x i1> %v232 to i4
  %v234 = icmp eq i4 %v233, -1
  br i1 %v234, label %b19, label %b20
b19:
  %v235 = sext i32 %v214 to i64
  %v236 = getelementptr i32, ptr %v16, i64 %v235
  %v237 = load <4 x i32>, ptr %v236, align 4
  %v238 = sext i32 %v215 to i64
  %v239 = getelementptr i32, ptr %v16, i64 %v238
  %v240 = load <4 x i32>, ptr %v239, align 4
  %v241 = sext i32 %v216 to i64
  %v242 = getelementptr i32, ptr %v16, i64 %v241
  %v243 = load <4 x i32>, ptr %v242, align 4
  %v244 = sext i32 %v217 to i64
  %v245 = getelementptr i32, ptr %v16, i64 %v244
  %v246 = load <4 x i32>, ptr %v245, align 4
  %v247 = sext i32 %v218 to i64
  %v248 = getelementptr i32, ptr %v16, i64 %v247
  %v249 = load <4 x i32>, ptr %v248, align 4
  br label %b21
b20:
  %v250 = sext i32 %v214 to i64
  %v251 = getelementptr i32, ptr %v16, i64 %v250
  %v252 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v251, <4 x i1> %v224, <4 x i32> zeroinitializer)
  %v253 = sext i32 %v215 to i64
  %v254 = getelementptr i32, ptr %v16, i64 %v253
  %v255 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v254, <4 x i1> %v225, <4 x i32> zeroinitializer)
  %v256 = sext i32 %v216 to i64
  %v257 = getelementptr i32, ptr %v16, i64 %v256
  %v258 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v257, <4 x i1> %v226, <4 x i32> zeroinitializer)
  %v259 = sext i32 %v217 to i64
  %v260 = getelementptr i32, ptr %v16, i64 %v259
  %v261 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v260, <4 x i1> %v227, <4 x i32> zeroinitializer)
  %v262 = sext i32 %v218 to i64
  %v263 = getelementptr i32, ptr %v16, i64 %v262
  %v264 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v263, <4 x i1> %v228, <4 x i32> zeroinitializer)
  br label %b21
b21:
  %v265 = phi <4 x i32> [ %v237, %b19 ], [ %v252, %b20 ]
  %v266 = phi <4 x i32> [ %v240, %b19 ], [ %v255, %b20 ]
  %v267 = phi <4 x i32> [ %v243, %b19 ], [ %v258, %b20 ]
  %v268 = phi <4 x i32> [ %v246, %b19 ], [ %v261, %b20 ]
  %v269 = phi <4 x i32> [ %v249, %b19 ], [ %v264, %b20 ]
  %v270 = add <4 x i32> %v179, %v265
  %v271 = add <4 x i32> %v180, %v266
  %v272 = add <4 x i32> %v181, %v267
  %v273 = add <4 x i32> %v182, %v268
  %v274 = add <4 x i32> %v183, %v269
  %v275 = load <4 x i32>, ptr %v38
  %v276 = select <4 x i1> %v196, <4 x i32> %v270, <4 x i32> %v275
  store <4 x i32> %v276, ptr %v38
  %v277 = load <4 x i32>, ptr %v39
  %v278 = select <4 x i1> %v197, <4 x i32> %v271, <4 x i32> %v277
  store <4 x i32> %v278, ptr %v39
  %v279 = load <4 x i32>, ptr %v40
  %v280 = select <4 x i1> %v198, <4 x i32> %v272, <4 x i32> %v279
  store <4 x i32> %v280, ptr %v40
  %v281 = load <4 x i32>, ptr %v41
  %v282 = select <4 x i1> %v199, <4 x i32> %v273, <4 x i32> %v281
  store <4 x i32> %v282, ptr %v41
  %v283 = load <4 x i32>, ptr %v42
  %v284 = select <4 x i1> %v200, <4 x i32> %v274, <4 x i32> %v283
  store <4 x i32> %v284, ptr %v42
  br label %b18
b18:
  br label %b16
b16:
  %v285 = load <4 x i32>, ptr %v38
  %v286 = load <4 x i32>, ptr %v39
  %v287 = load <4 x i32>, ptr %v40
  %v288 = load <4 x i32>, ptr %v41
  %v289 = load <4 x i32>, ptr %v42
  %v290 = getelementptr i32, ptr %v18, i64 0
  %v291 = getelementptr i32, ptr %v18, i64 4
  %v292 = getelementptr i32, ptr %v18, i64 8
  %v293 = getelementptr i32, ptr %v18, i64 12
  %v294 = getelementptr i32, ptr %v18, i64 16
  store <4 x i32> %v285, ptr %v290, align 16
  store <4 x i32> %v286, ptr %v291, align 16
  store <4 x i32> %v287, ptr %v292, align 16
  store <4 x i32> %v288, ptr %v293, align 16
  store <4 x i32> %v289, ptr %v294, align 16
  %v295 = load i32, ptr %v15
  %v296 = load i32, ptr %v13
  store i32 %v295, ptr %v53
  %v297 = and i32 1, 31
  %v298 = lshr i32 %v296, %v297
  store i32 %v298, ptr %v53
  br label %b22
b22:
  %v299 = load i32, ptr %v53
  store i32 %v299, ptr %v15
  br label %b12
b12:
  br label %b10
b13:
  %v300 = mul i32 %v21, 20
  %v301 = insertelement <4 x i32> poison, i32 %v300, i64 0
  %v302 = shufflevector <4 x i32> %v301, <4 x i32> poison, <4 x i32> zeroinitializer
  %v303 = add i32 0, %v300
  %v304 = add i32 4, %v300
  %v305 = add i32 8, %v300
  %v306 = add i32 12, %v300
  %v307 = add i32 16, %v300
  %v308 = add <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v302
  %v309 = add <4 x i32> <i32 4, i32 5, i32 6, i32 7>, %v302
  %v310 = add <4 x i32> <i32 8, i32 9, i32 10, i32 11>, %v302
  %v311 = add <4 x i32> <i32 12, i32 13, i32 14, i32 15>, %v302
  %v312 = add <4 x i32> <i32 16, i32 17, i32 18, i32 19>, %v302
  %v313 = getelementptr i32, ptr %v18, i64 0
  %v314 = getelementptr i32, ptr %v18, i64 4
  %v315 = getelementptr i32, ptr %v18, i64 8
  %v316 = getelementptr i32, ptr %v18, i64 12
  %v317 = getelementptr i32, ptr %v18, i64 16
  %v318 = load <4 x i32>, ptr %v313, align 16
  %v319 = load <4 x i32>, ptr %v314, align 16
  %v320 = load <4 x i32>, ptr %v315, align 16
  %v321 = load <4 x i32>, ptr %v316, align 16
  %v322 = load <4 x i32>, ptr %v317, align 16
  store <4 x i32> %v318, ptr %v38
  store <4 x i32> %v319, ptr %v39
  store <4 x i32> %v320, ptr %v40
  store <4 x i32> %v321, ptr %v41
  store <4 x i32> %v322, ptr %v42
  %v323 = icmp eq <4 x i32> <i32 0, i32 1, i32 2, i32 3>, splat (i32 0)
  %v324 = icmp eq <4 x i32> <i32 4, i32 5, i32 6, i32 7>, splat (i32 0)
  %v325 = icmp eq <4 x i32> <i32 8, i32 9, i32 10, i32 11>, splat (i32 0)
  %v326 = icmp eq <4 x i32> <i32 12, i32 13, i32 14, i32 15>, splat (i32 0)
  %v327 = icmp eq <4 x i32> <i32 16, i32 17, i32 18, i32 19>, splat (i32 0)
  %v328 = or <4 x i1> %v323, %v324
  %v329 = or <4 x i1> %v328, %v325
  %v330 = or <4 x i1> %v329, %v326
  %v331 = or <4 x i1> %v330, %v327
  %v332 = bitcast <4 x i1> %v331 to i4
  %v333 = icmp ne i4 %v332, 0
  br i1 %v333, label %b24, label %b25
b24:
  %v334 = load <4 x i32>, ptr %v38
  %v335 = load <4 x i32>, ptr %v39
  %v336 = load <4 x i32>, ptr %v40
  %v337 = load <4 x i32>, ptr %v41
  %v338 = load <4 x i32>, ptr %v42
  %v339 = icmp ult i32 %v21, %v7
  %v340 = insertelement <4 x i1> poison, i1 %v339, i64 0
  %v341 = shufflevector <4 x i1> %v340, <4 x i1> poison, <4 x i32> zeroinitializer
  %v342 = and <4 x i1> %v323, %v341
  %v343 = and <4 x i1> %v324, %v341
  %v344 = and <4 x i1> %v325, %v341
  %v345 = and <4 x i1> %v326, %v341
  %v346 = and <4 x i1> %v327, %v341
  %v347 = select <4 x i1> %v342, <4 x i32> %v334, <4 x i32> splat (i32 -2147483648)
  %v348 = select <4 x i1> %v343, <4 x i32> %v335, <4 x i32> splat (i32 -2147483648)
  %v349 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v347, <4 x i32> %v348)
  %v350 = select <4 x i1> %v344, <4 x i32> %v336, <4 x i32> splat (i32 -2147483648)
  %v351 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v349, <4 x i32> %v350)
  %v352 = select <4 x i1> %v345, <4 x i32> %v337, <4 x i32> splat (i32 -2147483648)
  %v353 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v351, <4 x i32> %v352)
  %v354 = select <4 x i1> %v346, <4 x i32> %v338, <4 x i32> splat (i32 -2147483648)
  %v355 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v353, <4 x i32> %v354)
  %v356 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v355)
  %v357 = or <4 x i1> %v342, %v343
  %v358 = or <4 x i1> %v357, %v344
  %v359 = or <4 x i1> %v358, %v345
  %v360 = or <4 x i1> %v359, %v346
  %v361 = bitcast <4 x i1> %v360 to i4
  %v362 = icmp ne i4 %v361, 0
  br i1 %v362, label %b26, label %b27
b26:
  %v363 = sext i32 %v21 to i64
  %v364 = getelementptr i32, ptr %v5, i64 %v363
  %v365 = atomicrmw max ptr %v364, i32 %v356 monotonic, align 4
  br label %b27
b27:
  br label %b25
b25:
  br label %b23
b23:
  br label %b4
b4:
  %v20 = add i64 %v19, 1
  %v366 = icmp ult i64 %v20, %hi
  br i1 %v366, label %b3, label %b5
b5:
  br label %b2
b2:
  %v367 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v367
  %v368 = icmp ult i64 %v9, %end
  br i1 %v368, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
