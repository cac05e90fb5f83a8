// SPDX-License-Identifier: MIT
// Right as well: shuffles in all warps, and a word per warp (lesson 33).

template <int kThreads>
__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  __shared__ float cache[kThreads / 32];
  const int t = threadIdx.x, grid = gridDim.x * kThreads;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += grid) sum += in[i];
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (t % 32 == 0) cache[t / 32] = sum;
  __syncthreads();
  if (t >= 32) return;  // no barrier follows
  constexpr int kWarps = kThreads / 32;
  sum = t < kWarps ? cache[t % kWarps] : 0;
#pragma unroll
  for (int offset = kWarps / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (t == 0) sums[blockIdx.x] = sum;
}

/// A template makes code only for sizes that stand in the source.
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
