// SPDX-License-Identifier: MIT
// caught by: case "two shuffles a step for 64 bits"
// caught by: case "sums int and 64-bit values"
// One way for all types: ints take twice the shuffles, and 64-bit integers lose
// bits.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

// task-begin
template <typename T>
__device__ T segment_sum(T own, int width) {
  double value = own;
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return static_cast<T>(value);
}

__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
// task-end

template <typename In, typename Sum>
__global__ void segments_kernel(const In* in, Sum* sums, int count, int width) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  In value{};  // 0, for a lane without a value
  if (i < count) value = in[i];
  const Sum sum = segment_sum(value, width);
  if (i % width == 0 && i < count) sums[i / width] = sum;
}

template <typename In, typename Sum>
void launch(const In* in, Sum* sums, int count, int width) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  segments_kernel<<<blocks, kThreads>>>(in, sums, count, width);
  CUDA_CHECK(cudaGetLastError());
}

void sum_segments(const int* in, int* sums, int count, int width) {
  launch(in, sums, count, width);
}
void sum_segments(const long long* in, long long* sums, int count, int width) {
  launch(in, sums, count, width);
}
void sum_segments(const double* in, double* sums, int count, int width) {
  launch(in, sums, count, width);
}
void sum_segments(const __half2* in, float2* sums, int count, int width) {
  launch(in, sums, count, width);
}
