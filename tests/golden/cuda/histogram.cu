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
extern "C" __global__ void __launch_bounds__(64)
vyre_main(const u8* __restrict__ b0, u32* __restrict__ b1, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 groups0 = params.words[2];
  const u32 groups1 = params.words[3];
  const u32 groups2 = params.words[4];
  __shared__ __align__(16) u32 b2[256];
  const u32 local_index = threadIdx.x + 64u * (threadIdx.y + 1u * threadIdx.z);
  for (u32 k = local_index; k < 256u; k += 64u) { b2[k] = 0; }
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
  u32 l1 = 0u;
  const u32 v0 = group0 * 64u + threadIdx.x;
  const u32 v1 = n0;
  const u32 t2 = v0 < v1 ? (v1 - v0 - 1u) / 4096u + 1u : 0u;
  for (u32 k2 = 0; k2 < t2; ++k2) {
    l0 = v0 + k2 * 4096u;
    const u32 v2 = l0;
    const i32 v3 = b0[v2];
    const u32 v4 = 1u;
    const u32 v5 = atomicAdd(&b2[(u32)v3], v4);
  }
  __syncthreads();
  const u32 v6 = threadIdx.x;
  const u32 v7 = 256u;
  const u32 t10 = v6 < v7 ? (v7 - v6 - 1u) / 64u + 1u : 0u;
  for (u32 k10 = 0; k10 < t10; ++k10) {
    l1 = v6 + k10 * 64u;
    const u32 v8 = l1;
    const u32 v9 = b2[v8];
    const u32 v10 = l1;
    const u32 v11 = atomicAdd(&b1[v10], v9);
  }
}
