// SPDX-License-Identifier: MIT
// caught by: case "one barrier per step, and half of the warps fall idle"
// The host waits until the kernel has ended, in each call.

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

template <typename T>
__global__ void find(const T* in, int n, Extremes* out) {
  // Four arrays: structures of 16 bytes would put the words of 32 lanes into
  // 8 banks.
  __shared__ float low[1024], high[1024];
  __shared__ int low_at[1024], high_at[1024];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  Extremes mine = nothing();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) {
    mine = combine(mine, entry(in, i));
  }
  low[t] = mine.low;
  high[t] = mine.high;
  low_at[t] = mine.low_at;
  high_at[t] = mine.high_at;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) {
      const int u = t + half;
      mine = combine(mine, {low[u], high[u], low_at[u], high_at[u]});
      low[t] = mine.low;
      high[t] = mine.high;
      low_at[t] = mine.low_at;
      high_at[t] = mine.high_at;
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = mine;
}

void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find<<<blocks, threads>>>(in, n, partial);
  CUDA_CHECK(cudaGetLastError());
  find<<<1, threads>>>(partial, blocks, result);
  CUDA_CHECK(cudaDeviceSynchronize());
}
