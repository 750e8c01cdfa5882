@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 6>;
@group(0) @binding(1) var<storage, read_write> b0: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> b1: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> b2: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> b3: array<u32>;
@group(0) @binding(5) var<storage, read> b4: array<u32>;
@group(0) @binding(6) var<storage, read_write> b11: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> packed: array<u32>;
@group(0) @binding(8) var<storage, read> tables: array<u32>;
fn word_at_b0(at: u32) -> u32 {
  let s = (at & 3u) << 3u;
  return (atomicLoad(&b0[at >> 2u]) >> s) | ((atomicLoad(&b0[(at + 3u) >> 2u]) << 1u) << (31u - s));
}
fn pair_at_b0(at: u32) -> vec2<u32> {
  return vec2<u32>(word_at_b0(at), word_at_b0(at + 4u));
}
fn add_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
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
fn pair_b6(at: u32) -> vec2<u32> {
  return vec2<u32>(packed[params[4].z + at], packed[params[4].z + (at + 1u)]);
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
  var l0 = 0u;
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
  var v3 = vec2<u32>(0u, 0u);
  if (v0 < n0) { v3 = pair_at_b0(v0 * 13u + 5u); }
  var v4 = 0i;
  if (v0 < 3u) { v4 = (bitcast<i32>((tables[0u + (v0 >> 2u)] >> ((v0 & 3u) << 3u))) << 24u) >> 24u; }
  let v5 = vec2<u32>(bitcast<u32>(v4), bitcast<u32>(v4 >> 31u));
  let v6 = add_pair(v3, v5);
  if (v0 < n0) {
    put_pair_at_b0(v0 * 13u + 5u, v6);
  }
  var v7 = 0u;
  if (v0 < 4u) { v7 = b10[v0]; }
  var v8 = 0u;
  let v9 = v7 != v8;
  if (v0 < n0) {
    atomicAnd(&b0[(v0 * 13u) >> 2u], ~(255u << (((v0 * 13u) & 3u) << 3u)));
    atomicOr(&b0[(v0 * 13u) >> 2u], u32(v9) << (((v0 * 13u) & 3u) << 3u));
  }
  var v10 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v10 = b1[v0]; }
  var v11 = 0u;
  if (v0 < n3) { v11 = (b3[v0 >> 2u] >> ((v0 & 3u) << 3u)) & 255u; }
  let v12 = vec2<u32>(v11, 0u);
  let v13 = add_pair(v10, v12);
  if (v0 < n1) {
    b1[v0] = v13;
  }
  var v14 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v14 = b1[v0]; }
  var v15 = 0i;
  if (v0 < n4) { v15 = (bitcast<i32>((b4[v0 >> 1u] >> ((v0 & 1u) << 4u))) << 16u) >> 16u; }
  let v16 = vec2<u32>(bitcast<u32>(v15), bitcast<u32>(v15 >> 31u));
  let v17 = add_pair(v14, v16);
  if (v0 < n1) {
    b1[v0] = v17;
  }
  var v18 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v18 = b1[v0]; }
  var v19 = 0i;
  if (v0 < n5) { v19 = bitcast<i32>(packed[params[4].y + v0]); }
  let v20 = vec2<u32>(bitcast<u32>(v19), bitcast<u32>(v19 >> 31u));
  let v21 = add_pair(v18, v20);
  if (v0 < n1) {
    b1[v0] = v21;
  }
  var v22 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v22 = b1[v0]; }
  var v23 = vec2<u32>(0u, 0u);
  if (v0 < n6) { v23 = pair_b6(v0 * 2u); }
  let v24 = add_pair(v22, v23);
  if (v0 < n1) {
    b1[v0] = v24;
  }
  var v25 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v25 = b1[v0]; }
  var v26 = 0u;
  if (v0 < n7) { v26 = packed[params[4].w + v0]; }
  let v27 = vec2<u32>(v26, 0u);
  let v28 = add_pair(v25, v27);
  if (v0 < n1) {
    b1[v0] = v28;
  }
  var v29 = vec2<u32>(0u, 0u);
  if (v0 < n1) { v29 = b1[v0]; }
  var v30 = false;
  if (v0 < n8) { v30 = ((packed[params[5].x + (v0 >> 2u)] >> ((v0 & 3u) << 3u)) & 255u) != 0u; }
  let v31 = vec2<u32>(u32(v30), 0u);
  let v32 = add_pair(v29, v31);
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
    var v38 = 0u;
    let v39 = groups2;
    let v40 = v39;
    var v41 = 1u;
    let v42 = v41;
    let v43 = v40 * v42;
    let v44 = group2 * 1u + local.z;
    let v45 = v44;
    let v46 = v38 * v43;
    let v47 = v46 + v45;
    let v48 = groups1;
    let v49 = v48;
    var v50 = 1u;
    let v51 = v50;
    let v52 = v49 * v51;
    let v53 = group1 * 1u + local.y;
    let v54 = v53;
    let v55 = v47 * v52;
    let v56 = v55 + v54;
    let v57 = groups0;
    let v58 = v57;
    var v59 = 32u;
    let v60 = v59;
    let v61 = v58 * v60;
    let v62 = group0 * 32u + local.x;
    let v63 = v62;
    let v64 = v56 * v61;
    let v65 = v64 + v63;
    var v66 = 0u;
    let v67 = atomicMin(&b11[v66], v65);
    let v68 = v67 > v65;
    if (v68) {
      var v69 = 34u;
      let v70 = atomicMin(&b11[v69], v65);
      var v71 = 37u;
      let v72 = atomicMin(&b11[v71], v65);
      var v73 = 38u;
      let v74 = atomicMin(&b11[v73], v65);
      var v75 = 0u;
      var v76 = 32u;
      let t90 = select(0u, v76 - v75, v75 < v76);
      for (var k90 = 0u; k90 < t90; k90 = k90 + 1u) {
        l0 = v75 + k90;
        let v77 = l0;
        let v78 = v37 >> (v77 & 31u);
        var v79 = 1u;
        let v80 = v78 & v79;
        var v81 = 0u;
        let v82 = v80 != v81;
        if (v82) {
          var v83 = 1u;
          let v84 = v77 + v83;
          let v85 = atomicMin(&b11[v84], v65);
        }
      }
    }
    return;
  }
}
