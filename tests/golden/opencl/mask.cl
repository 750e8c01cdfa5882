#pragma OPENCL FP_CONTRACT OFF
typedef struct { uint words[4]; } params_t;
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void vyre_main(__global const uint* b0, __global const uint* b1, __global uint* b2, const params_t params) {
  const uint n0 = params.words[0];
  const uint n1 = params.words[1];
  const uint n2 = params.words[2];
  const uint v0 = (uint)get_group_id(0) * 256u + (uint)get_local_id(0);
  const uint v1 = n2;
  const bool v2 = v0 < v1;
  if (v2) {
    uint v3 = 0u;
    if (v0 < n0) { v3 = b0[v0]; }
    uint v4 = 0u;
    if (v0 < n1) { v4 = b1[v0]; }
    const uint v5 = v3 ^ v4;
    b2[v0] = v5;
  }
}
