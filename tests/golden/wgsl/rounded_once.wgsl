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
fn add_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}
fn mulhi_u32(a: u32, b: u32) -> u32 {
  let low = (a & 65535u) * (b & 65535u);
  let x = (a >> 16u) * (b & 65535u) + (low >> 16u);
  let y = (a & 65535u) * (b >> 16u) + (x & 65535u);
  return (a >> 16u) * (b >> 16u) + (x >> 16u) + (y >> 16u);
}
fn high_product(v0: vec2<u32>, v1: vec2<u32>) -> vec2<u32> {
  let v4 = v0.y;
  let v6 = v1.y;
  let v9 = vec2<u32>(v4 * v6, mulhi_u32(v4, v6));
  let v10 = v1.x;
  let v11 = mulhi_u32(v4, v10);
  let v12 = vec2<u32>(v11, 0u);
  let v13 = add_pair(v9, v12);
  let v14 = v0.x;
  let v15 = mulhi_u32(v14, v6);
  let v16 = vec2<u32>(v15, 0u);
  let v17 = add_pair(v13, v16);
  return v17;
}
fn shl_pair(a: vec2<u32>, n: u32) -> vec2<u32> {
  let m = n & 31u;
  let high = (a.y << m) | ((a.x >> 1u) >> (31u - m));
  return select(vec2<u32>(a.x << m, high), vec2<u32>(0u, a.x << m), (n & 32u) != 0u);
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
  let v19 = vec2<u32>(v11, 0u);
  let v21 = v13 - 86u;
  let v22 = shl_pair(v19, v21);
  let v23 = v1 >> 31u;
  let v25 = 0u - v23;
  let v28 = v22.y;
  let v30 = v28 >> 25u;
  let v32 = v30 & 1u;
  let v33 = 0u - v32;
  let v35 = v18 << 6u;
  let v37 = v28 >> 26u;
  let v38 = v35 | v37;
  let v39 = v38 + v32;
  let v40 = vec2<u32>(v22.x << 6u, (v22.y << 6u) | (v22.x >> 26u));
  let v41 = bitcast<i32>(v33);
  let v42 = vec2<u32>(bitcast<u32>(v41), bitcast<u32>(v41 >> 31u));
  let v43 = v40 ^ v42;
  let v44 = vec2<u32>(v43.x << 1u, (v43.y << 1u) | (v43.x >> 31u));
  let v45 = v39 ^ v25;
  let v46 = v45 - v25;
  let v47 = v33 ^ v25;
  let v50 = v44.y;
  let v51 = mulhi_u32(v50, 64u);
  let v52 = v51 ^ v47;
  let v54 = 82697u + v52;
  let v55 = mulhi_u32(v50, v54);
  let v56 = v55 ^ v47;
  let v58 = 91627514u + v56;
  let v59 = mulhi_u32(v50, v58);
  let v60 = vec2<u32>(v59, 0u);
  let v61 = bitcast<i32>(v47);
  let v62 = vec2<u32>(bitcast<u32>(v61), bitcast<u32>(v61 >> 31u));
  let v63 = v60 ^ v62;
  let v65 = add_pair(vec2<u32>(2997579706u, 19u), v63);
  let v67 = v65.y;
  let v70 = vec2<u32>(v50 * v67, mulhi_u32(v50, v67));
  let v71 = v65.x;
  let v72 = mulhi_u32(v50, v71);
  let v73 = vec2<u32>(v72, 0u);
  let v74 = add_pair(v70, v73);
  let v75 = v74 ^ v62;
  let v77 = add_pair(vec2<u32>(296618305u, 14550u), v75);
  let v78 = high_product(v44, v77);
  let v79 = v78 ^ v62;
  let v81 = add_pair(vec2<u32>(4262139451u, 8060663u), v79);
  let v82 = high_product(v44, v81);
  let v83 = v82 ^ v62;
  let v85 = add_pair(vec2<u32>(3520035244u, 2977044471u), v83);
  let v86 = high_product(v44, v85);
  let v88 = v46 & 63u;
  let v89 = vec2<u32>(tables[0u + 2u * v88], tables[0u + 2u * v88 + 1u]);
  let v90 = high_product(v89, v86);
  let v92 = vec2<u32>((v90.x >> 7u) | (v90.y << 25u), v90.y >> 7u);
  let v93 = v92 ^ v62;
  let v94 = add_pair(v89, v93);
  let v96 = v94.y;
  let v98 = v96 < 2147483648u;
  let v99 = add_pair(v94, v94);
  let v100 = select(v94, v99, v98);
  let v101 = bitcast<i32>(v46);
  let v102 = v101 >> (6u & 31u);
  let v103 = bitcast<i32>(u32(v98));
  let v104 = v102 - v103;
  let v106 = v100.y;
  let v107 = v100.x;
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
