// SPDX-License-Identifier: MIT
// What the eight programs share: errors end the program, numbers are the same
// in each run.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                        \
  do {                                                                     \
    const cudaError_t error_ = (call);                                     \
    if (error_ != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_)); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (false)

inline unsigned mixed(unsigned i) {
  i ^= i >> 16;
  i *= 0x7feb352du;
  i ^= i >> 15;
  i *= 0x846ca68bu;
  return i ^ i >> 16;
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  T* p = nullptr;
  CHECK(cudaMalloc(&p, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return p;
}

template <typename T>
std::vector<T> from_device(const T* p, size_t count) {
  std::vector<T> values(count);
  CHECK(
      cudaMemcpy(values.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

inline int verdict(bool right) {
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
