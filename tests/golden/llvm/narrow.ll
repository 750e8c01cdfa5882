; vector width: 4
; packs: 4 (2 live vectors a pack, no loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 3 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s5 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s8 store b1: vector, proved, masked (neighbouring lanes write neighbouring elements)
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  store i64 0, ptr %zero
  %v0 = getelementptr ptr, ptr %slots, i64 0
  %v1 = load ptr, ptr %v0, align 8
  %v2 = getelementptr i8, ptr %params, i64 0
  %v3 = load i32, ptr %v2, align 4
  %v4 = getelementptr ptr, ptr %slots, i64 1
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %params, i64 4
  %v7 = load i32, ptr %v6, align 4
  %v8 = mul i64 %lo, 256
  %v9 = mul i64 %hi, 256
  %v10 = icmp ult i64 %v8, %v9
  br i1 %v10, label %b0, label %b2
b0:
  %v11 = phi i64 [ %v8, %entry ], [ %v12, %b1 ]
  %v13 = trunc i64 %v11 to i32
  %v14 = add i32 %v13, 4
  %v15 = add i32 %v13, 8
  %v16 = add i32 %v13, 12
  %v17 = insertelement <4 x i32> poison, i32 %v13, i64 0
  %v18 = shufflevector <4 x i32> %v17, <4 x i32> poison, <4 x i32> zeroinitializer
  %v19 = add <4 x i32> %v18, <i32 0, i32 1, i32 2, i32 3>
  %v20 = insertelement <4 x i32> poison, i32 %v14, i64 0
  %v21 = shufflevector <4 x i32> %v20, <4 x i32> poison, <4 x i32> zeroinitializer
  %v22 = add <4 x i32> %v21, <i32 0, i32 1, i32 2, i32 3>
  %v23 = insertelement <4 x i32> poison, i32 %v15, i64 0
  %v24 = shufflevector <4 x i32> %v23, <4 x i32> poison, <4 x i32> zeroinitializer
  %v25 = add <4 x i32> %v24, <i32 0, i32 1, i32 2, i32 3>
  %v26 = insertelement <4 x i32> poison, i32 %v16, i64 0
  %v27 = shufflevector <4 x i32> %v26, <4 x i32> poison, <4 x i32> zeroinitializer
  %v28 = add <4 x i32> %v27, <i32 0, i32 1, i32 2, i32 3>
  %v29 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v30 = shufflevector <4 x i32> %v29, <4 x i32> poison, <4 x i32> zeroinitializer
  %v31 = icmp ult <4 x i32> %v19, %v30
  %v32 = icmp ult <4 x i32> %v22, %v30
  %v33 = icmp ult <4 x i32> %v25, %v30
  %v34 = icmp ult <4 x i32> %v28, %v30
  %v35 = or <4 x i1> %v31, %v32
  %v36 = or <4 x i1> %v35, %v33
  %v37 = or <4 x i1> %v36, %v34
  %v38 = bitcast <4 x i1> %v37 to i4
  %v39 = icmp ne i4 %v38, 0
  br i1 %v39, label %b3, label %b4
b3:
  %v40 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v41 = shufflevector <4 x i32> %v40, <4 x i32> poison, <4 x i32> zeroinitializer
  %v42 = icmp ult <4 x i32> %v19, %v41
  %v43 = icmp ult <4 x i32> %v22, %v41
  %v44 = icmp ult <4 x i32> %v25, %v41
  %v45 = icmp ult <4 x i32> %v28, %v41
  %v46 = and <4 x i1> %v31, %v42
  %v47 = and <4 x i1> %v32, %v43
  %v48 = and <4 x i1> %v33, %v44
  %v49 = and <4 x i1> %v34, %v45
  %v50 = and <4 x i1> %v46, %v47
  %v51 = and <4 x i1> %v50, %v48
  %v52 = and <4 x i1> %v51, %v49
  %v53 = bitcast <4 x i1> %v52 to i4
  %v54 = icmp eq i4 %v53, -1
  br i1 %v54, label %b5, label %b6
b5:
  %v55 = sext i32 %v13 to i64
  %v56 = getelementptr i16, ptr %v1, i64 %v55
  %v57 = load <4 x i16>, ptr %v56, align 2
  %v58 = sext i32 %v14 to i64
  %v59 = getelementptr i16, ptr %v1, i64 %v58
  %v60 = load <4 x i16>, ptr %v59, align 2
  %v61 = sext i32 %v15 to i64
  %v62 = getelementptr i16, ptr %v1, i64 %v61
  %v63 = load <4 x i16>, ptr %v62, align 2
  %v64 = sext i32 %v16 to i64
  %v65 = getelementptr i16, ptr %v1, i64 %v64
  %v66 = load <4 x i16>, ptr %v65, align 2
  br label %b7
b6:
  %v67 = sext i32 %v13 to i64
  %v68 = getelementptr i16, ptr %v1, i64 %v67
  %v69 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v68, <4 x i1> %v46, <4 x i16> zeroinitializer)
  %v70 = sext i32 %v14 to i64
  %v71 = getelementptr i16, ptr %v1, i64 %v70
  %v72 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v71, <4 x i1> %v47, <4 x i16> zeroinitializer)
  %v73 = sext i32 %v15 to i64
  %v74 = getelementptr i16, ptr %v1, i64 %v73
  %v75 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v74, <4 x i1> %v48, <4 x i16> zeroinitializer)
  %v76 = sext i32 %v16 to i64
  %v77 = getelementptr i16, ptr %v1, i64 %v76
  %v78 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v77, <4 x i1> %v49, <4 x i16> zeroinitializer)
  br label %b7
b7:
  %v79 = phi <4 x i16> [ %v57, %b5 ], [ %v69, %b6 ]
  %v80 = phi <4 x i16> [ %v60, %b5 ], [ %v72, %b6 ]
  %v81 = phi <4 x i16> [ %v63, %b5 ], [ %v75, %b6 ]
  %v82 = phi <4 x i16> [ %v66, %b5 ], [ %v78, %b6 ]
  %v83 = zext <4 x i16> %v79 to <4 x i32>
  %v84 = and <4 x i32> %v83, splat (i32 32767)
  %v85 = shl <4 x i32> %v84, splat (i32 13)
  %v86 = add <4 x i32> %v85, splat (i32 939524096)
  %v87 = add <4 x i32> %v84, splat (i32 1056964608)
  %v88 = bitcast <4 x i32> %v87 to <4 x float>
  %v89 = fsub <4 x float> %v88, splat (float 0.5)
  %v90 = bitcast <4 x float> %v89 to <4 x i32>
  %v91 = icmp uge <4 x i32> %v84, splat (i32 31744)
  %v92 = or <4 x i32> %v85, splat (i32 2139095040)
  %v93 = select <4 x i1> %v91, <4 x i32> %v92, <4 x i32> %v86
  %v94 = icmp ult <4 x i32> %v84, splat (i32 1024)
  %v95 = select <4 x i1> %v94, <4 x i32> %v90, <4 x i32> %v93
  %v96 = xor <4 x i32> %v83, %v84
  %v97 = shl <4 x i32> %v96, splat (i32 16)
  %v98 = or <4 x i32> %v95, %v97
  %v99 = bitcast <4 x i32> %v98 to <4 x float>
  %v100 = zext <4 x i16> %v80 to <4 x i32>
  %v101 = and <4 x i32> %v100, splat (i32 32767)
  %v102 = shl <4 x i32> %v101, splat (i32 13)
  %v103 = add <4 x i32> %v102, splat (i32 939524096)
  %v104 = add <4 x i32> %v101, splat (i32 1056964608)
  %v105 = bitcast <4 x i32> %v104 to <4 x float>
  %v106 = fsub <4 x float> %v105, splat (float 0.5)
  %v107 = bitcast <4 x float> %v106 to <4 x i32>
  %v108 = icmp uge <4 x i32> %v101, splat (i32 31744)
  %v109 = or <4 x i32> %v102, splat (i32 2139095040)
  %v110 = select <4 x i1> %v108, <4 x i32> %v109, <4 x i32> %v103
  %v111 = icmp ult <4 x i32> %v101, splat (i32 1024)
  %v112 = select <4 x i1> %v111, <4 x i32> %v107, <4 x i32> %v110
  %v113 = xor <4 x i32> %v100, %v101
  %v114 = shl <4 x i32> %v113, splat (i32 16)
  %v115 = or <4 x i32> %v112, %v114
  %v116 = bitcast <4 x i32> %v115 to <4 x float>
  %v117 = zext <4 x i16> %v81 to <4 x i32>
  %v118 = and <4 x i32> %v117, splat (i32 32767)
  %v119 = shl <4 x i32> %v118, splat (i32 13)
  %v120 = add <4 x i32> %v119, splat (i32 939524096)
  %v121 = add <4 x i32> %v118, splat (i32 1056964608)
  %v122 = bitcast <4 x i32> %v121 to <4 x float>
  %v123 = fsub <4 x float> %v122, splat (float 0.5)
  %v124 = bitcast <4 x float> %v123 to <4 x i32>
  %v125 = icmp uge <4 x i32> %v118, splat (i32 31744)
  %v126 = or <4 x i32> %v119, splat (i32 2139095040)
  %v127 = select <4 x i1> %v125, <4 x i32> %v126, <4 x i32> %v120
  %v128 = icmp ult <4 x i32> %v118, splat (i32 1024)
  %v129 = select <4 x i1> %v128, <4 x i32> %v124, <4 x i32> %v127
  %v130 = xor <4 x i32> %v117, %v118
  %v131 = shl <4 x i32> %v130, splat (i32 16)
  %v132 = or <4 x i32> %v129, %v131
  %v133 = bitcast <4 x i32> %v132 to <4 x float>
  %v134 = zext <4 x i16> %v82 to <4 x i32>
  %v135 = and <4 x i32> %v134, splat (i32 32767)
  %v136 = shl <4 x i32> %v135, splat (i32 13)
  %v137 = add <4 x i32> %v136, splat (i32 939524096)
  %v138 = add <4 x i32> %v135, splat (i32 1056964608)
  %v139 = bitcast <4 x i32> %v138 to <4 x float>
  %v140 = fsub <4 x float> %v139, splat (float 0.5)
  %v141 = bitcast <4 x float> %v140 to <4 x i32>
  %v142 = icmp uge <4 x i32> %v135, splat (i32 31744)
  %v143 = or <4 x i32> %v136, splat (i32 2139095040)
  %v144 = select <4 x i1> %v142, <4 x i32> %v143, <4 x i32> %v137
  %v145 = icmp ult <4 x i32> %v135, splat (i32 1024)
  %v146 = select <4 x i1> %v145, <4 x i32> %v141, <4 x i32> %v144
  %v147 = xor <4 x i32> %v134, %v135
  %v148 = shl <4 x i32> %v147, splat (i32 16)
  %v149 = or <4 x i32> %v146, %v148
  %v150 = bitcast <4 x i32> %v149 to <4 x float>
  %v151 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v152 = shufflevector <4 x i32> %v151, <4 x i32> poison, <4 x i32> zeroinitializer
  %v153 = icmp ult <4 x i32> %v19, %v152
  %v154 = icmp ult <4 x i32> %v22, %v152
  %v155 = icmp ult <4 x i32> %v25, %v152
  %v156 = icmp ult <4 x i32> %v28, %v152
  %v157 = and <4 x i1> %v31, %v153
  %v158 = and <4 x i1> %v32, %v154
  %v159 = and <4 x i1> %v33, %v155
  %v160 = and <4 x i1> %v34, %v156
  %v161 = and <4 x i1> %v157, %v158
  %v162 = and <4 x i1> %v161, %v159
  %v163 = and <4 x i1> %v162, %v160
  %v164 = bitcast <4 x i1> %v163 to i4
  %v165 = icmp eq i4 %v164, -1
  br i1 %v165, label %b8, label %b9
b8:
  %v166 = sext i32 %v13 to i64
  %v167 = getelementptr i16, ptr %v1, i64 %v166
  %v168 = load <4 x i16>, ptr %v167, align 2
  %v169 = sext i32 %v14 to i64
  %v170 = getelementptr i16, ptr %v1, i64 %v169
  %v171 = load <4 x i16>, ptr %v170, align 2
  %v172 = sext i32 %v15 to i64
  %v173 = getelementptr i16, ptr %v1, i64 %v172
  %v174 = load <4 x i16>, ptr %v173, align 2
  %v175 = sext i32 %v16 to i64
  %v176 = getelementptr i16, ptr %v1, i64 %v175
  %v177 = load <4 x i16>, ptr %v176, align 2
  br label %b10
b9:
  %v178 = sext i32 %v13 to i64
  %v179 = getelementptr i16, ptr %v1, i64 %v178
  %v180 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v179, <4 x i1> %v157, <4 x i16> zeroinitializer)
  %v181 = sext i32 %v14 to i64
  %v182 = getelementptr i16, ptr %v1, i64 %v181
  %v183 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v182, <4 x i1> %v158, <4 x i16> zeroinitializer)
  %v184 = sext i32 %v15 to i64
  %v185 = getelementptr i16, ptr %v1, i64 %v184
  %v186 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v185, <4 x i1> %v159, <4 x i16> zeroinitializer)
  %v187 = sext i32 %v16 to i64
  %v188 = getelementptr i16, ptr %v1, i64 %v187
  %v189 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v188, <4 x i1> %v160, <4 x i16> zeroinitializer)
  br label %b10
b10:
  %v190 = phi <4 x i16> [ %v168, %b8 ], [ %v180, %b9 ]
  %v191 = phi <4 x i16> [ %v171, %b8 ], [ %v183, %b9 ]
  %v192 = phi <4 x i16> [ %v174, %b8 ], [ %v186, %b9 ]
  %v193 = phi <4 x i16> [ %v177, %b8 ], [ %v189, %b9 ]
  %v194 = zext <4 x i16> %v190 to <4 x i32>
  %v195 = and <4 x i32> %v194, splat (i32 32767)
  %v196 = shl <4 x i32> %v195, splat (i32 13)
  %v197 = add <4 x i32> %v196, splat (i32 939524096)
  %v198 = add <4 x i32> %v195, splat (i32 1056964608)
  %v199 = bitcast <4 x i32> %v198 to <4 x float>
  %v200 = fsub <4 x float> %v199, splat (float 0.5)
  %v201 = bitcast <4 x float> %v200 to <4 x i32>
  %v202 = icmp uge <4 x i32> %v195, splat (i32 31744)
  %v203 = or <4 x i32> %v196, splat (i32 2139095040)
  %v204 = select <4 x i1> %v202, <4 x i32> %v203, <4 x i32> %v197
  %v205 = icmp ult <4 x i32> %v195, splat (i32 1024)
  %v206 = select <4 x i1> %v205, <4 x i32> %v201, <4 x i32> %v204
  %v207 = xor <4 x i32> %v194, %v195
  %v208 = shl <4 x i32> %v207, splat (i32 16)
  %v209 = or <4 x i32> %v206, %v208
  %v210 = bitcast <4 x i32> %v209 to <4 x float>
  %v211 = zext <4 x i16> %v191 to <4 x i32>
  %v212 = and <4 x i32> %v211, splat (i32 32767)
  %v213 = shl <4 x i32> %v212, splat (i32 13)
  %v214 = add <4 x i32> %v213, splat (i32 939524096)
  %v215 = add <4 x i32> %v212, splat (i32 1056964608)
  %v216 = bitcast <4 x i32> %v215 to <4 x float>
  %v217 = fsub <4 x float> %v216, splat (float 0.5)
  %v218 = bitcast <4 x float> %v217 to <4 x i32>
  %v219 = icmp uge <4 x i32> %v212, splat (i32 31744)
  %v220 = or <4 x i32> %v213, splat (i32 2139095040)
  %v221 = select <4 x i1> %v219, <4 x i32> %v220, <4 x i32> %v214
  %v222 = icmp ult <4 x i32> %v212, splat (i32 1024)
  %v223 = select <4 x i1> %v222, <4 x i32> %v218, <4 x i32> %v221
  %v224 = xor <4 x i32> %v211, %v212
  %v225 = shl <4 x i32> %v224, splat (i32 16)
  %v226 = or <4 x i32> %v223, %v225
  %v227 = bitcast <4 x i32> %v226 to <4 x float>
  %v228 = zext <4 x i16> %v192 to <4 x i32>
  %v229 = and <4 x i32> %v228, splat (i32 32767)
  %v230 = shl <4 x i32> %v229, splat (i32 13)
  %v231 = add <4 x i32> %v230, splat (i32 939524096)
  %v232 = add <4 x i32> %v229, splat (i32 1056964608)
  %v233 = bitcast <4 x i32> %v232 to <4 x float>
  %v234 = fsub <4 x float> %v233, splat (float 0.5)
  %v235 = bitcast <4 x float> %v234 to <4 x i32>
  %v236 = icmp uge <4 x i32> %v229, splat (i32 31744)
  %v237 = or <4 x i32> %v230, splat (i32 2139095040)
  %v238 = select <4 x i1> %v236, <4 x i32> %v237, <4 x i32> %v231
  %v239 = icmp ult <4 x i32> %v229, splat (i32 1024)
  %v240 = select <4 x i1> %v239, <4 x i32> %v235, <4 x i32> %v238
  %v241 = xor <4 x i32> %v228, %v229
  %v242 = shl <4 x i32> %v241, splat (i32 16)
  %v243 = or <4 x i32> %v240, %v242
  %v244 = bitcast <4 x i32> %v243 to <4 x float>
  %v245 = zext <4 x i16> %v193 to <4 x i32>
  %v246 = and <4 x i32> %v245, splat (i32 32767)
  %v247 = shl <4 x i32> %v246, splat (i32 13)
  %v248 = add <4 x i32> %v247, splat (i32 939524096)
  %v249 = add <4 x i32> %v246, splat (i32 1056964608)
  %v250 = bitcast <4 x i32> %v249 to <4 x float>
  %v251 = fsub <4 x float> %v250, splat (float 0.5)
  %v252 = bitcast <4 x float> %v251 to <4 x i32>
  %v253 = icmp uge <4 x i32> %v246, splat (i32 31744)
  %v254 = or <4 x i32> %v247, splat (i32 2139095040)
  %v255 = select <4 x i1> %v253, <4 x i32> %v254, <4 x i32> %v248
  %v256 = icmp ult <4 x i32> %v246, splat (i32 1024)
  %v257 = select <4 x i1> %v256, <4 x i32> %v252, <4 x i32> %v255
  %v258 = xor <4 x i32> %v245, %v246
  %v259 = shl <4 x i32> %v258, splat (i32 16)
  %v260 = or <4 x i32> %v257, %v259
  %v261 = bitcast <4 x i32> %v260 to <4 x float>
  %v262 = fmul <4 x float> %v99, %v210
  %v263 = bitcast <4 x float> %v262 to <4 x i32>
  %v264 = and <4 x i32> %v263, splat (i32 2147483647)
  %v265 = lshr <4 x i32> %v263, splat (i32 13)
  %v266 = and <4 x i32> %v265, splat (i32 1)
  %v267 = add <4 x i32> %v264, splat (i32 4095)
  %v268 = add <4 x i32> %v267, %v266
  %v269 = and <4 x i32> %v268, splat (i32 -8192)
  %v270 = icmp ugt <4 x i32> %v269, splat (i32 1199562752)
  %v271 = select <4 x i1> %v270, <4 x i32> splat (i32 2139095040), <4 x i32> %v269
  %v272 = bitcast <4 x i32> %v264 to <4 x float>
  %v273 = fadd <4 x float> %v272, splat (float 0.5)
  %v274 = fsub <4 x float> %v273, splat (float 0.5)
  %v275 = bitcast <4 x float> %v274 to <4 x i32>
  %v276 = icmp ult <4 x i32> %v264, splat (i32 947912704)
  %v277 = select <4 x i1> %v276, <4 x i32> %v275, <4 x i32> %v271
  %v278 = xor <4 x i32> %v263, %v264
  %v279 = or <4 x i32> %v277, %v278
  %v280 = fcmp uno <4 x float> %v262, %v262
  %v281 = bitcast <4 x i32> %v279 to <4 x float>
  %v282 = select <4 x i1> %v280, <4 x float> %v262, <4 x float> %v281
  %v283 = fmul <4 x float> %v116, %v227
  %v284 = bitcast <4 x float> %v283 to <4 x i32>
  %v285 = and <4 x i32> %v284, splat (i32 2147483647)
  %v286 = lshr <4 x i32> %v284, splat (i32 13)
  %v287 = and <4 x i32> %v286, splat (i32 1)
  %v288 = add <4 x i32> %v285, splat (i32 4095)
  %v289 = add <4 x i32> %v288, %v287
  %v290 = and <4 x i32> %v289, splat (i32 -8192)
  %v291 = icmp ugt <4 x i32> %v290, splat (i32 1199562752)
  %v292 = select <4 x i1> %v291, <4 x i32> splat (i32 2139095040), <4 x i32> %v290
  %v293 = bitcast <4 x i32> %v285 to <4 x float>
  %v294 = fadd <4 x float> %v293, splat (float 0.5)
  %v295 = fsub <4 x float> %v294, splat (float 0.5)
  %v296 = bitcast <4 x float> %v295 to <4 x i32>
  %v297 = icmp ult <4 x i32> %v285, splat (i32 947912704)
  %v298 = select <4 x i1> %v297, <4 x i32> %v296, <4 x i32> %v292
  %v299 = xor <4 x i32> %v284, %v285
  %v300 = or <4 x i32> %v298, %v299
  %v301 = fcmp uno <4 x float> %v283, %v283
  %v302 = bitcast <4 x i32> %v300 to <4 x float>
  %v303 = select <4 x i1> %v301, <4 x float> %v283, <4 x float> %v302
  %v304 = fmul <4 x float> %v133, %v244
  %v305 = bitcast <4 x float> %v304 to <4 x i32>
  %v306 = and <4 x i32> %v305, splat (i32 2147483647)
  %v307 = lshr <4 x i32> %v305, splat (i32 13)
  %v308 = and <4 x i32> %v307, splat (i32 1)
  %v309 = add <4 x i32> %v306, splat (i32 4095)
  %v310 = add <4 x i32> %v309, %v308
  %v311 = and <4 x i32> %v310, splat (i32 -8192)
  %v312 = icmp ugt <4 x i32> %v311, splat (i32 1199562752)
  %v313 = select <4 x i1> %v312, <4 x i32> splat (i32 2139095040), <4 x i32> %v311
  %v314 = bitcast <4 x i32> %v306 to <4 x float>
  %v315 = fadd <4 x float> %v314, splat (float 0.5)
  %v316 = fsub <4 x float> %v315, splat (float 0.5)
  %v317 = bitcast <4 x float> %v316 to <4 x i32>
  %v318 = icmp ult <4 x i32> %v306, splat (i32 947912704)
  %v319 = select <4 x i1> %v318, <4 x i32> %v317, <4 x i32> %v313
  %v320 = xor <4 x i32> %v305, %v306
  %v321 = or <4 x i32> %v319, %v320
  %v322 = fcmp uno <4 x float> %v304, %v304
  %v323 = bitcast <4 x i32> %v321 to <4 x float>
  %v324 = select <4 x i1> %v322, <4 x float> %v304, <4 x float> %v323
  %v325 = fmul <4 x float> %v150, %v261
  %v326 = bitcast <4 x float> %v325 to <4 x i32>
  %v327 = and <4 x i32> %v326, splat (i32 2147483647)
  %v328 = lshr <4 x i32> %v326, splat (i32 13)
  %v329 = and <4 x i32> %v328, splat (i32 1)
  %v330 = add <4 x i32> %v327, splat (i32 4095)
  %v331 = add <4 x i32> %v330, %v329
  %v332 = and <4 x i32> %v331, splat (i32 -8192)
  %v333 = icmp ugt <4 x i32> %v332, splat (i32 1199562752)
  %v334 = select <4 x i1> %v333, <4 x i32> splat (i32 2139095040), <4 x i32> %v332
  %v335 = bitcast <4 x i32> %v327 to <4 x float>
  %v336 = fadd <4 x float> %v335, splat (float 0.5)
  %v337 = fsub <4 x float> %v336, splat (float 0.5)
  %v338 = bitcast <4 x float> %v337 to <4 x i32>
  %v339 = icmp ult <4 x i32> %v327, splat (i32 947912704)
  %v340 = select <4 x i1> %v339, <4 x i32> %v338, <4 x i32> %v334
  %v341 = xor <4 x i32> %v326, %v327
  %v342 = or <4 x i32> %v340, %v341
  %v343 = fcmp uno <4 x float> %v325, %v325
  %v344 = bitcast <4 x i32> %v342 to <4 x float>
  %v345 = select <4 x i1> %v343, <4 x float> %v325, <4 x float> %v344
  %v346 = bitcast <4 x float> %v282 to <4 x i32>
  %v347 = and <4 x i32> %v346, splat (i32 2147483647)
  %v348 = lshr <4 x i32> %v346, splat (i32 16)
  %v349 = and <4 x i32> %v348, splat (i32 1)
  %v350 = add <4 x i32> %v347, splat (i32 32767)
  %v351 = add <4 x i32> %v350, %v349
  %v352 = and <4 x i32> %v351, splat (i32 -65536)
  %v353 = xor <4 x i32> %v346, %v347
  %v354 = or <4 x i32> %v352, %v353
  %v355 = fcmp uno <4 x float> %v282, %v282
  %v356 = bitcast <4 x i32> %v354 to <4 x float>
  %v357 = select <4 x i1> %v355, <4 x float> %v282, <4 x float> %v356
  %v358 = bitcast <4 x float> %v303 to <4 x i32>
  %v359 = and <4 x i32> %v358, splat (i32 2147483647)
  %v360 = lshr <4 x i32> %v358, splat (i32 16)
  %v361 = and <4 x i32> %v360, splat (i32 1)
  %v362 = add <4 x i32> %v359, splat (i32 32767)
  %v363 = add <4 x i32> %v362, %v361
  %v364 = and <4 x i32> %v363, splat (i32 -65536)
  %v365 = xor <4 x i32> %v358, %v359
  %v366 = or <4 x i32> %v364, %v365
  %v367 = fcmp uno <4 x float> %v303, %v303
  %v368 = bitcast <4 x i32> %v366 to <4 x float>
  %v369 = select <4 x i1> %v367, <4 x float> %v303, <4 x float> %v368
  %v370 = bitcast <4 x float> %v324 to <4 x i32>
  %v371 = and <4 x i32> %v370, splat (i32 2147483647)
  %v372 = lshr <4 x i32> %v370, splat (i32 16)
  %v373 = and <4 x i32> %v372, splat (i32 1)
  %v374 = add <4 x i32> %v371, splat (i32 32767)
  %v375 = add <4 x i32> %v374, %v373
  %v376 = and <4 x i32> %v375, splat (i32 -65536)
  %v377 = xor <4 x i32> %v370, %v371
  %v378 = or <4 x i32> %v376, %v377
  %v379 = fcmp uno <4 x float> %v324, %v324
  %v380 = bitcast <4 x i32> %v378 to <4 x float>
  %v381 = select <4 x i1> %v379, <4 x float> %v324, <4 x float> %v380
  %v382 = bitcast <4 x float> %v345 to <4 x i32>
  %v383 = and <4 x i32> %v382, splat (i32 2147483647)
  %v384 = lshr <4 x i32> %v382, splat (i32 16)
  %v385 = and <4 x i32> %v384, splat (i32 1)
  %v386 = add <4 x i32> %v383, splat (i32 32767)
  %v387 = add <4 x i32> %v386, %v385
  %v388 = and <4 x i32> %v387, splat (i32 -65536)
  %v389 = xor <4 x i32> %v382, %v383
  %v390 = or <4 x i32> %v388, %v389
  %v391 = fcmp uno <4 x float> %v345, %v345
  %v392 = bitcast <4 x i32> %v390 to <4 x float>
  %v393 = select <4 x i1> %v391, <4 x float> %v345, <4 x float> %v392
  %v394 = bitcast <4 x float> %v357 to <4 x i32>
  %v395 = lshr <4 x i32> %v394, splat (i32 16)
  %v396 = trunc <4 x i32> %v395 to <4 x i16>
  %v397 = fcmp uno <4 x float> %v357, %v357
  %v398 = select <4 x i1> %v397, <4 x i16> splat (i16 32704), <4 x i16> %v396
  %v399 = bitcast <4 x float> %v369 to <4 x i32>
  %v400 = lshr <4 x i32> %v399, splat (i32 16)
  %v401 = trunc <4 x i32> %v400 to <4 x i16>
  %v402 = fcmp uno <4 x float> %v369, %v369
  %v403 = select <4 x i1> %v402, <4 x i16> splat (i16 32704), <4 x i16> %v401
  %v404 = bitcast <4 x float> %v381 to <4 x i32>
  %v405 = lshr <4 x i32> %v404, splat (i32 16)
  %v406 = trunc <4 x i32> %v405 to <4 x i16>
  %v407 = fcmp uno <4 x float> %v381, %v381
  %v408 = select <4 x i1> %v407, <4 x i16> splat (i16 32704), <4 x i16> %v406
  %v409 = bitcast <4 x float> %v393 to <4 x i32>
  %v410 = lshr <4 x i32> %v409, splat (i32 16)
  %v411 = trunc <4 x i32> %v410 to <4 x i16>
  %v412 = fcmp uno <4 x float> %v393, %v393
  %v413 = select <4 x i1> %v412, <4 x i16> splat (i16 32704), <4 x i16> %v411
  %v414 = and <4 x i1> %v31, %v32
  %v415 = and <4 x i1> %v414, %v33
  %v416 = and <4 x i1> %v415, %v34
  %v417 = bitcast <4 x i1> %v416 to i4
  %v418 = icmp eq i4 %v417, -1
  br i1 %v418, label %b11, label %b12
b11:
  %v419 = sext i32 %v13 to i64
  %v420 = getelementptr i16, ptr %v5, i64 %v419
  store <4 x i16> %v398, ptr %v420, align 2
  %v421 = sext i32 %v14 to i64
  %v422 = getelementptr i16, ptr %v5, i64 %v421
  store <4 x i16> %v403, ptr %v422, align 2
  %v423 = sext i32 %v15 to i64
  %v424 = getelementptr i16, ptr %v5, i64 %v423
  store <4 x i16> %v408, ptr %v424, align 2
  %v425 = sext i32 %v16 to i64
  %v426 = getelementptr i16, ptr %v5, i64 %v425
  store <4 x i16> %v413, ptr %v426, align 2
  br label %b13
b12:
  %v427 = sext i32 %v13 to i64
  %v428 = getelementptr i16, ptr %v5, i64 %v427
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v398, ptr align 2 %v428, <4 x i1> %v31)
  %v429 = sext i32 %v14 to i64
  %v430 = getelementptr i16, ptr %v5, i64 %v429
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v403, ptr align 2 %v430, <4 x i1> %v32)
  %v431 = sext i32 %v15 to i64
  %v432 = getelementptr i16, ptr %v5, i64 %v431
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v408, ptr align 2 %v432, <4 x i1> %v33)
  %v433 = sext i32 %v16 to i64
  %v434 = getelementptr i16, ptr %v5, i64 %v433
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v413, ptr align 2 %v434, <4 x i1> %v34)
  br label %b13
b13:
  br label %b4
b4:
  br label %b1
b1:
  %v12 = add i64 %v11, 16
  %v435 = icmp ult i64 %v12, %v9
  br i1 %v435, label %b0, label %b2
b2:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
