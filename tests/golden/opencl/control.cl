#pragma OPENCL FP_CONTRACT OFF
typedef struct { uint words[8]; } params_t;
static uint magnitude(const int a) {
  return min(as_uint(a), 0u - as_uint(a));
}
static int rem_i32(const int a, const int b) {
  const uint r = magnitude(a) % max(magnitude(b), 1u);
  const uint s = (a < 0 ? 0u - r : r);
  return (b == 0 ? 0 : as_int(s));
}
static int div_i32(const int a, const int b) {
  const uint q = magnitude(a) / max(magnitude(b), 1u);
  const uint s = ((a < 0) != (b < 0) ? 0u - q : q);
  return (b == 0 ? as_int(4294967295u) : as_int(s));
}
static int floordiv_i32(const int a, const int b) {
  const int q = div_i32(a, b);
  const int r = rem_i32(a, b);
  return (r != 0 && (r < 0) != (b < 0) ? as_int(as_uint(q) - as_uint(1)) : q);
}
static uint rotl_u32(const uint a, const uint n) {
  return (a << (n & 31u)) | (a >> ((32u - (n & 31u)) & 31u));
}
static int saturating_add_i32(const int a, const int b) {
  const int s = as_int(as_uint(a) + as_uint(b));
  return ((a < 0) == (b < 0) && (s < 0) != (a < 0) ? (a < 0 ? as_int(2147483648u) : 2147483647) : s);
}
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void vyre_main(__global int* b0, __global volatile uint* b3, const params_t params) {
  const uint n0 = params.words[0];
  const uint n0_0 = params.words[1];
  const uint n0_1 = params.words[2];
  const uint n3 = params.words[3];
  const int p1 = as_int(params.words[4]);
  const uint p2 = (params.words[5] >> 0u) & 255u;
  int l0 = 0;
  int l1 = 0;
  const uint v0 = (uint)get_group_id(0) * 8u + (uint)get_local_id(0);
  const int v1 = as_int(v0);
  const int v2 = p1;
  l0 = v2;
  while (true) {
    const int v3 = l0;
    const int v4 = 0;
    const bool v5 = v3 > v4;
    if (!v5) { break; }
    const int v6 = l0;
    int v7 = 0;
    if (v1 >= 0 && as_uint(v1) < n0_0 && v6 >= 0 && as_uint(v6) < n0_1) { v7 = b0[as_uint(v1) * n0_1 + as_uint(v6)]; }
    const int v8 = l0;
    const int v9 = rem_i32(v8, v7);
    const int v10 = 1;
    const int v11 = as_int(as_uint(v9) - as_uint(v10));
    l0 = v11;
    const int v12 = l0;
    const bool v13 = v12 == v1;
    if (v13) {
      continue;
    }
    else {
      const int v14 = l0;
      const int v15 = floordiv_i32(v14, v1);
      const uint v16 = p2;
      const int v17 = as_int(v16);
      const int v18 = as_int(as_uint(v15) + as_uint(v17));
      const int v19 = l0;
      const int v20 = 1;
      const int v21 = as_int(as_uint(v19) - as_uint(v20));
      if (v1 >= 0 && as_uint(v1) < n0_0 && v21 >= 0 && as_uint(v21) < n0_1) {
        b0[as_uint(v1) * n0_1 + as_uint(v21)] = v18;
      }
    }
    const int v22 = l0;
    int v23 = 0;
    if (v22 >= 0 && as_uint(v22) < n0) { v23 = b0[as_uint(v22)]; }
    const int v24 = 0;
    const bool v25 = v23 < v24;
    if (v25) {
      break;
    }
  }
  const uint v26 = as_uint(v1);
  const uint v27 = 0u;
  const uint v28 = 0u;
  uint v29 = 0u;
  if (v27 < n3) { v29 = atomic_cmpxchg(&b3[v27], v28, v26); }
  const uint v30 = 0u;
  const bool v31 = v29 != v30;
  if (v31) {
    return;
  }
  const int v32 = l0;
  const int v33 = p1;
  const uint t44 = (v33 < v32 ? (as_uint(v32) - as_uint(v33) - 1u) / 3u + 1u : 0u);
  for (uint k44 = 0u; k44 < t44; k44 = k44 + 1u) {
    l1 = as_int(as_uint(v32) + k44 * 4294967293u);
    const int v34 = l1;
    const int v35 = as_int(rotl_u32(as_uint(v1), as_uint(v34)));
    const int v36 = l1;
    const int v37 = saturating_add_i32(v36, v35);
    const int v38 = l1;
    if (v38 >= 0 && as_uint(v38) < n0_0 && v1 >= 0 && as_uint(v1) < n0_1) {
      b0[as_uint(v38) * n0_1 + as_uint(v1)] = v37;
    }
  }
}
