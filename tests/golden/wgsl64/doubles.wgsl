@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read_write> b0: array<u64>;
@group(0) @binding(2) var<storage, read_write> b1: array<u32>;
fn anew_f64(x: f64) -> f64 {
  return bitcast<f64>(bitcast<u64>(x) + u64(params[1].w));
}
fn other_f64(x: f64) -> f64 {
  return bitcast<f64>(bitcast<u64>(x) ^ u64(params[1].z));
}
fn hidden_f64(x: f64) -> f64 {
  return bitcast<f64>(bitcast<u64>(x) ^ u64(params[1].y));
}
fn word_f64(a: f64) -> u64 {
  return bitcast<u64>(a) + u64(params[1].w);
}
fn fraction_f64(x: u64) -> u64 {
  let e = u32(x >> 52u) & 2047u;
  let behind = 4503599627370495lu >> ((e - 1023u) & 63u);
  return select(select(behind, 0lu, e >= 1075u), 9223372036854775807lu, e < 1023u);
}
fn soft_trunc_f64(x: u64) -> u64 {
  return x & ~fraction_f64(x);
}
fn away_f64(x: u64) -> u64 {
  let f = fraction_f64(x);
  return select((x & ~f) + f + 1lu, (x & 9223372036854775808lu) | 4607182418800017408lu, f == 9223372036854775807lu);
}
fn nan_f64(x: u64) -> bool {
  return (x & 9223372036854775807lu) > 9218868437227405312lu;
}
fn soft_floor_f64(x: u64) -> u64 {
  return select(soft_trunc_f64(x), away_f64(x), x > 9223372036854775808lu && (x & fraction_f64(x)) != 0lu && !nan_f64(x));
}
fn bits_f64(a: f64) -> u64 {
  let x = word_f64(a);
  return select(x, 9221120237041090560lu, nan_f64(x));
}
fn pack_f32(sign: u32, power: i32, lead: u32, odd: bool) -> u32 {
  let down = u32(clamp(1 - power, 0, 31));
  let m = (lead >> down) | u32((lead & ((1u << down) - 1u)) != 0u);
  let low = m & 255u;
  let up = select(u32(low > 128u || (low == 128u && (m & 256u) != 0u)), u32(low != 0u && (m & 256u) == 0u), odd);
  let found = (bitcast<u32>(clamp(power, 1, 255) - 1) << 23u) + (m >> 8u) + up;
  return sign | select(found, select(2139095040u, 2139095039u, odd), power >= 255);
}
fn f64_to_f32(a: f64, odd: bool) -> f32 {
  let x = word_f64(a);
  let sign = u32(x >> 32u) & 2147483648u;
  let m = ((x << 11u) | 9223372036854775808lu);
  let found = pack_f32(sign, i32(u32(x >> 52u) & 2047u) - 896, u32(m >> 32u) | u32(u32(m) != 0u), odd);
  let special = select(sign | 2139095040u, 2143289344u, (x & 9223372036854775807lu) > 9218868437227405312lu);
  let finite = select(found, sign, (x & 9223372036854775807lu) == 0lu);
  return bitcast<f32>(select(finite, special, (x & 9223372036854775807lu) >= 9218868437227405312lu));
}
fn anew_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) + params[1].w);
}
fn whole_f64(x: u64) -> u64 {
  let e = u32(x >> 52u) & 2047u;
  let m = ((x << 11u) | 9223372036854775808lu) >> ((1086u - e) & 63u);
  return select(select(m, 18446744073709551615lu, e > 1086u), 0lu, e < 1023u);
}
fn f64_to_i64(a: f64) -> i64 {
  let x = word_f64(a);
  let negative = x >= 9223372036854775808lu;
  let most = select(9223372036854775807lu, 9223372036854775808lu, negative);
  let whole = whole_f64(x & 9223372036854775807lu);
  let m = select(whole, most, whole > most);
  return bitcast<i64>(select(select(m, 0lu - m, negative), 0lu, nan_f64(x)));
}
fn pair_of(a: u64) -> vec2<u32> {
  return vec2<u32>(u32(a), u32(a >> 32u));
}
fn neg_pair(a: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(0u - a.x, 0u - a.y - u32(a.x != 0u));
}
fn magnitude_pair(a: vec2<u32>) -> vec2<u32> {
  return select(a, neg_pair(a), a.y >= 2147483648u);
}
fn shl_pair(a: vec2<u32>, n: u32) -> vec2<u32> {
  let m = n & 31u;
  let high = (a.y << m) | ((a.x >> 1u) >> (31u - m));
  return select(vec2<u32>(a.x << m, high), vec2<u32>(0u, a.x << m), (n & 32u) != 0u);
}
fn soft_of_pair(sign: u32, a: vec2<u32>, odd: bool) -> u32 {
  let n = select(countLeadingZeros(a.y), 32u + (countLeadingZeros(a.x) & 31u), a.y == 0u);
  let up = shl_pair(a, n);
  return select(pack_f32(sign, 190 - bitcast<i32>(n), up.y | u32(up.x != 0u), odd), 0u, (a.x | a.y) == 0u);
}
fn other_f32(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ params[1].z);
}
fn word_f32(a: f32) -> u32 {
  return bitcast<u32>(a) + u32(params[1].w);
}
fn nan_f32(x: u32) -> bool {
  return (x & 2147483647u) > 2139095040u;
}
fn bits_f32(a: f32) -> u32 {
  let x = word_f32(a);
  return select(x, 2143289344u, nan_f32(x));
}
@compute @workgroup_size(256, 1, 1)
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
  let v0 = group0 * 256u + local.x;
  var v1 = anew_f64(0.0lf);
  if (v0 < n0) { v1 = bitcast<f64>(b0[v0]); }
  var v2 = anew_f64(0.0lf);
  if (v0 < n0) { v2 = bitcast<f64>(b0[v0]); }
  let v3 = anew_f64(3.0lf);
  let v4 = hidden_f64(v2 / other_f64(v3));
  let v5 = anew_f64(0.1lf);
  let v6 = hidden_f64(fma(v1, v5, v4));
  var v7 = anew_f64(0.0lf);
  if (v0 < n0) { v7 = bitcast<f64>(b0[v0]); }
  let v8 = anew_f64(bitcast<f64>(soft_floor_f64(word_f64(v7))));
  let v9 = hidden_f64(v6 - v8);
  if (v0 < n0) {
    b0[v0] = bits_f64(v9);
  }
  var v10 = anew_f64(0.0lf);
  if (v0 < n0) { v10 = bitcast<f64>(b0[v0]); }
  var v11 = anew_f64(0.0lf);
  if (v0 < n0) { v11 = bitcast<f64>(b0[v0]); }
  let v12 = v10 * v11;
  let v13 = anew_f32(f64_to_f32(v12, false));
  var v14 = anew_f64(0.0lf);
  if (v0 < n0) { v14 = bitcast<f64>(b0[v0]); }
  let v15 = f64_to_i64(v14);
  let v16 = anew_f32(bitcast<f32>(soft_of_pair((pair_of(bitcast<u64>(v15)).y & 2147483648u), magnitude_pair(pair_of(bitcast<u64>(v15))), false)));
  let v17 = v13 + other_f32(v16);
  if (v0 < n1) {
    b1[v0] = bits_f32(v17);
  }
}
