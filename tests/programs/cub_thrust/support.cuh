// SPDX-License-Identifier: MIT
// Device memory, numbers and verdicts for the parts of this program.
#pragma once

#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

// No multiple of anything; the algorithms have kernels of their own for few.
constexpr int kCounts[] = {10007, 101};

/// Device memory that frees itself.
template <class T>
struct Device {
  explicit Device(size_t n) : count(n) {
    CUDA_CHECK(cudaMalloc(&data, n * sizeof(T)));
  }
  explicit Device(const std::vector<T>& values) : Device(values.size()) {
    CUDA_CHECK(cudaMemcpy(data, values.data(), count * sizeof(T),
                          cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { CUDA_CHECK(cudaFree(data)); }
  std::vector<T> host(size_t n) const {
    std::vector<T> values(n);
    CUDA_CHECK(
        cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* data = nullptr;
  size_t count;
};

/// `count` numbers in [0, limit), the same ones each time.
inline std::vector<int> numbers(int limit, int count) {
  std::vector<int> values(count);
  unsigned state = 1;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 8) % limit;
  }
  return values;
}

inline int size(const std::vector<int>& values) {
  return static_cast<int>(values.size());
}

inline void report(const char* name, bool right) {
  std::printf("%s: %s\n", name, right ? "right" : "WRONG");
}
