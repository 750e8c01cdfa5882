; vector width: 4
; packs: 4 (0 vectors a pack in the loop, 1 on the way, no loop)
; mode: flat, 1 phase, 32-bit indexes
; whole stretches: 1 index and 1 guard are decided once a row
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked; free inside (neighbouring lanes read neighbouring elements)
; s6 store b1: vector, proved, masked; free inside (neighbouring lanes write neighbouring elements)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
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
  %v13 = mul i64 %lo, 256
  %v14 = mul i64 %hi, 256
  %v15 = zext i32 %v7 to i64
  %v16 = call i64 @llvm.smin.i64(i64 %v14, i64 %v15)
  %v17 = zext i32 %v3 to i64
  %v18 = call i64 @llvm.smin.i64(i64 %v16, i64 %v17)
  %v19 = call i64 @llvm.smin.i64(i64 %v18, i64 2147483647)
  %v20 = call i64 @llvm.smin.i64(i64 %v13, i64 %v14)
  %v21 = sub i64 %v19, %v20
  %v22 = call i64 @llvm.smax.i64(i64 %v21, i64 0)
  %v23 = udiv i64 %v22, 16
  %v24 = mul i64 %v23, 16
  %v25 = add i64 %v20, %v24
  br label %b3
b3:
  %v26 = phi i64 [ %v13, %b0 ], [ %v25, %b6 ]
  %v27 = phi i64 [ %v20, %b0 ], [ %v14, %b6 ]
  %v28 = phi i1 [ false, %b0 ], [ true, %b6 ]
  %v29 = icmp ult i64 %v26, %v27
  br i1 %v29, label %b8, label %b10
b8:
  %v30 = phi i64 [ %v26, %b3 ], [ %v31, %b9 ]
  %v32 = trunc i64 %v30 to i32
  %v33 = insertelement <4 x i32> poison, i32 %v32, i64 0
  %v34 = shufflevector <4 x i32> %v33, <4 x i32> poison, <4 x i32> zeroinitializer
  %v35 = add <4 x i32> %v34, <i32 0, i32 1, i32 2, i32 3>
  %v36 = sub i64 %v27, %v30
  %v37 = call i64 @llvm.umin.i64(i64 %v36, i64 4)
  %v38 = trunc i64 %v37 to i32
  %v39 = insertelement <4 x i32> poison, i32 %v38, i64 0
  %v40 = shufflevector <4 x i32> %v39, <4 x i32> poison, <4 x i32> zeroinitializer
  %v41 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v40
  %v42 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v43 = shufflevector <4 x i32> %v42, <4 x i32> poison, <4 x i32> zeroinitializer
  %v44 = icmp ult <4 x i32> %v35, %v43
  %v45 = and <4 x i1> %v41, %v44
  %v46 = bitcast <4 x i1> %v45 to i4
  %v47 = icmp ne i4 %v46, 0
  br i1 %v47, label %b11, label %b12
b11:
  %v48 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v49 = shufflevector <4 x i32> %v48, <4 x i32> poison, <4 x i32> zeroinitializer
  %v50 = icmp ult <4 x i32> %v35, %v49
  %v51 = and <4 x i1> %v45, %v50
  %v52 = bitcast <4 x i1> %v51 to i4
  %v53 = icmp eq i4 %v52, -1
  br i1 %v53, label %b13, label %b14
b13:
  %v54 = sext i32 %v32 to i64
  %v55 = getelementptr i16, ptr %v1, i64 %v54
  %v56 = load <4 x i16>, ptr %v55, align 2
  br label %b15
b14:
  %v57 = sext i32 %v32 to i64
  %v58 = getelementptr i16, ptr %v1, i64 %v57
  %v59 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v58, <4 x i1> %v51, <4 x i16> zeroinitializer)
  br label %b15
b15:
  %v60 = phi <4 x i16> [ %v56, %b13 ], [ %v59, %b14 ]
  %v61 = zext <4 x i16> %v60 to <4 x i32>
  %v62 = and <4 x i32> %v61, splat (i32 32767)
  %v63 = shl <4 x i32> %v62, splat (i32 13)
  %v64 = add <4 x i32> %v63, splat (i32 939524096)
  %v65 = add <4 x i32> %v62, splat (i32 1056964608)
  %v66 = bitcast <4 x i32> %v65 to <4 x float>
  %v67 = fsub <4 x float> %v66, splat (float 0.5)
  %v68 = bitcast <4 x float> %v67 to <4 x i32>
  %v69 = icmp uge <4 x i32> %v62, splat (i32 31744)
  %v70 = or <4 x i32> %v63, splat (i32 2139095040)
  %v71 = select <4 x i1> %v69, <4 x i32> %v70, <4 x i32> %v64
  %v72 = icmp ult <4 x i32> %v62, splat (i32 1024)
  %v73 = select <4 x i1> %v72, <4 x i32> %v68, <4 x i32> %v71
  %v74 = xor <4 x i32> %v61, %v62
  %v75 = shl <4 x i32> %v74, splat (i32 16)
  %v76 = or <4 x i32> %v73, %v75
  %v77 = bitcast <4 x i32> %v76 to <4 x float>
  %v78 = bitcast <4 x float> %v77 to <4 x i32>
  %v79 = and <4 x i32> %v78, splat (i32 2147483647)
  %v80 = lshr <4 x i32> %v78, splat (i32 16)
  %v81 = and <4 x i32> %v80, splat (i32 1)
  %v82 = add <4 x i32> %v79, splat (i32 32767)
  %v83 = add <4 x i32> %v82, %v81
  %v84 = and <4 x i32> %v83, splat (i32 -65536)
  %v85 = xor <4 x i32> %v78, %v79
  %v86 = or <4 x i32> %v84, %v85
  %v87 = fcmp uno <4 x float> %v77, %v77
  %v88 = bitcast <4 x i32> %v86 to <4 x float>
  %v89 = select <4 x i1> %v87, <4 x float> %v77, <4 x float> %v88
  %v90 = bitcast <4 x float> %v89 to <4 x i32>
  %v91 = lshr <4 x i32> %v90, splat (i32 16)
  %v92 = trunc <4 x i32> %v91 to <4 x i16>
  %v93 = fcmp uno <4 x float> %v89, %v89
  %v94 = select <4 x i1> %v93, <4 x i16> splat (i16 32704), <4 x i16> %v92
  %v95 = bitcast <4 x i1> %v45 to i4
  %v96 = icmp eq i4 %v95, -1
  br i1 %v96, label %b16, label %b17
b16:
  %v97 = sext i32 %v32 to i64
  %v98 = getelementptr i16, ptr %v5, i64 %v97
  store <4 x i16> %v94, ptr %v98, align 2
  br label %b18
b17:
  %v99 = sext i32 %v32 to i64
  %v100 = getelementptr i16, ptr %v5, i64 %v99
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v94, ptr align 2 %v100, <4 x i1> %v45)
  br label %b18
b18:
  br label %b12
b12:
  br label %b9
b9:
  %v31 = add i64 %v30, 4
  %v101 = icmp ult i64 %v31, %v27
  br i1 %v101, label %b8, label %b10
b10:
  br i1 %v28, label %b7, label %b4
b4:
  %v102 = icmp ult i64 %v20, %v25
  br i1 %v102, label %b5, label %b6
b5:
  %v103 = trunc i64 %v20 to i32
  %v104 = trunc i64 %v25 to i32
  br label %b19
b19:
  %v105 = phi i32 [ %v103, %b5 ], [ %v106, %b20 ]
  %v107 = add nuw nsw i32 %v105, 4
  %v108 = add nuw nsw i32 %v105, 8
  %v109 = add nuw nsw i32 %v105, 12
  %v110 = insertelement <4 x i32> poison, i32 %v105, i64 0
  %v111 = shufflevector <4 x i32> %v110, <4 x i32> poison, <4 x i32> zeroinitializer
  %v112 = add <4 x i32> %v111, <i32 0, i32 1, i32 2, i32 3>
  %v113 = insertelement <4 x i32> poison, i32 %v107, i64 0
  %v114 = shufflevector <4 x i32> %v113, <4 x i32> poison, <4 x i32> zeroinitializer
  %v115 = add <4 x i32> %v114, <i32 0, i32 1, i32 2, i32 3>
  %v116 = insertelement <4 x i32> poison, i32 %v108, i64 0
  %v117 = shufflevector <4 x i32> %v116, <4 x i32> poison, <4 x i32> zeroinitializer
  %v118 = add <4 x i32> %v117, <i32 0, i32 1, i32 2, i32 3>
  %v119 = insertelement <4 x i32> poison, i32 %v109, i64 0
  %v120 = shufflevector <4 x i32> %v119, <4 x i32> poison, <4 x i32> zeroinitializer
  %v121 = add <4 x i32> %v120, <i32 0, i32 1, i32 2, i32 3>
  %v122 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v123 = shufflevector <4 x i32> %v122, <4 x i32> poison, <4 x i32> zeroinitializer
  %v124 = icmp ult <4 x i32> %v112, %v123
  %v125 = icmp ult <4 x i32> %v115, %v123
  %v126 = icmp ult <4 x i32> %v118, %v123
  %v127 = icmp ult <4 x i32> %v121, %v123
  %v128 = sext i32 %v105 to i64
  %v129 = getelementptr i16, ptr %v1, i64 %v128
  %v130 = load <4 x i16>, ptr %v129, align 2
  %v131 = sext i32 %v107 to i64
  %v132 = getelementptr i16, ptr %v1, i64 %v131
  %v133 = load <4 x i16>, ptr %v132, align 2
  %v134 = sext i32 %v108 to i64
  %v135 = getelementptr i16, ptr %v1, i64 %v134
  %v136 = load <4 x i16>, ptr %v135, align 2
  %v137 = sext i32 %v109 to i64
  %v138 = getelementptr i16, ptr %v1, i64 %v137
  %v139 = load <4 x i16>, ptr %v138, align 2
  %v140 = zext <4 x i16> %v130 to <4 x i32>
  %v141 = and <4 x i32> %v140, splat (i32 32767)
  %v142 = shl <4 x i32> %v141, splat (i32 13)
  %v143 = add <4 x i32> %v142, splat (i32 939524096)
  %v144 = add <4 x i32> %v141, splat (i32 1056964608)
  %v145 = bitcast <4 x i32> %v144 to <4 x float>
  %v146 = fsub <4 x float> %v145, splat (float 0.5)
  %v147 = bitcast <4 x float> %v146 to <4 x i32>
  %v148 = icmp uge <4 x i32> %v141, splat (i32 31744)
  %v149 = or <4 x i32> %v142, splat (i32 2139095040)
  %v150 = select <4 x i1> %v148, <4 x i32> %v149, <4 x i32> %v143
  %v151 = icmp ult <4 x i32> %v141, splat (i32 1024)
  %v152 = select <4 x i1> %v151, <4 x i32> %v147, <4 x i32> %v150
  %v153 = xor <4 x i32> %v140, %v141
  %v154 = shl <4 x i32> %v153, splat (i32 16)
  %v155 = or <4 x i32> %v152, %v154
  %v156 = bitcast <4 x i32> %v155 to <4 x float>
  %v157 = zext <4 x i16> %v133 to <4 x i32>
  %v158 = and <4 x i32> %v157, splat (i32 32767)
  %v159 = shl <4 x i32> %v158, splat (i32 13)
  %v160 = add <4 x i32> %v159, splat (i32 939524096)
  %v161 = add <4 x i32> %v158, splat (i32 1056964608)
  %v162 = bitcast <4 x i32> %v161 to <4 x float>
  %v163 = fsub <4 x float> %v162, splat (float 0.5)
  %v164 = bitcast <4 x float> %v163 to <4 x i32>
  %v165 = icmp uge <4 x i32> %v158, splat (i32 31744)
  %v166 = or <4 x i32> %v159, splat (i32 2139095040)
  %v167 = select <4 x i1> %v165, <4 x i32> %v166, <4 x i32> %v160
  %v168 = icmp ult <4 x i32> %v158, splat (i32 1024)
  %v169 = select <4 x i1> %v168, <4 x i32> %v164, <4 x i32> %v167
  %v170 = xor <4 x i32> %v157, %v158
  %v171 = shl <4 x i32> %v170, splat (i32 16)
  %v172 = or <4 x i32> %v169, %v171
  %v173 = bitcast <4 x i32> %v172 to <4 x float>
  %v174 = zext <4 x i16> %v136 to <4 x i32>
  %v175 = and <4 x i32> %v174, splat (i32 32767)
  %v176 = shl <4 x i32> %v175, splat (i32 13)
  %v177 = add <4 x i32> %v176, splat (i32 939524096)
  %v178 = add <4 x i32> %v175, splat (i32 1056964608)
  %v179 = bitcast <4 x i32> %v178 to <4 x float>
  %v180 = fsub <4 x float> %v179, splat (float 0.5)
  %v181 = bitcast <4 x float> %v180 to <4 x i32>
  %v182 = icmp uge <4 x i32> %v175, splat (i32 31744)
  %v183 = or <4 x i32> %v176, splat (i32 2139095040)
  %v184 = select <4 x i1> %v182, <4 x i32> %v183, <4 x i32> %v177
  %v185 = icmp ult <4 x i32> %v175, splat (i32 1024)
  %v186 = select <4 x i1> %v185, <4 x i32> %v181, <4 x i32> %v184
  %v187 = xor <4 x i32> %v174, %v175
  %v188 = shl <4 x i32> %v187, splat (i32 16)
  %v189 = or <4 x i32> %v186, %v188
  %v190 = bitcast <4 x i32> %v189 to <4 x float>
  %v191 = zext <4 x i16> %v139 to <4 x i32>
  %v192 = and <4 x i32> %v191, splat (i32 32767)
  %v193 = shl <4 x i32> %v192, splat (i32 13)
  %v194 = add <4 x i32> %v193, splat (i32 939524096)
  %v195 = add <4 x i32> %v192, splat (i32 1056964608)
  %v196 = bitcast <4 x i32> %v195 to <4 x float>
  %v197 = fsub <4 x float> %v196, splat (float 0.5)
  %v198 = bitcast <4 x float> %v197 to <4 x i32>
  %v199 = icmp uge <4 x i32> %v192, splat (i32 31744)
  %v200 = or <4 x i32> %v193, splat (i32 2139095040)
  %v201 = select <4 x i1> %v199, <4 x i32> %v200, <4 x i32> %v194
  %v202 = icmp ult <4 x i32> %v192, splat (i32 1024)
  %v203 = select <4 x i1> %v202, <4 x i32> %v198, <4 x i32> %v201
  %v204 = xor <4 x i32> %v191, %v192
  %v205 = shl <4 x i32> %v204, splat (i32 16)
  %v206 = or <4 x i32> %v203, %v205
  %v207 = bitcast <4 x i32> %v206 to <4 x float>
  %v208 = bitcast <4 x float> %v156 to <4 x i32>
  %v209 = and <4 x i32> %v208, splat (i32 2147483647)
  %v210 = lshr <4 x i32> %v208, splat (i32 16)
  %v211 = and <4 x i32> %v210, splat (i32 1)
  %v212 = add <4 x i32> %v209, splat (i32 32767)
  %v213 = add <4 x i32> %v212, %v211
  %v214 = and <4 x i32> %v213, splat (i32 -65536)
  %v215 = xor <4 x i32> %v208, %v209
  %v216 = or <4 x i32> %v214, %v215
  %v217 = fcmp uno <4 x float> %v156, %v156
  %v218 = bitcast <4 x i32> %v216 to <4 x float>
  %v219 = select <4 x i1> %v217, <4 x float> %v156, <4 x float> %v218
  %v220 = bitcast <4 x float> %v173 to <4 x i32>
  %v221 = and <4 x i32> %v220, splat (i32 2147483647)
  %v222 = lshr <4 x i32> %v220, splat (i32 16)
  %v223 = and <4 x i32> %v222, splat (i32 1)
  %v224 = add <4 x i32> %v221, splat (i32 32767)
  %v225 = add <4 x i32> %v224, %v223
  %v226 = and <4 x i32> %v225, splat (i32 -65536)
  %v227 = xor <4 x i32> %v220, %v221
  %v228 = or <4 x i32> %v226, %v227
  %v229 = fcmp uno <4 x float> %v173, %v173
  %v230 = bitcast <4 x i32> %v228 to <4 x float>
  %v231 = select <4 x i1> %v229, <4 x float> %v173, <4 x float> %v230
  %v232 = bitcast <4 x float> %v190 to <4 x i32>
  %v233 = and <4 x i32> %v232, splat (i32 2147483647)
  %v234 = lshr <4 x i32> %v232, splat (i32 16)
  %v235 = and <4 x i32> %v234, splat (i32 1)
  %v236 = add <4 x i32> %v233, splat (i32 32767)
  %v237 = add <4 x i32> %v236, %v235
  %v238 = and <4 x i32> %v237, splat (i32 -65536)
  %v239 = xor <4 x i32> %v232, %v233
  %v240 = or <4 x i32> %v238, %v239
  %v241 = fcmp uno <4 x float> %v190, %v190
  %v242 = bitcast <4 x i32> %v240 to <4 x float>
  %v243 = select <4 x i1> %v241, <4 x float> %v190, <4 x float> %v242
  %v244 = bitcast <4 x float> %v207 to <4 x i32>
  %v245 = and <4 x i32> %v244, splat (i32 2147483647)
  %v246 = lshr <4 x i32> %v244, splat (i32 16)
  %v247 = and <4 x i32> %v246, splat (i32 1)
  %v248 = add <4 x i32> %v245, splat (i32 32767)
  %v249 = add <4 x i32> %v248, %v247
  %v250 = and <4 x i32> %v249, splat (i32 -65536)
  %v251 = xor <4 x i32> %v244, %v245
  %v252 = or <4 x i32> %v250, %v251
  %v253 = fcmp uno <4 x float> %v207, %v207
  %v254 = bitcast <4 x i32> %v252 to <4 x float>
  %v255 = select <4 x i1> %v253, <4 x float> %v207, <4 x float> %v254
  %v256 = bitcast <4 x float> %v219 to <4 x i32>
  %v257 = lshr <4 x i32> %v256, splat (i32 16)
  %v258 = trunc <4 x i32> %v257 to <4 x i16>
  %v259 = fcmp uno <4 x float> %v219, %v219
  %v260 = select <4 x i1> %v259, <4 x i16> splat (i16 32704), <4 x i16> %v258
  %v261 = bitcast <4 x float> %v231 to <4 x i32>
  %v262 = lshr <4 x i32> %v261, splat (i32 16)
  %v263 = trunc <4 x i32> %v262 to <4 x i16>
  %v264 = fcmp uno <4 x float> %v231, %v231
  %v265 = select <4 x i1> %v264, <4 x i16> splat (i16 32704), <4 x i16> %v263
  %v266 = bitcast <4 x float> %v243 to <4 x i32>
  %v267 = lshr <4 x i32> %v266, splat (i32 16)
  %v268 = trunc <4 x i32> %v267 to <4 x i16>
  %v269 = fcmp uno <4 x float> %v243, %v243
  %v270 = select <4 x i1> %v269, <4 x i16> splat (i16 32704), <4 x i16> %v268
  %v271 = bitcast <4 x float> %v255 to <4 x i32>
  %v272 = lshr <4 x i32> %v271, splat (i32 16)
  %v273 = trunc <4 x i32> %v272 to <4 x i16>
  %v274 = fcmp uno <4 x float> %v255, %v255
  %v275 = select <4 x i1> %v274, <4 x i16> splat (i16 32704), <4 x i16> %v273
  %v276 = sext i32 %v105 to i64
  %v277 = getelementptr i16, ptr %v5, i64 %v276
  store <4 x i16> %v260, ptr %v277, align 2
  %v278 = sext i32 %v107 to i64
  %v279 = getelementptr i16, ptr %v5, i64 %v278
  store <4 x i16> %v265, ptr %v279, align 2
  %v280 = sext i32 %v108 to i64
  %v281 = getelementptr i16, ptr %v5, i64 %v280
  store <4 x i16> %v270, ptr %v281, align 2
  %v282 = sext i32 %v109 to i64
  %v283 = getelementptr i16, ptr %v5, i64 %v282
  store <4 x i16> %v275, ptr %v283, align 2
  br label %b20
b20:
  %v106 = add nuw nsw i32 %v105, 16
  %v284 = icmp ult i32 %v106, %v104
  br i1 %v284, label %b19, label %b21
b21:
  br label %b6
b6:
  br label %b3
b7:
  br label %b2
b2:
  %v285 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v285
  %v286 = icmp ult i64 %v9, %end
  br i1 %v286, label %b0, label %b1
b1:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
