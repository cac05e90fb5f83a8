// SPDX-License-Identifier: MIT
// Exam 2 on a GPU: running totals of 2^18 series of 512 places, beside a scan
// of CUB that knows where series begin. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_2_shared_memory
//     bench/exam_2_shared_memory.cu -lcublas -o /tmp/bench_2 && /tmp/bench_2
// Prints a row per way: median time of 15 runs, and the share of the time that
// a copy of as many bytes takes. Exit code 1 when a result is wrong.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/exam_2_shared_memory/solution.cu"
}
namespace straight {
#include "solutions/exam_2_shared_memory/mistakes/straight_from_global_memory.cu"
}
namespace plain_values {
#include "solutions/exam_2_shared_memory/mistakes/values_not_padded.cu"
}
namespace plain_marks {
#include "solutions/exam_2_shared_memory/mistakes/marks_not_padded.cu"
}
namespace warps {
#include "solutions/exam_2_shared_memory/also_right/warp_scans_a_series.cu"
}
namespace swizzled {
#include "solutions/exam_2_shared_memory/also_right/swizzled.cu"
}

namespace {

constexpr int kSeries = 1 << 18, kLength = 512;
constexpr size_t kPlaces = size_t(kSeries) * kLength;

/// A running total, and whether it begins anew.
struct Total {
  float sum;
  bool fresh;
};

struct Plus {
  __device__ Total operator()(Total a, Total b) const {
    return b.fresh ? b : Total{a.sum + b.sum, a.fresh};
  }
};

struct At {
  const float* value;
  const unsigned char* restart;
  __device__ Total operator()(int i) const {
    return {value[i], i % kLength == 0 || restart[i] != 0};
  }
};

struct Sum {
  __device__ float operator()(Total total) const { return total.sum; }
};

struct Bench {
  std::vector<float> host = std::vector<float>(kPlaces), expected = host;
  std::vector<unsigned char> marks = std::vector<unsigned char>(kPlaces);
  lockstep::DeviceBuffer<float> value{kPlaces}, total{kPlaces};
  lockstep::DeviceBuffer<unsigned char> restart{kPlaces};
  double limit_ms = 0;
  bool right = true;

  Bench() {
    for (size_t i = 0; i < kPlaces; ++i) {
      host[i] = float(i * 7919 % 61) / 2;
      marks[i] = i * 2654435761u % 97 == 0;
      const bool first = i % kLength == 0 || marks[i] != 0;
      expected[i] = host[i] + (first ? 0 : expected[i - 1]);
    }
    value.upload(host);
    restart.upload(marks);
    // 9 bytes per place, half of them to read and half to write.
    const size_t half = kPlaces * 9 / 2;
    const lockstep::DeviceBuffer<char> from(half), to(half);
    limit_ms = median_ms(15, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), half,
                                 cudaMemcpyDeviceToDevice));
    });
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    CUDA_CHECK(cudaMemset(total.data(), 0xff, kPlaces * sizeof(float)));
    work();
    const bool good = total.download() == expected;
    const double ms = median_ms(15, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
    if (!good) std::printf("WRONG: %s\n", name);
    right = right && good;
  }

  void row(const char* name, decltype(&add_up) function) {
    row(name, [&] {
      CUDA_CHECK(function(value.data(), restart.data(), total.data(), kSeries,
                          kLength));
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d series of %d places; limit: a copy of 9 bytes per place\n",
      device.name, kSeries, kLength);
  Bench bench;
  bench.row("before", straight::add_up);
  bench.row("values in rows of 32 floats", plain_values::add_up);
  bench.row("marks in rows of 32 bytes", plain_marks::add_up);
  bench.row("after", solution::add_up);
  bench.row("swizzled", swizzled::add_up);
  bench.row("a warp per series", warps::add_up);
  const auto in = thrust::make_transform_iterator(
      thrust::make_counting_iterator(0),
      At{bench.value.data(), bench.restart.data()});
  const auto out =
      thrust::make_transform_output_iterator(bench.total.data(), Sum{});
  size_t bytes = 0;
  CUDA_CHECK(
      cub::DeviceScan::InclusiveScan(nullptr, bytes, in, out, Plus{}, kPlaces));
  const lockstep::DeviceBuffer<char> scratch(bytes);
  bench.row("CUB InclusiveScan", [&] {
    CUDA_CHECK(cub::DeviceScan::InclusiveScan(scratch.data(), bytes, in, out,
                                              Plus{}, kPlaces));
  });
  return bench.right ? 0 : 1;
}
