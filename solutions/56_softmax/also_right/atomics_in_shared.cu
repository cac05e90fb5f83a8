// SPDX-License-Identifier: MIT
// The warps meet in two words of shared memory: an atomic maximum, for which the
// bits are put in order, then an atomic sum.

struct Pair {
  float largest, sum;
};
__device__ Pair merge(Pair a, Pair b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.sum * scaled(a.largest, largest) +
                       b.sum * scaled(b.largest, largest)};
}
__device__ int ordered(float v) {
  const int bits = __float_as_int(v);
  return bits < 0 ? bits ^ 0x7fffffff : bits;
}
__device__ Pair over_row(Pair mine) {
  __shared__ int largest;
  __shared__ float sum;
  if (threadIdx.x == 0) {
    largest = ordered(-CUDART_INF_F);
    sum = 0;
  }
  __syncthreads();
  atomicMax(&largest, ordered(mine.largest));
  __syncthreads();
  const float all =
      __int_as_float(largest < 0 ? largest ^ 0x7fffffff : largest);
  atomicAdd(&sum, mine.sum * scaled(mine.largest, all));
  __syncthreads();
  return {all, sum};
}
__device__ Pair pair_of(float4 v) {
  const float largest = largest_of(v);
  return {largest, sum_of(exponentials(v, largest))};
}
template <bool kWide>
__global__ void softmax_rows(const float* in, float* out, int columns) {
  in += size_t{blockIdx.x} * columns;
  out += size_t{blockIdx.x} * columns;
  const int parts = parts_of(columns);
  Pair mine = {-CUDART_INF_F, 0};
  if (parts <= kParts) {
    float4 kept[kParts];
#pragma unroll
    for (int k = 0; k < kParts; ++k) {
      kept[k] = load_part<kWide>(in, k, columns);
      mine.largest = fmaxf(mine.largest, largest_of(kept[k]));
    }
#pragma unroll
    for (int k = 0; k < kParts; ++k) {
      kept[k] = exponentials(kept[k], mine.largest);
      mine.sum += sum_of(kept[k]);
    }
    const Pair all = over_row(mine);
    const float factor =
        all.sum == 0 ? 0 : scaled(mine.largest, all.largest) / all.sum;
#pragma unroll
    for (int k = 0; k < kParts; ++k) {
      store_part<kWide>(out, k, columns, times(kept[k], factor));
    }
    return;
  }
  for (int k = 0; k < parts; ++k) {
    mine = merge(mine, pair_of(load_part<kWide>(in, k, columns)));
  }
  const Pair all = over_row(mine);
  const float factor = all.sum == 0 ? 0 : 1 / all.sum;
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    store_part<kWide>(out, k, columns,
                      times(exponentials(v, all.largest), factor));
  }
}
