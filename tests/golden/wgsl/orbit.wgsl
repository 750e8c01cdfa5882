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
fn mulhi_u32(a: u32, b: u32) -> u32 {
  let low = (a & 65535u) * (b & 65535u);
  let x = (a >> 16u) * (b & 65535u) + (low >> 16u);
  let y = (a & 65535u) * (b >> 16u) + (x & 65535u);
  return (a >> 16u) * (b >> 16u) + (x >> 16u) + (y >> 16u);
}
fn lead_f32(x: u32) -> u32 {
  let f = x & 8388607u;
  return select((x << 8u) | 2147483648u, f << (countLeadingZeros(f) & 31u), ((x >> 23u) & 255u) == 0u);
}
fn pack_f32(sign: u32, power: i32, lead: u32, odd: bool) -> u32 {
  let down = u32(clamp(1 - power, 0, 31));
  let m = (lead >> down) | u32((lead & ((1u << down) - 1u)) != 0u);
  let low = m & 255u;
  let up = select(u32(low > 128u || (low == 128u && (m & 256u) != 0u)), u32(low != 0u && (m & 256u) == 0u), odd);
  let found = (bitcast<u32>(clamp(power, 1, 255) - 1) << 23u) + (m >> 8u) + up;
  return sign | select(found, select(2139095040u, 2139095039u, odd), power >= 255);
}
fn power_f32(x: u32) -> i32 {
  let e = bitcast<i32>((x >> 23u) & 255u);
  return select(e, 9 - bitcast<i32>(countLeadingZeros(x & 8388607u)), e == 0);
}
fn soft_mul(x: u32, y: u32) -> u32 {
  if (nan_f32(x) || nan_f32(y)) { return 2143289344u; }
  let sign = (x ^ y) & 2147483648u;
  let a = x & 2147483647u;
  let b = y & 2147483647u;
  let none = a == 0u || b == 0u;
  if (max(a, b) == 2139095040u) { return select(sign | 2139095040u, 2143289344u, none); }
  if (none) { return sign; }
  let high = mulhi_u32(lead_f32(a), lead_f32(b));
  let low = lead_f32(a) * lead_f32(b);
  let whole = high >= 2147483648u;
  let m = select((high << 1u) | (low >> 31u), high, whole);
  let lost = select(low << 1u, low, whole) != 0u;
  return pack_f32(sign, power_f32(a) + power_f32(b) - select(127, 126, whole), m | u32(lost), false);
}
fn mul_f32(a: f32, b: f32) -> f32 {
  let x = word_f32(a);
  let y = word_f32(b);
  let found = word_f32(a * b);
  if ((found & 2147483647u) - 16777216u > 2122317824u) { return bitcast<f32>(soft_mul(x, y)); }
  return bitcast<f32>(found);
}
fn other_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ params[1].w);
}
fn soft_add(x: u32, y: u32) -> u32 {
  if (nan_f32(x) || nan_f32(y)) { return 2143289344u; }
  let swapped = (x << 1u) < (y << 1u);
  let a = select(x, y, swapped);
  let b = select(y, x, swapped);
  let opposed = (a ^ b) >> 31u != 0u;
  if ((a & 2147483647u) == 2139095040u) { return select(a, 2143289344u, opposed && (b & 2147483647u) == 2139095040u); }
  let ea = (a >> 23u) & 255u;
  let eb = (b >> 23u) & 255u;
  let fa = ((a & 8388607u) | select(8388608u, 0u, ea == 0u)) << 7u;
  let fb = ((b & 8388607u) | select(8388608u, 0u, eb == 0u)) << 7u;
  let down = min(max(ea, 1u) - max(eb, 1u), 31u);
  let moved = (fb >> down) | u32((fb & ((1u << down) - 1u)) != 0u);
  let m = select(fa + moved, fa - moved, opposed);
  if (m == 0u) { return x & y & 2147483648u; }
  let n = countLeadingZeros(m);
  return pack_f32(a & 2147483648u, bitcast<i32>(max(ea, 1u) + 1u) - bitcast<i32>(n), m << n, false);
}
fn add_f32(a: f32, b: f32) -> f32 {
  let x = word_f32(a);
  let y = word_f32(b);
  let found = word_f32(a + b);
  if ((found & 2147483647u) < 226492416u) { return bitcast<f32>(soft_add(x, y)); }
  return bitcast<f32>(found);
}
fn key_f32(x: u32) -> i32 {
  return bitcast<i32>(select(x, 2147483648u - x, x >= 2147483648u));
}
fn less_equal_f32(a: f32, b: f32) -> bool {
  let x = key_f32(word_f32(a));
  let y = key_f32(word_f32(b));
  return x <= y && y <= bitcast<i32>(2139095040u) && x >= -bitcast<i32>(2139095040u);
}
fn sub_f32(a: f32, b: f32) -> f32 {
  let x = word_f32(a);
  let y = word_f32(b);
  let found = word_f32(a - b);
  if ((found & 2147483647u) < 226492416u) { return bitcast<f32>(soft_add(x, y ^ 2147483648u)); }
  return bitcast<f32>(found);
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
    let v9 = anew_f32(mul_f32(v7, v8));
    let v10 = l1;
    let v11 = l1;
    let v12 = anew_f32(mul_f32(v10, v11));
    let v13 = add_f32(v9, other_f32(v12));
    var v14 = 4.0f;
    let v15 = less_equal_f32(v13, v14);
    let v16 = v6 & v15;
    if (!v16) { break; }
    let v17 = l0;
    let v18 = l0;
    let v19 = anew_f32(mul_f32(v17, v18));
    let v20 = l1;
    let v21 = l1;
    let v22 = anew_f32(mul_f32(v20, v21));
    let v23 = anew_f32(sub_f32(v19, other_f32(v22)));
    var v24 = anew_f32(0.0f);
    if (v0 < n0) { v24 = bitcast<f32>(b0[v0]); }
    let v25 = anew_f32(add_f32(v23, v24));
    var v26 = 2.0f;
    let v27 = l0;
    let v28 = anew_f32(mul_f32(v26, v27));
    let v29 = l1;
    let v30 = anew_f32(mul_f32(v28, v29));
    var v31 = anew_f32(0.0f);
    if (v0 < n1) { v31 = bitcast<f32>(b1[v0]); }
    let v32 = anew_f32(add_f32(v30, v31));
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
