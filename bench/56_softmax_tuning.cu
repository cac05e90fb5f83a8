// SPDX-License-Identifier: MIT
// The kernel of lesson 56 with other shapes: how many parts of 4 values a thread
// keeps, so how many threads a row takes, and loads and stores that do not stay
// in the caches. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/56_softmax
//     bench/56_softmax_tuning.cu -o /tmp/tuning56 && /tmp/tuning56
// As the rows of 56_softmax.cu. Results are not looked at.
#include <cstdio>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"

namespace solution {
#include "solutions/56_softmax/solution.cu"
}

namespace {

constexpr int kRows = 16384, kColumns = 4096, kTimes = 15, kCalls = 3;
constexpr size_t kValues = size_t{kRows} * kColumns;

/// One block of kColumns / 4 / kEach threads per row.
template <int kEach, bool kStream>
__global__ void __launch_bounds__(kColumns / 4 / kEach)
    rows_of(const float* in, float* out) {
  using namespace solution;
  const size_t first = size_t{blockIdx.x} * kColumns / 4 + threadIdx.x;
  const auto* from = reinterpret_cast<const float4*>(in) + first;
  auto* to = reinterpret_cast<float4*>(out) + first;
  float4 kept[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const float4* at = from + k * blockDim.x;
    kept[k] = kStream ? __ldcs(at) : *at;
  }
  Pair mine = {-CUDART_INF_F, 0};
  for (auto& v : kept) mine.largest = fmaxf(mine.largest, largest_of(v));
  for (auto& v : kept) {
    v = exponentials(v, mine.largest);
    mine.sum += sum_of(v);
  }
  const Pair all = over_row(mine);
  const float factor = scaled(mine.largest, all.largest) / all.sum;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const float4 v = times(kept[k], factor);
    float4* at = to + k * blockDim.x;
    if (kStream) {
      __stcs(at, v);
    } else {
      *at = v;
    }
  }
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double limit_ms = limits::copy_ms(kValues * sizeof(float));

  Bench() { CUDA_CHECK(cudaMemset(in.data(), 0x3f, kValues * sizeof(float))); }

  template <int kEach, bool kStream>
  void row() {
    const double ms = median_ms(kTimes, kCalls, [&] {
      rows_of<kEach, kStream>
          <<<kRows, kColumns / 4 / kEach>>>(in.data(), out.data());
    });
    std::printf("%2d parts, %4d threads%-8s %9.1f us %5.0f %%\n", kEach,
                kColumns / 4 / kEach, kStream ? ", stream" : "", 1e3 * ms,
                100 * limit_ms / ms);
  }
};

}  // namespace

int main() {
  Bench bench;
  bench.row<1, false>();
  bench.row<2, false>();
  bench.row<4, false>();
  bench.row<8, false>();
  bench.row<16, false>();
  bench.row<1, true>();
  bench.row<2, true>();
  bench.row<4, true>();
  bench.row<8, true>();
  bench.row<16, true>();
}
