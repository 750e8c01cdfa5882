; vector width: 4
; packs: 4 (2 live vectors a pack, no loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 3 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s5 load b1: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s7 store b2: vector, proved, masked (neighbouring lanes write neighbouring elements)
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
  %v8 = getelementptr ptr, ptr %slots, i64 2
  %v9 = load ptr, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %params, i64 8
  %v11 = load i32, ptr %v10, align 4
  %v12 = icmp ult i64 %first, %end
  br i1 %v12, label %b0, label %b1
b0:
  %group = phi i64 [ %first, %entry ], [ %v13, %b2 ]
  %row = udiv i64 %group, %x
  %lo = urem i64 %group, %x
  %v14 = sub i64 %end, %group
  %v15 = add i64 %lo, %v14
  %v16 = icmp ult i64 %v15, %x
  %hi = select i1 %v16, i64 %v15, i64 %x
  %v17 = mul i64 %lo, 256
  %v18 = mul i64 %hi, 256
  br label %b3
b3:
  %v19 = phi i64 [ %v17, %b0 ], [ %v20, %b4 ]
  %v21 = trunc i64 %v19 to i32
  %v22 = add i32 %v21, 4
  %v23 = add i32 %v21, 8
  %v24 = add i32 %v21, 12
  %v25 = insertelement <4 x i32> poison, i32 %v21, i64 0
  %v26 = shufflevector <4 x i32> %v25, <4 x i32> poison, <4 x i32> zeroinitializer
  %v27 = add <4 x i32> %v26, <i32 0, i32 1, i32 2, i32 3>
  %v28 = insertelement <4 x i32> poison, i32 %v22, i64 0
  %v29 = shufflevector <4 x i32> %v28, <4 x i32> poison, <4 x i32> zeroinitializer
  %v30 = add <4 x i32> %v29, <i32 0, i32 1, i32 2, i32 3>
  %v31 = insertelement <4 x i32> poison, i32 %v23, i64 0
  %v32 = shufflevector <4 x i32> %v31, <4 x i32> poison, <4 x i32> zeroinitializer
  %v33 = add <4 x i32> %v32, <i32 0, i32 1, i32 2, i32 3>
  %v34 = insertelement <4 x i32> poison, i32 %v24, i64 0
  %v35 = shufflevector <4 x i32> %v34, <4 x i32> poison, <4 x i32> zeroinitializer
  %v36 = add <4 x i32> %v35, <i32 0, i32 1, i32 2, i32 3>
  %v37 = insertelement <4 x i32> poison, i32 %v11, i64 0
  %v38 = shufflevector <4 x i32> %v37, <4 x i32> poison, <4 x i32> zeroinitializer
  %v39 = icmp ult <4 x i32> %v27, %v38
  %v40 = icmp ult <4 x i32> %v30, %v38
  %v41 = icmp ult <4 x i32> %v33, %v38
  %v42 = icmp ult <4 x i32> %v36, %v38
  %v43 = or <4 x i1> %v39, %v40
  %v44 = or <4 x i1> %v43, %v41
  %v45 = or <4 x i1> %v44, %v42
  %v46 = bitcast <4 x i1> %v45 to i4
  %v47 = icmp ne i4 %v46, 0
  br i1 %v47, label %b6, label %b7
b6:
  %v48 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v49 = shufflevector <4 x i32> %v48, <4 x i32> poison, <4 x i32> zeroinitializer
  %v50 = icmp ult <4 x i32> %v27, %v49
  %v51 = icmp ult <4 x i32> %v30, %v49
  %v52 = icmp ult <4 x i32> %v33, %v49
  %v53 = icmp ult <4 x i32> %v36, %v49
  %v54 = and <4 x i1> %v39, %v50
  %v55 = and <4 x i1> %v40, %v51
  %v56 = and <4 x i1> %v41, %v52
  %v57 = and <4 x i1> %v42, %v53
  %v58 = and <4 x i1> %v54, %v55
  %v59 = and <4 x i1> %v58, %v56
  %v60 = and <4 x i1> %v59, %v57
  %v61 = bitcast <4 x i1> %v60 to i4
  %v62 = icmp eq i4 %v61, -1
  br i1 %v62, label %b8, label %b9
b8:
  %v63 = sext i32 %v21 to i64
  %v64 = getelementptr i32, ptr %v1, i64 %v63
  %v65 = load <4 x i32>, ptr %v64, align 4
  %v66 = sext i32 %v22 to i64
  %v67 = getelementptr i32, ptr %v1, i64 %v66
  %v68 = load <4 x i32>, ptr %v67, align 4
  %v69 = sext i32 %v23 to i64
  %v70 = getelementptr i32, ptr %v1, i64 %v69
  %v71 = load <4 x i32>, ptr %v70, align 4
  %v72 = sext i32 %v24 to i64
  %v73 = getelementptr i32, ptr %v1, i64 %v72
  %v74 = load <4 x i32>, ptr %v73, align 4
  br label %b10
b9:
  %v75 = sext i32 %v21 to i64
  %v76 = getelementptr i32, ptr %v1, i64 %v75
  %v77 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v76, <4 x i1> %v54, <4 x i32> zeroinitializer)
  %v78 = sext i32 %v22 to i64
  %v79 = getelementptr i32, ptr %v1, i64 %v78
  %v80 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v79, <4 x i1> %v55, <4 x i32> zeroinitializer)
  %v81 = sext i32 %v23 to i64
  %v82 = getelementptr i32, ptr %v1, i64 %v81
  %v83 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v82, <4 x i1> %v56, <4 x i32> zeroinitializer)
  %v84 = sext i32 %v24 to i64
  %v85 = getelementptr i32, ptr %v1, i64 %v84
  %v86 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v85, <4 x i1> %v57, <4 x i32> zeroinitializer)
  br label %b10
b10:
  %v87 = phi <4 x i32> [ %v65, %b8 ], [ %v77, %b9 ]
  %v88 = phi <4 x i32> [ %v68, %b8 ], [ %v80, %b9 ]
  %v89 = phi <4 x i32> [ %v71, %b8 ], [ %v83, %b9 ]
  %v90 = phi <4 x i32> [ %v74, %b8 ], [ %v86, %b9 ]
  %v91 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v92 = shufflevector <4 x i32> %v91, <4 x i32> poison, <4 x i32> zeroinitializer
  %v93 = icmp ult <4 x i32> %v27, %v92
  %v94 = icmp ult <4 x i32> %v30, %v92
  %v95 = icmp ult <4 x i32> %v33, %v92
  %v96 = icmp ult <4 x i32> %v36, %v92
  %v97 = and <4 x i1> %v39, %v93
  %v98 = and <4 x i1> %v40, %v94
  %v99 = and <4 x i1> %v41, %v95
  %v100 = and <4 x i1> %v42, %v96
  %v101 = and <4 x i1> %v97, %v98
  %v102 = and <4 x i1> %v101, %v99
  %v103 = and <4 x i1> %v102, %v100
  %v104 = bitcast <4 x i1> %v103 to i4
  %v105 = icmp eq i4 %v104, -1
  br i1 %v105, label %b11, label %b12
b11:
  %v106 = sext i32 %v21 to i64
  %v107 = getelementptr i32, ptr %v5, i64 %v106
  %v108 = load <4 x i32>, ptr %v107, align 4
  %v109 = sext i32 %v22 to i64
  %v110 = getelementptr i32, ptr %v5, i64 %v109
  %v111 = load <4 x i32>, ptr %v110, align 4
  %v112 = sext i32 %v23 to i64
  %v113 = getelementptr i32, ptr %v5, i64 %v112
  %v114 = load <4 x i32>, ptr %v113, align 4
  %v115 = sext i32 %v24 to i64
  %v116 = getelementptr i32, ptr %v5, i64 %v115
  %v117 = load <4 x i32>, ptr %v116, align 4
  br label %b13
b12:
  %v118 = sext i32 %v21 to i64
  %v119 = getelementptr i32, ptr %v5, i64 %v118
  %v120 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v119, <4 x i1> %v97, <4 x i32> zeroinitializer)
  %v121 = sext i32 %v22 to i64
  %v122 = getelementptr i32, ptr %v5, i64 %v121
  %v123 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v122, <4 x i1> %v98, <4 x i32> zeroinitializer)
  %v124 = sext i32 %v23 to i64
  %v125 = getelementptr i32, ptr %v5, i64 %v124
  %v126 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v125, <4 x i1> %v99, <4 x i32> zeroinitializer)
  %v127 = sext i32 %v24 to i64
  %v128 = getelementptr i32, ptr %v5, i64 %v127
  %v129 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v128, <4 x i1> %v100, <4 x i32> zeroinitializer)
  br label %b13
b13:
  %v130 = phi <4 x i32> [ %v108, %b11 ], [ %v120, %b12 ]
  %v131 = phi <4 x i32> [ %v111, %b11 ], [ %v123, %b12 ]
  %v132 = phi <4 x i32> [ %v114, %b11 ], [ %v126, %b12 ]
  %v133 = phi <4 x i32> [ %v117, %b11 ], [ %v129, %b12 ]
  %v134 = xor <4 x i32> %v87, %v130
  %v135 = xor <4 x i32> %v88, %v131
  %v136 = xor <4 x i32> %v89, %v132
  %v137 = xor <4 x i32> %v90, %v133
  %v138 = and <4 x i1> %v39, %v40
  %v139 = and <4 x i1> %v138, %v41
  %v140 = and <4 x i1> %v139, %v42
  %v141 = bitcast <4 x i1> %v140 to i4
  %v142 = icmp eq i4 %v141, -1
  br i1 %v142, label %b14, label %b15
b14:
  %v143 = sext i32 %v21 to i64
  %v144 = getelementptr i32, ptr %v9, i64 %v143
  store <4 x i32> %v134, ptr %v144, align 4
  %v145 = sext i32 %v22 to i64
  %v146 = getelementptr i32, ptr %v9, i64 %v145
  store <4 x i32> %v135, ptr %v146, align 4
  %v147 = sext i32 %v23 to i64
  %v148 = getelementptr i32, ptr %v9, i64 %v147
  store <4 x i32> %v136, ptr %v148, align 4
  %v149 = sext i32 %v24 to i64
  %v150 = getelementptr i32, ptr %v9, i64 %v149
  store <4 x i32> %v137, ptr %v150, align 4
  br label %b16
b15:
  %v151 = sext i32 %v21 to i64
  %v152 = getelementptr i32, ptr %v9, i64 %v151
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v134, ptr align 4 %v152, <4 x i1> %v39)
  %v153 = sext i32 %v22 to i64
  %v154 = getelementptr i32, ptr %v9, i64 %v153
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v135, ptr align 4 %v154, <4 x i1> %v40)
  %v155 = sext i32 %v23 to i64
  %v156 = getelementptr i32, ptr %v9, i64 %v155
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v136, ptr align 4 %v156, <4 x i1> %v41)
  %v157 = sext i32 %v24 to i64
  %v158 = getelementptr i32, ptr %v9, i64 %v157
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v137, ptr align 4 %v158, <4 x i1> %v42)
  br label %b16
b16:
  br label %b7
b7:
  br label %b4
b4:
  %v20 = add i64 %v19, 16
  %v159 = icmp ult i64 %v20, %v18
  br i1 %v159, label %b3, label %b5
b5:
  br label %b2
b2:
  %v160 = sub i64 %hi, %lo
  %v13 = add i64 %group, %v160
  %v161 = icmp ult i64 %v13, %end
  br i1 %v161, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
