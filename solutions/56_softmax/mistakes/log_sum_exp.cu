// SPDX-License-Identifier: MIT
// caught by: case "values that exp cannot take"
// exp(value - (maximum + log(sum))): near 3,000,000 a float has steps of 0.25, and the
// logarithm is lost in them.

struct Pair {
  float largest, sum;
};
__device__ Pair merge(Pair a, Pair b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.sum * scaled(a.largest, largest) +
                       b.sum * scaled(b.largest, largest)};
}
__device__ Pair over_row(Pair mine) {
  __shared__ Pair warps[32];
  for (int away = 16; away > 0; away /= 2) {
    mine = merge(mine, {__shfl_xor_sync(0xffffffff, mine.largest, away),
                        __shfl_xor_sync(0xffffffff, mine.sum, away)});
  }
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  mine = warps[0];
  for (int w = 1; w < blockDim.x / 32; ++w) mine = merge(mine, warps[w]);
  return mine;
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
      mine.sum += sum_of(exponentials(kept[k], mine.largest));
    }
    const Pair all = over_row(mine);
#pragma unroll
    for (int k = 0; k < kParts; ++k) {
      store_part<kWide>(out, k, columns,
                        exponentials(kept[k], all.largest + logf(all.sum)));
    }
    return;
  }
  for (int k = 0; k < parts; ++k) {
    mine = merge(mine, pair_of(load_part<kWide>(in, k, columns)));
  }
  const Pair all = over_row(mine);
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    store_part<kWide>(out, k, columns,
                      exponentials(v, all.largest + logf(all.sum)));
  }
}
