// SPDX-License-Identifier: MIT
// Sums segments of `width` lanes: 1, 2, 4, 8, 16 or 32, so a warp holds whole
// segments. Each lane works on one value. Blocks have 256 threads, so every
// warp starts with 32 lanes; the last warps may have fewer values than lanes.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps per block

// task-begin
/// The sum of the segment's `width` values, right in its first lane.
template <typename T>
__device__ T segment_sum(T value, int width) {
  // Begin at half a segment, not at 16: then no first lane reads a neighbour.
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  // To float before the first addition: what half drops is lost for good.
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
