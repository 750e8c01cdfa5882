; vector width: 4
; packs: 4 (1 live vectors a pack, no loop)
; mode: flat, 1 phase, 32-bit indexes
; memory of a workgroup: 0 bytes shared, 0 bytes of frames, 0 off the stack
; 2 accesses: 1 proved, 2 masked, 2 vector, 0 gathered, 0 scalar, 0 by lanes
; s4 load b0: vector, checked, masked (neighbouring lanes read neighbouring elements)
; s6 store b1: vector, proved, masked (neighbouring lanes write neighbouring elements)
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
  %v60 = getelementptr i16, ptr %v1, i64 %v59
  %v61 = load <4 x i16>, ptr %v60, align 2
  %v62 = sext i32 %v18 to i64
  %v63 = getelementptr i16, ptr %v1, i64 %v62
  %v64 = load <4 x i16>, ptr %v63, align 2
  %v65 = sext i32 %v19 to i64
  %v66 = getelementptr i16, ptr %v1, i64 %v65
  %v67 = load <4 x i16>, ptr %v66, align 2
  %v68 = sext i32 %v20 to i64
  %v69 = getelementptr i16, ptr %v1, i64 %v68
  %v70 = load <4 x i16>, ptr %v69, align 2
  br label %b10
b9:
  %v71 = sext i32 %v17 to i64
  %v72 = getelementptr i16, ptr %v1, i64 %v71
  %v73 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v72, <4 x i1> %v50, <4 x i16> zeroinitializer)
  %v74 = sext i32 %v18 to i64
  %v75 = getelementptr i16, ptr %v1, i64 %v74
  %v76 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v75, <4 x i1> %v51, <4 x i16> zeroinitializer)
  %v77 = sext i32 %v19 to i64
  %v78 = getelementptr i16, ptr %v1, i64 %v77
  %v79 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v78, <4 x i1> %v52, <4 x i16> zeroinitializer)
  %v80 = sext i32 %v20 to i64
  %v81 = getelementptr i16, ptr %v1, i64 %v80
  %v82 = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr align 2 %v81, <4 x i1> %v53, <4 x i16> zeroinitializer)
  br label %b10
b10:
  %v83 = phi <4 x i16> [ %v61, %b8 ], [ %v73, %b9 ]
  %v84 = phi <4 x i16> [ %v64, %b8 ], [ %v76, %b9 ]
  %v85 = phi <4 x i16> [ %v67, %b8 ], [ %v79, %b9 ]
  %v86 = phi <4 x i16> [ %v70, %b8 ], [ %v82, %b9 ]
  %v87 = zext <4 x i16> %v83 to <4 x i32>
  %v88 = and <4 x i32> %v87, splat (i32 32767)
  %v89 = shl <4 x i32> %v88, splat (i32 13)
  %v90 = add <4 x i32> %v89, splat (i32 939524096)
  %v91 = add <4 x i32> %v88, splat (i32 1056964608)
  %v92 = bitcast <4 x i32> %v91 to <4 x float>
  %v93 = fsub <4 x float> %v92, splat (float 0.5)
  %v94 = bitcast <4 x float> %v93 to <4 x i32>
  %v95 = icmp uge <4 x i32> %v88, splat (i32 31744)
  %v96 = or <4 x i32> %v89, splat (i32 2139095040)
  %v97 = select <4 x i1> %v95, <4 x i32> %v96, <4 x i32> %v90
  %v98 = icmp ult <4 x i32> %v88, splat (i32 1024)
  %v99 = select <4 x i1> %v98, <4 x i32> %v94, <4 x i32> %v97
  %v100 = xor <4 x i32> %v87, %v88
  %v101 = shl <4 x i32> %v100, splat (i32 16)
  %v102 = or <4 x i32> %v99, %v101
  %v103 = bitcast <4 x i32> %v102 to <4 x float>
  %v104 = zext <4 x i16> %v84 to <4 x i32>
  %v105 = and <4 x i32> %v104, splat (i32 32767)
  %v106 = shl <4 x i32> %v105, splat (i32 13)
  %v107 = add <4 x i32> %v106, splat (i32 939524096)
  %v108 = add <4 x i32> %v105, splat (i32 1056964608)
  %v109 = bitcast <4 x i32> %v108 to <4 x float>
  %v110 = fsub <4 x float> %v109, splat (float 0.5)
  %v111 = bitcast <4 x float> %v110 to <4 x i32>
  %v112 = icmp uge <4 x i32> %v105, splat (i32 31744)
  %v113 = or <4 x i32> %v106, splat (i32 2139095040)
  %v114 = select <4 x i1> %v112, <4 x i32> %v113, <4 x i32> %v107
  %v115 = icmp ult <4 x i32> %v105, splat (i32 1024)
  %v116 = select <4 x i1> %v115, <4 x i32> %v111, <4 x i32> %v114
  %v117 = xor <4 x i32> %v104, %v105
  %v118 = shl <4 x i32> %v117, splat (i32 16)
  %v119 = or <4 x i32> %v116, %v118
  %v120 = bitcast <4 x i32> %v119 to <4 x float>
  %v121 = zext <4 x i16> %v85 to <4 x i32>
  %v122 = and <4 x i32> %v121, splat (i32 32767)
  %v123 = shl <4 x i32> %v122, splat (i32 13)
  %v124 = add <4 x i32> %v123, splat (i32 939524096)
  %v125 = add <4 x i32> %v122, splat (i32 1056964608)
  %v126 = bitcast <4 x i32> %v125 to <4 x float>
  %v127 = fsub <4 x float> %v126, splat (float 0.5)
  %v128 = bitcast <4 x float> %v127 to <4 x i32>
  %v129 = icmp uge <4 x i32> %v122, splat (i32 31744)
  %v130 = or <4 x i32> %v123, splat (i32 2139095040)
  %v131 = select <4 x i1> %v129, <4 x i32> %v130, <4 x i32> %v124
  %v132 = icmp ult <4 x i32> %v122, splat (i32 1024)
  %v133 = select <4 x i1> %v132, <4 x i32> %v128, <4 x i32> %v131
  %v134 = xor <4 x i32> %v121, %v122
  %v135 = shl <4 x i32> %v134, splat (i32 16)
  %v136 = or <4 x i32> %v133, %v135
  %v137 = bitcast <4 x i32> %v136 to <4 x float>
  %v138 = zext <4 x i16> %v86 to <4 x i32>
  %v139 = and <4 x i32> %v138, splat (i32 32767)
  %v140 = shl <4 x i32> %v139, splat (i32 13)
  %v141 = add <4 x i32> %v140, splat (i32 939524096)
  %v142 = add <4 x i32> %v139, splat (i32 1056964608)
  %v143 = bitcast <4 x i32> %v142 to <4 x float>
  %v144 = fsub <4 x float> %v143, splat (float 0.5)
  %v145 = bitcast <4 x float> %v144 to <4 x i32>
  %v146 = icmp uge <4 x i32> %v139, splat (i32 31744)
  %v147 = or <4 x i32> %v140, splat (i32 2139095040)
  %v148 = select <4 x i1> %v146, <4 x i32> %v147, <4 x i32> %v141
  %v149 = icmp ult <4 x i32> %v139, splat (i32 1024)
  %v150 = select <4 x i1> %v149, <4 x i32> %v145, <4 x i32> %v148
  %v151 = xor <4 x i32> %v138, %v139
  %v152 = shl <4 x i32> %v151, splat (i32 16)
  %v153 = or <4 x i32> %v150, %v152
  %v154 = bitcast <4 x i32> %v153 to <4 x float>
  %v155 = bitcast <4 x float> %v103 to <4 x i32>
  %v156 = and <4 x i32> %v155, splat (i32 2147483647)
  %v157 = lshr <4 x i32> %v155, splat (i32 16)
  %v158 = and <4 x i32> %v157, splat (i32 1)
  %v159 = add <4 x i32> %v156, splat (i32 32767)
  %v160 = add <4 x i32> %v159, %v158
  %v161 = and <4 x i32> %v160, splat (i32 -65536)
  %v162 = xor <4 x i32> %v155, %v156
  %v163 = or <4 x i32> %v161, %v162
  %v164 = fcmp uno <4 x float> %v103, %v103
  %v165 = bitcast <4 x i32> %v163 to <4 x float>
  %v166 = select <4 x i1> %v164, <4 x float> %v103, <4 x float> %v165
  %v167 = bitcast <4 x float> %v120 to <4 x i32>
  %v168 = and <4 x i32> %v167, splat (i32 2147483647)
  %v169 = lshr <4 x i32> %v167, splat (i32 16)
  %v170 = and <4 x i32> %v169, splat (i32 1)
  %v171 = add <4 x i32> %v168, splat (i32 32767)
  %v172 = add <4 x i32> %v171, %v170
  %v173 = and <4 x i32> %v172, splat (i32 -65536)
  %v174 = xor <4 x i32> %v167, %v168
  %v175 = or <4 x i32> %v173, %v174
  %v176 = fcmp uno <4 x float> %v120, %v120
  %v177 = bitcast <4 x i32> %v175 to <4 x float>
  %v178 = select <4 x i1> %v176, <4 x float> %v120, <4 x float> %v177
  %v179 = bitcast <4 x float> %v137 to <4 x i32>
  %v180 = and <4 x i32> %v179, splat (i32 2147483647)
  %v181 = lshr <4 x i32> %v179, splat (i32 16)
  %v182 = and <4 x i32> %v181, splat (i32 1)
  %v183 = add <4 x i32> %v180, splat (i32 32767)
  %v184 = add <4 x i32> %v183, %v182
  %v185 = and <4 x i32> %v184, splat (i32 -65536)
  %v186 = xor <4 x i32> %v179, %v180
  %v187 = or <4 x i32> %v185, %v186
  %v188 = fcmp uno <4 x float> %v137, %v137
  %v189 = bitcast <4 x i32> %v187 to <4 x float>
  %v190 = select <4 x i1> %v188, <4 x float> %v137, <4 x float> %v189
  %v191 = bitcast <4 x float> %v154 to <4 x i32>
  %v192 = and <4 x i32> %v191, splat (i32 2147483647)
  %v193 = lshr <4 x i32> %v191, splat (i32 16)
  %v194 = and <4 x i32> %v193, splat (i32 1)
  %v195 = add <4 x i32> %v192, splat (i32 32767)
  %v196 = add <4 x i32> %v195, %v194
  %v197 = and <4 x i32> %v196, splat (i32 -65536)
  %v198 = xor <4 x i32> %v191, %v192
  %v199 = or <4 x i32> %v197, %v198
  %v200 = fcmp uno <4 x float> %v154, %v154
  %v201 = bitcast <4 x i32> %v199 to <4 x float>
  %v202 = select <4 x i1> %v200, <4 x float> %v154, <4 x float> %v201
  %v203 = bitcast <4 x float> %v166 to <4 x i32>
  %v204 = lshr <4 x i32> %v203, splat (i32 16)
  %v205 = trunc <4 x i32> %v204 to <4 x i16>
  %v206 = fcmp uno <4 x float> %v166, %v166
  %v207 = select <4 x i1> %v206, <4 x i16> splat (i16 32704), <4 x i16> %v205
  %v208 = bitcast <4 x float> %v178 to <4 x i32>
  %v209 = lshr <4 x i32> %v208, splat (i32 16)
  %v210 = trunc <4 x i32> %v209 to <4 x i16>
  %v211 = fcmp uno <4 x float> %v178, %v178
  %v212 = select <4 x i1> %v211, <4 x i16> splat (i16 32704), <4 x i16> %v210
  %v213 = bitcast <4 x float> %v190 to <4 x i32>
  %v214 = lshr <4 x i32> %v213, splat (i32 16)
  %v215 = trunc <4 x i32> %v214 to <4 x i16>
  %v216 = fcmp uno <4 x float> %v190, %v190
  %v217 = select <4 x i1> %v216, <4 x i16> splat (i16 32704), <4 x i16> %v215
  %v218 = bitcast <4 x float> %v202 to <4 x i32>
  %v219 = lshr <4 x i32> %v218, splat (i32 16)
  %v220 = trunc <4 x i32> %v219 to <4 x i16>
  %v221 = fcmp uno <4 x float> %v202, %v202
  %v222 = select <4 x i1> %v221, <4 x i16> splat (i16 32704), <4 x i16> %v220
  %v223 = and <4 x i1> %v35, %v36
  %v224 = and <4 x i1> %v223, %v37
  %v225 = and <4 x i1> %v224, %v38
  %v226 = bitcast <4 x i1> %v225 to i4
  %v227 = icmp eq i4 %v226, -1
  br i1 %v227, label %b11, label %b12
b11:
  %v228 = sext i32 %v17 to i64
  %v229 = getelementptr i16, ptr %v5, i64 %v228
  store <4 x i16> %v207, ptr %v229, align 2
  %v230 = sext i32 %v18 to i64
  %v231 = getelementptr i16, ptr %v5, i64 %v230
  store <4 x i16> %v212, ptr %v231, align 2
  %v232 = sext i32 %v19 to i64
  %v233 = getelementptr i16, ptr %v5, i64 %v232
  store <4 x i16> %v217, ptr %v233, align 2
  %v234 = sext i32 %v20 to i64
  %v235 = getelementptr i16, ptr %v5, i64 %v234
  store <4 x i16> %v222, ptr %v235, align 2
  br label %b13
b12:
  %v236 = sext i32 %v17 to i64
  %v237 = getelementptr i16, ptr %v5, i64 %v236
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v207, ptr align 2 %v237, <4 x i1> %v35)
  %v238 = sext i32 %v18 to i64
  %v239 = getelementptr i16, ptr %v5, i64 %v238
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v212, ptr align 2 %v239, <4 x i1> %v36)
  %v240 = sext i32 %v19 to i64
  %v241 = getelementptr i16, ptr %v5, i64 %v240
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v217, ptr align 2 %v241, <4 x i1> %v37)
  %v242 = sext i32 %v20 to i64
  %v243 = getelementptr i16, ptr %v5, i64 %v242
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v222, ptr align 2 %v243, <4 x i1> %v38)
  br label %b13
b13:
  br label %b7
b7:
  br label %b4
b4:
  %v16 = add i64 %v15, 16
  %v244 = icmp ult i64 %v16, %v14
  br i1 %v244, label %b3, label %b5
b5:
  br label %b2
b2:
  %v245 = sub i64 %hi, %lo
  %v9 = add i64 %group, %v245
  %v246 = icmp ult i64 %v9, %end
  br i1 %v246, label %b0, label %b1
b1:
  ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, <4 x i1>)
