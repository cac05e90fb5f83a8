// SPDX-License-Identifier: MIT
// caught by: case "works for every block size"
// For 64 threads and more there is a step of 32, and the
// tail begins with 32 again.

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
#pragma unroll
  for (int half = kThreads / 2; half > 16; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
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
