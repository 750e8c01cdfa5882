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
FUNCTION i32 extended_u8(const u32 a) {
  #ifdef __NV_CL_C_VERSION
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x7770u ^ HIDDEN_ZERO));
  return x;
  #endif
  return (u8)(a ^ HIDDEN_ZERO);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void vyre_main(__global const u8* b0, __global u8* b1, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  __local u8 b2[64] __attribute__((aligned(16)));
  __local u8 b3[3] __attribute__((aligned(16)));
  const u32 local_index = (u32)get_local_id(0) + 64u * ((u32)get_local_id(1) + 1u * (u32)get_local_id(2));
  for (u32 k = local_index; k < 64u; k += 64u) { b2[k] = 0; }
  for (u32 k = local_index; k < 3u; k += 64u) { b3[k] = 0; }
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile u32 l0 = 0u;
  const u32 v0 = (u32)get_local_id(0);
  const u32 v1 = (u32)get_group_id(0) * 64u + (u32)get_local_id(0);
  volatile bool v2 = false;
  if (v1 < n0) { v2 = b0[v1] != 0; }
  const i32 v3 = (i32)(v2 ? 1 : 0);
  b2[v0] = v3;
  const i32 v4 = extended_u8(b2[v0]);
  const i32 v5 = 0;
  const bool v6 = v4 != v5;
  if (v0 < 3u) {
    b3[v0] = v6 ? 1 : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const u32 v7 = 0u;
  const u32 v8 = 6u;
  const u32 t12 = v7 < v8 ? v8 - v7 : 0u;
  for (volatile u32 k12 = 0; k12 < t12; k12 = k12 + 1) {
    l0 = v7 + k12;
    const u32 v9 = 32u;
    const u32 v10 = l0;
    const u32 v11 = v9 >> ((u32)v10 & 31u);
    const bool v12 = v0 < v11;
    if (v12) {
      const i32 v13 = b2[v0];
      const u32 v14 = v0 + v11;
      const i32 v15 = b2[v14];
      const i32 v16 = (i32)((u32)v13 + (u32)v15);
      b2[v0] = v16;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  const u32 v17 = 0u;
  const bool v18 = v0 == v17;
  const u32 v19 = 2u;
  const bool v20 = b3[v19] != 0;
  const bool v21 = v18 && v20;
  if (v21) {
    const u32 v22 = 0u;
    const i32 v23 = b2[v22];
    const u32 v24 = (u32)get_group_id(0);
    if (v24 < n1) {
      b1[v24] = v23;
    }
  }
}
