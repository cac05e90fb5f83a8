// SPDX-License-Identifier: MIT
// caught by: case "each block size has a kernel of its own"
// One kernel with the largest array serves all sizes.

__global__ void add_up(const float* in, float* sums, int n) {
  __shared__ float cache[1024];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = cache[0];
}

bool reduce(const float* in, float* sums, int n, int blocks, int threads) {
  if (threads < 32 || threads > 1024 || (threads & (threads - 1))) return false;
  add_up<<<blocks, threads>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
  return true;
}
