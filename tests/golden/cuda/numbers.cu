typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
typedef signed char i8; typedef short i16; typedef int i32; typedef long long i64;
typedef float f32; typedef double f64;
#define FUNCTION static __device__ __forceinline__
#define STORAGE
#define SHARED
#define float_of(x) __uint_as_float((u32)(x))
#define bits_of_float(x) __float_as_uint((f32)(x))
#define double_of(x) __longlong_as_double((i64)(x))
#define bits_of_double(x) ((u64)__double_as_longlong((f64)(x)))
#define count_ones_u32(x) __popc((u32)(x))
#define count_ones_u64(x) __popcll((u64)(x))
#define leading_zeros_u32(x) __clz((i32)(x))
#define leading_zeros_u64(x) __clzll((i64)(x))
__constant__ u32 hidden_zero; // for all that the compiler knows, the host may write it
#define HIDDEN_ZERO hidden_zero
#define high_product_u64(a, b) __umul64hi((u64)(a), (u64)(b))
#define high_product_i64(a, b) __mul64hi((i64)(a), (i64)(b))
struct params_t { u32 words[12]; };
FUNCTION i32 extended_i8(const u32 a) {
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x8880u ^ HIDDEN_ZERO));
  return x;
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
extern "C" __global__ void __launch_bounds__(256)
vyre_main(const f32* __restrict__ b0, const f64* __restrict__ b1, const u16* __restrict__ b2, const i64* __restrict__ b3, f32* __restrict__ b5, u64* __restrict__ b6, u16* __restrict__ b7, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 n3 = params.words[3];
  const u32 n5 = params.words[4];
  const u32 n6 = params.words[5];
  const u32 n7 = params.words[6];
  const i32 p4 = extended_i8(params.words[7]);
  const u32 groups0 = params.words[8];
  const u32 groups1 = params.words[9];
  const u32 groups2 = params.words[10];
  const u32 tiles0 = (groups0 - 1u) / 4u + 1u;
  u32 tile0 = blockIdx.x;
  u32 group1 = blockIdx.y;
  u32 group2 = blockIdx.z;
  if (gridDim.x != tiles0 || gridDim.y != groups1 || gridDim.z != groups2) {
    const u64 linear = blockIdx.x + (u64)gridDim.x * (blockIdx.y + (u64)gridDim.y * blockIdx.z);
    if (linear >= (u64)tiles0 * groups1 * groups2) { return; }
    tile0 = (u32)(linear % tiles0);
    group1 = (u32)(linear / tiles0 % groups1);
    group2 = (u32)(linear / ((u64)tiles0 * groups1));
  }
  const u32 first = tile0 * 4u;
  if (groups0 - first >= 4u && first + 4u <= n0 / 256u && first + 4u <= n1 / 256u && first + 4u <= n2 / 256u && first + 4u <= n3 / 256u && first + 4u <= n5 / 256u && first + 4u <= n6 / 256u && first + 4u <= n7 / 256u) {
    const u32 group0_0 = first + 0u;
    const u32 group0_1 = first + 1u;
    const u32 group0_2 = first + 2u;
    const u32 group0_3 = first + 3u;
    const u32 v0_0 = group0_0 * 256u + threadIdx.x;
    const u32 v0_1 = group0_1 * 256u + threadIdx.x;
    const u32 v0_2 = group0_2 * 256u + threadIdx.x;
    const u32 v0_3 = group0_3 * 256u + threadIdx.x;
    const f32 v1_0 = b0[v0_0];
    const f32 v1_1 = b0[v0_1];
    const f32 v1_2 = b0[v0_2];
    const f32 v1_3 = b0[v0_3];
    const f32 v2_0 = b0[v0_0];
    const f32 v2_1 = b0[v0_1];
    const f32 v2_2 = b0[v0_2];
    const f32 v2_3 = b0[v0_3];
    const f32 v3_0 = 0.10000000149011612f;
    const f32 v3_1 = 0.10000000149011612f;
    const f32 v3_2 = 0.10000000149011612f;
    const f32 v3_3 = 0.10000000149011612f;
    const f32 v4_0 = fmaf(v1_0, v2_0, v3_0);
    const f32 v4_1 = fmaf(v1_1, v2_1, v3_1);
    const f32 v4_2 = fmaf(v1_2, v2_2, v3_2);
    const f32 v4_3 = fmaf(v1_3, v2_3, v3_3);
    const f32 v5_0 = sqrtf(v4_0);
    const f32 v5_1 = sqrtf(v4_1);
    const f32 v5_2 = sqrtf(v4_2);
    const f32 v5_3 = sqrtf(v4_3);
    const f64 v6_0 = b1[v0_0];
    const f64 v6_1 = b1[v0_1];
    const f64 v6_2 = b1[v0_2];
    const f64 v6_3 = b1[v0_3];
    const f32 v7_0 = (f32)v6_0;
    const f32 v7_1 = (f32)v6_1;
    const f32 v7_2 = (f32)v6_2;
    const f32 v7_3 = (f32)v6_3;
    const f32 v8_0 = min_f32(v5_0, v7_0);
    const f32 v8_1 = min_f32(v5_1, v7_1);
    const f32 v8_2 = min_f32(v5_2, v7_2);
    const f32 v8_3 = min_f32(v5_3, v7_3);
    const f32 v9_0 = value_f16(b2[v0_0]);
    const f32 v9_1 = value_f16(b2[v0_1]);
    const f32 v9_2 = value_f16(b2[v0_2]);
    const f32 v9_3 = value_f16(b2[v0_3]);
    const f32 v10_0 = value_f16(b2[v0_0]);
    const f32 v10_1 = value_f16(b2[v0_1]);
    const f32 v10_2 = value_f16(b2[v0_2]);
    const f32 v10_3 = value_f16(b2[v0_3]);
    const f32 v11_0 = value_f16(b2[v0_0]);
    const f32 v11_1 = value_f16(b2[v0_1]);
    const f32 v11_2 = value_f16(b2[v0_2]);
    const f32 v11_3 = value_f16(b2[v0_3]);
    const f32 v12_0 = fma_f16(v9_0, v10_0, v11_0);
    const f32 v12_1 = fma_f16(v9_1, v10_1, v11_1);
    const f32 v12_2 = fma_f16(v9_2, v10_2, v11_2);
    const f32 v12_3 = fma_f16(v9_3, v10_3, v11_3);
    const f32 v13_0 = v12_0;
    const f32 v13_1 = v12_1;
    const f32 v13_2 = v12_2;
    const f32 v13_3 = v12_3;
    const f32 v14_0 = v8_0 + v13_0;
    const f32 v14_1 = v8_1 + v13_1;
    const f32 v14_2 = v8_2 + v13_2;
    const f32 v14_3 = v8_3 + v13_3;
    b5[v0_0] = canonical_f32(v14_0);
    b5[v0_1] = canonical_f32(v14_1);
    b5[v0_2] = canonical_f32(v14_2);
    b5[v0_3] = canonical_f32(v14_3);
    const i64 v15_0 = b3[v0_0];
    const i64 v15_1 = b3[v0_1];
    const i64 v15_2 = b3[v0_2];
    const i64 v15_3 = b3[v0_3];
    const i32 v16_0 = p4;
    const i32 v16_1 = p4;
    const i32 v16_2 = p4;
    const i32 v16_3 = p4;
    const i64 v17_0 = (i64)v16_0;
    const i64 v17_1 = (i64)v16_1;
    const i64 v17_2 = (i64)v16_2;
    const i64 v17_3 = (i64)v16_3;
    const i64 v18_0 = floormod_i64(v15_0, v17_0);
    const i64 v18_1 = floormod_i64(v15_1, v17_1);
    const i64 v18_2 = floormod_i64(v15_2, v17_2);
    const i64 v18_3 = floormod_i64(v15_3, v17_3);
    const u64 v19_0 = (u64)v18_0;
    const u64 v19_1 = (u64)v18_1;
    const u64 v19_2 = (u64)v18_2;
    const u64 v19_3 = (u64)v18_3;
    const f64 v20_0 = b1[v0_0];
    const f64 v20_1 = b1[v0_1];
    const f64 v20_2 = b1[v0_2];
    const f64 v20_3 = b1[v0_3];
    const u64 v21_0 = f64_to_u64(v20_0);
    const u64 v21_1 = f64_to_u64(v20_1);
    const u64 v21_2 = f64_to_u64(v20_2);
    const u64 v21_3 = f64_to_u64(v20_3);
    const u64 v22_0 = v19_0 + v21_0;
    const u64 v22_1 = v19_1 + v21_1;
    const u64 v22_2 = v19_2 + v21_2;
    const u64 v22_3 = v19_3 + v21_3;
    b6[v0_0] = v22_0;
    b6[v0_1] = v22_1;
    b6[v0_2] = v22_2;
    b6[v0_3] = v22_3;
    const f32 v23_0 = value_bf16(b7[v0_0]);
    const f32 v23_1 = value_bf16(b7[v0_1]);
    const f32 v23_2 = value_bf16(b7[v0_2]);
    const f32 v23_3 = value_bf16(b7[v0_3]);
    const i64 v24_0 = b3[v0_0];
    const i64 v24_1 = b3[v0_1];
    const i64 v24_2 = b3[v0_2];
    const i64 v24_3 = b3[v0_3];
    const f32 v25_0 = round_bf16(odd_f32(odd_i64((i64)v24_0)));
    const f32 v25_1 = round_bf16(odd_f32(odd_i64((i64)v24_1)));
    const f32 v25_2 = round_bf16(odd_f32(odd_i64((i64)v24_2)));
    const f32 v25_3 = round_bf16(odd_f32(odd_i64((i64)v24_3)));
    const f32 v26_0 = round_bf16(v23_0 / v25_0);
    const f32 v26_1 = round_bf16(v23_1 / v25_1);
    const f32 v26_2 = round_bf16(v23_2 / v25_2);
    const f32 v26_3 = round_bf16(v23_3 / v25_3);
    b7[v0_0] = bits_bf16(v26_0);
    b7[v0_1] = bits_bf16(v26_1);
    b7[v0_2] = bits_bf16(v26_2);
    b7[v0_3] = bits_bf16(v26_3);
  }
  else {
    for (u32 k = 0; k < 4u; ++k) {
      const u32 group0 = first + k;
      if (group0 >= groups0) { break; }
      const u32 v0 = group0 * 256u + threadIdx.x;
      f32 v1 = 0.0f;
      if (v0 < n0) { v1 = b0[v0]; }
      f32 v2 = 0.0f;
      if (v0 < n0) { v2 = b0[v0]; }
      const f32 v3 = 0.10000000149011612f;
      const f32 v4 = fmaf(v1, v2, v3);
      const f32 v5 = sqrtf(v4);
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
  }
}
