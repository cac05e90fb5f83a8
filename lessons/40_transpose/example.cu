// SPDX-License-Identifier: MIT
// The three rungs of rungs.cuh transpose one matrix. On the emulator: what
// each of them moves, and its wavefronts in shared memory. On a GPU: time and
// bytes per second for a large matrix, beside a plain copy.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

using lockstep::DeviceBuffer;

using Transpose = void (*)(const float*, float*, int, int);

void count(const char* name, Transpose transpose) {
  constexpr int kRows = 128, kColumns = 192;
  const DeviceBuffer<float> in(kRows * kColumns), out(kRows * kColumns);
  CUDA_CHECK(cudaMemset(in.data(), 0, in.size() * sizeof(float)));
  const lockstep::Recording recording;
  transpose(in.data(), out.data(), kRows, kColumns);
  out.download();
  const SimtCounters all = recording.total();
  std::printf("%-8s %8d %8d %10d %10d %10d\n", name,
              static_cast<int>(all.global_load.sectors),
              static_cast<int>(all.global_store.sectors),
              static_cast<int>(all.shared_store.wavefronts),
              static_cast<int>(all.shared_load.wavefronts),
              static_cast<int>(recording.list()[0].static_shared_bytes));
}

void copy(const float* in, float* out, int rows, int columns) {
  const size_t bytes = sizeof(float) * rows * columns;
  CUDA_CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice));
}

void measure(const char* name, Transpose transpose) {
  constexpr int kSide = 8192, kTimes = 20;
  constexpr int kWarmUp = 200;  // the first ones are slower
  const DeviceBuffer<float> in(size_t(kSide) * kSide), out(in.size());
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  for (int i = 0; i < kWarmUp; ++i) {
    transpose(in.data(), out.data(), kSide, kSide);
  }
  CUDA_CHECK(cudaEventRecord(begin));
  for (int i = 0; i < kTimes; ++i) {
    transpose(in.data(), out.data(), kSide, kSide);
  }
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  const double bytes = 2.0 * sizeof(float) * in.size();  // in and out
  std::printf("%-8s %8.3f %8.0f\n", name, ms / kTimes,
              bytes * kTimes / ms / 1e6);
}

int main() {
  const bool emulator = lockstep::counters_available();
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  if (emulator) {
    std::printf("%-8s %17s %21s\n", "", "sectors", "wavefronts");
    std::printf("%-8s %8s %8s %10s %10s %10s\n", "rung", "loaded", "stored",
                "stores", "loads", "bytes");
  } else {
    std::printf("8192 x 8192 floats on %s\n", device.name);
    std::printf("%-8s %8s %8s\n", "rung", "ms", "GB/s");
    measure("copy", copy);
  }
  const auto show = emulator ? count : measure;
  show("naive", rungs::transpose_naive);
  show("tile", rungs::transpose_tiled);
  show("padded", rungs::transpose_padded);
}
