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
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void vyre_main(__global const u32* b0, __global const u32* b1, __global u32* b2, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 v0 = (u32)get_group_id(0) * 256u + (u32)get_local_id(0);
  const u32 v1 = n2;
  const bool v2 = v0 < v1;
  if (v2) {
    u32 v3 = 0u;
    if (v0 < n0) { v3 = b0[v0]; }
    u32 v4 = 0u;
    if (v0 < n1) { v4 = b1[v0]; }
    const u32 v5 = v3 ^ v4;
    b2[v0] = v5;
  }
}
