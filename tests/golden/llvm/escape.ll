; vector width: 4
; packs: 4 (3 live vectors a pack, a divergent loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s27 store b1: vector, proved, masked (neighbouring lanes write neighbouring elements)
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
entry:
  %zero = alloca i64, align 8
  %v83 = alloca <4 x float>, align 64
  %v84 = alloca <4 x float>, align 64
  %v85 = alloca <4 x float>, align 64
  %v86 = alloca <4 x float>, align 64
  %v87 = alloca <4 x i32>, align 64
  %v88 = alloca <4 x i32>, align 64
  %v89 = alloca <4 x i32>, align 64
  %v90 = alloca <4 x i32>, align 64
  %v94 = alloca i32, align 8
  %v95 = alloca <4 x i1>, align 8
  %v96 = alloca <4 x i1>, align 8
  %v97 = alloca <4 x i1>, align 8
  %v98 = alloca <4 x i1>, align 8
  %v99 = alloca <4 x i1>, align 8
  %v100 = alloca <4 x i1>, align 8
  %v101 = alloca <4 x i1>, align 8
  %v102 = alloca <4 x i1>, align 8
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
  %v56 = getelementptr float, ptr %v1, i64 %v55
  %v57 = load <4 x float>, ptr %v56, align 4
  %v58 = sext i32 %v14 to i64
  %v59 = getelementptr float, ptr %v1, i64 %v58
  %v60 = load <4 x float>, ptr %v59, align 4
  %v61 = sext i32 %v15 to i64
  %v62 = getelementptr float, ptr %v1, i64 %v61
  %v63 = load <4 x float>, ptr %v62, align 4
  %v64 = sext i32 %v16 to i64
  %v65 = getelementptr float, ptr %v1, i64 %v64
  %v66 = load <4 x float>, ptr %v65, align 4
  br label %b7
b6:
  %v67 = sext i32 %v13 to i64
  %v68 = getelementptr float, ptr %v1, i64 %v67
  %v69 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v68, <4 x i1> %v46, <4 x float> zeroinitializer)
  %v70 = sext i32 %v14 to i64
  %v71 = getelementptr float, ptr %v1, i64 %v70
  %v72 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v71, <4 x i1> %v47, <4 x float> zeroinitializer)
  %v73 = sext i32 %v15 to i64
  %v74 = getelementptr float, ptr %v1, i64 %v73
  %v75 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v74, <4 x i1> %v48, <4 x float> zeroinitializer)
  %v76 = sext i32 %v16 to i64
  %v77 = getelementptr float, ptr %v1, i64 %v76
  %v78 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v77, <4 x i1> %v49, <4 x float> zeroinitializer)
  br label %b7
b7:
  %v79 = phi <4 x float> [ %v57, %b5 ], [ %v69, %b6 ]
  %v80 = phi <4 x float> [ %v60, %b5 ], [ %v72, %b6 ]
  %v81 = phi <4 x float> [ %v63, %b5 ], [ %v75, %b6 ]
  %v82 = phi <4 x float> [ %v66, %b5 ], [ %v78, %b6 ]
  store <4 x float> %v79, ptr %v83
  store <4 x float> %v80, ptr %v84
  store <4 x float> %v81, ptr %v85
  store <4 x float> %v82, ptr %v86
  store <4 x i32> splat (i32 0), ptr %v87
  store <4 x i32> splat (i32 0), ptr %v88
  store <4 x i32> splat (i32 0), ptr %v89
  store <4 x i32> splat (i32 0), ptr %v90
  %v91 = icmp ult i32 0, 100
  %v92 = sub i32 100, 0
  %v93 = select i1 %v91, i32 %v92, i32 0
  store i32 0, ptr %v94
  store <4 x i1> %v31, ptr %v95
  store <4 x i1> %v32, ptr %v96
  store <4 x i1> %v33, ptr %v97
  store <4 x i1> %v34, ptr %v98
  br label %b8
b8:
  %v103 = load <4 x i1>, ptr %v95
  %v104 = load <4 x i1>, ptr %v96
  %v105 = load <4 x i1>, ptr %v97
  %v106 = load <4 x i1>, ptr %v98
  %v107 = load i32, ptr %v94
  %v108 = icmp ult i32 %v107, %v93
  %v109 = load <4 x i1>, ptr %v95
  %v110 = load <4 x i1>, ptr %v96
  %v111 = load <4 x i1>, ptr %v97
  %v112 = load <4 x i1>, ptr %v98
  %v113 = or <4 x i1> %v109, %v110
  %v114 = or <4 x i1> %v113, %v111
  %v115 = or <4 x i1> %v114, %v112
  %v116 = bitcast <4 x i1> %v115 to i4
  %v117 = icmp ne i4 %v116, 0
  %v118 = and i1 %v108, %v117
  br i1 %v118, label %b9, label %b11
b9:
  %v119 = load <4 x i1>, ptr %v95
  %v120 = load <4 x i1>, ptr %v96
  %v121 = load <4 x i1>, ptr %v97
  %v122 = load <4 x i1>, ptr %v98
  store <4 x i1> %v119, ptr %v99
  store <4 x i1> %v120, ptr %v100
  store <4 x i1> %v121, ptr %v101
  store <4 x i1> %v122, ptr %v102
  %v123 = load i32, ptr %v94
  %v124 = load <4 x float>, ptr %v83
  %v125 = load <4 x float>, ptr %v84
  %v126 = load <4 x float>, ptr %v85
  %v127 = load <4 x float>, ptr %v86
  %v128 = fcmp ogt <4 x float> %v124, splat (float 0x4010000000000000)
  %v129 = fcmp ogt <4 x float> %v125, splat (float 0x4010000000000000)
  %v130 = fcmp ogt <4 x float> %v126, splat (float 0x4010000000000000)
  %v131 = fcmp ogt <4 x float> %v127, splat (float 0x4010000000000000)
  %v132 = and <4 x i1> %v119, %v128
  %v133 = and <4 x i1> %v120, %v129
  %v134 = and <4 x i1> %v121, %v130
  %v135 = and <4 x i1> %v122, %v131
  %v136 = load <4 x i1>, ptr %v99
  %v137 = load <4 x i1>, ptr %v100
  %v138 = load <4 x i1>, ptr %v101
  %v139 = load <4 x i1>, ptr %v102
  %v140 = xor <4 x i1> %v132, splat (i1 true)
  %v141 = xor <4 x i1> %v133, splat (i1 true)
  %v142 = xor <4 x i1> %v134, splat (i1 true)
  %v143 = xor <4 x i1> %v135, splat (i1 true)
  %v144 = and <4 x i1> %v136, %v140
  %v145 = and <4 x i1> %v137, %v141
  %v146 = and <4 x i1> %v138, %v142
  %v147 = and <4 x i1> %v139, %v143
  store <4 x i1> %v144, ptr %v99
  store <4 x i1> %v145, ptr %v100
  store <4 x i1> %v146, ptr %v101
  store <4 x i1> %v147, ptr %v102
  %v148 = load <4 x i1>, ptr %v95
  %v149 = load <4 x i1>, ptr %v96
  %v150 = load <4 x i1>, ptr %v97
  %v151 = load <4 x i1>, ptr %v98
  %v152 = xor <4 x i1> %v132, splat (i1 true)
  %v153 = xor <4 x i1> %v133, splat (i1 true)
  %v154 = xor <4 x i1> %v134, splat (i1 true)
  %v155 = xor <4 x i1> %v135, splat (i1 true)
  %v156 = and <4 x i1> %v148, %v152
  %v157 = and <4 x i1> %v149, %v153
  %v158 = and <4 x i1> %v150, %v154
  %v159 = and <4 x i1> %v151, %v155
  store <4 x i1> %v156, ptr %v95
  store <4 x i1> %v157, ptr %v96
  store <4 x i1> %v158, ptr %v97
  store <4 x i1> %v159, ptr %v98
  %v160 = load <4 x i1>, ptr %v99
  %v161 = load <4 x i1>, ptr %v100
  %v162 = load <4 x i1>, ptr %v101
  %v163 = load <4 x i1>, ptr %v102
  %v164 = and <4 x i1> %v119, %v160
  %v165 = and <4 x i1> %v120, %v161
  %v166 = and <4 x i1> %v121, %v162
  %v167 = and <4 x i1> %v122, %v163
  %v168 = fmul <4 x float> %v124, %v124
  %v169 = fmul <4 x float> %v125, %v125
  %v170 = fmul <4 x float> %v126, %v126
  %v171 = fmul <4 x float> %v127, %v127
  %v172 = fadd <4 x float> %v168, splat (float 0x3FD0000000000000)
  %v173 = fadd <4 x float> %v169, splat (float 0x3FD0000000000000)
  %v174 = fadd <4 x float> %v170, splat (float 0x3FD0000000000000)
  %v175 = fadd <4 x float> %v171, splat (float 0x3FD0000000000000)
  store <4 x float> %v172, ptr %v83
  store <4 x float> %v173, ptr %v84
  store <4 x float> %v174, ptr %v85
  store <4 x float> %v175, ptr %v86
  %v176 = load <4 x i32>, ptr %v87
  %v177 = load <4 x i32>, ptr %v88
  %v178 = load <4 x i32>, ptr %v89
  %v179 = load <4 x i32>, ptr %v90
  %v180 = add <4 x i32> %v176, splat (i32 1)
  %v181 = add <4 x i32> %v177, splat (i32 1)
  %v182 = add <4 x i32> %v178, splat (i32 1)
  %v183 = add <4 x i32> %v179, splat (i32 1)
  %v184 = load <4 x i32>, ptr %v87
  %v185 = select <4 x i1> %v164, <4 x i32> %v180, <4 x i32> %v184
  store <4 x i32> %v185, ptr %v87
  %v186 = load <4 x i32>, ptr %v88
  %v187 = select <4 x i1> %v165, <4 x i32> %v181, <4 x i32> %v186
  store <4 x i32> %v187, ptr %v88
  %v188 = load <4 x i32>, ptr %v89
  %v189 = select <4 x i1> %v166, <4 x i32> %v182, <4 x i32> %v188
  store <4 x i32> %v189, ptr %v89
  %v190 = load <4 x i32>, ptr %v90
  %v191 = select <4 x i1> %v167, <4 x i32> %v183, <4 x i32> %v190
  store <4 x i32> %v191, ptr %v90
  br label %b10
b10:
  %v192 = load i32, ptr %v94
  %v193 = add i32 %v192, 1
  store i32 %v193, ptr %v94
  br label %b8
b11:
  %v194 = load <4 x i32>, ptr %v87
  %v195 = load <4 x i32>, ptr %v88
  %v196 = load <4 x i32>, ptr %v89
  %v197 = load <4 x i32>, ptr %v90
  %v198 = and <4 x i1> %v31, %v32
  %v199 = and <4 x i1> %v198, %v33
  %v200 = and <4 x i1> %v199, %v34
  %v201 = bitcast <4 x i1> %v200 to i4
  %v202 = icmp eq i4 %v201, -1
  br i1 %v202, label %b12, label %b13
b12:
  %v203 = sext i32 %v13 to i64
  %v204 = getelementptr i32, ptr %v5, i64 %v203
  store <4 x i32> %v194, ptr %v204, align 4
  %v205 = sext i32 %v14 to i64
  %v206 = getelementptr i32, ptr %v5, i64 %v205
  store <4 x i32> %v195, ptr %v206, align 4
  %v207 = sext i32 %v15 to i64
  %v208 = getelementptr i32, ptr %v5, i64 %v207
  store <4 x i32> %v196, ptr %v208, align 4
  %v209 = sext i32 %v16 to i64
  %v210 = getelementptr i32, ptr %v5, i64 %v209
  store <4 x i32> %v197, ptr %v210, align 4
  br label %b14
b13:
  %v211 = sext i32 %v13 to i64
  %v212 = getelementptr i32, ptr %v5, i64 %v211
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v194, ptr align 4 %v212, <4 x i1> %v31)
  %v213 = sext i32 %v14 to i64
  %v214 = getelementptr i32, ptr %v5, i64 %v213
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v195, ptr align 4 %v214, <4 x i1> %v32)
  %v215 = sext i32 %v15 to i64
  %v216 = getelementptr i32, ptr %v5, i64 %v215
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v196, ptr align 4 %v216, <4 x i1> %v33)
  %v217 = sext i32 %v16 to i64
  %v218 = getelementptr i32, ptr %v5, i64 %v217
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v197, ptr align 4 %v218, <4 x i1> %v34)
  br label %b14
b14:
  br label %b4
b4:
  br label %b1
b1:
  %v12 = add i64 %v11, 16
  %v219 = icmp ult i64 %v12, %v9
  br i1 %v219, label %b0, label %b2
b2:
  ret void
}

declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
