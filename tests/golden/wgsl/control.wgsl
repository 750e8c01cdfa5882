@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read_write> b0: array<i32>;
@group(0) @binding(2) var<storage, read_write> b3: array<atomic<u32>>;
fn magnitude(a: i32) -> u32 {
  return min(bitcast<u32>(a), 0u - bitcast<u32>(a));
}
fn rem_i32(a: i32, b: i32) -> i32 {
  let r = magnitude(a) % max(magnitude(b), 1u);
  let s = select(r, 0u - r, a < 0);
  return select(bitcast<i32>(s), 0i, b == 0);
}
fn div_i32(a: i32, b: i32) -> i32 {
  let q = magnitude(a) / max(magnitude(b), 1u);
  let s = select(q, 0u - q, (a < 0) != (b < 0));
  return select(bitcast<i32>(s), bitcast<i32>(4294967295u), b == 0);
}
fn floordiv_i32(a: i32, b: i32) -> i32 {
  let q = div_i32(a, b);
  let r = rem_i32(a, b);
  return select(q, q - 1i, r != 0 && (r < 0) != (b < 0));
}
fn exchange_b3(at: u32, expected: u32, value: u32) -> u32 {
  var old = expected;
  loop {
    let r = atomicCompareExchangeWeak(&b3[at], expected, value);
    old = r.old_value;
    if (r.exchanged || old != expected) { break; }
  }
  return old;
}
fn rotl_u32(a: u32, n: u32) -> u32 {
  return (a << (n & 31u)) | (a >> ((32u - (n & 31u)) & 31u));
}
fn saturating_add_i32(a: i32, b: i32) -> i32 {
  let s = a + b;
  return select(s, select(2147483647i, bitcast<i32>(2147483648u), a < 0), (a < 0) == (b < 0) && (s < 0) != (a < 0));
}
@compute @workgroup_size(8, 4, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n0_0 = params[0].y;
  let n0_1 = params[0].z;
  let n3 = params[0].w;
  let p1 = bitcast<i32>(params[1].x);
  let p2 = (params[1].y >> 0u) & 255u;
  let groups0 = params[1].z;
  let groups1 = params[1].w;
  let groups2 = params[2].x;
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
  var l0 = 0i;
  var l1 = 0i;
  let v0 = group0 * 8u + local.x;
  let v1 = bitcast<i32>(v0);
  let v2 = p1;
  l0 = v2;
  loop {
    let v3 = l0;
    var v4 = 0i;
    let v5 = v3 > v4;
    if (!v5) { break; }
    let v6 = l0;
    var v7 = 0i;
    if (v1 >= 0 && bitcast<u32>(v1) < n0_0 && v6 >= 0 && bitcast<u32>(v6) < n0_1) { v7 = b0[bitcast<u32>(v1) * n0_1 + bitcast<u32>(v6)]; }
    let v8 = l0;
    let v9 = rem_i32(v8, v7);
    var v10 = 1i;
    let v11 = v9 - v10;
    l0 = v11;
    let v12 = l0;
    let v13 = v12 == v1;
    if (v13) {
      continue;
    }
    else {
      let v14 = l0;
      let v15 = floordiv_i32(v14, v1);
      let v16 = p2;
      let v17 = bitcast<i32>(v16);
      let v18 = v15 + v17;
      let v19 = l0;
      var v20 = 1i;
      let v21 = v19 - v20;
      if (v1 >= 0 && bitcast<u32>(v1) < n0_0 && v21 >= 0 && bitcast<u32>(v21) < n0_1) {
        b0[bitcast<u32>(v1) * n0_1 + bitcast<u32>(v21)] = v18;
      }
    }
    let v22 = l0;
    var v23 = 0i;
    if (v22 >= 0 && bitcast<u32>(v22) < n0) { v23 = b0[bitcast<u32>(v22)]; }
    var v24 = 0i;
    let v25 = v23 < v24;
    if (v25) {
      break;
    }
  }
  let v26 = bitcast<u32>(v1);
  var v27 = 0u;
  var v28 = 0u;
  var v29 = 0u;
  if (v27 < n3) { v29 = exchange_b3(v27, v28, v26); }
  var v30 = 0u;
  let v31 = v29 != v30;
  if (v31) {
    return;
  }
  let v32 = l0;
  let v33 = p1;
  let t44 = select(0u, (bitcast<u32>(v32) - bitcast<u32>(v33) - 1u) / 3u + 1u, v33 < v32);
  for (var k44 = 0u; k44 < t44; k44 = k44 + 1u) {
    l1 = bitcast<i32>(bitcast<u32>(v32) + k44 * 4294967293u);
    let v34 = l1;
    let v35 = bitcast<i32>(rotl_u32(bitcast<u32>(v1), bitcast<u32>(v34)));
    let v36 = l1;
    let v37 = saturating_add_i32(v36, v35);
    let v38 = l1;
    if (v38 >= 0 && bitcast<u32>(v38) < n0_0 && v1 >= 0 && bitcast<u32>(v1) < n0_1) {
      b0[bitcast<u32>(v38) * n0_1 + bitcast<u32>(v1)] = v37;
    }
  }
}
