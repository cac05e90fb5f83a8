// SPDX-License-Identifier: MIT
// The three rungs of rungs.cuh compute the same y. On the emulator: what one
// row of 1024 values costs a warp, next to the products themselves. On a GPU:
// time and bytes per second for a large matrix.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

using lockstep::DeviceBuffer;

using Matvec = void (*)(const double*, const double*, double*, int, int);

constexpr int kLoads = 2 * 32;  // of A and x, for a row of 1024 values

void count(const char* name, Matvec matvec) {
  constexpr int kRows = 16, kColumns = 1024;
  const DeviceBuffer<double> a(std::vector<double>(kRows * kColumns, 1.0));
  const DeviceBuffer<double> x(std::vector<double>(kColumns, 1.0)), y(kRows);
  const lockstep::Recording recording;
  matvec(a.data(), x.data(), y.data(), kRows, kColumns);
  y.download();
  const SimtCounters all = recording.total();
  const auto a_row = [&](uint64_t n) { return static_cast<int>(n / kRows); };
  std::printf("%-9s %8d %8d %8d %8d %9d\n", name,
              a_row(all.global_load.requests) - kLoads,
              a_row(all.global_store.requests),
              a_row(all.shared_load.requests + all.shared_store.requests),
              a_row(all.warp_barriers), a_row(all.shuffles));
}

void measure(const char* name, Matvec matvec) {
  constexpr int kSide = 8192, kTimes = 20;
  constexpr int kWarmUp = 200;  // the first ones are slower
  const DeviceBuffer<double> a(size_t(kSide) * kSide), x(kSide), y(kSide);
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  for (int i = 0; i < kWarmUp; ++i) {
    matvec(a.data(), x.data(), y.data(), kSide, kSide);
  }
  CUDA_CHECK(cudaEventRecord(begin));
  for (int i = 0; i < kTimes; ++i) {
    matvec(a.data(), x.data(), y.data(), kSide, kSide);
  }
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  std::printf("%-9s %8.3f %8.0f\n", name, ms / kTimes,
              double(a.size()) * sizeof(double) * kTimes / ms / 1e6);
}

/// Each lane holds a value of two rows; both rows are added up in five
/// shuffles, not ten.
__global__ void add_two_rows(const float* upper, const float* lower,
                             float* sums) {
  const int lane = threadIdx.x;
  const float up = upper[lane], low = lower[lane];
  const bool keep_upper = lane < 16;
  float sum = keep_upper ? up : low;
  sum += __shfl_xor_sync(0xffffffff, keep_upper ? low : up, 16);
  for (int offset = 8; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  // both rows
  }
  if (lane % 16 == 0) sums[lane / 16] = sum;
}

void show_two_rows() {
  const DeviceBuffer<float> upper(std::vector<float>(32, 1.0f));
  const DeviceBuffer<float> lower(std::vector<float>(32, 10.0f)), sums(2);
  add_two_rows<<<1, 32>>>(upper.data(), lower.data(), sums.data());
  CUDA_CHECK(cudaGetLastError());
  const auto both = sums.download();
  std::printf("32 floats of 1 and 32 of 10 in five shuffles: %.0f and %.0f\n\n",
              both[0], both[1]);
}

int main() {
  show_two_rows();
  const bool emulator = lockstep::counters_available();
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  if (emulator) {
    std::printf("for one row of 1024 values, besides %d loads\n", kLoads);
    std::printf("%-9s %8s %8s %8s %8s %9s\n", "rung", "loads", "stores",
                "shared", "barriers", "shuffles");
  } else {
    std::printf("8192 x 8192 doubles on %s\n", device.name);
    std::printf("%-9s %8s %8s\n", "rung", "ms", "GB/s");
  }
  const auto show = emulator ? count : measure;
  show("global", rungs::matvec_global);
  show("shared", rungs::matvec_shared);
  show("shuffles", rungs::matvec_shuffles);
}
