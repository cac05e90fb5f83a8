// SPDX-License-Identifier: MIT
// caught by: case "a barrier stands only between warps"
// The host waits until the kernel has ended, in each call.

template <int kThreads>
__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  __shared__ float cache[kThreads];
  const int t = threadIdx.x, grid = gridDim.x * kThreads;
  float sum = 0;
  // Two values per round: two loads in flight, and half as many branches. When
  // the loop ends, one value may be left.
  int i = blockIdx.x * kThreads + t;
  for (; i + grid < n; i += 2 * grid) sum += in[i] + in[i + grid];
  if (i < n) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  // Every bound is a constant: the compiler writes the steps one by one, and
  // only those that this size has. The last step here leaves 64 values.
#pragma unroll
  for (int half = kThreads / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];  // two warps or more
    __syncthreads();                            // they wait for each other
  }
  // One warp is enough now, and its lanes wait only for each other.
  if (t < 32) {
    if (kThreads >= 64) cache[t] += cache[(t + 32) % kThreads];
#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
      __syncwarp();  // also orders what the lanes stored and load now
      if (t < half) cache[t] += cache[t + half];
    }
    if (t == 0) sums[blockIdx.x] = cache[0];
  }
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
  CUDA_CHECK(cudaDeviceSynchronize());
  return true;
}
