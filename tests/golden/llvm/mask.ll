; vector width: 4
; packs: 4 (2 live vectors a pack, no loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 3 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s5 load b1: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s7 store b2: vector, proved, masked (neighbouring lanes write neighbouring elements)
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
  %v8 = getelementptr ptr, ptr %slots, i64 2
  %v9 = load ptr, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %params, i64 8
  %v11 = load i32, ptr %v10, align 4
  %v12 = mul i64 %lo, 256
  %v13 = mul i64 %hi, 256
  %v14 = icmp ult i64 %v12, %v13
  br i1 %v14, label %b0, label %b2
b0:
  %v15 = phi i64 [ %v12, %entry ], [ %v16, %b1 ]
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
  %v33 = insertelement <4 x i32> poison, i32 %v11, i64 0
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
  br i1 %v43, label %b3, label %b4
b3:
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
  br i1 %v58, label %b5, label %b6
b5:
  %v59 = sext i32 %v17 to i64
  %v60 = getelementptr i32, ptr %v1, i64 %v59
  %v61 = load <4 x i32>, ptr %v60, align 4
  %v62 = sext i32 %v18 to i64
  %v63 = getelementptr i32, ptr %v1, i64 %v62
  %v64 = load <4 x i32>, ptr %v63, align 4
  %v65 = sext i32 %v19 to i64
  %v66 = getelementptr i32, ptr %v1, i64 %v65
  %v67 = load <4 x i32>, ptr %v66, align 4
  %v68 = sext i32 %v20 to i64
  %v69 = getelementptr i32, ptr %v1, i64 %v68
  %v70 = load <4 x i32>, ptr %v69, align 4
  br label %b7
b6:
  %v71 = sext i32 %v17 to i64
  %v72 = getelementptr i32, ptr %v1, i64 %v71
  %v73 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v72, <4 x i1> %v50, <4 x i32> zeroinitializer)
  %v74 = sext i32 %v18 to i64
  %v75 = getelementptr i32, ptr %v1, i64 %v74
  %v76 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v75, <4 x i1> %v51, <4 x i32> zeroinitializer)
  %v77 = sext i32 %v19 to i64
  %v78 = getelementptr i32, ptr %v1, i64 %v77
  %v79 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v78, <4 x i1> %v52, <4 x i32> zeroinitializer)
  %v80 = sext i32 %v20 to i64
  %v81 = getelementptr i32, ptr %v1, i64 %v80
  %v82 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v81, <4 x i1> %v53, <4 x i32> zeroinitializer)
  br label %b7
b7:
  %v83 = phi <4 x i32> [ %v61, %b5 ], [ %v73, %b6 ]
  %v84 = phi <4 x i32> [ %v64, %b5 ], [ %v76, %b6 ]
  %v85 = phi <4 x i32> [ %v67, %b5 ], [ %v79, %b6 ]
  %v86 = phi <4 x i32> [ %v70, %b5 ], [ %v82, %b6 ]
  %v87 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v88 = shufflevector <4 x i32> %v87, <4 x i32> poison, <4 x i32> zeroinitializer
  %v89 = icmp ult <4 x i32> %v23, %v88
  %v90 = icmp ult <4 x i32> %v26, %v88
  %v91 = icmp ult <4 x i32> %v29, %v88
  %v92 = icmp ult <4 x i32> %v32, %v88
  %v93 = and <4 x i1> %v35, %v89
  %v94 = and <4 x i1> %v36, %v90
  %v95 = and <4 x i1> %v37, %v91
  %v96 = and <4 x i1> %v38, %v92
  %v97 = and <4 x i1> %v93, %v94
  %v98 = and <4 x i1> %v97, %v95
  %v99 = and <4 x i1> %v98, %v96
  %v100 = bitcast <4 x i1> %v99 to i4
  %v101 = icmp eq i4 %v100, -1
  br i1 %v101, label %b8, label %b9
b8:
  %v102 = sext i32 %v17 to i64
  %v103 = getelementptr i32, ptr %v5, i64 %v102
  %v104 = load <4 x i32>, ptr %v103, align 4
  %v105 = sext i32 %v18 to i64
  %v106 = getelementptr i32, ptr %v5, i64 %v105
  %v107 = load <4 x i32>, ptr %v106, align 4
  %v108 = sext i32 %v19 to i64
  %v109 = getelementptr i32, ptr %v5, i64 %v108
  %v110 = load <4 x i32>, ptr %v109, align 4
  %v111 = sext i32 %v20 to i64
  %v112 = getelementptr i32, ptr %v5, i64 %v111
  %v113 = load <4 x i32>, ptr %v112, align 4
  br label %b10
b9:
  %v114 = sext i32 %v17 to i64
  %v115 = getelementptr i32, ptr %v5, i64 %v114
  %v116 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v115, <4 x i1> %v93, <4 x i32> zeroinitializer)
  %v117 = sext i32 %v18 to i64
  %v118 = getelementptr i32, ptr %v5, i64 %v117
  %v119 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v118, <4 x i1> %v94, <4 x i32> zeroinitializer)
  %v120 = sext i32 %v19 to i64
  %v121 = getelementptr i32, ptr %v5, i64 %v120
  %v122 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v121, <4 x i1> %v95, <4 x i32> zeroinitializer)
  %v123 = sext i32 %v20 to i64
  %v124 = getelementptr i32, ptr %v5, i64 %v123
  %v125 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v124, <4 x i1> %v96, <4 x i32> zeroinitializer)
  br label %b10
b10:
  %v126 = phi <4 x i32> [ %v104, %b8 ], [ %v116, %b9 ]
  %v127 = phi <4 x i32> [ %v107, %b8 ], [ %v119, %b9 ]
  %v128 = phi <4 x i32> [ %v110, %b8 ], [ %v122, %b9 ]
  %v129 = phi <4 x i32> [ %v113, %b8 ], [ %v125, %b9 ]
  %v130 = xor <4 x i32> %v83, %v126
  %v131 = xor <4 x i32> %v84, %v127
  %v132 = xor <4 x i32> %v85, %v128
  %v133 = xor <4 x i32> %v86, %v129
  %v134 = and <4 x i1> %v35, %v36
  %v135 = and <4 x i1> %v134, %v37
  %v136 = and <4 x i1> %v135, %v38
  %v137 = bitcast <4 x i1> %v136 to i4
  %v138 = icmp eq i4 %v137, -1
  br i1 %v138, label %b11, label %b12
b11:
  %v139 = sext i32 %v17 to i64
  %v140 = getelementptr i32, ptr %v9, i64 %v139
  store <4 x i32> %v130, ptr %v140, align 4
  %v141 = sext i32 %v18 to i64
  %v142 = getelementptr i32, ptr %v9, i64 %v141
  store <4 x i32> %v131, ptr %v142, align 4
  %v143 = sext i32 %v19 to i64
  %v144 = getelementptr i32, ptr %v9, i64 %v143
  store <4 x i32> %v132, ptr %v144, align 4
  %v145 = sext i32 %v20 to i64
  %v146 = getelementptr i32, ptr %v9, i64 %v145
  store <4 x i32> %v133, ptr %v146, align 4
  br label %b13
b12:
  %v147 = sext i32 %v17 to i64
  %v148 = getelementptr i32, ptr %v9, i64 %v147
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v130, ptr align 4 %v148, <4 x i1> %v35)
  %v149 = sext i32 %v18 to i64
  %v150 = getelementptr i32, ptr %v9, i64 %v149
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v131, ptr align 4 %v150, <4 x i1> %v36)
  %v151 = sext i32 %v19 to i64
  %v152 = getelementptr i32, ptr %v9, i64 %v151
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v132, ptr align 4 %v152, <4 x i1> %v37)
  %v153 = sext i32 %v20 to i64
  %v154 = getelementptr i32, ptr %v9, i64 %v153
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v133, ptr align 4 %v154, <4 x i1> %v38)
  br label %b13
b13:
  br label %b4
b4:
  br label %b1
b1:
  %v16 = add i64 %v15, 16
  %v155 = icmp ult i64 %v16, %v13
  br i1 %v155, label %b0, label %b2
b2:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
