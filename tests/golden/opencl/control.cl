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
FUNCTION i32 extended_u8(const u32 a) {
  #ifdef __NV_CL_C_VERSION
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x7770u ^ HIDDEN_ZERO));
  return x;
  #endif
  return (u8)(a ^ HIDDEN_ZERO);
}
FUNCTION u32 magnitude_i32(const i32 a) {
  const u32 x = (u32)a;
  const u32 y = HIDDEN_ZERO - x;
  return x < y ? x : y;
}
FUNCTION i32 rem_i32(const i32 a, const i32 b) {
  const u32 m = magnitude_i32(b);
  const u32 q = magnitude_i32(a) % (m == 0 ? (u32)1 : m);
  const i32 s = (i32)(a < 0 ? HIDDEN_ZERO - q : q);
  return b == 0 ? (i32)0 : s;
}
FUNCTION i32 div_i32(const i32 a, const i32 b) {
  const u32 m = magnitude_i32(b);
  const u32 q = magnitude_i32(a) / (m == 0 ? (u32)1 : m);
  const i32 s = (i32)((a < 0) != (b < 0) ? HIDDEN_ZERO - q : q);
  return b == 0 ? -1 : s;
}
FUNCTION i32 floordiv_i32(const i32 a, const i32 b) {
  const i32 q = div_i32(a, b);
  const i32 r = rem_i32(a, b);
  return r != 0 && (r < 0) != (b < 0) ? (i32)((u32)q - (u32)1) : q;
}
FUNCTION i32 rotl_i32(const i32 a, const u32 n) {
  return (i32)(((u32)a << n) | ((u32)a >> ((32u - n) & 31u)));
}
FUNCTION i32 saturating_add_i32(const i32 a, const i32 b) {
  const i32 s = (i32)((u32)a + (u32)b);
  return (a < 0) == (b < 0) && (s < 0) != (a < 0) ? (a < 0 ? (i32)2147483648u : 2147483647) : s;
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void vyre_main(__global i32* b0, __global volatile u32* b3, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n0_0 = params.words[1];
  const u32 n0_1 = params.words[2];
  const u32 n3 = params.words[3];
  const i32 p1 = (i32)params.words[4];
  const i32 p2 = extended_u8(params.words[5]);
  i32 l0 = 0;
  i32 l1 = 0;
  const u32 v0 = (u32)get_group_id(0) * 8u + (u32)get_local_id(0) / 1u % 8u;
  const i32 v1 = (i32)v0;
  const i32 v2 = p1;
  l0 = v2;
  while (true) {
    const i32 v3 = l0;
    const i32 v4 = 0;
    const bool v5 = v3 > v4;
    if (!v5) { break; }
    const i32 v6 = l0;
    i32 v7 = 0;
    if (v1 >= 0 && (u32)v1 < n0_0 && v6 >= 0 && (u32)v6 < n0_1) { v7 = b0[(u32)v1 * n0_1 + (u32)v6]; }
    const i32 v8 = l0;
    const i32 v9 = rem_i32(v8, v7);
    const i32 v10 = 1;
    const i32 v11 = (i32)((u32)v9 - (u32)v10);
    l0 = v11;
    const i32 v12 = l0;
    const bool v13 = v12 == v1;
    if (v13) {
      continue;
    }
    else {
      const i32 v14 = l0;
      const i32 v15 = floordiv_i32(v14, v1);
      const i32 v16 = p2;
      const i32 v17 = v16;
      const i32 v18 = (i32)((u32)v15 + (u32)v17);
      const i32 v19 = l0;
      const i32 v20 = 1;
      const i32 v21 = (i32)((u32)v19 - (u32)v20);
      if (v1 >= 0 && (u32)v1 < n0_0 && v21 >= 0 && (u32)v21 < n0_1) {
        b0[(u32)v1 * n0_1 + (u32)v21] = v18;
      }
    }
    const i32 v22 = l0;
    i32 v23 = 0;
    if (v22 >= 0 && (u32)v22 < n0) { v23 = b0[(u32)v22]; }
    const i32 v24 = 0;
    const bool v25 = v23 < v24;
    if (v25) {
      break;
    }
  }
  const u32 v26 = (u32)v1;
  const u32 v27 = 0u;
  const u32 v28 = 0u;
  u32 v29 = 0u;
  if (v27 < n3) { v29 = atomic_cmpxchg(&b3[v27], v28, v26); }
  const u32 v30 = 0u;
  const bool v31 = v29 != v30;
  if (v31) {
    return;
  }
  const i32 v32 = l0;
  const i32 v33 = p1;
  const u32 t44 = v33 < v32 ? ((u32)v32 - (u32)v33 - 1u) / 3u + 1u : 0u;
  for (u32 k44 = 0; k44 < t44; k44 = k44 + 1) {
    l1 = (i32)((u32)v32 + k44 * 4294967293u);
    const i32 v34 = l1;
    const i32 v35 = rotl_i32(v1, ((u32)v34 & 31u));
    const i32 v36 = l1;
    const i32 v37 = saturating_add_i32(v36, v35);
    const i32 v38 = l1;
    if (v38 >= 0 && (u32)v38 < n0_0 && v1 >= 0 && (u32)v1 < n0_1) {
      b0[(u32)v38 * n0_1 + (u32)v1] = v37;
    }
  }
}
