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
FUNCTION i32 extended_u8(const u32 a) {
  i32 x;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x7770u ^ HIDDEN_ZERO));
  return x;
}
extern "C" __global__ void __launch_bounds__(64)
vyre_main(const u8* __restrict__ b0, u8* __restrict__ b1, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 groups0 = params.words[2];
  const u32 groups1 = params.words[3];
  const u32 groups2 = params.words[4];
  __shared__ __align__(16) u8 b2[64];
  __shared__ __align__(16) u8 b3[3];
  const u32 local_index = threadIdx.x + 64u * (threadIdx.y + 1u * threadIdx.z);
  for (u32 k = local_index; k < 64u; k += 64u) { b2[k] = 0; }
  for (u32 k = local_index; k < 3u; k += 64u) { b3[k] = 0; }
  __syncthreads();
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
  u32 l0 = 0u;
  const u32 v0 = threadIdx.x;
  const u32 v1 = group0 * 64u + threadIdx.x;
  bool v2 = false;
  if (v1 < n0) { v2 = b0[v1] != 0; }
  const i32 v3 = (i32)(v2 ? 1 : 0);
  b2[v0] = v3;
  const i32 v4 = extended_u8(b2[v0]);
  const i32 v5 = 0;
  const bool v6 = v4 != v5;
  if (v0 < 3u) {
    b3[v0] = v6 ? 1 : 0;
  }
  __syncthreads();
  const u32 v7 = 0u;
  const u32 v8 = 6u;
  const u32 t12 = v7 < v8 ? v8 - v7 : 0u;
  for (u32 k12 = 0; k12 < t12; ++k12) {
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
    __syncthreads();
  }
  const u32 v17 = 0u;
  const bool v18 = v0 == v17;
  const u32 v19 = 2u;
  const bool v20 = b3[v19] != 0;
  const bool v21 = v18 && v20;
  if (v21) {
    const u32 v22 = 0u;
    const i32 v23 = b2[v22];
    const u32 v24 = group0;
    if (v24 < n1) {
      b1[v24] = v23;
    }
  }
}
