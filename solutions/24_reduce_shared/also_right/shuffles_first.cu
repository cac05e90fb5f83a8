// SPDX-License-Identifier: MIT
// Right as well: a tree of shuffles in each warp, and one more for the sums of
// the warps (lessons 29 and 33). One barrier, and a float per warp.

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];  // one float per warp
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  const unsigned all = blockDim.x < 32 ? (1u << blockDim.x) - 1 : 0xffffffff;
  const int lanes = min(32, blockDim.x), warps = (blockDim.x + 31) / 32;
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(all, sum, offset);
  }
  if (t % 32 == 0) cache[t / 32] = sum;
  __syncthreads();
  if (t >= lanes) return;  // no barrier follows
  sum = t < warps ? cache[t] : 0;
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(all, sum, offset);
  }
  if (t == 0) sums[blockIdx.x] = sum;
}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  const int warps = (threads + 31) / 32;
  add_up<<<blocks, threads, warps * sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
