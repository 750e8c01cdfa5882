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
extern "C" __global__ void __launch_bounds__(256)
vyre_main(const u32* __restrict__ b0, const u32* __restrict__ b1, u32* __restrict__ b2, const params_t params) {
  const u32 n0 = params.words[0];
  const u32 n1 = params.words[1];
  const u32 n2 = params.words[2];
  const u32 groups0 = params.words[3];
  const u32 groups1 = params.words[4];
  const u32 groups2 = params.words[5];
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
  if (groups0 - first >= 4u && first + 4u <= n2 / 256u && first + 4u <= n0 / 256u && first + 4u <= n1 / 256u) {
    const u32 group0_0 = first + 0u;
    const u32 group0_1 = first + 1u;
    const u32 group0_2 = first + 2u;
    const u32 group0_3 = first + 3u;
    const u32 v0_0 = group0_0 * 256u + threadIdx.x;
    const u32 v0_1 = group0_1 * 256u + threadIdx.x;
    const u32 v0_2 = group0_2 * 256u + threadIdx.x;
    const u32 v0_3 = group0_3 * 256u + threadIdx.x;
    const u32 v1_0 = n2;
    const u32 v1_1 = n2;
    const u32 v1_2 = n2;
    const u32 v1_3 = n2;
    const bool v2_0 = v0_0 < v1_0;
    const bool v2_1 = v0_1 < v1_1;
    const bool v2_2 = v0_2 < v1_2;
    const bool v2_3 = v0_3 < v1_3;
    const u32 v3_0 = b0[v0_0];
    const u32 v3_1 = b0[v0_1];
    const u32 v3_2 = b0[v0_2];
    const u32 v3_3 = b0[v0_3];
    const u32 v4_0 = b1[v0_0];
    const u32 v4_1 = b1[v0_1];
    const u32 v4_2 = b1[v0_2];
    const u32 v4_3 = b1[v0_3];
    const u32 v5_0 = v3_0 ^ v4_0;
    const u32 v5_1 = v3_1 ^ v4_1;
    const u32 v5_2 = v3_2 ^ v4_2;
    const u32 v5_3 = v3_3 ^ v4_3;
    b2[v0_0] = v5_0;
    b2[v0_1] = v5_1;
    b2[v0_2] = v5_2;
    b2[v0_3] = v5_3;
  }
  else {
    for (u32 k = 0; k < 4u; ++k) {
      const u32 group0 = first + k;
      if (group0 >= groups0) { break; }
      const u32 v0 = group0 * 256u + threadIdx.x;
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
  }
}
