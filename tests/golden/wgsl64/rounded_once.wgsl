@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@group(0) @binding(2) var<storage, read> tables: array<u32>;
fn anew_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) + params[1].z);
}
fn rounded_to_f32(v0: u32, v1: i32, v2: u32) -> u32 {
  let v4 = v0 >> 1u;
  let v5 = v0 & 1u;
  let v6 = v4 | v5;
  let v8 = v1 - bitcast<i32>(4294967170u);
  let v10 = 0i - v8;
  let v11 = max(v10, 0i);
  let v13 = min(v11, 31i);
  let v14 = bitcast<u32>(v13);
  let v15 = v6 >> (v14 & 31u);
  let v16 = v15 << (v14 & 31u);
  let v17 = v16 != v6;
  let v18 = u32(v17);
  let v19 = v15 | v18;
  let v21 = v19 + 63u;
  let v23 = v19 >> 7u;
  let v24 = v23 & 1u;
  let v25 = v21 + v24;
  let v26 = v25 >> 7u;
  let v27 = max(v8, 0i);
  let v28 = bitcast<u32>(v27);
  let v30 = v28 << 23u;
  let v31 = v26 + v30;
  let v33 = v8 > 253i;
  let v35 = select(v31, 2139095040u, v33);
  let v37 = v6 == 0u;
  let v38 = select(v35, 0u, v37);
  let v39 = v38 | v2;
  return v39;
}
fn mulhi_u32(a: u32, b: u32) -> u32 {
  return u32((u64(a) * u64(b)) >> 32u);
}
fn high_product(v0: u64, v1: u64) -> u64 {
  let v3 = v0 >> 32u;
  let v4 = u32(v3);
  let v5 = v1 >> 32u;
  let v6 = u32(v5);
  let v9 = u64(v4) * u64(v6);
  let v10 = u32(v1);
  let v11 = mulhi_u32(v4, v10);
  let v12 = u64(v11);
  let v13 = v9 + v12;
  let v14 = u32(v0);
  let v15 = mulhi_u32(v14, v6);
  let v16 = u64(v15);
  let v17 = v13 + v16;
  return v17;
}
fn u64_of(a: vec2<u32>) -> u64 {
  return (u64(a.y) << 32u) | u64(a.x);
}
fn word_f32(a: f32) -> u32 {
  return bitcast<u32>(a) + u32(params[1].z);
}
fn nan_f32(x: u32) -> bool {
  return (x & 2147483647u) > 2139095040u;
}
fn bits_f32(a: f32) -> u32 {
  let x = word_f32(a);
  return select(x, 2143289344u, nan_f32(x));
}
fn exp2_f32(v0: f32) -> f32 {
  let v1 = bits_f32(v0);
  let v3 = v1 & 2147483647u;
  let v5 = max(v3, 805306368u);
  let v7 = min(v5, 1132462079u);
  let v9 = v7 & 8388607u;
  let v11 = v9 | 8388608u;
  let v13 = v7 >> 23u;
  let v15 = 150u - v13;
  let v17 = min(v15, 31u);
  let v18 = v11 >> (v17 & 31u);
  let v19 = u64(v11);
  let v21 = v13 - 86u;
  let v22 = v19 << min(v21 & 63u, 63u);
  let v23 = v1 >> 31u;
  let v25 = 0u - v23;
  let v27 = v22 >> 32u;
  let v28 = u32(v27);
  let v30 = v28 >> 25u;
  let v32 = v30 & 1u;
  let v33 = 0u - v32;
  let v35 = v18 << 6u;
  let v37 = v28 >> 26u;
  let v38 = v35 | v37;
  let v39 = v38 + v32;
  let v40 = v22 << 6u;
  let v41 = bitcast<i32>(v33);
  let v42 = bitcast<u64>(bitcast<i64>(u64(bitcast<u32>(v41) ^ 2147483648u)) - 2147483648li);
  let v43 = v40 ^ v42;
  let v44 = v43 << 1u;
  let v45 = v39 ^ v25;
  let v46 = v45 - v25;
  let v47 = v33 ^ v25;
  let v49 = v44 >> 32u;
  let v50 = u32(v49);
  let v51 = mulhi_u32(v50, 64u);
  let v52 = v51 ^ v47;
  let v54 = 82697u + v52;
  let v55 = mulhi_u32(v50, v54);
  let v56 = v55 ^ v47;
  let v58 = 91627514u + v56;
  let v59 = mulhi_u32(v50, v58);
  let v60 = u64(v59);
  let v61 = bitcast<i32>(v47);
  let v62 = bitcast<u64>(bitcast<i64>(u64(bitcast<u32>(v61) ^ 2147483648u)) - 2147483648li);
  let v63 = v60 ^ v62;
  let v65 = 84601958330lu + v63;
  let v66 = v65 >> 32u;
  let v67 = u32(v66);
  let v70 = u64(v50) * u64(v67);
  let v71 = u32(v65);
  let v72 = mulhi_u32(v50, v71);
  let v73 = u64(v72);
  let v74 = v70 + v73;
  let v75 = v74 ^ v62;
  let v77 = 62492070775105lu + v75;
  let v78 = high_product(v44, v77);
  let v79 = v78 ^ v62;
  let v81 = 34620288231216699lu + v79;
  let v82 = high_product(v44, v81);
  let v83 = v82 ^ v62;
  let v85 = 12786308645202655660lu + v83;
  let v86 = high_product(v44, v85);
  let v88 = v46 & 63u;
  let v89 = u64_of(vec2<u32>(tables[0u + 2u * v88], tables[0u + 2u * v88 + 1u]));
  let v90 = high_product(v89, v86);
  let v92 = v90 >> 7u;
  let v93 = v92 ^ v62;
  let v94 = v89 + v93;
  let v95 = v94 >> 32u;
  let v96 = u32(v95);
  let v98 = v96 < 2147483648u;
  let v99 = v94 + v94;
  let v100 = select(v94, v99, v98);
  let v101 = bitcast<i32>(v46);
  let v102 = v101 >> (6u & 31u);
  let v103 = bitcast<i32>(u32(v98));
  let v104 = v102 - v103;
  let v105 = v100 >> 32u;
  let v106 = u32(v105);
  let v107 = u32(v100);
  let v108 = v107 != 0u;
  let v109 = u32(v108);
  let v110 = v106 | v109;
  let v111 = rounded_to_f32(v110, v104, 0u);
  let v113 = v3 > 2139095040u;
  let v115 = select(v111, 2143289344u, v113);
  let v116 = bitcast<f32>(v115);
  return v116;
}
@compute @workgroup_size(256, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let groups0 = params[0].y;
  let groups1 = params[0].z;
  let groups2 = params[0].w;
  var group0 = launched_group.x;
  var group1 = launched_group.y;
  var group2 = launched_group.z;
  if (launched.x != groups0 || launched.y != groups1 || launched.z != groups2) {
    let linear = launched_group.x + launched.x * (launched_group.y + launched.y * launched_group.z);
    if (linear >= groups0 * groups1 * groups2) { return; }
    group0 = linear;
    group1 = 0u;
    group2 = 0u;
    if (groups1 > 1u || groups2 > 1u) {
      group0 = linear % groups0;
      group1 = linear / groups0 % groups1;
      group2 = linear / (groups0 * groups1);
    }
  }
  let v0 = group0 * 256u + local.x;
  var v1 = anew_f32(0.0f);
  if (v0 < n0) { v1 = bitcast<f32>(b0[v0]); }
  let v2 = exp2_f32(v1);
  if (v0 < n0) {
    b0[v0] = bits_f32(v2);
  }
}
