; vector width: 4
; packs: 4 (1 live vectors a pack, no loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s6 store b1: vector, proved, masked (neighbouring lanes write neighbouring elements)
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
  %v151 = bitcast <4 x float> %v99 to <4 x i32>
  %v152 = and <4 x i32> %v151, splat (i32 2147483647)
  %v153 = lshr <4 x i32> %v151, splat (i32 16)
  %v154 = and <4 x i32> %v153, splat (i32 1)
  %v155 = add <4 x i32> %v152, splat (i32 32767)
  %v156 = add <4 x i32> %v155, %v154
  %v157 = and <4 x i32> %v156, splat (i32 -65536)
  %v158 = xor <4 x i32> %v151, %v152
  %v159 = or <4 x i32> %v157, %v158
  %v160 = fcmp uno <4 x float> %v99, %v99
  %v161 = bitcast <4 x i32> %v159 to <4 x float>
  %v162 = select <4 x i1> %v160, <4 x float> %v99, <4 x float> %v161
  %v163 = bitcast <4 x float> %v116 to <4 x i32>
  %v164 = and <4 x i32> %v163, splat (i32 2147483647)
  %v165 = lshr <4 x i32> %v163, splat (i32 16)
  %v166 = and <4 x i32> %v165, splat (i32 1)
  %v167 = add <4 x i32> %v164, splat (i32 32767)
  %v168 = add <4 x i32> %v167, %v166
  %v169 = and <4 x i32> %v168, splat (i32 -65536)
  %v170 = xor <4 x i32> %v163, %v164
  %v171 = or <4 x i32> %v169, %v170
  %v172 = fcmp uno <4 x float> %v116, %v116
  %v173 = bitcast <4 x i32> %v171 to <4 x float>
  %v174 = select <4 x i1> %v172, <4 x float> %v116, <4 x float> %v173
  %v175 = bitcast <4 x float> %v133 to <4 x i32>
  %v176 = and <4 x i32> %v175, splat (i32 2147483647)
  %v177 = lshr <4 x i32> %v175, splat (i32 16)
  %v178 = and <4 x i32> %v177, splat (i32 1)
  %v179 = add <4 x i32> %v176, splat (i32 32767)
  %v180 = add <4 x i32> %v179, %v178
  %v181 = and <4 x i32> %v180, splat (i32 -65536)
  %v182 = xor <4 x i32> %v175, %v176
  %v183 = or <4 x i32> %v181, %v182
  %v184 = fcmp uno <4 x float> %v133, %v133
  %v185 = bitcast <4 x i32> %v183 to <4 x float>
  %v186 = select <4 x i1> %v184, <4 x float> %v133, <4 x float> %v185
  %v187 = bitcast <4 x float> %v150 to <4 x i32>
  %v188 = and <4 x i32> %v187, splat (i32 2147483647)
  %v189 = lshr <4 x i32> %v187, splat (i32 16)
  %v190 = and <4 x i32> %v189, splat (i32 1)
  %v191 = add <4 x i32> %v188, splat (i32 32767)
  %v192 = add <4 x i32> %v191, %v190
  %v193 = and <4 x i32> %v192, splat (i32 -65536)
  %v194 = xor <4 x i32> %v187, %v188
  %v195 = or <4 x i32> %v193, %v194
  %v196 = fcmp uno <4 x float> %v150, %v150
  %v197 = bitcast <4 x i32> %v195 to <4 x float>
  %v198 = select <4 x i1> %v196, <4 x float> %v150, <4 x float> %v197
  %v199 = bitcast <4 x float> %v162 to <4 x i32>
  %v200 = lshr <4 x i32> %v199, splat (i32 16)
  %v201 = trunc <4 x i32> %v200 to <4 x i16>
  %v202 = fcmp uno <4 x float> %v162, %v162
  %v203 = select <4 x i1> %v202, <4 x i16> splat (i16 32704), <4 x i16> %v201
  %v204 = bitcast <4 x float> %v174 to <4 x i32>
  %v205 = lshr <4 x i32> %v204, splat (i32 16)
  %v206 = trunc <4 x i32> %v205 to <4 x i16>
  %v207 = fcmp uno <4 x float> %v174, %v174
  %v208 = select <4 x i1> %v207, <4 x i16> splat (i16 32704), <4 x i16> %v206
  %v209 = bitcast <4 x float> %v186 to <4 x i32>
  %v210 = lshr <4 x i32> %v209, splat (i32 16)
  %v211 = trunc <4 x i32> %v210 to <4 x i16>
  %v212 = fcmp uno <4 x float> %v186, %v186
  %v213 = select <4 x i1> %v212, <4 x i16> splat (i16 32704), <4 x i16> %v211
  %v214 = bitcast <4 x float> %v198 to <4 x i32>
  %v215 = lshr <4 x i32> %v214, splat (i32 16)
  %v216 = trunc <4 x i32> %v215 to <4 x i16>
  %v217 = fcmp uno <4 x float> %v198, %v198
  %v218 = select <4 x i1> %v217, <4 x i16> splat (i16 32704), <4 x i16> %v216
  %v219 = and <4 x i1> %v31, %v32
  %v220 = and <4 x i1> %v219, %v33
  %v221 = and <4 x i1> %v220, %v34
  %v222 = bitcast <4 x i1> %v221 to i4
  %v223 = icmp eq i4 %v222, -1
  br i1 %v223, label %b8, label %b9
b8:
  %v224 = sext i32 %v13 to i64
  %v225 = getelementptr i16, ptr %v5, i64 %v224
  store <4 x i16> %v203, ptr %v225, align 2
  %v226 = sext i32 %v14 to i64
  %v227 = getelementptr i16, ptr %v5, i64 %v226
  store <4 x i16> %v208, ptr %v227, align 2
  %v228 = sext i32 %v15 to i64
  %v229 = getelementptr i16, ptr %v5, i64 %v228
  store <4 x i16> %v213, ptr %v229, align 2
  %v230 = sext i32 %v16 to i64
  %v231 = getelementptr i16, ptr %v5, i64 %v230
  store <4 x i16> %v218, ptr %v231, align 2
  br label %b10
b9:
  %v232 = sext i32 %v13 to i64
  %v233 = getelementptr i16, ptr %v5, i64 %v232
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v203, ptr align 2 %v233, <4 x i1> %v31)
  %v234 = sext i32 %v14 to i64
  %v235 = getelementptr i16, ptr %v5, i64 %v234
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v208, ptr align 2 %v235, <4 x i1> %v32)
  %v236 = sext i32 %v15 to i64
  %v237 = getelementptr i16, ptr %v5, i64 %v236
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v213, ptr align 2 %v237, <4 x i1> %v33)
  %v238 = sext i32 %v16 to i64
  %v239 = getelementptr i16, ptr %v5, i64 %v238
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v218, ptr align 2 %v239, <4 x i1> %v34)
  br label %b10
b10:
  br label %b4
b4:
  br label %b1
b1:
  %v12 = add i64 %v11, 16
  %v240 = icmp ult i64 %v12, %v9
  br i1 %v240, label %b0, label %b2
b2:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
