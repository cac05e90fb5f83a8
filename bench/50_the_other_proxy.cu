// SPDX-License-Identifier: MIT
// Lesson 50 on a GPU: histograms of 256 frames of 2^20 pixels. Counts that each
// block adds by atomics (before), the solution (after), the solution with one
// array and the full wait after each frame, and CUB, which takes one call for a
// frame and finds no most frequent value. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/50_the_other_proxy
//     bench/50_the_other_proxy.cu -o /tmp/bench50 && /tmp/bench50
// The share: the time to read the pixels, divided by the row's. Then 4096
// frames of 2^16 pixels, without CUB. Exit code 1 when a result is wrong.
#include <cub/device/device_histogram.cuh>
#include <cuda/ptx>

#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/50_the_other_proxy/solution.cu"
}

namespace before {  // what lies between the lesson's marks, without them
using namespace solution;
__global__ void kernel(const uint4* pixels, int frames, int units,
                       unsigned* bins, int* most, unsigned* finished) {
  __shared__ alignas(16) unsigned counts[2][kBins];
#include "solutions/50_the_other_proxy/mistakes/atomics.cu"
  finish(bins, frames, most, finished);
}
}  // namespace before

namespace one_array {
using namespace solution;
__global__ void kernel(const uint4* pixels, int frames, int units,
                       unsigned* bins, int* most, unsigned* finished) {
  __shared__ alignas(16) unsigned counts[1][kBins];
#include "solutions/50_the_other_proxy/also_right/one_array.cu"
  finish(bins, frames, most, finished);
}
}  // namespace one_array

namespace {

constexpr int kPixels = 1 << 28;  // of all frames
constexpr int kFrames = 256, kSmallFrames = 4096, kMostFrames = kSmallFrames;
constexpr int kTimes = 9;

/// Of a frame's pixels a quarter have the value frame % 256.
__global__ void fill(unsigned char* pixels, int each) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mixed = i * 2654435761u >> 8;
  pixels[i] = mixed % 4 == 0 ? i / each : mixed >> 2;
}

struct Bench {
  lockstep::DeviceBuffer<unsigned char> pixels{kPixels};
  lockstep::DeviceBuffer<unsigned> bins{kMostFrames * kBins}, finished{1};
  lockstep::DeviceBuffer<int> most{kMostFrames};
  double limit_ms = limits::read_ms(kPixels);
  std::vector<unsigned> expected;
  int frames = 0, each = 0, blocks = 0;
  bool right = true;

  void use(int count) {
    frames = count;
    each = kPixels / frames;
    fill<<<kPixels / 256, 256>>>(pixels.data(), each);
    const auto all = pixels.download();
    expected.assign(size_t(kMostFrames) * kBins, 0);
    for (size_t i = 0; i < all.size(); ++i) {
      ++expected[i / each * kBins + all[i]];
    }
    int processors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&processors,
                                      cudaDevAttrMultiProcessorCount, 0));
    blocks = std::min(solution::kBlocksEach * processors,
                      each / 16 / solution::kThreads);
  }

  bool is_right(const std::function<void()>& work, bool finds_most = true) {
    CUDA_CHECK(cudaMemset(bins.data(), 0, bins.size() * sizeof(unsigned)));
    CUDA_CHECK(cudaMemset(most.data(), 0xff, most.size() * sizeof(int)));
    work();
    bool same = bins.download() == expected;
    const auto values = most.download();
    for (int f = 0; finds_most && f < frames; ++f) same &= values[f] == f % 256;
    return same;
  }

  void row(const char* name, const std::function<void()>& work,
           bool finds_most = true) {
    const bool same = is_right(work, finds_most);
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, 1e3 * ms,
                100 * limit_ms / ms, same ? "" : "  WRONG");
    right = right && same;
  }

  void kernel_row(const char* name, decltype(&before::kernel) kernel) {
    row(name, [&] {
      CUDA_CHECK(cudaMemsetAsync(bins.data(), 0,
                                 sizeof(unsigned) * kBins * frames));
      CUDA_CHECK(cudaMemsetAsync(finished.data(), 0, sizeof(unsigned)));
      kernel<<<blocks, solution::kThreads>>>(
          reinterpret_cast<const uint4*>(pixels.data()), frames, each / 16,
          bins.data(), most.data(), finished.data());
    });
  }

  std::function<void()> call(decltype(&count_frames) function) {
    return [this, function] {
      function(pixels.data(), frames, each, bins.data(), most.data(),
               finished.data());
    };
  }
};

/// One call of CUB for each frame.
void cub_row(Bench& bench) {
  const auto histogram = [&](void* scratch, size_t& bytes, int frame) {
    const unsigned char* const from =
        bench.pixels.data() + size_t(frame) * bench.each;
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(
        scratch, bytes, from, bench.bins.data() + frame * kBins, kBins + 1, 0,
        kBins, bench.each));
  };
  size_t bytes = 0;
  histogram(nullptr, bytes, 0);
  const lockstep::DeviceBuffer<char> scratch(bytes);
  bench.row(
      "cub::DeviceHistogram",
      [&] {
        for (int f = 0; f < bench.frames; ++f) {
          histogram(scratch.data(), bytes, f);
        }
      },
      false);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d pixels, limit: reading them\n", device.name, kPixels);
  Bench bench;
  bench.use(kFrames);
#ifdef LOCKSTEP_EXERCISE
  Versus table(gigabytes(kPixels / 1e9), "limit: reading memory",
               kPixels / bench.limit_ms / 1e6);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(kTimes, 1, work), good);
  };
  versus("solution", bench.call(solution::count_frames));
  versus("your exercise", bench.call(exercise::count_frames));
  return table.status();
#else
  bench.kernel_row("before", before::kernel);
  bench.row("after", bench.call(solution::count_frames));
  bench.kernel_row("one array, full wait", one_array::kernel);
  cub_row(bench);
  bench.use(kSmallFrames);
  bench.kernel_row("before, small frames", before::kernel);
  bench.row("after, small frames", bench.call(solution::count_frames));
  return bench.right ? 0 : 1;
#endif
}
