; vector width: 4
; packs: 4 (1 live vectors a pack, no loop)
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
  %v19 = call i64 @llvm.smin.i64(i64 %v18, i64 2147483648)
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
  br label %b19
b19:
  %v103 = phi i64 [ %v20, %b5 ], [ %v104, %b20 ]
  %v105 = trunc i64 %v103 to i32
  %v106 = add i32 %v105, 4
  %v107 = add i32 %v105, 8
  %v108 = add i32 %v105, 12
  %v109 = insertelement <4 x i32> poison, i32 %v105, i64 0
  %v110 = shufflevector <4 x i32> %v109, <4 x i32> poison, <4 x i32> zeroinitializer
  %v111 = add <4 x i32> %v110, <i32 0, i32 1, i32 2, i32 3>
  %v112 = insertelement <4 x i32> poison, i32 %v106, i64 0
  %v113 = shufflevector <4 x i32> %v112, <4 x i32> poison, <4 x i32> zeroinitializer
  %v114 = add <4 x i32> %v113, <i32 0, i32 1, i32 2, i32 3>
  %v115 = insertelement <4 x i32> poison, i32 %v107, i64 0
  %v116 = shufflevector <4 x i32> %v115, <4 x i32> poison, <4 x i32> zeroinitializer
  %v117 = add <4 x i32> %v116, <i32 0, i32 1, i32 2, i32 3>
  %v118 = insertelement <4 x i32> poison, i32 %v108, i64 0
  %v119 = shufflevector <4 x i32> %v118, <4 x i32> poison, <4 x i32> zeroinitializer
  %v120 = add <4 x i32> %v119, <i32 0, i32 1, i32 2, i32 3>
  %v121 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v122 = shufflevector <4 x i32> %v121, <4 x i32> poison, <4 x i32> zeroinitializer
  %v123 = icmp ult <4 x i32> %v111, %v122
  %v124 = icmp ult <4 x i32> %v114, %v122
  %v125 = icmp ult <4 x i32> %v117, %v122
  %v126 = icmp ult <4 x i32> %v120, %v122
  %v127 = sext i32 %v105 to i64
  %v128 = getelementptr i16, ptr %v1, i64 %v127
  %v129 = load <4 x i16>, ptr %v128, align 2
  %v130 = sext i32 %v106 to i64
  %v131 = getelementptr i16, ptr %v1, i64 %v130
  %v132 = load <4 x i16>, ptr %v131, align 2
  %v133 = sext i32 %v107 to i64
  %v134 = getelementptr i16, ptr %v1, i64 %v133
  %v135 = load <4 x i16>, ptr %v134, align 2
  %v136 = sext i32 %v108 to i64
  %v137 = getelementptr i16, ptr %v1, i64 %v136
  %v138 = load <4 x i16>, ptr %v137, align 2
  %v139 = zext <4 x i16> %v129 to <4 x i32>
  %v140 = and <4 x i32> %v139, splat (i32 32767)
  %v141 = shl <4 x i32> %v140, splat (i32 13)
  %v142 = add <4 x i32> %v141, splat (i32 939524096)
  %v143 = add <4 x i32> %v140, splat (i32 1056964608)
  %v144 = bitcast <4 x i32> %v143 to <4 x float>
  %v145 = fsub <4 x float> %v144, splat (float 0.5)
  %v146 = bitcast <4 x float> %v145 to <4 x i32>
  %v147 = icmp uge <4 x i32> %v140, splat (i32 31744)
  %v148 = or <4 x i32> %v141, splat (i32 2139095040)
  %v149 = select <4 x i1> %v147, <4 x i32> %v148, <4 x i32> %v142
  %v150 = icmp ult <4 x i32> %v140, splat (i32 1024)
  %v151 = select <4 x i1> %v150, <4 x i32> %v146, <4 x i32> %v149
  %v152 = xor <4 x i32> %v139, %v140
  %v153 = shl <4 x i32> %v152, splat (i32 16)
  %v154 = or <4 x i32> %v151, %v153
  %v155 = bitcast <4 x i32> %v154 to <4 x float>
  %v156 = zext <4 x i16> %v132 to <4 x i32>
  %v157 = and <4 x i32> %v156, splat (i32 32767)
  %v158 = shl <4 x i32> %v157, splat (i32 13)
  %v159 = add <4 x i32> %v158, splat (i32 939524096)
  %v160 = add <4 x i32> %v157, splat (i32 1056964608)
  %v161 = bitcast <4 x i32> %v160 to <4 x float>
  %v162 = fsub <4 x float> %v161, splat (float 0.5)
  %v163 = bitcast <4 x float> %v162 to <4 x i32>
  %v164 = icmp uge <4 x i32> %v157, splat (i32 31744)
  %v165 = or <4 x i32> %v158, splat (i32 2139095040)
  %v166 = select <4 x i1> %v164, <4 x i32> %v165, <4 x i32> %v159
  %v167 = icmp ult <4 x i32> %v157, splat (i32 1024)
  %v168 = select <4 x i1> %v167, <4 x i32> %v163, <4 x i32> %v166
  %v169 = xor <4 x i32> %v156, %v157
  %v170 = shl <4 x i32> %v169, splat (i32 16)
  %v171 = or <4 x i32> %v168, %v170
  %v172 = bitcast <4 x i32> %v171 to <4 x float>
  %v173 = zext <4 x i16> %v135 to <4 x i32>
  %v174 = and <4 x i32> %v173, splat (i32 32767)
  %v175 = shl <4 x i32> %v174, splat (i32 13)
  %v176 = add <4 x i32> %v175, splat (i32 939524096)
  %v177 = add <4 x i32> %v174, splat (i32 1056964608)
  %v178 = bitcast <4 x i32> %v177 to <4 x float>
  %v179 = fsub <4 x float> %v178, splat (float 0.5)
  %v180 = bitcast <4 x float> %v179 to <4 x i32>
  %v181 = icmp uge <4 x i32> %v174, splat (i32 31744)
  %v182 = or <4 x i32> %v175, splat (i32 2139095040)
  %v183 = select <4 x i1> %v181, <4 x i32> %v182, <4 x i32> %v176
  %v184 = icmp ult <4 x i32> %v174, splat (i32 1024)
  %v185 = select <4 x i1> %v184, <4 x i32> %v180, <4 x i32> %v183
  %v186 = xor <4 x i32> %v173, %v174
  %v187 = shl <4 x i32> %v186, splat (i32 16)
  %v188 = or <4 x i32> %v185, %v187
  %v189 = bitcast <4 x i32> %v188 to <4 x float>
  %v190 = zext <4 x i16> %v138 to <4 x i32>
  %v191 = and <4 x i32> %v190, splat (i32 32767)
  %v192 = shl <4 x i32> %v191, splat (i32 13)
  %v193 = add <4 x i32> %v192, splat (i32 939524096)
  %v194 = add <4 x i32> %v191, splat (i32 1056964608)
  %v195 = bitcast <4 x i32> %v194 to <4 x float>
  %v196 = fsub <4 x float> %v195, splat (float 0.5)
  %v197 = bitcast <4 x float> %v196 to <4 x i32>
  %v198 = icmp uge <4 x i32> %v191, splat (i32 31744)
  %v199 = or <4 x i32> %v192, splat (i32 2139095040)
  %v200 = select <4 x i1> %v198, <4 x i32> %v199, <4 x i32> %v193
  %v201 = icmp ult <4 x i32> %v191, splat (i32 1024)
  %v202 = select <4 x i1> %v201, <4 x i32> %v197, <4 x i32> %v200
  %v203 = xor <4 x i32> %v190, %v191
  %v204 = shl <4 x i32> %v203, splat (i32 16)
  %v205 = or <4 x i32> %v202, %v204
  %v206 = bitcast <4 x i32> %v205 to <4 x float>
  %v207 = bitcast <4 x float> %v155 to <4 x i32>
  %v208 = and <4 x i32> %v207, splat (i32 2147483647)
  %v209 = lshr <4 x i32> %v207, splat (i32 16)
  %v210 = and <4 x i32> %v209, splat (i32 1)
  %v211 = add <4 x i32> %v208, splat (i32 32767)
  %v212 = add <4 x i32> %v211, %v210
  %v213 = and <4 x i32> %v212, splat (i32 -65536)
  %v214 = xor <4 x i32> %v207, %v208
  %v215 = or <4 x i32> %v213, %v214
  %v216 = fcmp uno <4 x float> %v155, %v155
  %v217 = bitcast <4 x i32> %v215 to <4 x float>
  %v218 = select <4 x i1> %v216, <4 x float> %v155, <4 x float> %v217
  %v219 = bitcast <4 x float> %v172 to <4 x i32>
  %v220 = and <4 x i32> %v219, splat (i32 2147483647)
  %v221 = lshr <4 x i32> %v219, splat (i32 16)
  %v222 = and <4 x i32> %v221, splat (i32 1)
  %v223 = add <4 x i32> %v220, splat (i32 32767)
  %v224 = add <4 x i32> %v223, %v222
  %v225 = and <4 x i32> %v224, splat (i32 -65536)
  %v226 = xor <4 x i32> %v219, %v220
  %v227 = or <4 x i32> %v225, %v226
  %v228 = fcmp uno <4 x float> %v172, %v172
  %v229 = bitcast <4 x i32> %v227 to <4 x float>
  %v230 = select <4 x i1> %v228, <4 x float> %v172, <4 x float> %v229
  %v231 = bitcast <4 x float> %v189 to <4 x i32>
  %v232 = and <4 x i32> %v231, splat (i32 2147483647)
  %v233 = lshr <4 x i32> %v231, splat (i32 16)
  %v234 = and <4 x i32> %v233, splat (i32 1)
  %v235 = add <4 x i32> %v232, splat (i32 32767)
  %v236 = add <4 x i32> %v235, %v234
  %v237 = and <4 x i32> %v236, splat (i32 -65536)
  %v238 = xor <4 x i32> %v231, %v232
  %v239 = or <4 x i32> %v237, %v238
  %v240 = fcmp uno <4 x float> %v189, %v189
  %v241 = bitcast <4 x i32> %v239 to <4 x float>
  %v242 = select <4 x i1> %v240, <4 x float> %v189, <4 x float> %v241
  %v243 = bitcast <4 x float> %v206 to <4 x i32>
  %v244 = and <4 x i32> %v243, splat (i32 2147483647)
  %v245 = lshr <4 x i32> %v243, splat (i32 16)
  %v246 = and <4 x i32> %v245, splat (i32 1)
  %v247 = add <4 x i32> %v244, splat (i32 32767)
  %v248 = add <4 x i32> %v247, %v246
  %v249 = and <4 x i32> %v248, splat (i32 -65536)
  %v250 = xor <4 x i32> %v243, %v244
  %v251 = or <4 x i32> %v249, %v250
  %v252 = fcmp uno <4 x float> %v206, %v206
  %v253 = bitcast <4 x i32> %v251 to <4 x float>
  %v254 = select <4 x i1> %v252, <4 x float> %v206, <4 x float> %v253
  %v255 = bitcast <4 x float> %v218 to <4 x i32>
  %v256 = lshr <4 x i32> %v255, splat (i32 16)
  %v257 = trunc <4 x i32> %v256 to <4 x i16>
  %v258 = fcmp uno <4 x float> %v218, %v218
  %v259 = select <4 x i1> %v258, <4 x i16> splat (i16 32704), <4 x i16> %v257
  %v260 = bitcast <4 x float> %v230 to <4 x i32>
  %v261 = lshr <4 x i32> %v260, splat (i32 16)
  %v262 = trunc <4 x i32> %v261 to <4 x i16>
  %v263 = fcmp uno <4 x float> %v230, %v230
  %v264 = select <4 x i1> %v263, <4 x i16> splat (i16 32704), <4 x i16> %v262
  %v265 = bitcast <4 x float> %v242 to <4 x i32>
  %v266 = lshr <4 x i32> %v265, splat (i32 16)
  %v267 = trunc <4 x i32> %v266 to <4 x i16>
  %v268 = fcmp uno <4 x float> %v242, %v242
  %v269 = select <4 x i1> %v268, <4 x i16> splat (i16 32704), <4 x i16> %v267
  %v270 = bitcast <4 x float> %v254 to <4 x i32>
  %v271 = lshr <4 x i32> %v270, splat (i32 16)
  %v272 = trunc <4 x i32> %v271 to <4 x i16>
  %v273 = fcmp uno <4 x float> %v254, %v254
  %v274 = select <4 x i1> %v273, <4 x i16> splat (i16 32704), <4 x i16> %v272
  %v275 = sext i32 %v105 to i64
  %v276 = getelementptr i16, ptr %v5, i64 %v275
  store <4 x i16> %v259, ptr %v276, align 2
  %v277 = sext i32 %v106 to i64
  %v278 = getelementptr i16, ptr %v5, i64 %v277
  store <4 x i16> %v264, ptr %v278, align 2
  %v279 = sext i32 %v107 to i64
  %v280 = getelementptr i16, ptr %v5, i64 %v279
  store <4 x i16> %v269, ptr %v280, align 2
  %v281 = sext i32 %v108 to i64
  %v282 = getelementptr i16, ptr %v5, i64 %v281
  store <4 x i16> %v274, ptr %v282, align 2
  br label %b20
b20:
  %v104 = add i64 %v103, 16
  %v283 = icmp ult i64 %v104, %v25
  br i1 %v283, label %b19, label %b21
b21:
  br label %b6
b6:
  br label %b3
b7:
  br label %b2
b2:
  %v284 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v284
  %v285 = icmp ult i64 %v9, %end
  br i1 %v285, label %b0, label %b1
b1:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
