@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn anew_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) + params[2].x);
}
fn word_f32(a: f32) -> u32 {
  return bitcast<u32>(a) + u32(params[2].x);
}
fn nan_f32(x: u32) -> bool {
  return (x & 2147483647u) > 2139095040u;
}
fn bits_f32(a: f32) -> u32 {
  let x = word_f32(a);
  return select(x, 2143289344u, nan_f32(x));
}
@compute @workgroup_size(64, 1, 1)
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
  if (groups0 - first >= 4u && first + 4u <= n2 / 64u && first + 4u <= n1 / 64u) {
    let group0_0 = first + 0u;
    let group0_1 = first + 1u;
    let group0_2 = first + 2u;
    let group0_3 = first + 3u;
    let v0_0 = group0_0 * 64u + local.x;
    let v0_1 = group0_1 * 64u + local.x;
    let v0_2 = group0_2 * 64u + local.x;
    let v0_3 = group0_3 * 64u + local.x;
    let v1_0 = n2;
    let v1_1 = n2;
    let v1_2 = n2;
    let v1_3 = n2;
    let v2_0 = v0_0 < v1_0;
    let v2_1 = v0_1 < v1_1;
    let v2_2 = v0_2 < v1_2;
    let v2_3 = v0_3 < v1_3;
    let v3_0 = b1[v0_0];
    let v3_1 = b1[v0_1];
    let v3_2 = b1[v0_2];
    let v3_3 = b1[v0_3];
    var v4_0 = anew_f32(0.0f);
    var v4_1 = anew_f32(0.0f);
    var v4_2 = anew_f32(0.0f);
    var v4_3 = anew_f32(0.0f);
    if (v3_0 < n0) { v4_0 = bitcast<f32>(b0[v3_0]); }
    if (v3_1 < n0) { v4_1 = bitcast<f32>(b0[v3_1]); }
    if (v3_2 < n0) { v4_2 = bitcast<f32>(b0[v3_2]); }
    if (v3_3 < n0) { v4_3 = bitcast<f32>(b0[v3_3]); }
    b2[v0_0] = bits_f32(v4_0);
    b2[v0_1] = bits_f32(v4_1);
    b2[v0_2] = bits_f32(v4_2);
    b2[v0_3] = bits_f32(v4_3);
  }
  else {
    for (var k = 0u; k < 4u; k = k + 1u) {
      let group0 = first + k;
      if (group0 >= groups0) { break; }
      let v0 = group0 * 64u + local.x;
      let v1 = n2;
      let v2 = v0 < v1;
      if (v2) {
        var v3 = 0u;
        if (v0 < n1) { v3 = b1[v0]; }
        var v4 = anew_f32(0.0f);
        if (v3 < n0) { v4 = bitcast<f32>(b0[v3]); }
        b2[v0] = bits_f32(v4);
      }
    }
  }
}
