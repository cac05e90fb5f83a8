// SPDX-License-Identifier: MIT
// What both programs of lesson 55 need beside their kernels: factors, the look
// at a result, a median.
#pragma once

#include <cuda_bf16.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bf16_bench {

using bf16 = __nv_bfloat16;

/// Values that look like normal random numbers.
__global__ void fill(bf16* values, size_t count, uint32_t salt) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint32_t x = (uint32_t(i) + 1) * 2654435761u ^ salt;
  float sum = 0;  // of eight even values: near enough to normal
  for (int j = 0; j < 8; ++j) {
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    sum += float(x >> 8) / (1 << 24) - 0.5f;
  }
  values[i] = __float2bfloat16(sum);
}

/// Counts values that differ by more than the rounding of bf16, and of sums in
/// another order.
__global__ void differences(const bf16* got, const bf16* expected, size_t count,
                            float small, unsigned long long* wrong) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float x = got[i], y = expected[i];
  if (!(fabsf(x - y) <= fabsf(y) / 128 + small)) atomicAdd(wrong, 1ull);
}

/// The median.
inline double middle(std::vector<double> all) {
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

}  // namespace bf16_bench
