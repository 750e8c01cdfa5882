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
__constant u32 b3[3] = {1065353216u, 1073741824u, 1077936128u};
FUNCTION u32 load_u32(const STORAGE u8* p) {
  return (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}
FUNCTION u64 load_u64(const STORAGE u8* p) {
  return (u64)p[0] | (u64)p[1] << 8 | (u64)p[2] << 16 | (u64)p[3] << 24 | (u64)p[4] << 32 | (u64)p[5] << 40 | (u64)p[6] << 48 | (u64)p[7] << 56;
}
FUNCTION u64 bits_f64(const f64 a) {
  return a == a ? bits_of_double(a) : (u64)((u64)2146959360u << 32 | 0u);
}
FUNCTION void store_u64(STORAGE u8* p, const u64 x) {
  p[0] = (u8)x;
  p[1] = (u8)(x >> 8);
  p[2] = (u8)(x >> 16);
  p[3] = (u8)(x >> 24);
  p[4] = (u8)(x >> 32);
  p[5] = (u8)(x >> 40);
  p[6] = (u8)(x >> 48);
  p[7] = (u8)(x >> 56);
}
FUNCTION i32 extended_u16(const u32 a) {
  #ifdef __NV_CL_C_VERSION
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x7710u ^ HIDDEN_ZERO));
  return x;
  #endif
  return (u16)(a ^ HIDDEN_ZERO);
}
FUNCTION void store_u8(STORAGE u8* p, const i32 x) {
  p[0] = (u8)x;
}
FUNCTION f32 max_f32(const f32 a, const f32 b) {
  if (a != a) { return b; }
  if (b != b) { return a; }
  return a == b ? float_of(bits_of_float(a) & bits_of_float(b)) : a > b ? a : b;
}
FUNCTION u32 bits_f32(const f32 a) {
  return a == a ? bits_of_float(a) : 2143289344u;
}
FUNCTION f32 atomic_max_f32_inout(volatile __global f32* p, const f32 x) {
  volatile __global u32* word = (volatile __global u32*)p;
  u32 old = *word;
  while (true) {
    const u32 now = bits_f32(max_f32(float_of(old), x));
    const u32 seen = atomic_cmpxchg(word, old, now);
    if (seen == old) { return float_of(old); }
    old = seen;
  }
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void vyre_main(__global u8* b0, __global volatile i64* b1, __global volatile f32* b2, __global volatile u64* b5, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 n5 = params.words[3];
  u16 b4[4] = {0};
  const u32 v0 = (u32)get_group_id(0) * 32u + (u32)get_local_id(0);
  b4[0] = 0;
  b4[1] = 0;
  b4[2] = 0;
  b4[3] = 0;
  u32 v1 = 0u;
  if (v0 < n0) { v1 = load_u32(b0 + (u64)(v0) * 13 + 1); }
  const i32 v2 = (i32)v1;
  if (v0 < 4u) {
    b4[v0] = v2;
  }
  f64 v3 = 0.0;
  if (v0 < n0) { v3 = double_of(load_u64(b0 + (u64)(v0) * 13 + 5)); }
  f32 v4 = 0.0f;
  if (v0 < 3u) { v4 = float_of(b3[v0]); }
  const f64 v5 = (f64)v4;
  const f64 v6 = v3 + v5;
  if (v0 < n0) {
    store_u64(b0 + (u64)(v0) * 13 + 5, bits_f64(v6));
  }
  i32 v7 = 0;
  if (v0 < 4u) { v7 = extended_u16(b4[v0]); }
  const i32 v8 = 0;
  const bool v9 = v7 != v8;
  if (v0 < n0) {
    store_u8(b0 + (u64)(v0) * 13 + 0, v9 ? 1 : 0);
  }
  const i64 v10 = (i64)v0;
  const u32 v11 = 0u;
  i64 v12 = (i64)0;
  if (v11 < n1) { v12 = atom_sub(&b1[v11], v10); }
  const u32 v13 = 0u;
  const f32 v14 = float_of(b3[v13]);
  const u32 v15 = 0u;
  f32 v16 = 0.0f;
  if (v15 < n2) { v16 = atomic_max_f32_inout(&b2[v15], v14); }
  const u32 v17 = 77u;
  const bool v18 = v0 == v17;
  if (v18) {
    const u32 v19 = 3u;
    const u64 v20 = (u64)0;
    const u32 v21 = (u32)get_num_groups(2);
    const u64 v22 = (u64)v21;
    const u32 v23 = 1u;
    const u64 v24 = (u64)v23;
    const u64 v25 = v22 * v24;
    const u32 v26 = (u32)get_group_id(2) * 1u + (u32)get_local_id(2);
    const u64 v27 = (u64)v26;
    const u64 v28 = v20 * v25;
    const u64 v29 = v28 + v27;
    const u32 v30 = (u32)get_num_groups(1);
    const u64 v31 = (u64)v30;
    const u32 v32 = 1u;
    const u64 v33 = (u64)v32;
    const u64 v34 = v31 * v33;
    const u32 v35 = (u32)get_group_id(1) * 1u + (u32)get_local_id(1);
    const u64 v36 = (u64)v35;
    const u64 v37 = v29 * v34;
    const u64 v38 = v37 + v36;
    const u32 v39 = (u32)get_num_groups(0);
    const u64 v40 = (u64)v39;
    const u32 v41 = 32u;
    const u64 v42 = (u64)v41;
    const u64 v43 = v40 * v42;
    const u32 v44 = (u32)get_group_id(0) * 32u + (u32)get_local_id(0);
    const u64 v45 = (u64)v44;
    const u64 v46 = v38 * v43;
    const u64 v47 = v46 + v45;
    const u32 v48 = 32u;
    const u64 v49 = v47 << ((u32)v48 & 63u);
    const u64 v50 = (u64)25;
    const u64 v51 = (u64)v19;
    const u64 v52 = v49 | v50;
    const u32 v53 = 0u;
    const u64 v54 = atom_min(&b5[v53], v52);
    const u64 v55 = v49 | v51;
    const u32 v56 = 1u;
    const u64 v57 = atom_min(&b5[v56], v55);
    return;
  }
}
