// SPDX-License-Identifier: MIT
// caught by: case "a longer row is read twice"
// Merges value by value, with an exponential for each of the two sums.

/// What one pass knows of some values: the largest, and the sum of
/// exp(value - largest). {-infinity, 0} is that of no values.
struct Pair {
  float largest, sum;
};

/// The pair of both: each sum is brought to the larger of the two maxima.
__device__ Pair merge(Pair a, Pair b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.sum * scaled(a.largest, largest) +
                       b.sum * scaled(b.largest, largest)};
}

/// The pair of the row, from those of all threads. All call it, once.
__device__ Pair over_row(Pair mine) {
  __shared__ Pair warps[kMostThreads / 32];
  const int lane = threadIdx.x % 32, count = blockDim.x / 32;
  const auto over_warp = [&] {
    for (int away = 16; away > 0; away /= 2) {
      mine = merge(mine, {__shfl_xor_sync(0xffffffff, mine.largest, away),
                          __shfl_xor_sync(0xffffffff, mine.sum, away)});
    }
  };
  over_warp();
  if (count == 1) return mine;
  if (lane == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  mine = lane < count ? warps[lane] : Pair{-CUDART_INF_F, 0};
  over_warp();
  return mine;
}

/// One block makes one row.
template <bool kWide>
__global__ void softmax_rows(const float* in, float* out, int columns) {
  in += size_t{blockIdx.x} * columns;
  out += size_t{blockIdx.x} * columns;
  const int parts = parts_of(columns);
  Pair mine = {-CUDART_INF_F, 0};
  if (parts <= kParts) {  // the thread's values stay in registers
    float4 kept[kParts];
    for (int k = 0; k < kParts; ++k) kept[k] = load_part<kWide>(in, k, columns);
    for (auto& v : kept) mine.largest = fmaxf(mine.largest, largest_of(v));
    for (auto& v : kept) {
      v = exponentials(v, mine.largest);
      mine.sum += sum_of(v);
    }
    const Pair all = over_row(mine);
    const float factor =
        all.sum == 0 ? 0 : scaled(mine.largest, all.largest) / all.sum;
    for (int k = 0; k < kParts; ++k) {
      store_part<kWide>(out, k, columns, times(kept[k], factor));
    }
    return;
  }
#pragma unroll 4
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    for (const float value : {v.x, v.y, v.z, v.w}) {
      const float largest = fmaxf(mine.largest, value);
      mine.sum =
          mine.sum * scaled(mine.largest, largest) + scaled(value, largest);
      mine.largest = largest;
    }
  }
  const Pair all = over_row(mine);
  const float factor = all.sum == 0 ? 0 : 1 / all.sum;
#pragma unroll 4
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    store_part<kWide>(out, k, columns,
                      times(exponentials(v, all.largest), factor));
  }
}
