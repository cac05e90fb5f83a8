// SPDX-License-Identifier: MIT
// Right as well: shuffles inside the warps, then one warp for their entries
// (lesson 29). One barrier per launch.

// An entry without values: every value is better than these.
__device__ Extremes nothing() { return {INFINITY, -INFINITY, 0, 0}; }

// Equal values are compared by place: in the tree, and even in the rounds of
// two threads, the left one is not always the one that stands first.
__device__ Extremes combine(Extremes a, const Extremes& b) {
  if (b.low < a.low || (b.low == a.low && b.low_at < a.low_at)) {
    a.low = b.low;
    a.low_at = b.low_at;
  }
  if (b.high > a.high || (b.high == a.high && b.high_at < a.high_at)) {
    a.high = b.high;
    a.high_at = b.high_at;
  }
  return a;
}

// What element i of the array, or entry i of the blocks, stands for.
__device__ Extremes entry(const float* in, int i) {
  return {in[i], in[i], i, i};
}
__device__ Extremes entry(const Extremes* in, int i) { return in[i]; }

__device__ Extremes combine_warp(Extremes mine) {
  for (int offset = 16; offset > 0; offset /= 2) {
    const Extremes other = {__shfl_down_sync(0xffffffff, mine.low, offset),
                            __shfl_down_sync(0xffffffff, mine.high, offset),
                            __shfl_down_sync(0xffffffff, mine.low_at, offset),
                            __shfl_down_sync(0xffffffff, mine.high_at, offset)};
    mine = combine(mine, other);
  }
  return mine;
}

template <typename T>
__global__ void find(const T* in, int n, Extremes* out) {
  __shared__ float low[32], high[32];
  __shared__ int low_at[32], high_at[32];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  Extremes mine = nothing();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) {
    mine = combine(mine, entry(in, i));
  }
  mine = combine_warp(mine);
  if (t % 32 == 0) {
    low[t / 32] = mine.low;
    high[t / 32] = mine.high;
    low_at[t / 32] = mine.low_at;
    high_at[t / 32] = mine.high_at;
  }
  __syncthreads();
  if (t >= 32) return;  // no barrier follows
  mine = nothing();
  if (t < blockDim.x / 32) mine = {low[t], high[t], low_at[t], high_at[t]};
  mine = combine_warp(mine);
  if (t == 0) out[blockIdx.x] = mine;
}

void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find<<<blocks, threads>>>(in, n, partial);
  CUDA_CHECK(cudaGetLastError());
  find<<<1, threads>>>(partial, blocks, result);
  CUDA_CHECK(cudaGetLastError());
}
