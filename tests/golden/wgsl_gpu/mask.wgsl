@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read> b0: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> b1: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> b2: array<vec4<u32>>;
@compute @workgroup_size(256, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let n2 = params[0].z;
  let groups0 = params[0].w;
  let groups1 = params[1].x;
  let groups2 = params[1].y;
  let tiles0 = (groups0 - 1u) / 4u + 1u;
  var tile0 = launched_group.x;
  var group1 = launched_group.y;
  var group2 = launched_group.z;
  if (launched.x != tiles0 || launched.y != groups1 || launched.z != groups2) {
    let linear = launched_group.x + launched.x * (launched_group.y + launched.y * launched_group.z);
    if (linear >= tiles0 * groups1 * groups2) { return; }
    tile0 = linear;
    group1 = 0u;
    group2 = 0u;
    if (groups1 > 1u || groups2 > 1u) {
      tile0 = linear % tiles0;
      group1 = linear / tiles0 % groups1;
      group2 = linear / (tiles0 * groups1);
    }
  }
  let first = tile0 * 4u;
  if (group1 > 0u || group2 > 0u) { return; }
  let four = tile0 * 256u + local.x;
  if (groups0 - first >= 4u && first + 4u <= n2 / 256u && first + 4u <= n0 / 256u && first + 4u <= n1 / 256u) {
    let member_0 = local.x * 4u + 0u;
    let member_1 = local.x * 4u + 1u;
    let member_2 = local.x * 4u + 2u;
    let member_3 = local.x * 4u + 3u;
    let group0_0 = first + member_0 / 256u;
    let group0_1 = first + member_1 / 256u;
    let group0_2 = first + member_2 / 256u;
    let group0_3 = first + member_3 / 256u;
    let v0_0 = first * 256u + member_0;
    let v0_1 = first * 256u + member_1;
    let v0_2 = first * 256u + member_2;
    let v0_3 = first * 256u + member_3;
    let v1_0 = n2;
    let v1_1 = n2;
    let v1_2 = n2;
    let v1_3 = n2;
    let v2_0 = v0_0 < v1_0;
    let v2_1 = v0_1 < v1_1;
    let v2_2 = v0_2 < v1_2;
    let v2_3 = v0_3 < v1_3;
    let q3_0 = b0[four];
    let v3_0 = q3_0.x;
    let v3_1 = q3_0.y;
    let v3_2 = q3_0.z;
    let v3_3 = q3_0.w;
    let q4_0 = b1[four];
    let v4_0 = q4_0.x;
    let v4_1 = q4_0.y;
    let v4_2 = q4_0.z;
    let v4_3 = q4_0.w;
    let v5_0 = v3_0 ^ v4_0;
    let v5_1 = v3_1 ^ v4_1;
    let v5_2 = v3_2 ^ v4_2;
    let v5_3 = v3_3 ^ v4_3;
    b2[four] = vec4<u32>(v5_0, v5_1, v5_2, v5_3);
  }
  else {
    for (var k = 0u; k < 4u; k = k + 1u) {
      let member = local.x * 4u + k;
      let group0 = first + member / 256u;
      if (group0 >= groups0) { break; }
      let v0 = first * 256u + member;
      let v1 = n2;
      let v2 = v0 < v1;
      if (v2) {
        var v3 = 0u;
        if (v0 < n0) { v3 = b0[v0 >> 2u][v0 & 3u]; }
        var v4 = 0u;
        if (v0 < n1) { v4 = b1[v0 >> 2u][v0 & 3u]; }
        let v5 = v3 ^ v4;
        b2[v0 >> 2u][v0 & 3u] = v5;
      }
    }
  }
}
