// SPDX-License-Identifier: MIT
// clang-format off
// An #if that chooses code by the architecture.
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
#if __CUDA_ARCH__ >= 800
  sum = __reduce_add_sync(0xffffffff, sum);
#else
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
#endif
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
  // task-end
