@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
@compute @workgroup_size(256, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let n2 = params[0].z;
  let groups0 = params[0].w;
  let groups1 = params[1].x;
  let groups2 = params[1].y;
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
  let v1 = n2;
  let v2 = v0 < v1;
  if (v2) {
    var v3 = 0u;
    if (v0 < n0) { v3 = b0[v0]; }
    var v4 = 0u;
    if (v0 < n1) { v4 = b1[v0]; }
    let v5 = v3 ^ v4;
    b2[v0] = v5;
  }
}
