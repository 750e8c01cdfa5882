@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<atomic<u32>>;
var<workgroup> bytes: array<atomic<u32>, 17>;
@compute @workgroup_size(64, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let groups0 = params[0].z;
  let groups1 = params[0].w;
  let groups2 = params[1].x;
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
  for (var k = local_index; k < 17u; k = k + 64u) { atomicStore(&bytes[k], 0); }
  workgroupBarrier();
  var l0 = 0u;
  let v0 = local.x;
  let v1 = group0 * 64u + local.x;
  var v2 = false;
  if (v1 < n0) { v2 = ((b0[v1 >> 2u] >> ((v1 & 3u) << 3u)) & 255u) != 0u; }
  let v3 = u32(v2);
  atomicAnd(&bytes[v0 >> 2u], ~(255u << ((v0 & 3u) << 3u)));
  atomicOr(&bytes[v0 >> 2u], v3 << ((v0 & 3u) << 3u));
  let v4 = (atomicLoad(&bytes[v0 >> 2u]) >> ((v0 & 3u) << 3u)) & 255u;
  var v5 = 0u;
  let v6 = v4 != v5;
  if (v0 < 3u) {
    atomicAnd(&bytes[(v0 + 64u) >> 2u], ~(255u << (((v0 + 64u) & 3u) << 3u)));
    atomicOr(&bytes[(v0 + 64u) >> 2u], u32(v6) << (((v0 + 64u) & 3u) << 3u));
  }
  storageBarrier(); workgroupBarrier();
  var v7 = 0u;
  var v8 = 6u;
  let t12 = select(0u, v8 - v7, v7 < v8);
  for (var k12 = 0u; k12 < t12; k12 = k12 + 1u) {
    l0 = v7 + k12;
    var v9 = 32u;
    let v10 = l0;
    let v11 = v9 >> (v10 & 31u);
    let v12 = v0 < v11;
    if (v12) {
      let v13 = (atomicLoad(&bytes[v0 >> 2u]) >> ((v0 & 3u) << 3u)) & 255u;
      let v14 = v0 + v11;
      let v15 = (atomicLoad(&bytes[v14 >> 2u]) >> ((v14 & 3u) << 3u)) & 255u;
      let v16 = (v13 + v15) & 255u;
      atomicAnd(&bytes[v0 >> 2u], ~(255u << ((v0 & 3u) << 3u)));
      atomicOr(&bytes[v0 >> 2u], v16 << ((v0 & 3u) << 3u));
    }
    storageBarrier(); workgroupBarrier();
  }
  var v17 = 0u;
  let v18 = v0 == v17;
  var v19 = 2u;
  let v20 = ((atomicLoad(&bytes[(v19 + 64u) >> 2u]) >> (((v19 + 64u) & 3u) << 3u)) & 255u) != 0u;
  let v21 = v18 & v20;
  if (v21) {
    var v22 = 0u;
    let v23 = (atomicLoad(&bytes[v22 >> 2u]) >> ((v22 & 3u) << 3u)) & 255u;
    let v24 = group0;
    if (v24 < n1) {
      atomicAnd(&b1[v24 >> 2u], ~(255u << ((v24 & 3u) << 3u)));
      atomicOr(&b1[v24 >> 2u], v23 << ((v24 & 3u) << 3u));
    }
  }
}
