// SPDX-License-Identifier: MIT
// caught by: case "one wavefront per request"
// All threads add to one word: the hardware takes them one after another.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float per thread, of this block only
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;  // stays 0 for a thread without a value
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;  // t, not i: every block has its own cache
  __syncthreads();

  if (t > 0) atomicAdd(&cache[0], cache[t]);
  __syncthreads();
  if (t == 0) sums[blockIdx.x] = cache[0];
}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads, threads * sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
