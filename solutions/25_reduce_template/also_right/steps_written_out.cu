// SPDX-License-Identifier: MIT
// Right as well: the steps stand one by one, and `if constexpr` keeps those
// that the size has.

template <int kThreads>
__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  __shared__ float cache[kThreads];
  const int t = threadIdx.x, grid = gridDim.x * kThreads;
  float sum = 0;
  int i = blockIdx.x * kThreads + t;
  for (; i + grid < n; i += 2 * grid) sum += in[i] + in[i + grid];
  if (i < n) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  if constexpr (kThreads >= 1024) {
    if (t < 512) cache[t] += cache[t + 512];
    __syncthreads();
  }
  if constexpr (kThreads >= 512) {
    if (t < 256) cache[t] += cache[t + 256];
    __syncthreads();
  }
  if constexpr (kThreads >= 256) {
    if (t < 128) cache[t] += cache[t + 128];
    __syncthreads();
  }
  if constexpr (kThreads >= 128) {
    if (t < 64) cache[t] += cache[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    if (kThreads >= 64) cache[t] += cache[(t + 32) % kThreads];
#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
      __syncwarp();
      if (t < half) cache[t] += cache[t + half];
    }
    if (t == 0) sums[blockIdx.x] = cache[0];
  }
}

bool reduce(const float* in, float* sums, int n, int blocks, int threads) {
  switch (threads) {
    case 32:
      add_up<32><<<blocks, 32>>>(in, sums, n);
      break;
    case 64:
      add_up<64><<<blocks, 64>>>(in, sums, n);
      break;
    case 128:
      add_up<128><<<blocks, 128>>>(in, sums, n);
      break;
    case 256:
      add_up<256><<<blocks, 256>>>(in, sums, n);
      break;
    case 512:
      add_up<512><<<blocks, 512>>>(in, sums, n);
      break;
    case 1024:
      add_up<1024><<<blocks, 1024>>>(in, sums, n);
      break;
    default:
      return false;
  }
  CUDA_CHECK(cudaGetLastError());
  return true;
}
