#pragma OPENCL FP_CONTRACT OFF
typedef struct { uint words[4]; } params_t;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_main(__global const uchar* b0, __global uchar* b1, const params_t params) {
  const uint n0 = params.words[0];
  const uint n1 = params.words[1];
  __local uchar b2[64];
  __local uchar b3[3];
  const uint local_index = (uint)get_local_id(0) + 64u * ((uint)get_local_id(1) + 1u * (uint)get_local_id(2));
  for (uint k = local_index; k < 64u; k += 64u) { b2[k] = 0; }
  for (uint k = local_index; k < 3u; k += 64u) { b3[k] = 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile uint l0 = 0u;
  const uint v0 = (uint)get_local_id(0);
  const uint v1 = (uint)get_group_id(0) * 64u + (uint)get_local_id(0);
  volatile bool v2 = false;
  if (v1 < n0) { v2 = b0[v1] != 0; }
  const uint v3 = (uint)(v2);
  b2[v0] = (uchar)v3;
  const uint v4 = (uint)b2[v0];
  const uint v5 = 0u;
  const bool v6 = v4 != v5;
  if (v0 < 3u) {
    b3[v0] = (uchar)v6;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint v7 = 0u;
  const uint v8 = 6u;
  const uint t12 = (v7 < v8 ? v8 - v7 : 0u);
  for (volatile uint k12 = 0u; k12 < t12; k12 = k12 + 1u) {
    l0 = v7 + k12;
    const uint v9 = 32u;
    const uint v10 = l0;
    const uint v11 = v9 >> (v10 & 31u);
    const bool v12 = v0 < v11;
    if (v12) {
      const uint v13 = (uint)b2[v0];
      const uint v14 = v0 + v11;
      const uint v15 = (uint)b2[v14];
      const uint v16 = (v13 + v15) & 255u;
      b2[v0] = (uchar)v16;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  const uint v17 = 0u;
  const bool v18 = v0 == v17;
  const uint v19 = 2u;
  const bool v20 = b3[v19] != 0;
  const bool v21 = v18 & v20;
  if (v21) {
    const uint v22 = 0u;
    const uint v23 = (uint)b2[v22];
    const uint v24 = (uint)get_group_id(0);
    if (v24 < n1) {
      b1[v24] = (uchar)v23;
    }
  }
}
