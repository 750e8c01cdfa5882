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
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_main(__global const u8* b0, __global volatile u32* b1, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  __local u32 b2[256] __attribute__((aligned(16)));
  const u32 local_index = (u32)get_local_id(0) + 64u * ((u32)get_local_id(1) + 1u * (u32)get_local_id(2));
  for (u32 k = local_index; k < 256u; k += 64u) { b2[k] = 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  u32 l0 = 0u;
  u32 l1 = 0u;
  const u32 v0 = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
  const u32 v1 = n0;
  const u32 t2 = v0 < v1 ? (v1 - v0 - 1u) / 4096u + 1u : 0u;
  for (u32 k2 = 0; k2 < t2; k2 = k2 + 1) {
    l0 = v0 + k2 * 4096u;
    const u32 v2 = l0;
    const i32 v3 = b0[v2];
    const u32 v4 = 1u;
    const u32 v5 = atomic_add(&b2[(u32)v3], v4);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const u32 v6 = (u32)get_local_id(0);
  const u32 v7 = 256u;
  const u32 t10 = v6 < v7 ? (v7 - v6 - 1u) / 64u + 1u : 0u;
  for (u32 k10 = 0; k10 < t10; k10 = k10 + 1) {
    l1 = v6 + k10 * 64u;
    const u32 v8 = l1;
    const u32 v9 = b2[v8];
    const u32 v10 = l1;
    const u32 v11 = atomic_add(&b1[v10], v9);
  }
}
