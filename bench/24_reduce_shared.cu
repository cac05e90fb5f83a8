// SPDX-License-Identifier: MIT
// Lesson 24 on a GPU: three trees that add 2^26 floats, with one value per
// thread, where the tree is most of the work, and with a grid that fills the
// device, where it is nearly none. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/24_reduce_shared
//     bench/24_reduce_shared.cu -o /tmp/bench24 && /tmp/bench24
// Prints median times of 15 runs of two launches: the sums of the blocks, and
// their sum by one block. The percentage is the time that reading the array
// takes, divided by the row's. Exit code 1 when a sum is wrong.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace neighbours {
#include "solutions/24_reduce_shared/mistakes/interleaved_modulo.cu"
}
namespace packed {
#include "solutions/24_reduce_shared/mistakes/interleaved_packed.cu"
}
namespace solution {
#include "solutions/24_reduce_shared/solution.cu"
}

namespace {

constexpr int kCount = 1 << 26, kThreads = 1024, kTimes = 15;
constexpr size_t kBytes = size_t(kCount) * sizeof(float);

struct Bench {
  lockstep::DeviceBuffer<float> in{kCount}, sums{kCount / kThreads}, out{1};
  float expected = 0;
  double limit_ms = limits::read_ms(kBytes);
  bool right = true;

  Bench() {
    std::vector<float> values(kCount);
    long long sum = 0;
    for (int i = 0; i < kCount; ++i) {
      const int value = int(i * 7919ll % 15) - 7;  // so that no sum rounds
      values[i] = float(value);
      sum += value;
    }
    in.upload(values);
    expected = float(sum);
  }

  template <typename Work>
  void row(const char* label, const Work& work) {
    const double ms = median_ms(kTimes, 1, work);
    const bool good = out.download()[0] == expected;
    std::printf("%-28s %9.1f us %5.0f %%%s\n", label, ms * 1e3,
                limit_ms / ms * 100, good ? "" : "  WRONG");
    right = right && good;
  }

  void tree(const char* label, decltype(&reduce) add, int blocks) {
    row(label, [&] {
      add(in.data(), sums.data(), kCount, blocks, kThreads);
      add(sums.data(), out.data(), blocks, 1, kThreads);
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 2^26 floats, 100 %% is the time of reading them\n",
              device.name);
  Bench bench;
  const int one = kCount / kThreads;               // blocks: a value per thread
  const int few = device.multiProcessorCount * 2;  // as many as it can hold
  bench.tree("neighbours, 1 per thread", neighbours::reduce, one);
  bench.tree("packed, 1 per thread", packed::reduce, one);
  bench.tree("halves, 1 per thread", solution::reduce, one);
  bench.tree("neighbours, full device", neighbours::reduce, few);
  bench.tree("packed, full device", packed::reduce, few);
  bench.tree("halves, full device", solution::reduce, few);
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, bench.in.data(),
                                    bench.out.data(), kCount));
  lockstep::DeviceBuffer<char> room(bytes);
  bench.row("CUB DeviceReduce", [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(room.data(), bytes, bench.in.data(),
                                      bench.out.data(), kCount));
  });
  std::printf("%-28s %9.1f us %5.0f %%\n", "reading the array",
              bench.limit_ms * 1e3, 100.0);
  return bench.right ? 0 : 1;
}
