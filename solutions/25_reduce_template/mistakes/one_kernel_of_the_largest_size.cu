// SPDX-License-Identifier: MIT
// caught by: case "works for every block size"
// All sizes get the kernel of 1024 threads, which reads sums that nobody
// stored.

template <int kThreads>
__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  __shared__ float cache[kThreads];
  const int t = threadIdx.x, grid = gridDim.x * kThreads;
  float sum = 0;
  // Two values per round: two loads in flight, and half as many branches. When
  // the loop ends, one value may be left.
  int i = blockIdx.x * kThreads + t;
  for (; i + grid < n; i += 2 * grid) sum += in[i] + in[i + grid];
  if (i < n) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  // Every bound is a constant: the compiler writes the steps one by one, and
  // only those that this size has. The last step here leaves 64 values.
#pragma unroll
  for (int half = kThreads / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];  // two warps or more
    __syncthreads();                            // they wait for each other
  }
  // One warp is enough now, and its lanes wait only for each other.
  if (t < 32) {
    if (kThreads >= 64) cache[t] += cache[(t + 32) % kThreads];
#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
      __syncwarp();  // also orders what the lanes stored and load now
      if (t < half) cache[t] += cache[t + half];
    }
    if (t == 0) sums[blockIdx.x] = cache[0];
  }
}

bool reduce(const float* in, float* sums, int n, int blocks, int threads) {
  if (threads < 32 || threads > 1024 || (threads & (threads - 1))) return false;
  add_up<1024><<<blocks, threads>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
  return true;
}
