// SPDX-License-Identifier: MIT
// caught by: case "one barrier per step"
// The host waits until the kernel has ended, in each call.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float per thread, of this block only
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;  // stays 0 for a thread without a value
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;  // t, not i: every block has its own cache
  __syncthreads();

  // Halves, not neighbours: the threads that add are the first ones, so whole
  // warps fall idle, and a warp reads 32 words in a row, so no bank waits.
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();  // outside of the if: all threads of the block come here
  }
  if (t == 0) sums[blockIdx.x] = cache[0];
}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads, threads * sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaDeviceSynchronize());
}
