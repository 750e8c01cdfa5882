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
typedef struct { u32 words[8]; } params_t;
FUNCTION i32 extended_i8(const u32 a) {
  #ifdef __NV_CL_C_VERSION
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x8880u ^ HIDDEN_ZERO));
  return x;
  #endif
  return (i8)(a ^ HIDDEN_ZERO);
}
FUNCTION f32 min_f32(const f32 a, const f32 b) {
  if (a != a) { return b; }
  if (b != b) { return a; }
  return a == b ? float_of(bits_of_float(a) | bits_of_float(b)) : a < b ? a : b;
}
FUNCTION f32 value_f16(const i32 a) {
  const u32 size = a & 0x7fffu;
  const u32 small = bits_of_float(float_of(size + 0x3f000000u) - 0.5f);
  const u32 normal = size >= 0x7c00u ? size << 13 | 0x7f800000u : (size << 13) + 0x38000000u;
  return float_of((size < 0x400u ? small : normal) | (a ^ size) << 16);
}
FUNCTION f32 round_f16(const f32 a) {
  const u32 x = bits_of_float(a);
  const u32 size = x & 0x7fffffffu;
  const u32 near = (size + 4095u + ((x >> 13) & 1u)) & 4294959104u;
  const u32 normal = near > 0x477fe000u ? 0x7f800000u : near;
  const u32 small = bits_of_float((float_of(size) + 0.5f) - 0.5f);
  return a == a ? float_of((size < 0x38800000u ? small : normal) | (x ^ size)) : a;
}
FUNCTION f32 fma_f16(const f32 a, const f32 b, const f32 d) {
  const f32 product = (f32)a * (f32)b;
  const f32 sum = product + (f32)d;
  const f32 part = sum - product;
  const f32 error = (product - (sum - part)) + ((f32)d - part);
  const u32 x = bits_of_float(sum);
  const bool beyond = ((x ^ bits_of_float(error)) >> 31) != 0;
  const bool inexact = error < 0 || error > 0;
  const f32 total = inexact ? float_of((x + (beyond ? ~(u32)0 : (u32)0)) | (u32)1) : sum;
  return round_f16(total);
}
FUNCTION f32 canonical_f32(const f32 a) {
  return a == a ? a : float_of(2143289344u);
}
FUNCTION u64 magnitude_i64(const i64 a) {
  const u64 x = (u64)a;
  const u64 y = HIDDEN_ZERO - x;
  return x < y ? x : y;
}
FUNCTION i64 rem_i64(const i64 a, const i64 b) {
  const u64 m = magnitude_i64(b);
  const u64 q = magnitude_i64(a) % (m == 0 ? (u64)1 : m);
  const i64 s = (i64)(a < 0 ? HIDDEN_ZERO - q : q);
  return b == 0 ? (i64)0 : s;
}
FUNCTION i64 floormod_i64(const i64 a, const i64 b) {
  const i64 r = rem_i64(a, b);
  return r != 0 && (r < 0) != (b < 0) ? (i64)((u64)r + (u64)b) : r;
}
FUNCTION u64 f64_to_u64(const f64 a) {
  if (a != a) { return 0; }
  if (a >= 1.8446744073709552e+19) { return (u64)((u64)4294967295u << 32 | 4294967295u); }
  if (a <= 0.0) { return (u64)0; }
  return (u64)a;
}
FUNCTION f32 value_bf16(const i32 a) {
  return float_of((u32)a << 16);
}
FUNCTION f64 odd_i64(const i64 a) {
  const i64 odd = (a & ~(i64)4095) | ((a & (i64)4095) != 0 ? (i64)4096 : (i64)0);
  return (f64)(a >= -((i64)1 << 53) && a <= ((i64)1 << 53) ? a : odd);
}
FUNCTION f32 odd_f32(const f64 a) {
  const f32 near = (f32)a;
  const f64 back = (f64)near;
  const u32 x = bits_of_float(near) - (fabs(back) > fabs(a) ? 1u : 0u);
  return back < a || back > a ? float_of(x | 1u) : near;
}
FUNCTION f32 round_bf16(const f32 a) {
  const u32 x = bits_of_float(a);
  const u32 size = x & 0x7fffffffu;
  const u32 near = (size + 32767u + ((x >> 16) & 1u)) & 4294901760u;
  return a == a ? float_of(near | (x ^ size)) : a;
}
FUNCTION i32 bits_bf16(const f32 a) {
  const u32 x = bits_of_float(a);
  const u32 size = x & 0x7fffffffu;
  return (i32)(a == a ? x >> 16 : 32704u);
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void vyre_main(__global const f32* b0, __global const f64* b1, __global const u16* b2, __global const i64* b3, __global f32* b5, __global u64* b6, __global u16* b7, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 n3 = params.words[3];
  const u32 n5 = params.words[4];
  const u32 n6 = params.words[5];
  const u32 n7 = params.words[6];
  const i32 p4 = extended_i8(params.words[7]);
  const u32 v0 = (u32)get_group_id(0) * 256u + (u32)get_local_id(0);
  f32 v1 = 0.0f;
  if (v0 < n0) { v1 = b0[v0]; }
  f32 v2 = 0.0f;
  if (v0 < n0) { v2 = b0[v0]; }
  const f32 v3 = 0.10000000149011612f;
  const f32 v4 = fma(v1, v2, v3);
  const f32 v5 = sqrt(v4);
  f64 v6 = 0.0;
  if (v0 < n1) { v6 = b1[v0]; }
  const f32 v7 = (f32)v6;
  const f32 v8 = min_f32(v5, v7);
  f32 v9 = 0.0f;
  if (v0 < n2) { v9 = value_f16(b2[v0]); }
  f32 v10 = 0.0f;
  if (v0 < n2) { v10 = value_f16(b2[v0]); }
  f32 v11 = 0.0f;
  if (v0 < n2) { v11 = value_f16(b2[v0]); }
  const f32 v12 = fma_f16(v9, v10, v11);
  const f32 v13 = v12;
  const f32 v14 = v8 + v13;
  if (v0 < n5) {
    b5[v0] = canonical_f32(v14);
  }
  i64 v15 = (i64)0;
  if (v0 < n3) { v15 = b3[v0]; }
  const i32 v16 = p4;
  const i64 v17 = (i64)v16;
  const i64 v18 = floormod_i64(v15, v17);
  const u64 v19 = (u64)v18;
  f64 v20 = 0.0;
  if (v0 < n1) { v20 = b1[v0]; }
  const u64 v21 = f64_to_u64(v20);
  const u64 v22 = v19 + v21;
  if (v0 < n6) {
    b6[v0] = v22;
  }
  f32 v23 = 0.0f;
  if (v0 < n7) { v23 = value_bf16(b7[v0]); }
  i64 v24 = (i64)0;
  if (v0 < n3) { v24 = b3[v0]; }
  const f32 v25 = round_bf16(odd_f32(odd_i64((i64)v24)));
  const f32 v26 = round_bf16(v23 / v25);
  if (v0 < n7) {
    b7[v0] = bits_bf16(v26);
  }
}
