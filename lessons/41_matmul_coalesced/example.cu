// SPDX-License-Identifier: MIT
// One warp computes 32 values of C = A B, first one in each of 32 rows, then 32
// of one row. Which words do its lanes touch, and how many sectors is that?
#include <cstdio>

#include "common/compare.h"
#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kSide = 32;  // all matrices are 32 x 32; lane t gets number t

struct LaneIsRow {
  static constexpr const char* kName = "lane = row of C";
  static __host__ __device__ int row(int lane) { return lane; }
  static __host__ __device__ int column(int) { return 5; }
};
struct LaneIsColumn {
  static constexpr const char* kName = "lane = column of C";
  static __host__ __device__ int row(int) { return 5; }
  static __host__ __device__ int column(int lane) { return lane; }
};

template <typename Way>
__global__ void one_warp(const float* a, const float* b, float* c) {
  const int i = Way::row(threadIdx.x), j = Way::column(threadIdx.x);
  float sum = 0;
  for (int l = 0; l < kSide; ++l) sum += a[i * kSide + l] * b[l * kSide + j];
  c[i * kSide + j] = sum;
}

void show_line(const char* access, int lane0, int lane1, int lane31,
               const SimtTraffic& moved) {
  std::printf("  %-8s %6d %6d %7d", access, lane0, lane1, lane31);
  if (moved.requests > 0) {
    std::printf(" %19.0f\n", double(moved.sectors) / moved.requests);
  } else {
    std::printf(" %19s\n", "-");  // a GPU does not count
  }
}

template <typename Way>
void show() {
  const DeviceBuffer<float> a(
      lockstep::distinct_values<float>(kSide * kSide, 1));
  const DeviceBuffer<float> b(
      lockstep::distinct_values<float>(kSide * kSide, 2));
  const DeviceBuffer<float> c(kSide * kSide);
  const lockstep::Recording recording;
  one_warp<Way><<<1, kSide>>>(a.data(), b.data(), c.data());
  CUDA_CHECK(cudaGetLastError());
  c.download();
  const auto in_a = [](int lane) { return Way::row(lane) * kSide; };
  const auto in_b = [](int lane) { return Way::column(lane); };
  const auto in_c = [&](int lane) { return in_a(lane) + in_b(lane); };
  std::printf("%s\n", Way::kName);
  show_line("load A", in_a(0), in_a(1), in_a(31),
            recording.traffic(a.data()).loads);
  show_line("load B", in_b(0), in_b(1), in_b(31),
            recording.traffic(b.data()).loads);
  show_line("store C", in_c(0), in_c(1), in_c(31),
            recording.traffic(c.data()).stores);
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-10s %6s %6s %7s %19s\n", "word of", "lane 0", "lane 1",
              "lane 31", "sectors per request");
  show<LaneIsRow>();
  show<LaneIsColumn>();
}
