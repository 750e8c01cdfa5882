#pragma OPENCL FP_CONTRACT OFF
typedef struct { uint words[4]; } params_t;
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_main(__global const uchar* b0, __global volatile uint* b1, const params_t params) {
  const uint n0 = params.words[0];
  const uint n1 = params.words[1];
  __local uint b2[256];
  const uint local_index = (uint)get_local_id(0) + 64u * ((uint)get_local_id(1) + 1u * (uint)get_local_id(2));
  for (uint k = local_index; k < 256u; k += 64u) { b2[k] = 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint l0 = 0u;
  uint l1 = 0u;
  const uint v0 = (uint)get_group_id(0) * 64u + (uint)get_local_id(0);
  const uint v1 = n0;
  const uint t2 = (v0 < v1 ? (v1 - v0 - 1u) / 4096u + 1u : 0u);
  for (uint k2 = 0u; k2 < t2; k2 = k2 + 1u) {
    l0 = v0 + k2 * 4096u;
    const uint v2 = l0;
    const uint v3 = (uint)b0[v2];
    const uint v4 = 1u;
    const uint v5 = atomic_add(&b2[v3], v4);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint v6 = (uint)get_local_id(0);
  const uint v7 = 256u;
  const uint t10 = (v6 < v7 ? (v7 - v6 - 1u) / 64u + 1u : 0u);
  for (uint k10 = 0u; k10 < t10; k10 = k10 + 1u) {
    l1 = v6 + k10 * 64u;
    const uint v8 = l1;
    const uint v9 = b2[v8];
    const uint v10 = l1;
    const uint v11 = atomic_add(&b1[v10], v9);
  }
}
