; vector width: 4
; packs: 4 (3 live vectors a pack, a divergent loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s27 store b1: vector, proved, masked (neighbouring lanes write neighbouring elements)
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v87 = alloca <4 x float>, align 64
  %v88 = alloca <4 x float>, align 64
  %v89 = alloca <4 x float>, align 64
  %v90 = alloca <4 x float>, align 64
  %v91 = alloca <4 x i32>, align 64
  %v92 = alloca <4 x i32>, align 64
  %v93 = alloca <4 x i32>, align 64
  %v94 = alloca <4 x i32>, align 64
  %v98 = alloca i32, align 8
  %v99 = alloca <4 x i1>, align 8
  %v100 = alloca <4 x i1>, align 8
  %v101 = alloca <4 x i1>, align 8
  %v102 = alloca <4 x i1>, align 8
  %v103 = alloca <4 x i1>, align 8
  %v104 = alloca <4 x i1>, align 8
  %v105 = alloca <4 x i1>, align 8
  %v106 = alloca <4 x i1>, align 8
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
  br label %b3
b3:
  %v15 = phi i64 [ %v13, %b0 ], [ %v16, %b4 ]
  %v17 = trunc i64 %v15 to i32
  %v18 = add i32 %v17, 4
  %v19 = add i32 %v17, 8
  %v20 = add i32 %v17, 12
  %v21 = insertelement <4 x i32> poison, i32 %v17, i64 0
  %v22 = shufflevector <4 x i32> %v21, <4 x i32> poison, <4 x i32> zeroinitializer
  %v23 = add <4 x i32> %v22, <i32 0, i32 1, i32 2, i32 3>
  %v24 = insertelement <4 x i32> poison, i32 %v18, i64 0
  %v25 = shufflevector <4 x i32> %v24, <4 x i32> poison, <4 x i32> zeroinitializer
  %v26 = add <4 x i32> %v25, <i32 0, i32 1, i32 2, i32 3>
  %v27 = insertelement <4 x i32> poison, i32 %v19, i64 0
  %v28 = shufflevector <4 x i32> %v27, <4 x i32> poison, <4 x i32> zeroinitializer
  %v29 = add <4 x i32> %v28, <i32 0, i32 1, i32 2, i32 3>
  %v30 = insertelement <4 x i32> poison, i32 %v20, i64 0
  %v31 = shufflevector <4 x i32> %v30, <4 x i32> poison, <4 x i32> zeroinitializer
  %v32 = add <4 x i32> %v31, <i32 0, i32 1, i32 2, i32 3>
  %v33 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v34 = shufflevector <4 x i32> %v33, <4 x i32> poison, <4 x i32> zeroinitializer
  %v35 = icmp ult <4 x i32> %v23, %v34
  %v36 = icmp ult <4 x i32> %v26, %v34
  %v37 = icmp ult <4 x i32> %v29, %v34
  %v38 = icmp ult <4 x i32> %v32, %v34
  %v39 = or <4 x i1> %v35, %v36
  %v40 = or <4 x i1> %v39, %v37
  %v41 = or <4 x i1> %v40, %v38
  %v42 = bitcast <4 x i1> %v41 to i4
  %v43 = icmp ne i4 %v42, 0
  br i1 %v43, label %b6, label %b7
b6:
  %v44 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v45 = shufflevector <4 x i32> %v44, <4 x i32> poison, <4 x i32> zeroinitializer
  %v46 = icmp ult <4 x i32> %v23, %v45
  %v47 = icmp ult <4 x i32> %v26, %v45
  %v48 = icmp ult <4 x i32> %v29, %v45
  %v49 = icmp ult <4 x i32> %v32, %v45
  %v50 = and <4 x i1> %v35, %v46
  %v51 = and <4 x i1> %v36, %v47
  %v52 = and <4 x i1> %v37, %v48
  %v53 = and <4 x i1> %v38, %v49
  %v54 = and <4 x i1> %v50, %v51
  %v55 = and <4 x i1> %v54, %v52
  %v56 = and <4 x i1> %v55, %v53
  %v57 = bitcast <4 x i1> %v56 to i4
  %v58 = icmp eq i4 %v57, -1
  br i1 %v58, label %b8, label %b9
b8:
  %v59 = sext i32 %v17 to i64
  %v60 = getelementptr float, ptr %v1, i64 %v59
  %v61 = load <4 x float>, ptr %v60, align 4
  %v62 = sext i32 %v18 to i64
  %v63 = getelementptr float, ptr %v1, i64 %v62
  %v64 = load <4 x float>, ptr %v63, align 4
  %v65 = sext i32 %v19 to i64
  %v66 = getelementptr float, ptr %v1, i64 %v65
  %v67 = load <4 x float>, ptr %v66, align 4
  %v68 = sext i32 %v20 to i64
  %v69 = getelementptr float, ptr %v1, i64 %v68
  %v70 = load <4 x float>, ptr %v69, align 4
  br label %b10
b9:
  %v71 = sext i32 %v17 to i64
  %v72 = getelementptr float, ptr %v1, i64 %v71
  %v73 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v72, <4 x i1> %v50, <4 x float> zeroinitializer)
  %v74 = sext i32 %v18 to i64
  %v75 = getelementptr float, ptr %v1, i64 %v74
  %v76 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v75, <4 x i1> %v51, <4 x float> zeroinitializer)
  %v77 = sext i32 %v19 to i64
  %v78 = getelementptr float, ptr %v1, i64 %v77
  %v79 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v78, <4 x i1> %v52, <4 x float> zeroinitializer)
  %v80 = sext i32 %v20 to i64
  %v81 = getelementptr float, ptr %v1, i64 %v80
  %v82 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v81, <4 x i1> %v53, <4 x float> zeroinitializer)
  br label %b10
b10:
  %v83 = phi <4 x float> [ %v61, %b8 ], [ %v73, %b9 ]
  %v84 = phi <4 x float> [ %v64, %b8 ], [ %v76, %b9 ]
  %v85 = phi <4 x float> [ %v67, %b8 ], [ %v79, %b9 ]
  %v86 = phi <4 x float> [ %v70, %b8 ], [ %v82, %b9 ]
  store <4 x float> %v83, ptr %v87
  store <4 x float> %v84, ptr %v88
  store <4 x float> %v85, ptr %v89
  store <4 x float> %v86, ptr %v90
  store <4 x i32> splat (i32 0), ptr %v91
  store <4 x i32> splat (i32 0), ptr %v92
  store <4 x i32> splat (i32 0), ptr %v93
  store <4 x i32> splat (i32 0), ptr %v94
  %v95 = icmp ult i32 0, 100
  %v96 = sub i32 100, 0
  %v97 = select i1 %v95, i32 %v96, i32 0
  store i32 0, ptr %v98
  store <4 x i1> %v35, ptr %v99
  store <4 x i1> %v36, ptr %v100
  store <4 x i1> %v37, ptr %v101
  store <4 x i1> %v38, ptr %v102
  br label %b11
b11:
  %v107 = load <4 x i1>, ptr %v99
  %v108 = load <4 x i1>, ptr %v100
  %v109 = load <4 x i1>, ptr %v101
  %v110 = load <4 x i1>, ptr %v102
  %v111 = load i32, ptr %v98
  %v112 = icmp ult i32 %v111, %v97
  %v113 = load <4 x i1>, ptr %v99
  %v114 = load <4 x i1>, ptr %v100
  %v115 = load <4 x i1>, ptr %v101
  %v116 = load <4 x i1>, ptr %v102
  %v117 = or <4 x i1> %v113, %v114
  %v118 = or <4 x i1> %v117, %v115
  %v119 = or <4 x i1> %v118, %v116
  %v120 = bitcast <4 x i1> %v119 to i4
  %v121 = icmp ne i4 %v120, 0
  %v122 = and i1 %v112, %v121
  br i1 %v122, label %b12, label %b14
b12:
  %v123 = load <4 x i1>, ptr %v99
  %v124 = load <4 x i1>, ptr %v100
  %v125 = load <4 x i1>, ptr %v101
  %v126 = load <4 x i1>, ptr %v102
  store <4 x i1> %v123, ptr %v103
  store <4 x i1> %v124, ptr %v104
  store <4 x i1> %v125, ptr %v105
  store <4 x i1> %v126, ptr %v106
  %v127 = load i32, ptr %v98
  %v128 = load <4 x float>, ptr %v87
  %v129 = load <4 x float>, ptr %v88
  %v130 = load <4 x float>, ptr %v89
  %v131 = load <4 x float>, ptr %v90
  %v132 = fcmp ogt <4 x float> %v128, splat (float 0x4010000000000000)
  %v133 = fcmp ogt <4 x float> %v129, splat (float 0x4010000000000000)
  %v134 = fcmp ogt <4 x float> %v130, splat (float 0x4010000000000000)
  %v135 = fcmp ogt <4 x float> %v131, splat (float 0x4010000000000000)
  %v136 = and <4 x i1> %v123, %v132
  %v137 = and <4 x i1> %v124, %v133
  %v138 = and <4 x i1> %v125, %v134
  %v139 = and <4 x i1> %v126, %v135
  %v140 = load <4 x i1>, ptr %v103
  %v141 = load <4 x i1>, ptr %v104
  %v142 = load <4 x i1>, ptr %v105
  %v143 = load <4 x i1>, ptr %v106
  %v144 = xor <4 x i1> %v136, splat (i1 true)
  %v145 = xor <4 x i1> %v137, splat (i1 true)
  %v146 = xor <4 x i1> %v138, splat (i1 true)
  %v147 = xor <4 x i1> %v139, splat (i1 true)
  %v148 = and <4 x i1> %v140, %v144
  %v149 = and <4 x i1> %v141, %v145
  %v150 = and <4 x i1> %v142, %v146
  %v151 = and <4 x i1> %v143, %v147
  store <4 x i1> %v148, ptr %v103
  store <4 x i1> %v149, ptr %v104
  store <4 x i1> %v150, ptr %v105
  store <4 x i1> %v151, ptr %v106
  %v152 = load <4 x i1>, ptr %v99
  %v153 = load <4 x i1>, ptr %v100
  %v154 = load <4 x i1>, ptr %v101
  %v155 = load <4 x i1>, ptr %v102
  %v156 = xor <4 x i1> %v136, splat (i1 true)
  %v157 = xor <4 x i1> %v137, splat (i1 true)
  %v158 = xor <4 x i1> %v138, splat (i1 true)
  %v159 = xor <4 x i1> %v139, splat (i1 true)
  %v160 = and <4 x i1> %v152, %v156
  %v161 = and <4 x i1> %v153, %v157
  %v162 = and <4 x i1> %v154, %v158
  %v163 = and <4 x i1> %v155, %v159
  store <4 x i1> %v160, ptr %v99
  store <4 x i1> %v161, ptr %v100
  store <4 x i1> %v162, ptr %v101
  store <4 x i1> %v163, ptr %v102
  %v164 = load <4 x i1>, ptr %v103
  %v165 = load <4 x i1>, ptr %v104
  %v166 = load <4 x i1>, ptr %v105
  %v167 = load <4 x i1>, ptr %v106
  %v168 = and <4 x i1> %v123, %v164
  %v169 = and <4 x i1> %v124, %v165
  %v170 = and <4 x i1> %v125, %v166
  %v171 = and <4 x i1> %v126, %v167
  %v172 = fmul <4 x float> %v128, %v128
  %v173 = fmul <4 x float> %v129, %v129
  %v174 = fmul <4 x float> %v130, %v130
  %v175 = fmul <4 x float> %v131, %v131
  %v176 = fadd <4 x float> %v172, splat (float 0x3FD0000000000000)
  %v177 = fadd <4 x float> %v173, splat (float 0x3FD0000000000000)
  %v178 = fadd <4 x float> %v174, splat (float 0x3FD0000000000000)
  %v179 = fadd <4 x float> %v175, splat (float 0x3FD0000000000000)
  store <4 x float> %v176, ptr %v87
  store <4 x float> %v177, ptr %v88
  store <4 x float> %v178, ptr %v89
  store <4 x float> %v179, ptr %v90
  %v180 = load <4 x i32>, ptr %v91
  %v181 = load <4 x i32>, ptr %v92
  %v182 = load <4 x i32>, ptr %v93
  %v183 = load <4 x i32>, ptr %v94
  %v184 = add <4 x i32> %v180, splat (i32 1)
  %v185 = add <4 x i32> %v181, splat (i32 1)
  %v186 = add <4 x i32> %v182, splat (i32 1)
  %v187 = add <4 x i32> %v183, splat (i32 1)
  %v188 = load <4 x i32>, ptr %v91
  %v189 = select <4 x i1> %v168, <4 x i32> %v184, <4 x i32> %v188
  store <4 x i32> %v189, ptr %v91
  %v190 = load <4 x i32>, ptr %v92
  %v191 = select <4 x i1> %v169, <4 x i32> %v185, <4 x i32> %v190
  store <4 x i32> %v191, ptr %v92
  %v192 = load <4 x i32>, ptr %v93
  %v193 = select <4 x i1> %v170, <4 x i32> %v186, <4 x i32> %v192
  store <4 x i32> %v193, ptr %v93
  %v194 = load <4 x i32>, ptr %v94
  %v195 = select <4 x i1> %v171, <4 x i32> %v187, <4 x i32> %v194
  store <4 x i32> %v195, ptr %v94
  br label %b13
b13:
  %v196 = load i32, ptr %v98
  %v197 = add i32 %v196, 1
  store i32 %v197, ptr %v98
  br label %b11
b14:
  %v198 = load <4 x i32>, ptr %v91
  %v199 = load <4 x i32>, ptr %v92
  %v200 = load <4 x i32>, ptr %v93
  %v201 = load <4 x i32>, ptr %v94
  %v202 = and <4 x i1> %v35, %v36
  %v203 = and <4 x i1> %v202, %v37
  %v204 = and <4 x i1> %v203, %v38
  %v205 = bitcast <4 x i1> %v204 to i4
  %v206 = icmp eq i4 %v205, -1
  br i1 %v206, label %b15, label %b16
b15:
  %v207 = sext i32 %v17 to i64
  %v208 = getelementptr i32, ptr %v5, i64 %v207
  store <4 x i32> %v198, ptr %v208, align 4
  %v209 = sext i32 %v18 to i64
  %v210 = getelementptr i32, ptr %v5, i64 %v209
  store <4 x i32> %v199, ptr %v210, align 4
  %v211 = sext i32 %v19 to i64
  %v212 = getelementptr i32, ptr %v5, i64 %v211
  store <4 x i32> %v200, ptr %v212, align 4
  %v213 = sext i32 %v20 to i64
  %v214 = getelementptr i32, ptr %v5, i64 %v213
  store <4 x i32> %v201, ptr %v214, align 4
  br label %b17
b16:
  %v215 = sext i32 %v17 to i64
  %v216 = getelementptr i32, ptr %v5, i64 %v215
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v198, ptr align 4 %v216, <4 x i1> %v35)
  %v217 = sext i32 %v18 to i64
  %v218 = getelementptr i32, ptr %v5, i64 %v217
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v199, ptr align 4 %v218, <4 x i1> %v36)
  %v219 = sext i32 %v19 to i64
  %v220 = getelementptr i32, ptr %v5, i64 %v219
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v200, ptr align 4 %v220, <4 x i1> %v37)
  %v221 = sext i32 %v20 to i64
  %v222 = getelementptr i32, ptr %v5, i64 %v221
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v201, ptr align 4 %v222, <4 x i1> %v38)
  br label %b17
b17:
  br label %b7
b7:
  br label %b4
b4:
  %v16 = add i64 %v15, 16
  %v223 = icmp ult i64 %v16, %v14
  br i1 %v223, label %b3, label %b5
b5:
  br label %b2
b2:
  %v224 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v224
  %v225 = icmp ult i64 %v9, %end
  br i1 %v225, label %b0, label %b1
b1:
  ret void
}

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
