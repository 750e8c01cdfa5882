@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> b0: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> b2: array<vec4<u32>>;
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
  let n2 = params[0].y;
  let p1 = params[0].z;
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
  if (groups0 - first >= 4u) {
    let group0_0 = first + 0u;
    let group0_1 = first + 1u;
    let group0_2 = first + 2u;
    let group0_3 = first + 3u;
    let v0_0 = group0_0 * 64u + local.x;
    let v0_1 = group0_1 * 64u + local.x;
    let v0_2 = group0_2 * 64u + local.x;
    let v0_3 = group0_3 * 64u + local.x;
    var v1_0 = 4u;
    var v1_1 = 4u;
    var v1_2 = 4u;
    var v1_3 = 4u;
    let v2_0 = v0_0 * v1_0;
    let v2_1 = v0_1 * v1_1;
    let v2_2 = v0_2 * v1_2;
    let v2_3 = v0_3 * v1_3;
    var v3_0 = 0u;
    var v3_1 = 0u;
    var v3_2 = 0u;
    var v3_3 = 0u;
    let v4_0 = v2_0 + v3_0;
    let v4_1 = v2_1 + v3_1;
    let v4_2 = v2_2 + v3_2;
    let v4_3 = v2_3 + v3_3;
    let v5_0 = p1;
    let v5_1 = p1;
    let v5_2 = p1;
    let v5_3 = p1;
    let v6_0 = v5_0 + v4_0;
    let v6_1 = v5_1 + v4_1;
    let v6_2 = v5_2 + v4_2;
    let v6_3 = v5_3 + v4_3;
    let w7_0 = v6_0;
    let w7_1 = v6_1;
    let w7_2 = v6_2;
    let w7_3 = v6_3;
    var v7_0 = anew_f32(0.0f);
    var v7_1 = anew_f32(0.0f);
    var v7_2 = anew_f32(0.0f);
    var v7_3 = anew_f32(0.0f);
    var v14_0 = anew_f32(0.0f);
    var v14_1 = anew_f32(0.0f);
    var v14_2 = anew_f32(0.0f);
    var v14_3 = anew_f32(0.0f);
    var v21_0 = anew_f32(0.0f);
    var v21_1 = anew_f32(0.0f);
    var v21_2 = anew_f32(0.0f);
    var v21_3 = anew_f32(0.0f);
    var v28_0 = anew_f32(0.0f);
    var v28_1 = anew_f32(0.0f);
    var v28_2 = anew_f32(0.0f);
    var v28_3 = anew_f32(0.0f);
    if (n0 >= 4u && w7_0 <= n0 - 4u && (w7_0 & 3u) == 0u) {
      let q0 = b0[w7_0 >> 2u];
      v7_0 = bitcast<f32>(q0.x);
      v14_0 = bitcast<f32>(q0.y);
      v21_0 = bitcast<f32>(q0.z);
      v28_0 = bitcast<f32>(q0.w);
    }
    else {
      if (w7_0 < n0) {
        v7_0 = bitcast<f32>(b0[w7_0 >> 2u][w7_0 & 3u]);
      }
      if (w7_0 + 1u < n0) {
        v14_0 = bitcast<f32>(b0[(w7_0 + 1u) >> 2u][(w7_0 + 1u) & 3u]);
      }
      if (w7_0 + 2u < n0) {
        v21_0 = bitcast<f32>(b0[(w7_0 + 2u) >> 2u][(w7_0 + 2u) & 3u]);
      }
      if (w7_0 + 3u < n0) {
        v28_0 = bitcast<f32>(b0[(w7_0 + 3u) >> 2u][(w7_0 + 3u) & 3u]);
      }
    }
    if (n0 >= 4u && w7_1 <= n0 - 4u && (w7_1 & 3u) == 0u) {
      let q0 = b0[w7_1 >> 2u];
      v7_1 = bitcast<f32>(q0.x);
      v14_1 = bitcast<f32>(q0.y);
      v21_1 = bitcast<f32>(q0.z);
      v28_1 = bitcast<f32>(q0.w);
    }
    else {
      if (w7_1 < n0) {
        v7_1 = bitcast<f32>(b0[w7_1 >> 2u][w7_1 & 3u]);
      }
      if (w7_1 + 1u < n0) {
        v14_1 = bitcast<f32>(b0[(w7_1 + 1u) >> 2u][(w7_1 + 1u) & 3u]);
      }
      if (w7_1 + 2u < n0) {
        v21_1 = bitcast<f32>(b0[(w7_1 + 2u) >> 2u][(w7_1 + 2u) & 3u]);
      }
      if (w7_1 + 3u < n0) {
        v28_1 = bitcast<f32>(b0[(w7_1 + 3u) >> 2u][(w7_1 + 3u) & 3u]);
      }
    }
    if (n0 >= 4u && w7_2 <= n0 - 4u && (w7_2 & 3u) == 0u) {
      let q0 = b0[w7_2 >> 2u];
      v7_2 = bitcast<f32>(q0.x);
      v14_2 = bitcast<f32>(q0.y);
      v21_2 = bitcast<f32>(q0.z);
      v28_2 = bitcast<f32>(q0.w);
    }
    else {
      if (w7_2 < n0) {
        v7_2 = bitcast<f32>(b0[w7_2 >> 2u][w7_2 & 3u]);
      }
      if (w7_2 + 1u < n0) {
        v14_2 = bitcast<f32>(b0[(w7_2 + 1u) >> 2u][(w7_2 + 1u) & 3u]);
      }
      if (w7_2 + 2u < n0) {
        v21_2 = bitcast<f32>(b0[(w7_2 + 2u) >> 2u][(w7_2 + 2u) & 3u]);
      }
      if (w7_2 + 3u < n0) {
        v28_2 = bitcast<f32>(b0[(w7_2 + 3u) >> 2u][(w7_2 + 3u) & 3u]);
      }
    }
    if (n0 >= 4u && w7_3 <= n0 - 4u && (w7_3 & 3u) == 0u) {
      let q0 = b0[w7_3 >> 2u];
      v7_3 = bitcast<f32>(q0.x);
      v14_3 = bitcast<f32>(q0.y);
      v21_3 = bitcast<f32>(q0.z);
      v28_3 = bitcast<f32>(q0.w);
    }
    else {
      if (w7_3 < n0) {
        v7_3 = bitcast<f32>(b0[w7_3 >> 2u][w7_3 & 3u]);
      }
      if (w7_3 + 1u < n0) {
        v14_3 = bitcast<f32>(b0[(w7_3 + 1u) >> 2u][(w7_3 + 1u) & 3u]);
      }
      if (w7_3 + 2u < n0) {
        v21_3 = bitcast<f32>(b0[(w7_3 + 2u) >> 2u][(w7_3 + 2u) & 3u]);
      }
      if (w7_3 + 3u < n0) {
        v28_3 = bitcast<f32>(b0[(w7_3 + 3u) >> 2u][(w7_3 + 3u) & 3u]);
      }
    }
    var v8_0 = 0u;
    var v8_1 = 0u;
    var v8_2 = 0u;
    var v8_3 = 0u;
    let v9_0 = v2_0 + v8_0;
    let v9_1 = v2_1 + v8_1;
    let v9_2 = v2_2 + v8_2;
    let v9_3 = v2_3 + v8_3;
    var v10_0 = 1u;
    var v10_1 = 1u;
    var v10_2 = 1u;
    var v10_3 = 1u;
    let v11_0 = v2_0 + v10_0;
    let v11_1 = v2_1 + v10_1;
    let v11_2 = v2_2 + v10_2;
    let v11_3 = v2_3 + v10_3;
    let v12_0 = p1;
    let v12_1 = p1;
    let v12_2 = p1;
    let v12_3 = p1;
    let v13_0 = v12_0 + v11_0;
    let v13_1 = v12_1 + v11_1;
    let v13_2 = v12_2 + v11_2;
    let v13_3 = v12_3 + v11_3;
    var v15_0 = 1u;
    var v15_1 = 1u;
    var v15_2 = 1u;
    var v15_3 = 1u;
    let v16_0 = v2_0 + v15_0;
    let v16_1 = v2_1 + v15_1;
    let v16_2 = v2_2 + v15_2;
    let v16_3 = v2_3 + v15_3;
    var v17_0 = 2u;
    var v17_1 = 2u;
    var v17_2 = 2u;
    var v17_3 = 2u;
    let v18_0 = v2_0 + v17_0;
    let v18_1 = v2_1 + v17_1;
    let v18_2 = v2_2 + v17_2;
    let v18_3 = v2_3 + v17_3;
    let v19_0 = p1;
    let v19_1 = p1;
    let v19_2 = p1;
    let v19_3 = p1;
    let v20_0 = v19_0 + v18_0;
    let v20_1 = v19_1 + v18_1;
    let v20_2 = v19_2 + v18_2;
    let v20_3 = v19_3 + v18_3;
    var v22_0 = 2u;
    var v22_1 = 2u;
    var v22_2 = 2u;
    var v22_3 = 2u;
    let v23_0 = v2_0 + v22_0;
    let v23_1 = v2_1 + v22_1;
    let v23_2 = v2_2 + v22_2;
    let v23_3 = v2_3 + v22_3;
    var v24_0 = 3u;
    var v24_1 = 3u;
    var v24_2 = 3u;
    var v24_3 = 3u;
    let v25_0 = v2_0 + v24_0;
    let v25_1 = v2_1 + v24_1;
    let v25_2 = v2_2 + v24_2;
    let v25_3 = v2_3 + v24_3;
    let v26_0 = p1;
    let v26_1 = p1;
    let v26_2 = p1;
    let v26_3 = p1;
    let v27_0 = v26_0 + v25_0;
    let v27_1 = v26_1 + v25_1;
    let v27_2 = v26_2 + v25_2;
    let v27_3 = v26_3 + v25_3;
    var v29_0 = 3u;
    var v29_1 = 3u;
    var v29_2 = 3u;
    var v29_3 = 3u;
    let v30_0 = v2_0 + v29_0;
    let v30_1 = v2_1 + v29_1;
    let v30_2 = v2_2 + v29_2;
    let v30_3 = v2_3 + v29_3;
    let w34_0 = v30_0 + 4294967293u;
    let w34_1 = v30_1 + 4294967293u;
    let w34_2 = v30_2 + 4294967293u;
    let w34_3 = v30_3 + 4294967293u;
    if (w34_0 < n2) {
      b2[w34_0 >> 2u] = vec4<u32>(bits_f32(v7_0), bits_f32(v14_0), bits_f32(v21_0), bits_f32(v28_0));
    }
    if (w34_1 < n2) {
      b2[w34_1 >> 2u] = vec4<u32>(bits_f32(v7_1), bits_f32(v14_1), bits_f32(v21_1), bits_f32(v28_1));
    }
    if (w34_2 < n2) {
      b2[w34_2 >> 2u] = vec4<u32>(bits_f32(v7_2), bits_f32(v14_2), bits_f32(v21_2), bits_f32(v28_2));
    }
    if (w34_3 < n2) {
      b2[w34_3 >> 2u] = vec4<u32>(bits_f32(v7_3), bits_f32(v14_3), bits_f32(v21_3), bits_f32(v28_3));
    }
  }
  else {
    for (var k = 0u; k < 4u; k = k + 1u) {
      let group0 = first + k;
      if (group0 >= groups0) { break; }
      let v0 = group0 * 64u + local.x;
      var v1 = 4u;
      let v2 = v0 * v1;
      var v3 = 0u;
      let v4 = v2 + v3;
      let v5 = p1;
      let v6 = v5 + v4;
      let w7 = v6;
      var v7 = anew_f32(0.0f);
      var v14 = anew_f32(0.0f);
      var v21 = anew_f32(0.0f);
      var v28 = anew_f32(0.0f);
      if (n0 >= 4u && w7 <= n0 - 4u && (w7 & 3u) == 0u) {
        let q0 = b0[w7 >> 2u];
        v7 = bitcast<f32>(q0.x);
        v14 = bitcast<f32>(q0.y);
        v21 = bitcast<f32>(q0.z);
        v28 = bitcast<f32>(q0.w);
      }
      else {
        if (w7 < n0) {
          v7 = bitcast<f32>(b0[w7 >> 2u][w7 & 3u]);
        }
        if (w7 + 1u < n0) {
          v14 = bitcast<f32>(b0[(w7 + 1u) >> 2u][(w7 + 1u) & 3u]);
        }
        if (w7 + 2u < n0) {
          v21 = bitcast<f32>(b0[(w7 + 2u) >> 2u][(w7 + 2u) & 3u]);
        }
        if (w7 + 3u < n0) {
          v28 = bitcast<f32>(b0[(w7 + 3u) >> 2u][(w7 + 3u) & 3u]);
        }
      }
      var v8 = 0u;
      let v9 = v2 + v8;
      var v10 = 1u;
      let v11 = v2 + v10;
      let v12 = p1;
      let v13 = v12 + v11;
      var v15 = 1u;
      let v16 = v2 + v15;
      var v17 = 2u;
      let v18 = v2 + v17;
      let v19 = p1;
      let v20 = v19 + v18;
      var v22 = 2u;
      let v23 = v2 + v22;
      var v24 = 3u;
      let v25 = v2 + v24;
      let v26 = p1;
      let v27 = v26 + v25;
      var v29 = 3u;
      let v30 = v2 + v29;
      let w34 = v30 + 4294967293u;
      if (w34 < n2) {
        b2[w34 >> 2u] = vec4<u32>(bits_f32(v7), bits_f32(v14), bits_f32(v21), bits_f32(v28));
      }
    }
  }
}
