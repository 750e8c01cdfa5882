; vector width: 4
; packs: 4 (0 vectors a pack in the loop, 2 on the way, no loop)
; mode: flat, 1 phase, 32-bit indexes
; whole stretches: 2 indexes and 1 guard are decided once a row
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 3 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 0 scalar, 0 by lanes
; calls in the text: 2 masked loads, 1 masked stores
; s4 load b0: vector, checked, masked; free inside (neighbouring lanes read neighbouring elements)
; s5 load b1: vector, checked, masked; free inside (neighbouring lanes read neighbouring elements)
; s7 store b2: vector, proved, masked; free inside (neighbouring lanes write neighbouring elements)
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
  %v19 = zext i32 %v11 to i64
  %v20 = call i64 @llvm.smin.i64(i64 %v18, i64 %v19)
  %v21 = zext i32 %v3 to i64
  %v22 = call i64 @llvm.smin.i64(i64 %v20, i64 %v21)
  %v23 = zext i32 %v7 to i64
  %v24 = call i64 @llvm.smin.i64(i64 %v22, i64 %v23)
  %v25 = call i64 @llvm.smin.i64(i64 %v24, i64 2147483647)
  %v26 = call i64 @llvm.smin.i64(i64 %v17, i64 %v18)
  %v27 = sub i64 %v25, %v26
  %v28 = call i64 @llvm.smax.i64(i64 %v27, i64 0)
  %v29 = udiv i64 %v28, 16
  %v30 = mul i64 %v29, 16
  %v31 = add i64 %v26, %v30
  br label %b3
b3:
  %v32 = phi i64 [ %v17, %b0 ], [ %v31, %b6 ]
  %v33 = phi i64 [ %v26, %b0 ], [ %v18, %b6 ]
  %v34 = phi i1 [ false, %b0 ], [ true, %b6 ]
  %v35 = icmp ult i64 %v32, %v33
  br i1 %v35, label %b8, label %b10
b8:
  %v36 = phi i64 [ %v32, %b3 ], [ %v37, %b9 ]
  %v38 = trunc i64 %v36 to i32
  %v39 = insertelement <4 x i32> poison, i32 %v38, i64 0
  %v40 = shufflevector <4 x i32> %v39, <4 x i32> poison, <4 x i32> zeroinitializer
  %v41 = add <4 x i32> %v40, <i32 0, i32 1, i32 2, i32 3>
  %v42 = sub i64 %v33, %v36
  %v43 = call i64 @llvm.umin.i64(i64 %v42, i64 4)
  %v44 = trunc i64 %v43 to i32
  %v45 = insertelement <4 x i32> poison, i32 %v44, i64 0
  %v46 = shufflevector <4 x i32> %v45, <4 x i32> poison, <4 x i32> zeroinitializer
  %v47 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v46
  %v48 = insertelement <4 x i32> poison, i32 %v11, i64 0
  %v49 = shufflevector <4 x i32> %v48, <4 x i32> poison, <4 x i32> zeroinitializer
  %v50 = icmp ult <4 x i32> %v41, %v49
  %v51 = and <4 x i1> %v47, %v50
  %v52 = bitcast <4 x i1> %v51 to i4
  %v53 = icmp ne i4 %v52, 0
  br i1 %v53, label %b11, label %b12
b11:
  %v54 = insertelement <4 x i32> poison, i32 %v3, i64 0
  %v55 = shufflevector <4 x i32> %v54, <4 x i32> poison, <4 x i32> zeroinitializer
  %v56 = icmp ult <4 x i32> %v41, %v55
  %v57 = and <4 x i1> %v51, %v56
  %v58 = bitcast <4 x i1> %v57 to i4
  %v59 = icmp eq i4 %v58, -1
  br i1 %v59, label %b13, label %b14
b13:
  %v60 = sext i32 %v38 to i64
  %v61 = getelementptr i32, ptr %v1, i64 %v60
  %v62 = load <4 x i32>, ptr %v61, align 4
  br label %b15
b14:
  %v63 = sext i32 %v38 to i64
  %v64 = getelementptr i32, ptr %v1, i64 %v63
  %v65 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v64, <4 x i1> %v57, <4 x i32> zeroinitializer)
  br label %b15
b15:
  %v66 = phi <4 x i32> [ %v62, %b13 ], [ %v65, %b14 ]
  %v67 = insertelement <4 x i32> poison, i32 %v7, i64 0
  %v68 = shufflevector <4 x i32> %v67, <4 x i32> poison, <4 x i32> zeroinitializer
  %v69 = icmp ult <4 x i32> %v41, %v68
  %v70 = and <4 x i1> %v51, %v69
  %v71 = bitcast <4 x i1> %v70 to i4
  %v72 = icmp eq i4 %v71, -1
  br i1 %v72, label %b16, label %b17
b16:
  %v73 = sext i32 %v38 to i64
  %v74 = getelementptr i32, ptr %v5, i64 %v73
  %v75 = load <4 x i32>, ptr %v74, align 4
  br label %b18
b17:
  %v76 = sext i32 %v38 to i64
  %v77 = getelementptr i32, ptr %v5, i64 %v76
  %v78 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %v77, <4 x i1> %v70, <4 x i32> zeroinitializer)
  br label %b18
b18:
  %v79 = phi <4 x i32> [ %v75, %b16 ], [ %v78, %b17 ]
  %v80 = xor <4 x i32> %v66, %v79
  %v81 = bitcast <4 x i1> %v51 to i4
  %v82 = icmp eq i4 %v81, -1
  br i1 %v82, label %b19, label %b20
b19:
  %v83 = sext i32 %v38 to i64
  %v84 = getelementptr i32, ptr %v9, i64 %v83
  store <4 x i32> %v80, ptr %v84, align 4
  br label %b21
b20:
  %v85 = sext i32 %v38 to i64
  %v86 = getelementptr i32, ptr %v9, i64 %v85
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v80, ptr align 4 %v86, <4 x i1> %v51)
  br label %b21
b21:
  br label %b12
b12:
  br label %b9
b9:
  %v37 = add i64 %v36, 4
  %v87 = icmp ult i64 %v37, %v33
  br i1 %v87, label %b8, label %b10
b10:
  br i1 %v34, label %b7, label %b4
b4:
  %v88 = icmp ult i64 %v26, %v31
  br i1 %v88, label %b5, label %b6
b5:
  %v89 = trunc i64 %v26 to i32
  %v90 = trunc i64 %v31 to i32
  br label %b22
b22:
  %v91 = phi i32 [ %v89, %b5 ], [ %v92, %b23 ]
  %v93 = add nuw nsw i32 %v91, 4
  %v94 = add nuw nsw i32 %v91, 8
  %v95 = add nuw nsw i32 %v91, 12
  %v96 = insertelement <4 x i32> poison, i32 %v91, i64 0
  %v97 = shufflevector <4 x i32> %v96, <4 x i32> poison, <4 x i32> zeroinitializer
  %v98 = add <4 x i32> %v97, <i32 0, i32 1, i32 2, i32 3>
  %v99 = insertelement <4 x i32> poison, i32 %v93, i64 0
  %v100 = shufflevector <4 x i32> %v99, <4 x i32> poison, <4 x i32> zeroinitializer
  %v101 = add <4 x i32> %v100, <i32 0, i32 1, i32 2, i32 3>
  %v102 = insertelement <4 x i32> poison, i32 %v94, i64 0
  %v103 = shufflevector <4 x i32> %v102, <4 x i32> poison, <4 x i32> zeroinitializer
  %v104 = add <4 x i32> %v103, <i32 0, i32 1, i32 2, i32 3>
  %v105 = insertelement <4 x i32> poison, i32 %v95, i64 0
  %v106 = shufflevector <4 x i32> %v105, <4 x i32> poison, <4 x i32> zeroinitializer
  %v107 = add <4 x i32> %v106, <i32 0, i32 1, i32 2, i32 3>
  %v108 = insertelement <4 x i32> poison, i32 %v11, i64 0
  %v109 = shufflevector <4 x i32> %v108, <4 x i32> poison, <4 x i32> zeroinitializer
  %v110 = icmp ult <4 x i32> %v98, %v109
  %v111 = icmp ult <4 x i32> %v101, %v109
  %v112 = icmp ult <4 x i32> %v104, %v109
  %v113 = icmp ult <4 x i32> %v107, %v109
  %v114 = sext i32 %v91 to i64
  %v115 = getelementptr i32, ptr %v1, i64 %v114
  %v116 = load <4 x i32>, ptr %v115, align 4
  %v117 = getelementptr i32, ptr %v115, i64 4
  %v118 = load <4 x i32>, ptr %v117, align 4
  %v119 = getelementptr i32, ptr %v115, i64 8
  %v120 = load <4 x i32>, ptr %v119, align 4
  %v121 = getelementptr i32, ptr %v115, i64 12
  %v122 = load <4 x i32>, ptr %v121, align 4
  %v123 = sext i32 %v91 to i64
  %v124 = getelementptr i32, ptr %v5, i64 %v123
  %v125 = load <4 x i32>, ptr %v124, align 4
  %v126 = getelementptr i32, ptr %v124, i64 4
  %v127 = load <4 x i32>, ptr %v126, align 4
  %v128 = getelementptr i32, ptr %v124, i64 8
  %v129 = load <4 x i32>, ptr %v128, align 4
  %v130 = getelementptr i32, ptr %v124, i64 12
  %v131 = load <4 x i32>, ptr %v130, align 4
  %v132 = xor <4 x i32> %v116, %v125
  %v133 = xor <4 x i32> %v118, %v127
  %v134 = xor <4 x i32> %v120, %v129
  %v135 = xor <4 x i32> %v122, %v131
  %v136 = sext i32 %v91 to i64
  %v137 = getelementptr i32, ptr %v9, i64 %v136
  store <4 x i32> %v132, ptr %v137, align 4
  %v138 = getelementptr i32, ptr %v137, i64 4
  store <4 x i32> %v133, ptr %v138, align 4
  %v139 = getelementptr i32, ptr %v137, i64 8
  store <4 x i32> %v134, ptr %v139, align 4
  %v140 = getelementptr i32, ptr %v137, i64 12
  store <4 x i32> %v135, ptr %v140, align 4
  br label %b23
b23:
  %v92 = add nuw nsw i32 %v91, 16
  %v141 = icmp ult i32 %v92, %v90
  br i1 %v141, label %b22, label %b24
b24:
  br label %b6
b6:
  br label %b3
b7:
  br label %b2
b2:
  %v142 = sub i64 %hi, %lo
  %v13 = add i64 %group, %v142
  %v143 = icmp ult i64 %v13, %end
  br i1 %v143, label %b0, label %b1
b1:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
