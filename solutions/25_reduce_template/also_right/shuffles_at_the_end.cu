// SPDX-License-Identifier: MIT
// Right as well: the last warp uses shuffles (lesson 29).

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
  for (int half = kThreads / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < 32) {
    float all = cache[t];
    if (kThreads >= 64) all += cache[(t + 32) % kThreads];
    for (int offset = 16; offset > 0; offset /= 2) {
      all += __shfl_down_sync(0xffffffff, all, offset);
    }
    if (t == 0) sums[blockIdx.x] = all;
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
