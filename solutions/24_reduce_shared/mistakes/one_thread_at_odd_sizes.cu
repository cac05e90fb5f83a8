// SPDX-License-Identifier: MIT
// caught by: case "each value is read once"
// Only whole rounds are shared. For every other size one thread per block does
// the work of all.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float per thread, of this block only
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;
  if (n % grid == 0) {
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  } else if (t == 0) {  // the slow way for all other sizes
    for (int i = blockIdx.x * blockDim.x; i < n; i += grid) {
      for (int k = i; k < n && k < i + blockDim.x; ++k) sum += in[k];
    }
  }
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
  CUDA_CHECK(cudaGetLastError());
}
