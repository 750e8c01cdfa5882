; vector width: 4
; packs: 4 (0 vectors a pack in the loop, 1 on the way, no loop)
; mode: flat, 1 phase, 32-bit indexes
; whole stretches: 1 index and 1 guard are decided once a row
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; calls in the text: 1 masked loads, 1 masked stores
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
  %v131 = getelementptr i16, ptr %v129, i64 4
  %v132 = load <4 x i16>, ptr %v131, align 2
  %v133 = getelementptr i16, ptr %v129, i64 8
  %v134 = load <4 x i16>, ptr %v133, align 2
  %v135 = getelementptr i16, ptr %v129, i64 12
  %v136 = load <4 x i16>, ptr %v135, align 2
  %v137 = zext <4 x i16> %v130 to <4 x i32>
  %v138 = and <4 x i32> %v137, splat (i32 32767)
  %v139 = shl <4 x i32> %v138, splat (i32 13)
  %v140 = add <4 x i32> %v139, splat (i32 939524096)
  %v141 = add <4 x i32> %v138, splat (i32 1056964608)
  %v142 = bitcast <4 x i32> %v141 to <4 x float>
  %v143 = fsub <4 x float> %v142, splat (float 0.5)
  %v144 = bitcast <4 x float> %v143 to <4 x i32>
  %v145 = icmp uge <4 x i32> %v138, splat (i32 31744)
  %v146 = or <4 x i32> %v139, splat (i32 2139095040)
  %v147 = select <4 x i1> %v145, <4 x i32> %v146, <4 x i32> %v140
  %v148 = icmp ult <4 x i32> %v138, splat (i32 1024)
  %v149 = select <4 x i1> %v148, <4 x i32> %v144, <4 x i32> %v147
  %v150 = xor <4 x i32> %v137, %v138
  %v151 = shl <4 x i32> %v150, splat (i32 16)
  %v152 = or <4 x i32> %v149, %v151
  %v153 = bitcast <4 x i32> %v152 to <4 x float>
  %v154 = zext <4 x i16> %v132 to <4 x i32>
  %v155 = and <4 x i32> %v154, splat (i32 32767)
  %v156 = shl <4 x i32> %v155, splat (i32 13)
  %v157 = add <4 x i32> %v156, splat (i32 939524096)
  %v158 = add <4 x i32> %v155, splat (i32 1056964608)
  %v159 = bitcast <4 x i32> %v158 to <4 x float>
  %v160 = fsub <4 x float> %v159, splat (float 0.5)
  %v161 = bitcast <4 x float> %v160 to <4 x i32>
  %v162 = icmp uge <4 x i32> %v155, splat (i32 31744)
  %v163 = or <4 x i32> %v156, splat (i32 2139095040)
  %v164 = select <4 x i1> %v162, <4 x i32> %v163, <4 x i32> %v157
  %v165 = icmp ult <4 x i32> %v155, splat (i32 1024)
  %v166 = select <4 x i1> %v165, <4 x i32> %v161, <4 x i32> %v164
  %v167 = xor <4 x i32> %v154, %v155
  %v168 = shl <4 x i32> %v167, splat (i32 16)
  %v169 = or <4 x i32> %v166, %v168
  %v170 = bitcast <4 x i32> %v169 to <4 x float>
  %v171 = zext <4 x i16> %v134 to <4 x i32>
  %v172 = and <4 x i32> %v171, splat (i32 32767)
  %v173 = shl <4 x i32> %v172, splat (i32 13)
  %v174 = add <4 x i32> %v173, splat (i32 939524096)
  %v175 = add <4 x i32> %v172, splat (i32 1056964608)
  %v176 = bitcast <4 x i32> %v175 to <4 x float>
  %v177 = fsub <4 x float> %v176, splat (float 0.5)
  %v178 = bitcast <4 x float> %v177 to <4 x i32>
  %v179 = icmp uge <4 x i32> %v172, splat (i32 31744)
  %v180 = or <4 x i32> %v173, splat (i32 2139095040)
  %v181 = select <4 x i1> %v179, <4 x i32> %v180, <4 x i32> %v174
  %v182 = icmp ult <4 x i32> %v172, splat (i32 1024)
  %v183 = select <4 x i1> %v182, <4 x i32> %v178, <4 x i32> %v181
  %v184 = xor <4 x i32> %v171, %v172
  %v185 = shl <4 x i32> %v184, splat (i32 16)
  %v186 = or <4 x i32> %v183, %v185
  %v187 = bitcast <4 x i32> %v186 to <4 x float>
  %v188 = zext <4 x i16> %v136 to <4 x i32>
  %v189 = and <4 x i32> %v188, splat (i32 32767)
  %v190 = shl <4 x i32> %v189, splat (i32 13)
  %v191 = add <4 x i32> %v190, splat (i32 939524096)
  %v192 = add <4 x i32> %v189, splat (i32 1056964608)
  %v193 = bitcast <4 x i32> %v192 to <4 x float>
  %v194 = fsub <4 x float> %v193, splat (float 0.5)
  %v195 = bitcast <4 x float> %v194 to <4 x i32>
  %v196 = icmp uge <4 x i32> %v189, splat (i32 31744)
  %v197 = or <4 x i32> %v190, splat (i32 2139095040)
  %v198 = select <4 x i1> %v196, <4 x i32> %v197, <4 x i32> %v191
  %v199 = icmp ult <4 x i32> %v189, splat (i32 1024)
  %v200 = select <4 x i1> %v199, <4 x i32> %v195, <4 x i32> %v198
  %v201 = xor <4 x i32> %v188, %v189
  %v202 = shl <4 x i32> %v201, splat (i32 16)
  %v203 = or <4 x i32> %v200, %v202
  %v204 = bitcast <4 x i32> %v203 to <4 x float>
  %v205 = bitcast <4 x float> %v153 to <4 x i32>
  %v206 = and <4 x i32> %v205, splat (i32 2147483647)
  %v207 = lshr <4 x i32> %v205, splat (i32 16)
  %v208 = and <4 x i32> %v207, splat (i32 1)
  %v209 = add <4 x i32> %v206, splat (i32 32767)
  %v210 = add <4 x i32> %v209, %v208
  %v211 = and <4 x i32> %v210, splat (i32 -65536)
  %v212 = xor <4 x i32> %v205, %v206
  %v213 = or <4 x i32> %v211, %v212
  %v214 = fcmp uno <4 x float> %v153, %v153
  %v215 = bitcast <4 x i32> %v213 to <4 x float>
  %v216 = select <4 x i1> %v214, <4 x float> %v153, <4 x float> %v215
  %v217 = bitcast <4 x float> %v170 to <4 x i32>
  %v218 = and <4 x i32> %v217, splat (i32 2147483647)
  %v219 = lshr <4 x i32> %v217, splat (i32 16)
  %v220 = and <4 x i32> %v219, splat (i32 1)
  %v221 = add <4 x i32> %v218, splat (i32 32767)
  %v222 = add <4 x i32> %v221, %v220
  %v223 = and <4 x i32> %v222, splat (i32 -65536)
  %v224 = xor <4 x i32> %v217, %v218
  %v225 = or <4 x i32> %v223, %v224
  %v226 = fcmp uno <4 x float> %v170, %v170
  %v227 = bitcast <4 x i32> %v225 to <4 x float>
  %v228 = select <4 x i1> %v226, <4 x float> %v170, <4 x float> %v227
  %v229 = bitcast <4 x float> %v187 to <4 x i32>
  %v230 = and <4 x i32> %v229, splat (i32 2147483647)
  %v231 = lshr <4 x i32> %v229, splat (i32 16)
  %v232 = and <4 x i32> %v231, splat (i32 1)
  %v233 = add <4 x i32> %v230, splat (i32 32767)
  %v234 = add <4 x i32> %v233, %v232
  %v235 = and <4 x i32> %v234, splat (i32 -65536)
  %v236 = xor <4 x i32> %v229, %v230
  %v237 = or <4 x i32> %v235, %v236
  %v238 = fcmp uno <4 x float> %v187, %v187
  %v239 = bitcast <4 x i32> %v237 to <4 x float>
  %v240 = select <4 x i1> %v238, <4 x float> %v187, <4 x float> %v239
  %v241 = bitcast <4 x float> %v204 to <4 x i32>
  %v242 = and <4 x i32> %v241, splat (i32 2147483647)
  %v243 = lshr <4 x i32> %v241, splat (i32 16)
  %v244 = and <4 x i32> %v243, splat (i32 1)
  %v245 = add <4 x i32> %v242, splat (i32 32767)
  %v246 = add <4 x i32> %v245, %v244
  %v247 = and <4 x i32> %v246, splat (i32 -65536)
  %v248 = xor <4 x i32> %v241, %v242
  %v249 = or <4 x i32> %v247, %v248
  %v250 = fcmp uno <4 x float> %v204, %v204
  %v251 = bitcast <4 x i32> %v249 to <4 x float>
  %v252 = select <4 x i1> %v250, <4 x float> %v204, <4 x float> %v251
  %v253 = bitcast <4 x float> %v216 to <4 x i32>
  %v254 = lshr <4 x i32> %v253, splat (i32 16)
  %v255 = trunc <4 x i32> %v254 to <4 x i16>
  %v256 = fcmp uno <4 x float> %v216, %v216
  %v257 = select <4 x i1> %v256, <4 x i16> splat (i16 32704), <4 x i16> %v255
  %v258 = bitcast <4 x float> %v228 to <4 x i32>
  %v259 = lshr <4 x i32> %v258, splat (i32 16)
  %v260 = trunc <4 x i32> %v259 to <4 x i16>
  %v261 = fcmp uno <4 x float> %v228, %v228
  %v262 = select <4 x i1> %v261, <4 x i16> splat (i16 32704), <4 x i16> %v260
  %v263 = bitcast <4 x float> %v240 to <4 x i32>
  %v264 = lshr <4 x i32> %v263, splat (i32 16)
  %v265 = trunc <4 x i32> %v264 to <4 x i16>
  %v266 = fcmp uno <4 x float> %v240, %v240
  %v267 = select <4 x i1> %v266, <4 x i16> splat (i16 32704), <4 x i16> %v265
  %v268 = bitcast <4 x float> %v252 to <4 x i32>
  %v269 = lshr <4 x i32> %v268, splat (i32 16)
  %v270 = trunc <4 x i32> %v269 to <4 x i16>
  %v271 = fcmp uno <4 x float> %v252, %v252
  %v272 = select <4 x i1> %v271, <4 x i16> splat (i16 32704), <4 x i16> %v270
  %v273 = sext i32 %v105 to i64
  %v274 = getelementptr i16, ptr %v5, i64 %v273
  store <4 x i16> %v257, ptr %v274, align 2
  %v275 = getelementptr i16, ptr %v274, i64 4
  store <4 x i16> %v262, ptr %v275, align 2
  %v276 = getelementptr i16, ptr %v274, i64 8
  store <4 x i16> %v267, ptr %v276, align 2
  %v277 = getelementptr i16, ptr %v274, i64 12
  store <4 x i16> %v272, ptr %v277, align 2
  br label %b20
b20:
  %v106 = add nuw nsw i32 %v105, 16
  %v278 = icmp ult i32 %v106, %v104
  br i1 %v278, label %b19, label %b21
b21:
  br label %b6
b6:
  br label %b3
b7:
  br label %b2
b2:
  %v279 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v279
  %v280 = icmp ult i64 %v9, %end
  br i1 %v280, label %b0, label %b1
b1:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
