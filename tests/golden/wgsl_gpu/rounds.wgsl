@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
@group(0) @binding(1) var<storage, read_write> b0: array<u32>;
@compute @workgroup_size(64, 1, 1)
fn vyre_main(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {
  let n0 = params[0].x;
  let p1 = bitcast<i32>(params[0].y);
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
  var l0 = 0u;
  var l1 = 0i;
  let v0 = group0 * 64u + local.x;
  var v1 = 0u;
  if (v0 < n0) { v1 = b0[v0]; }
  l0 = v1;
  let v2 = p1;
  var v3 = 0i;
  let t5 = select(0u, bitcast<u32>(v2) - bitcast<u32>(v3), v3 < v2);
  let m5 = t5 & ~(8u - 1u);
  for (var k5 = 0u; k5 < m5; k5 = k5 + 8u) {
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + k5);
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 1u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 2u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 3u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 4u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 5u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 6u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
    {
      l1 = bitcast<i32>(bitcast<u32>(v3) + (k5 + 7u));
      let v4 = l0;
      let v5 = l0;
      var v6 = 16u;
      let v7 = v5 >> (v6 & 31u);
      let v8 = v4 ^ v7;
      var v9 = 2246822507u;
      let v10 = v8 * v9;
      l0 = v10;
      let v11 = l0;
      let v12 = l0;
      var v13 = 13u;
      let v14 = v12 >> (v13 & 31u);
      let v15 = v11 ^ v14;
      var v16 = 2246822507u;
      let v17 = v15 * v16;
      l0 = v17;
      let v18 = l0;
      let v19 = l0;
      var v20 = 16u;
      let v21 = v19 >> (v20 & 31u);
      let v22 = v18 ^ v21;
      var v23 = 2246822507u;
      let v24 = v22 * v23;
      l0 = v24;
      let v25 = l0;
      let v26 = l1;
      let v27 = bitcast<u32>(v26);
      let v28 = v0 + v27;
      if (v28 < n0) {
        b0[v28] = v25;
      }
    }
  }
  for (var k5 = m5; k5 < t5; k5 = k5 + 1u) {
    l1 = bitcast<i32>(bitcast<u32>(v3) + k5);
    let v4 = l0;
    let v5 = l0;
    var v6 = 16u;
    let v7 = v5 >> (v6 & 31u);
    let v8 = v4 ^ v7;
    var v9 = 2246822507u;
    let v10 = v8 * v9;
    l0 = v10;
    let v11 = l0;
    let v12 = l0;
    var v13 = 13u;
    let v14 = v12 >> (v13 & 31u);
    let v15 = v11 ^ v14;
    var v16 = 2246822507u;
    let v17 = v15 * v16;
    l0 = v17;
    let v18 = l0;
    let v19 = l0;
    var v20 = 16u;
    let v21 = v19 >> (v20 & 31u);
    let v22 = v18 ^ v21;
    var v23 = 2246822507u;
    let v24 = v22 * v23;
    l0 = v24;
    let v25 = l0;
    let v26 = l1;
    let v27 = bitcast<u32>(v26);
    let v28 = v0 + v27;
    if (v28 < n0) {
      b0[v28] = v25;
    }
  }
}
