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
struct params_t { u32 words[8]; };
static __device__ const u32 b3[3] = {1065353216u, 1073741824u, 1077936128u};
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
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x7710u ^ HIDDEN_ZERO));
  return x;
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
FUNCTION f32 atomic_max_f32_inout(f32* p, const f32 x) {
  u32* word = (u32*)p;
  u32 old = *word;
  while (true) {
    const u32 now = bits_f32(max_f32(float_of(old), x));
    const u32 seen = atomicCAS(word, old, now);
    if (seen == old) { return float_of(old); }
    old = seen;
  }
}
extern "C" __global__ void __launch_bounds__(32)
vyre_main(u8* __restrict__ b0, i64* __restrict__ b1, f32* __restrict__ b2, u64* __restrict__ b5, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 n5 = params.words[3];
  const u32 groups0 = params.words[4];
  const u32 groups1 = params.words[5];
  const u32 groups2 = params.words[6];
  u16 b4[4] = {0};
  u32 group0 = blockIdx.x;
  u32 group1 = blockIdx.y;
  u32 group2 = blockIdx.z;
  if (gridDim.x != groups0 || gridDim.y != groups1 || gridDim.z != groups2) {
    const u64 linear = blockIdx.x + (u64)gridDim.x * (blockIdx.y + (u64)gridDim.y * blockIdx.z);
    if (linear >= (u64)groups0 * groups1 * groups2) { return; }
    group0 = (u32)(linear % groups0);
    group1 = (u32)(linear / groups0 % groups1);
    group2 = (u32)(linear / ((u64)groups0 * groups1));
  }
  const u32 v0 = group0 * 32u + threadIdx.x;
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
  if (v11 < n1) { v12 = (i64)atomicAdd((u64*)&b1[v11], (u64)0 - (u64)v10); }
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
    const u32 v21 = groups2;
    const u64 v22 = (u64)v21;
    const u32 v23 = 1u;
    const u64 v24 = (u64)v23;
    const u64 v25 = v22 * v24;
    const u32 v26 = group2 * 1u + threadIdx.z;
    const u64 v27 = (u64)v26;
    const u64 v28 = v20 * v25;
    const u64 v29 = v28 + v27;
    const u32 v30 = groups1;
    const u64 v31 = (u64)v30;
    const u32 v32 = 1u;
    const u64 v33 = (u64)v32;
    const u64 v34 = v31 * v33;
    const u32 v35 = group1 * 1u + threadIdx.y;
    const u64 v36 = (u64)v35;
    const u64 v37 = v29 * v34;
    const u64 v38 = v37 + v36;
    const u32 v39 = groups0;
    const u64 v40 = (u64)v39;
    const u32 v41 = 32u;
    const u64 v42 = (u64)v41;
    const u64 v43 = v40 * v42;
    const u32 v44 = group0 * 32u + threadIdx.x;
    const u64 v45 = (u64)v44;
    const u64 v46 = v38 * v43;
    const u64 v47 = v46 + v45;
    const u32 v48 = 32u;
    const u64 v49 = v47 << ((u32)v48 & 63u);
    const u64 v50 = (u64)25;
    const u64 v51 = (u64)v19;
    const u64 v52 = v49 | v50;
    const u32 v53 = 0u;
    const u64 v54 = atomicMin(&b5[v53], v52);
    const u64 v55 = v49 | v51;
    const u32 v56 = 1u;
    const u64 v57 = atomicMin(&b5[v56], v55);
    return;
  }
}
