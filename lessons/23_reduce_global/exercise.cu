// SPDX-License-Identifier: MIT
// Adds an array in global memory. Each thread adds every (kBlocks x
// kThreads)-th value; then the threads of a block add up their sums as a tree,
// and the host adds the blocks' sums.
#include <vector>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;
constexpr int kBlocks = 26;  // two for each multiprocessor of a Tesla K20m

// task-begin
// TODO: this code is from an article, and somebody has begun to repair it. The
// check and its reports tell what is still wrong, in the kernel and on the
// host. No call is checked, either.

/// partial[block] = the sum of what the block's threads add up.
__global__ void reduce(int* vec, int* partial, int count) {
  const int tid = blockIdx.x * kThreads + threadIdx.x;
  int sum = 0;
  for (int i = tid; i < count; i += kBlocks * kThreads) sum += vec[i];
  vec[tid] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) vec[tid] += vec[tid + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = vec[tid];
}

int device_sum(const int* in, int count) {
  int* partial = nullptr;
  cudaMalloc(&partial, kBlocks * sizeof(int));
  cudaMalloc(&partial, kBlocks * kThreads * sizeof(int));
  reduce<<<kBlocks, kThreads>>>(const_cast<int*>(in), partial, count);
  std::vector<int> sums(kBlocks);
  cudaMemcpy(sums.data(), partial, kBlocks * sizeof(int),
             cudaMemcpyDeviceToHost);
  int sum = 0;
  for (const int one : sums) sum += one;
  cudaFree(partial);
  return sum;
}

int host_sum(const int* /*values*/, int count) {
  std::vector<int> nums(count);
  int* in = nullptr;
  cudaMalloc(&in, count * sizeof(int));
  cudaMemcpy(in, nums.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  return device_sum(in, count);
}
// task-end
