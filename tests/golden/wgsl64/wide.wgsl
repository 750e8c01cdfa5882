@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> b0: array<u64>;
@group(0) @binding(2) var<storage, read> b1: array<i32>;
@group(0) @binding(3) var<storage, read_write> b3: array<i64>;
@group(0) @binding(4) var<storage, read_write> b4: array<atomic<u32>>;
var<workgroup> bytes: array<atomic<u32>, 17>;
fn u64_of(a: vec2<u32>) -> u64 {
  return (u64(a.y) << 32u) | u64(a.x);
}
fn pair_of(a: u64) -> vec2<u32> {
  return vec2<u32>(u32(a), u32(a >> 32u));
}
fn quotient_word(high: u32, low: u32, v: u32) -> u32 {
  let s = countLeadingZeros(v);
  let d = v << s;
  let d1 = d >> 16u;
  let d0 = d & 65535u;
  let top = (high << s) | ((low >> 1u) >> (31u - s));
  let rest = low << s;
  var q1 = top / d1;
  var r = top - q1 * d1;
  if (q1 > 65535u || q1 * d0 > ((r << 16u) | (rest >> 16u))) { q1 = q1 - 1u; r = r + d1; if (r <= 65535u && (q1 > 65535u || q1 * d0 > ((r << 16u) | (rest >> 16u)))) { q1 = q1 - 1u; } }
  let next = ((top << 16u) | (rest >> 16u)) - q1 * d;
  var q0 = next / d1;
  r = next - q0 * d1;
  if (q0 > 65535u || q0 * d0 > ((r << 16u) | (rest & 65535u))) { q0 = q0 - 1u; r = r + d1; if (r <= 65535u && (q0 > 65535u || q0 * d0 > ((r << 16u) | (rest & 65535u)))) { q0 = q0 - 1u; } }
  return (q1 << 16u) + q0;
}
fn sub_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}
fn mulhi_u32(a: u32, b: u32) -> u32 {
  return u32((u64(a) * u64(b)) >> 32u);
}
fn mul_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x * b.x, mulhi_u32(a.x, b.x) + a.x * b.y + a.y * b.x);
}
fn less_u64(a: vec2<u32>, b: vec2<u32>) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}
fn quotient_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (b.y == 0u) { let high = a.y / max(b.x, 1u); return vec2<u32>(quotient_word(a.y - high * b.x, a.x, max(b.x, 1u)), high); }
  let s = countLeadingZeros(b.y);
  let v = (b.y << s) | ((b.x >> 1u) >> (31u - s));
  let half = quotient_word(a.y >> 1u, (a.y << 31u) | (a.x >> 1u), v);
  var q = half >> (31u - s);
  q = q - u32(q != 0u);
  let r = sub_pair(a, mul_pair(vec2<u32>(q, 0u), b));
  return vec2<u32>(q + u32(!less_u64(r, b)), 0u);
}
fn neg_pair(a: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(0u - a.x, 0u - a.y - u32(a.x != 0u));
}
fn abs_i64(a: vec2<u32>) -> vec2<u32> {
  return select(a, neg_pair(a), a.y >= 2147483648u);
}
fn div_i64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let q = quotient_pair(abs_i64(a), abs_i64(b));
  let s = select(q, neg_pair(q), ((a.y ^ b.y) & 2147483648u) != 0u);
  return select(s, vec2<u32>(4294967295u, 4294967295u), all(b == vec2<u32>()));
}
fn rem_u64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let r = sub_pair(a, mul_pair(quotient_pair(a, b), b));
  return select(r, vec2<u32>(), all(b == vec2<u32>()));
}
fn rem_i64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let r = rem_u64(abs_i64(a), abs_i64(b));
  return select(r, neg_pair(r), a.y >= 2147483648u);
}
fn floordiv_i64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let q = div_i64(a, b);
  let r = rem_i64(a, b);
  let off = any(r != vec2<u32>()) && ((r.y ^ b.y) & 2147483648u) != 0u;
  return select(q, sub_pair(q, vec2<u32>(1u, 0u)), off);
}
fn rotr_native(a: u64, n: u32) -> u64 {
  return (a >> n) | ((a << 1u) << (63u - n));
}
fn mulhi_u64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = (u64(a.x) * u64(b.x)) >> 32u;
  let x = u64(a.y) * u64(b.x) + low;
  let y = u64(a.x) * u64(b.y) + (x & 4294967295lu);
  return pair_of(u64(a.y) * u64(b.y) + (x >> 32u) + (y >> 32u));
}
@compute @workgroup_size(32, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let n3 = params[0].z;
  let n4 = params[0].w;
  let p2 = bitcast<i64>(u64_of(params[1].xy));
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
  for (var k = local_index; k < 17u; k = k + 32u) { atomicStore(&bytes[k], 0); }
  workgroupBarrier();
  var l0 = 0li;
  var l1 = 0li;
  let v0 = group0 * 32u + local.x;
  var v1 = 0i;
  if (v0 < n4) { v1 = (bitcast<i32>((atomicLoad(&b4[v0 >> 1u]) >> ((v0 & 1u) << 4u))) << 16u) >> 16u; }
  if (v0 < 33u) {
    atomicAnd(&bytes[v0 >> 1u], ~(65535u << ((v0 & 1u) << 4u)));
    atomicOr(&bytes[v0 >> 1u], (bitcast<u32>(v1) & 65535u) << ((v0 & 1u) << 4u));
  }
  storageBarrier(); workgroupBarrier();
  var v2 = 0li;
  l0 = v2;
  var v3 = 1099511627776li;
  let v4 = p2;
  let t8 = select(0lu, ((bitcast<u64>(v3) ^ u64(params[2].y)) - bitcast<u64>(v4) - 1lu) / 8589934592lu + 1lu, v4 < v3);
  for (var k8 = 0lu; k8 < t8; k8 = k8 + 1lu) {
    l1 = bitcast<i64>(bitcast<u64>(v4) + k8 * 8589934592lu);
    let v5 = l0;
    let v6 = l1;
    let v7 = bitcast<i64>(u64_of(floordiv_i64(pair_of(bitcast<u64>(v5)), pair_of(bitcast<u64>(v6)))));
    let v8 = l1;
    var v9 = 0lu;
    if (bitcast<u64>(v8) < u64(n0)) { v9 = b0[u32(bitcast<u64>(v8))]; }
    let v10 = bitcast<i64>(v9);
    let v11 = p2;
    let v12 = v10 * v11;
    let v13 = v7 + v12;
    l0 = v13;
  }
  var v14 = 0i;
  if (v0 < n1) { v14 = b1[v0]; }
  var v15 = 0lu;
  if (v0 < n0) { v15 = b0[v0]; }
  let v16 = v14 < 0i || bitcast<u64>(bitcast<i64>(u64(bitcast<u32>(v14) ^ 2147483648u)) - 2147483648li) < v15;
  if (v16) {
    var v17 = 0i;
    if (v0 < n1) { v17 = b1[v0]; }
    let v18 = l0;
    let v19 = bitcast<i64>(rotr_native(bitcast<u64>(v18), min(bitcast<u32>(v17) & 63u, 63u)));
    var v20 = 3u;
    let v21 = v19 >> min(v20 & 63u, 63u);
    let v22 = l0;
    if (bitcast<u64>(v22) < u64(n3)) {
      b3[u32(bitcast<u64>(v22))] = v21;
    }
  }
  var v23 = 32u;
  let v24 = (bitcast<i32>((atomicLoad(&bytes[v23 >> 1u]) >> ((v23 & 1u) << 4u))) << 16u) >> 16u;
  let v25 = (bitcast<i32>(params[2].y - bitcast<u32>(v24)) << 16u) >> 16u;
  var v26 = 0lu;
  if (v0 < n0) { v26 = b0[v0]; }
  var v27 = 0u;
  var v28 = 0lu;
  if (v27 < n0) { v28 = b0[v27]; }
  let v29 = u64_of(mulhi_u64(pair_of(v26), pair_of(v28)));
  let v30 = (bitcast<i32>(u32(v29)) << 16u) >> 16u;
  let v31 = ((v25 + v30) << 16u) >> 16u;
  if (v0 < n4) {
    atomicAnd(&b4[v0 >> 1u], ~(65535u << ((v0 & 1u) << 4u)));
    atomicOr(&b4[v0 >> 1u], (bitcast<u32>(v31) & 65535u) << ((v0 & 1u) << 4u));
  }
}
