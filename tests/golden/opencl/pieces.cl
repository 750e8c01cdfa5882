#pragma OPENCL FP_CONTRACT OFF
typedef uchar u8; typedef ushort u16; typedef uint u32; typedef ulong u64;
typedef char i8; typedef short i16; typedef int i32; typedef long i64;
typedef float f32;
#define FUNCTION static inline
#define STORAGE __global
#define SHARED __local
#define float_of(x) as_float((u32)(x))
#define bits_of_float(x) as_uint((f32)(x))
#define count_ones_u32(x) popcount((u32)(x))
#define count_ones_u64(x) popcount((u64)(x))
#define leading_zeros_u32(x) clz((u32)(x))
#define leading_zeros_u64(x) clz((u64)(x))
#define high_product_u64(a, b) mul_hi((u64)(a), (u64)(b))
#define high_product_i64(a, b) mul_hi((i64)(a), (i64)(b))
#define HIDDEN_ZERO 0u
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double f64;
#define double_of(x) as_double((u64)(x))
#define bits_of_double(x) as_ulong((f64)(x))
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
typedef struct { u32 words[4]; } params_t;
FUNCTION f32 canonical_f32(const f32 a) {
  return a == a ? a : float_of(2143289344u);
}
__attribute__((noinline)) void piece0(__global const u32* b0, const u32 global_id0, const u32 local_id0, const u32 n0, u32* m0, u32* o0, u32* o1) {
  u32 l0 = *m0;
  const u32 v0 = global_id0;
  const u32 v1 = local_id0;
  u32 v2 = 0u;
  if (v0 < n0) { v2 = b0[v0]; }
  l0 = v2;
  *m0 = l0;
  *o0 = v0;
  *o1 = v1;
}
__attribute__((noinline)) bool piece4(const f32 p1) {
  const f32 v3 = p1;
  const f32 v4 = 0.0f;
  const bool v5 = v3 == v4;
  if (v5) {
    barrier(CLK_LOCAL_MEM_FENCE);
    return true;
  }
  return false;
}
__attribute__((noinline)) void piece9(__local u32* b3, const u32 v1, const u32 l0) {
  const u32 v6 = l0;
  const u32 v7 = 3u;
  const u32 v8 = v6 * v7;
  b3[v1] = v8;
}
__attribute__((noinline)) void piece14(__global const u32* b0, __local u32* b3, const u32 n0, const u32 v0, const u32 v1, u32* o15) {
  const u32 v9 = 1u;
  const u32 v10 = v1 ^ v9;
  const u32 v11 = b3[v10];
  const u32 v12 = 1u;
  const u32 v13 = v0 + v12;
  u32 v14 = 0u;
  if (v13 < n0) { v14 = b0[v13]; }
  const u32 v15 = v11 + v14;
  *o15 = v15;
}
__attribute__((noinline)) void piece23(const u32 l0, const u32 l1, u32* m2) {
  u32 l2 = *m2;
  const u32 v17 = l1;
  const u32 v18 = 5u;
  const u32 v19 = v17 * v18;
  l2 = v19;
  const u32 v20 = l2;
  const u32 v21 = l0;
  const u32 v22 = v20 ^ v21;
  l2 = v22;
  *m2 = l2;
}
__attribute__((noinline)) void piece31(const u32 l2, bool* o25) {
  const u32 v23 = l2;
  const u32 v24 = 9u;
  const bool v25 = v23 == v24;
  *o25 = v25;
}
__attribute__((noinline)) void piece36(__global const u32* b0, const u32 n0, const u32 l1, const u32 l2, u32* m0) {
  u32 l0 = *m0;
  const u32 v26 = l1;
  u32 v27 = 0u;
  if (v26 < n0) { v27 = b0[v26]; }
  const u32 v28 = l2;
  const u32 v29 = v28 * v27;
  const u32 v30 = l0;
  const u32 v31 = v30 + v29;
  l0 = v31;
  *m0 = l0;
}
__attribute__((noinline)) void piece21(__global const u32* b0, const u32 n0, const u32 v15, u32* m0) {
  u32 l1 = 0u;
  u32 l2 = 0u;
  u32 l0 = *m0;
  const u32 v16 = 0u;
  const u32 t22 = v16 < v15 ? v15 - v16 : 0u;
  for (u32 k22 = 0; k22 < t22; k22 = k22 + 1) {
    l1 = v16 + k22;
    piece23(l0, l1, &l2);
    bool v25;
    piece31(l2, &v25);
    if (v25) {
      break;
    }
    piece36(b0, n0, l1, l2, &l0);
  }
  *m0 = l0;
}
__attribute__((noinline)) void piece43(__global f32* b2, const u32 n2, const f32 p1, const u32 v0, const u32 v15, const u32 l0) {
  const u32 v32 = l0;
  const u32 v33 = v32 - v15;
  const f32 v34 = (f32)v33;
  const f32 v35 = p1;
  const f32 v36 = v34 * v35;
  if (v0 < n2) {
    b2[v0] = canonical_f32(v36);
  }
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_main(__global const u32* b0, __global f32* b2, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n2 = params.words[1];
  const f32 p1 = float_of(params.words[2]);
  __local u32 b3[64] __attribute__((aligned(16)));
  const u32 local_index = (u32)get_local_id(0) + 64u * ((u32)get_local_id(1) + 1u * (u32)get_local_id(2));
  for (u32 k = local_index; k < 64u; k += 64u) { b3[k] = 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  const u32 global_id0 = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
  const u32 local_id0 = (u32)get_local_id(0);
  u32 l0 = 0u;
  u32 v0;
  u32 v1;
  piece0(b0, global_id0, local_id0, n0, &l0, &v0, &v1);
  if (piece4(p1)) { return; }
  piece9(b3, v1, l0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  u32 v15;
  piece14(b0, b3, n0, v0, v1, &v15);
  piece21(b0, n0, v15, &l0);
  piece43(b2, n2, p1, v0, v15, l0);
  barrier(CLK_LOCAL_MEM_FENCE);
}
