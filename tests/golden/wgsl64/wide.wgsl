@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> b0: array<u64>;
@group(0) @binding(2) var<storage, read> b1: array<i32>;
@group(0) @binding(3) var<storage, read_write> b3: array<i64>;
@group(0) @binding(4) var<storage, read_write> b4: array<atomic<u32>>;
var<workgroup> bytes: array<atomic<u32>, 17>;
fn u64_of(a: vec2<u32>) -> u64 {
  return (u64(a.y) << 32u) | u64(a.x);
}
fn size_native(a: i64) -> u64 {
  return min(bitcast<u64>(a), 0lu - bitcast<u64>(a));
}
fn div_i64_native(a: i64, b: i64) -> i64 {
  let q = size_native(a) / max(size_native(b), 1lu);
  let s = select(q, 0lu - q, (a < 0li) != (b < 0li));
  return select(bitcast<i64>(s), bitcast<i64>(18446744073709551615lu), b == 0li);
}
fn rem_i64_native(a: i64, b: i64) -> i64 {
  let r = size_native(a) % max(size_native(b), 1lu);
  let s = select(r, 0lu - r, a < 0li);
  return select(bitcast<i64>(s), 0li, b == 0li);
}
fn floordiv_i64_native(a: i64, b: i64) -> i64 {
  let q = div_i64_native(a, b);
  let r = rem_i64_native(a, b);
  return select(q, q - 1li, r != 0li && (r < 0li) != (b < 0li));
}
fn rotr_native(a: u64, n: u32) -> u64 {
  return (a >> n) | ((a << 1u) << (63u - n));
}
fn pair_of(a: u64) -> vec2<u32> {
  return vec2<u32>(u32(a), u32(a >> 32u));
}
fn mulhi_u32(a: u32, b: u32) -> u32 {
  let low = (a & 65535u) * (b & 65535u);
  let x = (a >> 16u) * (b & 65535u) + (low >> 16u);
  let y = (a & 65535u) * (b >> 16u) + (x & 65535u);
  return (a >> 16u) * (b >> 16u) + (x >> 16u) + (y >> 16u);
}
fn add_pair(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}
fn mulhi_u64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = mulhi_u32(a.x, b.x);
  let x = add_pair(vec2<u32>(a.y * b.x, mulhi_u32(a.y, b.x)), vec2<u32>(low, 0u));
  let y = add_pair(vec2<u32>(a.x * b.y, mulhi_u32(a.x, b.y)), vec2<u32>(x.x, 0u));
  return add_pair(vec2<u32>(a.y * b.y, mulhi_u32(a.y, b.y)), add_pair(vec2<u32>(x.y, 0u), vec2<u32>(y.y, 0u)));
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
  let groups = vec3<u32>(groups0, groups1, groups2);
  var group = launched_group;
  if (any(launched != groups)) {
    let linear = group.x + launched.x * (group.y + launched.y * group.z);
    if (linear >= groups0 * groups1 * groups2) { return; }
    group = vec3<u32>(linear % groups0, linear / groups0 % groups1, linear / (groups0 * groups1));
  }
  let global = group * vec3<u32>(32u, 1u, 1u) + local;
  for (var k = local_index; k < 17u; k = k + 32u) { atomicStore(&bytes[k], 0); }
  workgroupBarrier();
  var l0 = 0li;
  var l1 = 0li;
  let v0 = global.x;
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
    let v7 = floordiv_i64_native(v5, v6);
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
