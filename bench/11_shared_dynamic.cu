// SPDX-License-Identifier: MIT
// Lesson 11 on a GPU: the means of 2^26 readings in rows of 256 and of 64, with
// each thread loading its seven, with shared memory whose size comes with the
// launch, and with static room for the longest row. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/11_shared_dynamic
//     bench/11_shared_dynamic.cu -o /tmp/bench11 && /tmp/bench11
// The share: the time to copy as many bytes as a reading and its mean have.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/11_shared_dynamic/solution.cu"
}

namespace {

constexpr int kReadings = 1 << 26, kRuns = 15;
constexpr size_t kBytes = size_t(kReadings) * (8 + 1 + 8);

/// Each thread loads the seven readings that it needs.
__global__ void load_seven(const double* value, const unsigned char* good,
                           double* out) {
  const int columns = blockDim.x, j = threadIdx.x;
  const int i = blockIdx.x * columns + j;
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (good[i + k - j]) sum += value[i + k - j], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

/// Room for the longest row, whatever comes.
__global__ void static_room(const double* value, const unsigned char* good,
                            double* out) {
  __shared__ double values[1024];
  __shared__ unsigned char marks[1024];
  const int columns = blockDim.x, j = threadIdx.x;
  const int i = blockIdx.x * columns + j;
  values[j] = value[i];
  marks[j] = good[i];
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (marks[k]) sum += values[k], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

__device__ double value_of(int i) {
  return double(unsigned(i) * 2654435761u >> 12);
}
__device__ bool good_of(int i) { return i % 3 != 0; }

__global__ void fill(double* value, unsigned char* good) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  value[i] = value_of(i);
  good[i] = good_of(i);
}

/// One thread per reading; counts the means that are wrong.
__global__ void judge(const double* out, int columns, int* wrong) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = i % columns;
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (good_of(i + k - j)) sum += value_of(i + k - j), ++count;
  }
  if (out[i] != (count > 0 ? sum / count : 0)) atomicAdd(wrong, 1);
}

struct Bench {
  lockstep::DeviceBuffer<double> value{kReadings}, out{kReadings};
  lockstep::DeviceBuffer<unsigned char> good{kReadings};
  double copy_ms = 0;
  bool right = true;

  Bench() {
    const lockstep::DeviceBuffer<char> from(kBytes / 2), to(kBytes / 2);
    copy_ms = median_ms(kRuns, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), kBytes / 2,
                                 cudaMemcpyDeviceToDevice));
    });
    fill<<<kReadings / 256, 256>>>(value.data(), good.data());
  }

  template <typename Work>
  void row(const std::string& label, int columns, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, out.size() * 8));
    const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
    const double ms = median_ms(kRuns, 1, work);
    judge<<<kReadings / 256, 256>>>(out.data(), columns, wrong.data());
    const int count = wrong.download()[0];
    if (count > 0) std::printf("WRONG: %d means\n", count);
    right = right && count == 0;
    std::printf("%-28s %9.1f us %5.0f %%\n", label.c_str(), 1000 * ms,
                100 * copy_ms / ms);
  }

  void rows(const std::string& suffix, int columns) {
    const int count = kReadings / columns;
    row("before" + suffix, columns, [&] {
      load_seven<<<count, columns>>>(value.data(), good.data(), out.data());
    });
    row("room for 1024" + suffix, columns, [&] {
      static_room<<<count, columns>>>(value.data(), good.data(), out.data());
    });
    row("after" + suffix, columns, [&] {
      solution::average(value.data(), good.data(), out.data(), count, columns);
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d readings in rows of 256, then of 64 and of 32, limit: copying "
      "their 17 bytes each\n",
      device.name, kReadings);
  Bench bench;
  bench.rows("", 256);
  bench.rows(", rows of 64", 64);
  bench.rows(", rows of 32", 32);
  return bench.right ? 0 : 1;
}
