// SPDX-License-Identifier: MIT
// Right as well: the upper half adds the lower one, so the last warp remains.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float per thread, of this block only
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;  // stays 0 for a thread without a value
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;  // t, not i: every block has its own cache
  __syncthreads();

  // From the top: the sum of the block ends in the last place.
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t >= blockDim.x - half) cache[t] += cache[t - half];
    __syncthreads();
  }
  if (t == blockDim.x - 1) sums[blockIdx.x] = cache[t];
}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads, threads * sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
