@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> b0: array<u32>;
@group(0) @binding(2) var<storage, read_write> b1: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> b2: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> b3: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> b4: array<vec4<u32>>;
fn pack_f32(sign: u32, power: i32, lead: u32, odd: bool) -> u32 {
  let down = u32(clamp(1 - power, 0, 31));
  let m = (lead >> down) | u32((lead & ((1u << down) - 1u)) != 0u);
  let low = m & 255u;
  let up = select(u32(low > 128u || (low == 128u && (m & 256u) != 0u)), u32(low != 0u && (m & 256u) == 0u), odd);
  let found = (bitcast<u32>(clamp(power, 1, 255) - 1) << 23u) + (m >> 8u) + up;
  return sign | select(found, select(2139095040u, 2139095039u, odd), power >= 255);
}
fn soft_of_u32(sign: u32, a: u32, odd: bool) -> u32 {
  let n = countLeadingZeros(a) & 31u;
  return select(pack_f32(sign, 158 - bitcast<i32>(n), a << n, odd), 0u, a == 0u);
}
fn word_f32(a: f32) -> u32 {
  return bitcast<u32>(a) + u32(params[2].z);
}
fn nan_f32(x: u32) -> bool {
  return (x & 2147483647u) > 2139095040u;
}
fn bits_f32(a: f32) -> u32 {
  let x = word_f32(a);
  return select(x, 2143289344u, nan_f32(x));
}
fn pair_b3(at: u32) -> vec2<u32> {
  return vec2<u32>(b3[at >> 2u][at & 3u], b3[(at + 1u) >> 2u][(at + 1u) & 3u]);
}
fn put_pair_b3(at: u32, x: vec2<u32>) {
  b3[at >> 2u][at & 3u] = x.x;
  b3[(at + 1u) >> 2u][(at + 1u) & 3u] = x.y;
}
@compute @workgroup_size(48, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let n1 = params[0].y;
  let n2 = params[0].z;
  let n3 = params[0].w;
  let n4 = params[1].x;
  let groups0 = params[1].y;
  let groups1 = params[1].z;
  let groups2 = params[1].w;
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
  let four = tile0 * 48u + local.x;
  if (groups0 - first >= 4u && first + 4u <= n4 / 48u && first + 4u <= n0 / 48u && first + 4u <= n1 / 48u && first + 4u <= n2 / 48u && first + 4u <= n3 / 48u) {
    let member_0 = local.x * 4u + 0u;
    let member_1 = local.x * 4u + 1u;
    let member_2 = local.x * 4u + 2u;
    let member_3 = local.x * 4u + 3u;
    let group0_0 = first + member_0 / 48u;
    let group0_1 = first + member_1 / 48u;
    let group0_2 = first + member_2 / 48u;
    let group0_3 = first + member_3 / 48u;
    let local0_0 = member_0 % 48u;
    let local0_1 = member_1 % 48u;
    let local0_2 = member_2 % 48u;
    let local0_3 = member_3 % 48u;
    let v0_0 = first * 48u + member_0;
    let v0_1 = first * 48u + member_1;
    let v0_2 = first * 48u + member_2;
    let v0_3 = first * 48u + member_3;
    let v1_0 = n4;
    let v1_1 = n4;
    let v1_2 = n4;
    let v1_3 = n4;
    let v2_0 = v0_0 < v1_0;
    let v2_1 = v0_1 < v1_1;
    let v2_2 = v0_2 < v1_2;
    let v2_3 = v0_3 < v1_3;
    let q3_0 = b1[four];
    let v3_0 = (bitcast<i32>(q3_0.x) << 16u) >> 16u;
    let v3_1 = (bitcast<i32>((q3_0.x >> 16u)) << 16u) >> 16u;
    let v3_2 = (bitcast<i32>(q3_0.y) << 16u) >> 16u;
    let v3_3 = (bitcast<i32>((q3_0.y >> 16u)) << 16u) >> 16u;
    let q4_0 = b0[four];
    let v4_0 = q4_0 & 255u;
    let v4_1 = (q4_0 >> 8u) & 255u;
    let v4_2 = (q4_0 >> 16u) & 255u;
    let v4_3 = (q4_0 >> 24u) & 255u;
    let v5_0 = bitcast<i32>(v4_0);
    let v5_1 = bitcast<i32>(v4_1);
    let v5_2 = bitcast<i32>(v4_2);
    let v5_3 = bitcast<i32>(v4_3);
    let v6_0 = ((v3_0 + v5_0) << 16u) >> 16u;
    let v6_1 = ((v3_1 + v5_1) << 16u) >> 16u;
    let v6_2 = ((v3_2 + v5_2) << 16u) >> 16u;
    let v6_3 = ((v3_3 + v5_3) << 16u) >> 16u;
    b1[four] = vec2<u32>((bitcast<u32>(v6_0) & 65535u) | ((bitcast<u32>(v6_1) & 65535u) << 16u), (bitcast<u32>(v6_2) & 65535u) | ((bitcast<u32>(v6_3) & 65535u) << 16u));
    let q7_0 = b3[four * 2u + 0u];
    let q7_1 = b3[four * 2u + 1u];
    let v7_0 = q7_0.xy;
    let v7_1 = q7_0.zw;
    let v7_2 = q7_1.xy;
    let v7_3 = q7_1.zw;
    let q8_0 = b2[four];
    let v8_0 = q8_0.x;
    let v8_1 = q8_0.y;
    let v8_2 = q8_0.z;
    let v8_3 = q8_0.w;
    let v9_0 = vec2<u32>(bitcast<u32>(v8_0), bitcast<u32>(v8_0 >> 31u));
    let v9_1 = vec2<u32>(bitcast<u32>(v8_1), bitcast<u32>(v8_1 >> 31u));
    let v9_2 = vec2<u32>(bitcast<u32>(v8_2), bitcast<u32>(v8_2 >> 31u));
    let v9_3 = vec2<u32>(bitcast<u32>(v8_3), bitcast<u32>(v8_3 >> 31u));
    let v10_0 = v7_0 ^ v9_0;
    let v10_1 = v7_1 ^ v9_1;
    let v10_2 = v7_2 ^ v9_2;
    let v10_3 = v7_3 ^ v9_3;
    b3[four * 2u + 0u] = vec4<u32>(v10_0, v10_1);
    b3[four * 2u + 1u] = vec4<u32>(v10_2, v10_3);
    let v11_0 = local0_0;
    let v11_1 = local0_1;
    let v11_2 = local0_2;
    let v11_3 = local0_3;
    let v12_0 = group0_0;
    let v12_1 = group0_1;
    let v12_2 = group0_2;
    let v12_3 = group0_3;
    let v13_0 = v11_0 + v12_0;
    let v13_1 = v11_1 + v12_1;
    let v13_2 = v11_2 + v12_2;
    let v13_3 = v11_3 + v12_3;
    let v14_0 = bitcast<f32>(soft_of_u32(0u, v13_0, false));
    let v14_1 = bitcast<f32>(soft_of_u32(0u, v13_1, false));
    let v14_2 = bitcast<f32>(soft_of_u32(0u, v13_2, false));
    let v14_3 = bitcast<f32>(soft_of_u32(0u, v13_3, false));
    b4[four] = vec4<u32>(bits_f32(v14_0), bits_f32(v14_1), bits_f32(v14_2), bits_f32(v14_3));
  }
  else {
    for (var k = 0u; k < 4u; k = k + 1u) {
      let member = local.x * 4u + k;
      let group0 = first + member / 48u;
      let local0 = member % 48u;
      if (group0 >= groups0) { break; }
      let v0 = first * 48u + member;
      let v1 = n4;
      let v2 = v0 < v1;
      if (v2) {
        var v3 = 0i;
        if (v0 < n1) { v3 = (bitcast<i32>((b1[(v0 >> 1u) >> 1u][(v0 >> 1u) & 1u] >> ((v0 & 1u) << 4u))) << 16u) >> 16u; }
        var v4 = 0u;
        if (v0 < n0) { v4 = (b0[v0 >> 2u] >> ((v0 & 3u) << 3u)) & 255u; }
        let v5 = bitcast<i32>(v4);
        let v6 = ((v3 + v5) << 16u) >> 16u;
        if (v0 < n1) {
          b1[(v0 >> 1u) >> 1u][(v0 >> 1u) & 1u] = (b1[(v0 >> 1u) >> 1u][(v0 >> 1u) & 1u] & ~(65535u << ((v0 & 1u) << 4u))) | ((bitcast<u32>(v6) & 65535u) << ((v0 & 1u) << 4u));
        }
        var v7 = vec2<u32>(0u, 0u);
        if (v0 < n3) { v7 = pair_b3(v0 * 2u); }
        var v8 = 0i;
        if (v0 < n2) { v8 = b2[v0 >> 2u][v0 & 3u]; }
        let v9 = vec2<u32>(bitcast<u32>(v8), bitcast<u32>(v8 >> 31u));
        let v10 = v7 ^ v9;
        if (v0 < n3) {
          put_pair_b3(v0 * 2u, v10);
        }
        let v11 = local0;
        let v12 = group0;
        let v13 = v11 + v12;
        let v14 = bitcast<f32>(soft_of_u32(0u, v13, false));
        b4[v0 >> 2u][v0 & 3u] = bits_f32(v14);
      }
    }
  }
}
