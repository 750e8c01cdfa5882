; vector width: 4
; packs: 4 (2 vectors a pack in the loop, 1 on the way, a divergent loop)
; mode: flat, 1 phase, 32-bit indexes
; whole stretches: 1 index and 1 guard are decided once a row
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; calls in the text: 1 masked loads, 1 masked stores
; s4 load b0: vector, checked, masked; free inside (neighbouring lanes read neighbouring elements)
; s27 store b1: vector, proved, masked; free inside (neighbouring lanes write neighbouring elements)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v61 = alloca <4 x float>, align 64
  %v62 = alloca <4 x i32>, align 64
  %v66 = alloca i32, align 8
  %v67 = alloca <4 x i1>, align 8
  %v68 = alloca <4 x i1>, align 8
  %v140 = alloca <4 x float>, align 64
  %v141 = alloca <4 x float>, align 64
  %v142 = alloca <4 x float>, align 64
  %v143 = alloca <4 x float>, align 64
  %v144 = alloca <4 x i32>, align 64
  %v145 = alloca <4 x i32>, align 64
  %v146 = alloca <4 x i32>, align 64
  %v147 = alloca <4 x i32>, align 64
  %v151 = alloca i32, align 8
  %v152 = alloca <4 x i1>, align 8
  %v153 = alloca <4 x i1>, align 8
  %v154 = alloca <4 x i1>, align 8
  %v155 = alloca <4 x i1>, align 8
  %v156 = alloca <4 x i1>, align 8
  %v157 = alloca <4 x i1>, align 8
  %v158 = alloca <4 x i1>, align 8
  %v159 = alloca <4 x i1>, align 8
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
  %v55 = getelementptr float, ptr %v1, i64 %v54
  %v56 = load <4 x float>, ptr %v55, align 4
  br label %b15
b14:
  %v57 = sext i32 %v32 to i64
  %v58 = getelementptr float, ptr %v1, i64 %v57
  %v59 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v58, <4 x i1> %v51, <4 x float> zeroinitializer)
  br label %b15
b15:
  %v60 = phi <4 x float> [ %v56, %b13 ], [ %v59, %b14 ]
  store <4 x float> %v60, ptr %v61
  store <4 x i32> splat (i32 0), ptr %v62
  %v63 = icmp ult i32 0, 100
  %v64 = sub i32 100, 0
  %v65 = select i1 %v63, i32 %v64, i32 0
  store i32 0, ptr %v66
  store <4 x i1> %v45, ptr %v67
  br label %b16
b16:
  %v69 = load <4 x i1>, ptr %v67
  %v70 = load i32, ptr %v66
  %v71 = icmp ult i32 %v70, %v65
  %v72 = load <4 x i1>, ptr %v67
  %v73 = bitcast <4 x i1> %v72 to i4
  %v74 = icmp ne i4 %v73, 0
  %v75 = and i1 %v71, %v74
  br i1 %v75, label %b17, label %b19
b17:
  %v76 = load <4 x i1>, ptr %v67
  store <4 x i1> %v76, ptr %v68
  %v77 = load i32, ptr %v66
  %v78 = load <4 x float>, ptr %v61
  %v79 = fcmp ogt <4 x float> %v78, splat (float 0x4010000000000000)
  %v80 = and <4 x i1> %v76, %v79
  %v81 = load <4 x i1>, ptr %v68
  %v82 = xor <4 x i1> %v80, splat (i1 true)
  %v83 = and <4 x i1> %v81, %v82
  store <4 x i1> %v83, ptr %v68
  %v84 = load <4 x i1>, ptr %v67
  %v85 = xor <4 x i1> %v80, splat (i1 true)
  %v86 = and <4 x i1> %v84, %v85
  store <4 x i1> %v86, ptr %v67
  %v87 = load <4 x i1>, ptr %v68
  %v88 = and <4 x i1> %v76, %v87
  %v89 = fmul <4 x float> %v78, %v78
  %v90 = fadd <4 x float> %v89, splat (float 0x3FD0000000000000)
  store <4 x float> %v90, ptr %v61
  %v91 = load <4 x i32>, ptr %v62
  %v92 = add <4 x i32> %v91, splat (i32 1)
  %v93 = load <4 x i32>, ptr %v62
  %v94 = select <4 x i1> %v88, <4 x i32> %v92, <4 x i32> %v93
  store <4 x i32> %v94, ptr %v62
  br label %b18
b18:
  %v95 = load i32, ptr %v66
  %v96 = add i32 %v95, 1
  store i32 %v96, ptr %v66
  br label %b16
b19:
  %v97 = load <4 x i32>, ptr %v62
  %v98 = bitcast <4 x i1> %v45 to i4
  %v99 = icmp eq i4 %v98, -1
  br i1 %v99, label %b20, label %b21
b20:
  %v100 = sext i32 %v32 to i64
  %v101 = getelementptr i32, ptr %v5, i64 %v100
  store <4 x i32> %v97, ptr %v101, align 4
  br label %b22
b21:
  %v102 = sext i32 %v32 to i64
  %v103 = getelementptr i32, ptr %v5, i64 %v102
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v97, ptr align 4 %v103, <4 x i1> %v45)
  br label %b22
b22:
  br label %b12
b12:
  br label %b9
b9:
  %v31 = add i64 %v30, 4
  %v104 = icmp ult i64 %v31, %v27
  br i1 %v104, label %b8, label %b10
b10:
  br i1 %v28, label %b7, label %b4
b4:
  %v105 = icmp ult i64 %v20, %v25
  br i1 %v105, label %b5, label %b6
b5:
  %v106 = trunc i64 %v20 to i32
  %v107 = trunc i64 %v25 to i32
  br label %b23
b23:
  %v108 = phi i32 [ %v106, %b5 ], [ %v109, %b24 ]
  %v110 = add nuw nsw i32 %v108, 4
  %v111 = add nuw nsw i32 %v108, 8
  %v112 = add nuw nsw i32 %v108, 12
  %v113 = insertelement <4 x i32> poison, i32 %v108, i64 0
  %v114 = shufflevector <4 x i32> %v113, <4 x i32> poison, <4 x i32> zeroinitializer
  %v115 = add <4 x i32> %v114, <i32 0, i32 1, i32 2, i32 3>
  %v116 = insertelement <4 x i32> poison, i32 %v110, i64 0
  %v117 = shufflevector <4 x i32> %v116, <4 x i32> poison, <4 x i32> zeroinitializer
  %v118 = add <4 x i32> %v117, <i32 0, i32 1, i32 2, i32 3>
  %v119 = insertelement <4 x i32> poison, i32 %v111, i64 0
  %v120 = shufflevector <4 x i32> %v119, <4 x i32> poison, <4 x i32> zeroinitializer
  %v121 = add <4 x i32> %v120, <i32 0, i32 1, i32 2, i32 3>
  %v122 = insertelement <4 x i32> poison, i32 %v112, i64 0
  %v123 = shufflevector <4 x i32> %v122, <4 x i32> poison, <4 x i32> zeroinitializer
  %v124 = add <4 x i32> %v123, <i32 0, i32 1, i32 2, i32 3>
  %v125 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v126 = shufflevector <4 x i32> %v125, <4 x i32> poison, <4 x i32> zeroinitializer
  %v127 = icmp ult <4 x i32> %v115, %v126
  %v128 = icmp ult <4 x i32> %v118, %v126
  %v129 = icmp ult <4 x i32> %v121, %v126
  %v130 = icmp ult <4 x i32> %v124, %v126
  %v131 = sext i32 %v108 to i64
  %v132 = getelementptr float, ptr %v1, i64 %v131
  %v133 = load <4 x float>, ptr %v132, align 4
  %v134 = getelementptr float, ptr %v132, i64 4
  %v135 = load <4 x float>, ptr %v134, align 4
  %v136 = getelementptr float, ptr %v132, i64 8
  %v137 = load <4 x float>, ptr %v136, align 4
  %v138 = getelementptr float, ptr %v132, i64 12
  %v139 = load <4 x float>, ptr %v138, align 4
  store <4 x float> %v133, ptr %v140
  store <4 x float> %v135, ptr %v141
  store <4 x float> %v137, ptr %v142
  store <4 x float> %v139, ptr %v143
  store <4 x i32> splat (i32 0), ptr %v144
  store <4 x i32> splat (i32 0), ptr %v145
  store <4 x i32> splat (i32 0), ptr %v146
  store <4 x i32> splat (i32 0), ptr %v147
  %v148 = icmp ult i32 0, 100
  %v149 = sub i32 100, 0
  %v150 = select i1 %v148, i32 %v149, i32 0
  store i32 0, ptr %v151
  store <4 x i1> splat (i1 true), ptr %v152
  store <4 x i1> splat (i1 true), ptr %v153
  store <4 x i1> splat (i1 true), ptr %v154
  store <4 x i1> splat (i1 true), ptr %v155
  br label %b26
b26:
  %v160 = load <4 x i1>, ptr %v152
  %v161 = load <4 x i1>, ptr %v153
  %v162 = load <4 x i1>, ptr %v154
  %v163 = load <4 x i1>, ptr %v155
  %v164 = load i32, ptr %v151
  %v165 = icmp ult i32 %v164, %v150
  %v166 = load <4 x i1>, ptr %v152
  %v167 = load <4 x i1>, ptr %v153
  %v168 = load <4 x i1>, ptr %v154
  %v169 = load <4 x i1>, ptr %v155
  %v170 = or <4 x i1> %v166, %v167
  %v171 = or <4 x i1> %v170, %v168
  %v172 = or <4 x i1> %v171, %v169
  %v173 = bitcast <4 x i1> %v172 to i4
  %v174 = icmp ne i4 %v173, 0
  %v175 = and i1 %v165, %v174
  br i1 %v175, label %b27, label %b29
b27:
  %v176 = load <4 x i1>, ptr %v152
  %v177 = load <4 x i1>, ptr %v153
  %v178 = load <4 x i1>, ptr %v154
  %v179 = load <4 x i1>, ptr %v155
  store <4 x i1> %v176, ptr %v156
  store <4 x i1> %v177, ptr %v157
  store <4 x i1> %v178, ptr %v158
  store <4 x i1> %v179, ptr %v159
  %v180 = load i32, ptr %v151
  %v181 = load <4 x float>, ptr %v140
  %v182 = load <4 x float>, ptr %v141
  %v183 = load <4 x float>, ptr %v142
  %v184 = load <4 x float>, ptr %v143
  %v185 = fcmp ogt <4 x float> %v181, splat (float 0x4010000000000000)
  %v186 = fcmp ogt <4 x float> %v182, splat (float 0x4010000000000000)
  %v187 = fcmp ogt <4 x float> %v183, splat (float 0x4010000000000000)
  %v188 = fcmp ogt <4 x float> %v184, splat (float 0x4010000000000000)
  %v189 = and <4 x i1> %v176, %v185
  %v190 = and <4 x i1> %v177, %v186
  %v191 = and <4 x i1> %v178, %v187
  %v192 = and <4 x i1> %v179, %v188
  %v193 = load <4 x i1>, ptr %v156
  %v194 = load <4 x i1>, ptr %v157
  %v195 = load <4 x i1>, ptr %v158
  %v196 = load <4 x i1>, ptr %v159
  %v197 = xor <4 x i1> %v189, splat (i1 true)
  %v198 = xor <4 x i1> %v190, splat (i1 true)
  %v199 = xor <4 x i1> %v191, splat (i1 true)
  %v200 = xor <4 x i1> %v192, splat (i1 true)
  %v201 = and <4 x i1> %v193, %v197
  %v202 = and <4 x i1> %v194, %v198
  %v203 = and <4 x i1> %v195, %v199
  %v204 = and <4 x i1> %v196, %v200
  store <4 x i1> %v201, ptr %v156
  store <4 x i1> %v202, ptr %v157
  store <4 x i1> %v203, ptr %v158
  store <4 x i1> %v204, ptr %v159
  %v205 = load <4 x i1>, ptr %v152
  %v206 = load <4 x i1>, ptr %v153
  %v207 = load <4 x i1>, ptr %v154
  %v208 = load <4 x i1>, ptr %v155
  %v209 = xor <4 x i1> %v189, splat (i1 true)
  %v210 = xor <4 x i1> %v190, splat (i1 true)
  %v211 = xor <4 x i1> %v191, splat (i1 true)
  %v212 = xor <4 x i1> %v192, splat (i1 true)
  %v213 = and <4 x i1> %v205, %v209
  %v214 = and <4 x i1> %v206, %v210
  %v215 = and <4 x i1> %v207, %v211
  %v216 = and <4 x i1> %v208, %v212
  store <4 x i1> %v213, ptr %v152
  store <4 x i1> %v214, ptr %v153
  store <4 x i1> %v215, ptr %v154
  store <4 x i1> %v216, ptr %v155
  %v217 = load <4 x i1>, ptr %v156
  %v218 = load <4 x i1>, ptr %v157
  %v219 = load <4 x i1>, ptr %v158
  %v220 = load <4 x i1>, ptr %v159
  %v221 = and <4 x i1> %v176, %v217
  %v222 = and <4 x i1> %v177, %v218
  %v223 = and <4 x i1> %v178, %v219
  %v224 = and <4 x i1> %v179, %v220
  %v225 = fmul <4 x float> %v181, %v181
  %v226 = fmul <4 x float> %v182, %v182
  %v227 = fmul <4 x float> %v183, %v183
  %v228 = fmul <4 x float> %v184, %v184
  %v229 = fadd <4 x float> %v225, splat (float 0x3FD0000000000000)
  %v230 = fadd <4 x float> %v226, splat (float 0x3FD0000000000000)
  %v231 = fadd <4 x float> %v227, splat (float 0x3FD0000000000000)
  %v232 = fadd <4 x float> %v228, splat (float 0x3FD0000000000000)
  store <4 x float> %v229, ptr %v140
  store <4 x float> %v230, ptr %v141
  store <4 x float> %v231, ptr %v142
  store <4 x float> %v232, ptr %v143
  %v233 = load <4 x i32>, ptr %v144
  %v234 = load <4 x i32>, ptr %v145
  %v235 = load <4 x i32>, ptr %v146
  %v236 = load <4 x i32>, ptr %v147
  %v237 = add <4 x i32> %v233, splat (i32 1)
  %v238 = add <4 x i32> %v234, splat (i32 1)
  %v239 = add <4 x i32> %v235, splat (i32 1)
  %v240 = add <4 x i32> %v236, splat (i32 1)
  %v241 = load <4 x i32>, ptr %v144
  %v242 = select <4 x i1> %v221, <4 x i32> %v237, <4 x i32> %v241
  store <4 x i32> %v242, ptr %v144
  %v243 = load <4 x i32>, ptr %v145
  %v244 = select <4 x i1> %v222, <4 x i32> %v238, <4 x i32> %v243
  store <4 x i32> %v244, ptr %v145
  %v245 = load <4 x i32>, ptr %v146
  %v246 = select <4 x i1> %v223, <4 x i32> %v239, <4 x i32> %v245
  store <4 x i32> %v246, ptr %v146
  %v247 = load <4 x i32>, ptr %v147
  %v248 = select <4 x i1> %v224, <4 x i32> %v240, <4 x i32> %v247
  store <4 x i32> %v248, ptr %v147
  br label %b28
b28:
  %v249 = load i32, ptr %v151
  %v250 = add i32 %v249, 1
  store i32 %v250, ptr %v151
  br label %b26
b29:
  %v251 = load <4 x i32>, ptr %v144
  %v252 = load <4 x i32>, ptr %v145
  %v253 = load <4 x i32>, ptr %v146
  %v254 = load <4 x i32>, ptr %v147
  %v255 = sext i32 %v108 to i64
  %v256 = getelementptr i32, ptr %v5, i64 %v255
  store <4 x i32> %v251, ptr %v256, align 4
  %v257 = getelementptr i32, ptr %v256, i64 4
  store <4 x i32> %v252, ptr %v257, align 4
  %v258 = getelementptr i32, ptr %v256, i64 8
  store <4 x i32> %v253, ptr %v258, align 4
  %v259 = getelementptr i32, ptr %v256, i64 12
  store <4 x i32> %v254, ptr %v259, align 4
  br label %b24
b24:
  %v109 = add nuw nsw i32 %v108, 16
  %v260 = icmp ult i32 %v109, %v107
  br i1 %v260, label %b23, label %b25
b25:
  br label %b6
b6:
  br label %b3
b7:
  br label %b2
b2:
  %v261 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v261
  %v262 = icmp ult i64 %v9, %end
  br i1 %v262, label %b0, label %b1
b1:
  ret void
}

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
