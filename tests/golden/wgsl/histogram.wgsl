@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<atomic<u32>>;
var<workgroup> b2: array<atomic<u32>, 256>;
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
  for (var k = local_index; k < 256u; k = k + 64u) { atomicStore(&b2[k], 0); }
  workgroupBarrier();
  var l0 = 0u;
  var l1 = 0u;
  let v0 = group0 * 64u + local.x;
  let v1 = n0;
  let t2 = select(0u, (v1 - v0 - 1u) / 4096u + 1u, v0 < v1);
  for (var k2 = 0u; k2 < t2; k2 = k2 + 1u) {
    l0 = v0 + k2 * 4096u;
    let v2 = l0;
    let v3 = (b0[v2 >> 2u] >> ((v2 & 3u) << 3u)) & 255u;
    var v4 = 1u;
    let v5 = atomicAdd(&b2[v3], v4);
  }
  storageBarrier(); workgroupBarrier();
  let v6 = local.x;
  var v7 = 256u;
  let t10 = select(0u, (v7 - v6 - 1u) / 64u + 1u, v6 < v7);
  for (var k10 = 0u; k10 < t10; k10 = k10 + 1u) {
    l1 = v6 + k10 * 64u;
    let v8 = l1;
    let v9 = atomicLoad(&b2[v8]);
    let v10 = l1;
    let v11 = atomicAdd(&b1[v10], v9);
  }
}
