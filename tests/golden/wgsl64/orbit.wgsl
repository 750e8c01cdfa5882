@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read> b1: array<u32>;
@group(0) @binding(3) var<storage, read_write> b2: array<u32>;
fn anew_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) + params[2].x);
}
fn hidden_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ params[1].z);
}
fn other_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ params[1].w);
}
fn key_f32(x: u32) -> i32 {
  return bitcast<i32>(select(x, 2147483648u - x, x >= 2147483648u));
}
fn word_f32(a: f32) -> u32 {
  return bitcast<u32>(a) + u32(params[2].x);
}
fn less_equal_f32(a: f32, b: f32) -> bool {
  let x = key_f32(word_f32(a));
  let y = key_f32(word_f32(b));
  return x <= y && y <= bitcast<i32>(2139095040u) && x >= -bitcast<i32>(2139095040u);
}
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
  var l0 = 0.0f;
  var l1 = 0.0f;
  var l2 = 0u;
  let v0 = group0 * 256u + local.x;
  let v1 = anew_f32(0.0f);
  l0 = v1;
  let v2 = anew_f32(0.0f);
  l1 = v2;
  var v3 = 0u;
  l2 = v3;
  loop {
    let v4 = l2;
    var v5 = 50u;
    let v6 = v4 < v5;
    let v7 = l0;
    let v8 = l0;
    let v9 = hidden_f32(v7 * v8);
    let v10 = l1;
    let v11 = l1;
    let v12 = hidden_f32(v10 * v11);
    let v13 = v9 + other_f32(v12);
    var v14 = 4.0f;
    let v15 = less_equal_f32(v13, v14);
    let v16 = v6 & v15;
    if (!v16) { break; }
    let v17 = l0;
    let v18 = l0;
    let v19 = hidden_f32(v17 * v18);
    let v20 = l1;
    let v21 = l1;
    let v22 = hidden_f32(v20 * v21);
    let v23 = hidden_f32(v19 - other_f32(v22));
    var v24 = anew_f32(0.0f);
    if (v0 < n0) { v24 = bitcast<f32>(b0[v0]); }
    let v25 = hidden_f32(v23 + v24);
    var v26 = 2.0f;
    let v27 = l0;
    let v28 = hidden_f32(v26 * v27);
    let v29 = l1;
    let v30 = hidden_f32(v28 * v29);
    var v31 = anew_f32(0.0f);
    if (v0 < n1) { v31 = bitcast<f32>(b1[v0]); }
    let v32 = hidden_f32(v30 + v31);
    l1 = v32;
    l0 = v25;
    let v33 = l2;
    var v34 = 1u;
    let v35 = v33 + v34;
    l2 = v35;
  }
  let v36 = l2;
  if (v0 < n2) {
    b2[v0] = v36;
  }
}
