// SPDX-License-Identifier: MIT
// Right as well: compares in branches, so a place may be loaded in two of them.
// With a dynamic array the compiler does not load ahead of the question.

__device__ bool first(float v, int at, float w, int wat) {
  return v < w || (v == w && at < wat);
}
__device__ bool above(float v, int at, float w, int wat) {
  return v > w || (v == w && at < wat);
}

__device__ void tree(float low, int low_at, float high, int high_at,
                     Extremes* out) {
  extern __shared__ char raw[];
  const int T = blockDim.x, t = threadIdx.x;
  float* lows = (float*)raw;
  float* highs = lows + T;
  int* low_ats = (int*)(highs + T);
  int* high_ats = low_ats + T;
  lows[t] = low;
  highs[t] = high;
  low_ats[t] = low_at;
  high_ats[t] = high_at;
  __syncthreads();
  int live = T;
  while (live > 1) {
    const int half = (live + 1) / 2;
    if (t + half < live) {
      if (first(lows[t + half], low_ats[t + half], lows[t], low_ats[t])) {
        lows[t] = lows[t + half];
        low_ats[t] = low_ats[t + half];
      }
      if (above(highs[t + half], high_ats[t + half], highs[t], high_ats[t])) {
        highs[t] = highs[t + half];
        high_ats[t] = high_ats[t + half];
      }
    }
    __syncthreads();
    live = half;
  }
  if (t == 0) *out = {lows[0], highs[0], low_ats[0], high_ats[0]};
}
__global__ void find_among_values(const float* in, int n, Extremes* partial) {
  float low = INFINITY, high = -INFINITY;
  int la = 0x7fffffff, ha = 0x7fffffff;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    float v = in[i];
    if (v < low) {
      low = v;
      la = i;
    }
    if (v > high) {
      high = v;
      ha = i;
    }
  }
  tree(low, la, high, ha, partial + blockIdx.x);
}
__global__ void find_among_entries(const Extremes* partial, int count,
                                   Extremes* result) {
  float low = INFINITY, high = -INFINITY;
  int la = 0x7fffffff, ha = 0x7fffffff;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    Extremes e = partial[i];
    if (first(e.low, e.low_at, low, la)) {
      low = e.low;
      la = e.low_at;
    }
    if (above(e.high, e.high_at, high, ha)) {
      high = e.high;
      ha = e.high_at;
    }
  }
  tree(low, la, high, ha, result);
}
void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads) {
  find_among_values<<<blocks, threads, threads * sizeof(Extremes)>>>(in, n,
                                                                     partial);
  CUDA_CHECK(cudaGetLastError());
  find_among_entries<<<1, threads, threads * sizeof(Extremes)>>>(
      partial, blocks, result);
  CUDA_CHECK(cudaGetLastError());
}
