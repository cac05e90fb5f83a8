// SPDX-License-Identifier: MIT
// An array on the device that frees itself. New arrays are poisoned, so that
// an element nobody wrote is seen. Knows nothing of what an array holds.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <exception>
#include <vector>

#include "common/counters.h"
#include "common/error_name.h"

namespace lockstep {

/// A call that failed. It has no std::string: nvcc would read <string> for each
/// program, a quarter of the time that a small one takes.
class CallFailed : public std::exception {
 public:
  CallFailed(const char* call, const char* name, const char* why) {
    std::snprintf(text_, sizeof text_, "%s: %s: %s", call, name, why);
  }
  const char* what() const noexcept override { return text_; }

 private:
  char text_[200];
};

/// `size()` elements of T on the device; every byte is 0xff at first: a NaN
/// for a float or double, -1 for an int. On a GPU a fence of 256 such bytes
/// stands on either side; the emulator needs none, it names the line of every
/// stray access. A call that fails throws, so that only one test case ends.
template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t size)
      : bytes_(size * sizeof(T)), fence_(counters_available() ? 0 : 256) {
    const size_t all = fence_ + bytes_ + fence_;
    must(cudaMalloc(reinterpret_cast<void**>(&base_), all), "cudaMalloc");
    if (all > 0) must(cudaMemset(base_, 0xff, all), "cudaMemset");
  }
  explicit DeviceBuffer(const std::vector<T>& values)
      : DeviceBuffer(values.size()) {
    upload(values);
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { cudaFree(base_); }

  size_t size() const { return bytes_ / sizeof(T); }
  T* data() const { return reinterpret_cast<T*>(base_ + fence_); }

  /// Copies `values`, which must be `size()` many, to the device.
  void upload(const std::vector<T>& values) {
    if (values.size() != size()) {
      throw CallFailed("upload", "wrong size", "it must be size() values");
    }
    copy(data(), values.data(), bytes_);
  }

  /// Waits for the device, then copies the values back.
  std::vector<T> download() const {
    must(cudaGetLastError(), "launch");
    must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    std::vector<T> values(size());
    copy(values.data(), data(), bytes_);
    return values;
  }

  /// True when nobody wrote just before or just behind the array.
  bool fences_intact() const {
    std::vector<char> both(2 * fence_);
    copy(both.data(), base_, fence_);
    copy(both.data() + fence_, base_ + fence_ + bytes_, fence_);
    return both == std::vector<char>(2 * fence_, '\xff');
  }

 private:
  static void must(cudaError_t error, const char* call) {
    if (error == cudaSuccess) return;
    throw CallFailed(call, cudaGetErrorName(error), cudaGetErrorString(error));
  }
  static void copy(void* to, const void* from, size_t bytes) {
    if (bytes > 0) must(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "copy");
  }

  size_t bytes_, fence_;
  char* base_ = nullptr;
};

}  // namespace lockstep
