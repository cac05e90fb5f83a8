// SPDX-License-Identifier: MIT
// Right as well: shuffles inside the warps, then one atomic per warp.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float: the block's sum
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  const unsigned all = blockDim.x < 32 ? (1u << blockDim.x) - 1 : 0xffffffff;
  const int lanes = min(32, blockDim.x);
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(all, sum, offset);
  }
  if (t == 0) cache[0] = 0;
  __syncthreads();
  if (t % 32 == 0) atomicAdd(cache, sum);
  __syncthreads();
  if (t == 0) sums[blockIdx.x] = cache[0];
}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads, sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
