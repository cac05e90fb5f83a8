// SPDX-License-Identifier: MIT
// What this GPU can do at best, measured: reading memory, and float multiply
// and add. Nothing that a lesson times can be faster for long.
#pragma once

#include "bench/timing.h"
#include "common/device_buffer.h"

namespace limits {

constexpr int kThreads = 512, kBlocksEach = 16;  // blocks of a multiprocessor
constexpr unsigned kNever = 0x9e3779b9;          // no sum of zeros

/// Loads every word and stores none; the compiler cannot know that.
__global__ void read_all(const uint4* in, size_t count, unsigned* out) {
  const size_t step = size_t(gridDim.x) * kThreads;
  unsigned mixed = 0;
#pragma unroll 4
  for (size_t i = size_t(blockIdx.x) * kThreads + threadIdx.x; i < count;
       i += step) {
    const uint4 four = in[i];
    mixed ^= four.x ^ four.y ^ four.z ^ four.w;
  }
  if (mixed == kNever) *out = mixed;
}

constexpr int kChains = 16;  // multiply-adds that do not wait for each other

/// kChains * rounds multiply-adds per thread.
__global__ void multiply_add(float factor, int rounds, float* out) {
  float sums[kChains];
  for (int c = 0; c < kChains; ++c) sums[c] = float(threadIdx.x + c);
#pragma unroll 4
  for (int r = 0; r < rounds; ++r) {
    for (int c = 0; c < kChains; ++c) sums[c] = sums[c] * factor + factor;
  }
  float all = 0;
  for (int c = 0; c < kChains; ++c) all += sums[c];
  if (all == float(kNever)) *out = all;
}

inline int blocks() {
  int processors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return processors * kBlocksEach;
}

/// Milliseconds to read `bytes` of device memory, a multiple of 16.
inline double read_ms(size_t bytes) {
  lockstep::DeviceBuffer<uint4> in(bytes / sizeof(uint4));
  lockstep::DeviceBuffer<unsigned> out(1);
  CUDA_CHECK(cudaMemset(in.data(), 0, bytes));
  return median_ms(15, 3, [&] {
    read_all<<<blocks(), kThreads>>>(in.data(), bytes / sizeof(uint4),
                                     out.data());
  });
}

/// Milliseconds to copy `bytes` within device memory, so to read them and to
/// write as many; the least time of a kernel that reads and writes that much.
inline double copy_ms(size_t bytes) {
  lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 0x11, bytes));
  return median_ms(15, 3, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice, nullptr));
  });
}

/// Float operations a millisecond, divided by 10^9: TFLOP/s. A multiply-add
/// counts as two.
inline double teraflops() {
  constexpr int kRounds = 4096;
  lockstep::DeviceBuffer<float> out(1);
  const double ms = median_ms(15, 3, [&] {
    multiply_add<<<blocks(), kThreads>>>(0.5f, kRounds, out.data());
  });
  return 2.0 * kChains * kRounds * kThreads * blocks() / ms / 1e9;
}

}  // namespace limits
