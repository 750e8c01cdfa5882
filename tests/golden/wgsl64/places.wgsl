@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read_write> b0: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> b1: array<u64>;
@group(0) @binding(3) var<storage, read_write> b2: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> b3: array<u32>;
@group(0) @binding(5) var<storage, read> b4: array<u32>;
@group(0) @binding(6) var<storage, read> b5: array<i32>;
@group(0) @binding(7) var<storage, read> b6: array<u64>;
@group(0) @binding(8) var<storage, read> b7: array<u32>;
@group(0) @binding(9) var<storage, read> b8: array<u32>;
@group(0) @binding(10) var<storage, read_write> b11: array<atomic<u64>>;
@group(0) @binding(11) var<storage, read> tables: array<u32>;
fn word_at_b0(at: u32) -> u32 {
  let s = (at & 3u) << 3u;
  return (atomicLoad(&b0[at >> 2u]) >> s) | ((atomicLoad(&b0[(at + 3u) >> 2u]) << 1u) << (31u - s));
}
fn pair_at_b0(at: u32) -> vec2<u32> {
  return vec2<u32>(word_at_b0(at), word_at_b0(at + 4u));
}
fn u64_of(a: vec2<u32>) -> u64 {
  return (u64(a.y) << 32u) | u64(a.x);
}
fn pair_of(a: u64) -> vec2<u32> {
  return vec2<u32>(u32(a), u32(a >> 32u));
}
fn put_at_b0(at: u32, x: u32, mask: u32) {
  let s = (at & 3u) << 3u;
  let at_word = at >> 2u;
  atomicAnd(&b0[at_word], ~(mask << s));
  atomicOr(&b0[at_word], x << s);
  let above = (mask >> 1u) >> (31u - s);
  if (above != 0u) {
    atomicAnd(&b0[at_word + 1u], ~above);
    atomicOr(&b0[at_word + 1u], (x >> 1u) >> (31u - s));
  }
}
fn put_pair_at_b0(at: u32, x: vec2<u32>) {
  put_at_b0(at, x.x, 4294967295u);
  put_at_b0(at + 4u, x.y, 4294967295u);
}
@compute @workgroup_size(32, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let n2 = params[0].z;
  let n3 = params[0].w;
  let n4 = params[1].x;
  let n5 = params[1].y;
  let n6 = params[1].z;
  let n7 = params[1].w;
  let n8 = params[2].x;
  let n11 = params[2].y;
  let groups0 = params[2].z;
  let groups1 = params[2].w;
  let groups2 = params[3].x;
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
  var b10: array<u32, 4>;
  let v0 = group0 * 32u + local.x;
  b10[0] = 0u;
  b10[1] = 0u;
  b10[2] = 0u;
  b10[3] = 0u;
  var v1 = 0u;
  if (v0 < n0) { v1 = word_at_b0(v0 * 13u + 1u); }
  let v2 = v1 & 65535u;
  if (v0 < 4u) {
    b10[v0] = v2;
  }
  var v3 = 0li;
  if (v0 < n0) { v3 = bitcast<i64>(u64_of(pair_at_b0(v0 * 13u + 5u))); }
  var v4 = 0i;
  if (v0 < 3u) { v4 = (bitcast<i32>((tables[0u + (v0 >> 2u)] >> ((v0 & 3u) << 3u))) << 24u) >> 24u; }
  let v5 = bitcast<i64>(u64(bitcast<u32>(v4) ^ 2147483648u)) - 2147483648li;
  let v6 = v3 + v5;
  if (v0 < n0) {
    put_pair_at_b0(v0 * 13u + 5u, pair_of(bitcast<u64>(v6)));
  }
  var v7 = 0u;
  if (v0 < 4u) { v7 = b10[v0]; }
  var v8 = 0u;
  let v9 = v7 != v8;
  if (v0 < n0) {
    atomicAnd(&b0[(v0 * 13u) >> 2u], ~(255u << (((v0 * 13u) & 3u) << 3u)));
    atomicOr(&b0[(v0 * 13u) >> 2u], u32(v9) << (((v0 * 13u) & 3u) << 3u));
  }
  var v10 = 0lu;
  if (v0 < n1) { v10 = b1[v0]; }
  var v11 = 0u;
  if (v0 < n3) { v11 = (b3[v0 >> 2u] >> ((v0 & 3u) << 3u)) & 255u; }
  let v12 = u64(v11);
  let v13 = v10 + v12;
  if (v0 < n1) {
    b1[v0] = v13;
  }
  var v14 = 0lu;
  if (v0 < n1) { v14 = b1[v0]; }
  var v15 = 0i;
  if (v0 < n4) { v15 = (bitcast<i32>((b4[v0 >> 1u] >> ((v0 & 1u) << 4u))) << 16u) >> 16u; }
  let v16 = bitcast<u64>(bitcast<i64>(u64(bitcast<u32>(v15) ^ 2147483648u)) - 2147483648li);
  let v17 = v14 + v16;
  if (v0 < n1) {
    b1[v0] = v17;
  }
  var v18 = 0lu;
  if (v0 < n1) { v18 = b1[v0]; }
  var v19 = 0i;
  if (v0 < n5) { v19 = b5[v0]; }
  let v20 = bitcast<u64>(bitcast<i64>(u64(bitcast<u32>(v19) ^ 2147483648u)) - 2147483648li);
  let v21 = v18 + v20;
  if (v0 < n1) {
    b1[v0] = v21;
  }
  var v22 = 0lu;
  if (v0 < n1) { v22 = b1[v0]; }
  var v23 = 0lu;
  if (v0 < n6) { v23 = b6[v0]; }
  let v24 = v22 + v23;
  if (v0 < n1) {
    b1[v0] = v24;
  }
  var v25 = 0lu;
  if (v0 < n1) { v25 = b1[v0]; }
  var v26 = 0u;
  if (v0 < n7) { v26 = b7[v0]; }
  let v27 = u64(v26);
  let v28 = v25 + v27;
  if (v0 < n1) {
    b1[v0] = v28;
  }
  var v29 = 0lu;
  if (v0 < n1) { v29 = b1[v0]; }
  var v30 = false;
  if (v0 < n8) { v30 = ((b8[v0 >> 2u] >> ((v0 & 3u) << 3u)) & 255u) != 0u; }
  let v31 = u64(v30);
  let v32 = v29 + v31;
  if (v0 < n1) {
    b1[v0] = v32;
  }
  var v33 = 0i;
  if (v0 < n4) { v33 = (bitcast<i32>((b4[v0 >> 1u] >> ((v0 & 1u) << 4u))) << 16u) >> 16u; }
  let v34 = bitcast<u32>(v33) & 255u;
  if (v0 < n2) {
    atomicAnd(&b2[v0 >> 2u], ~(255u << ((v0 & 3u) << 3u)));
    atomicOr(&b2[v0 >> 2u], v34 << ((v0 & 3u) << 3u));
  }
  var v35 = 77u;
  let v36 = v0 == v35;
  if (v36) {
    var v37 = 3u;
    var v38 = 0lu;
    let v39 = groups2;
    let v40 = u64(v39);
    var v41 = 1u;
    let v42 = u64(v41);
    let v43 = v40 * v42;
    let v44 = group2 * 1u + local.z;
    let v45 = u64(v44);
    let v46 = v38 * v43;
    let v47 = v46 + v45;
    let v48 = groups1;
    let v49 = u64(v48);
    var v50 = 1u;
    let v51 = u64(v50);
    let v52 = v49 * v51;
    let v53 = group1 * 1u + local.y;
    let v54 = u64(v53);
    let v55 = v47 * v52;
    let v56 = v55 + v54;
    let v57 = groups0;
    let v58 = u64(v57);
    var v59 = 32u;
    let v60 = u64(v59);
    let v61 = v58 * v60;
    let v62 = group0 * 32u + local.x;
    let v63 = u64(v62);
    let v64 = v56 * v61;
    let v65 = v64 + v63;
    var v66 = 32u;
    let v67 = v65 << min(v66 & 63u, 63u);
    var v68 = 50lu;
    let v69 = u64(v37);
    let v70 = v67 | v68;
    var v71 = 0u;
    let v72 = atomicMin(&b11[v71], v70);
    let v73 = v67 | v69;
    var v74 = 1u;
    let v75 = atomicMin(&b11[v74], v73);
    return;
  }
}
