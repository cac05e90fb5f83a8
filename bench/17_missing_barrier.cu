// SPDX-License-Identifier: MIT
// Lesson 17 on a GPU: what the barriers cost. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/17_missing_barrier
//     bench/17_missing_barrier.cu -o /tmp/bench17 && /tmp/bench17
// Prints a row for each time, then how many vectors came out wrong without the
// barriers. Exit code 1 when the solution is wrong.
#include <cstdio>
#include <numeric>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/17_missing_barrier/solution.cu"
}

namespace {

constexpr int kValues = 512, kVectors = 4096, kRounds = 8, kThreads = 256;

/// The exercise as it is given, with a number of barriers after each stage:
/// none of them is the exercise itself.
template <int kBarriers>
__global__ void transform_with(const unsigned* in, unsigned* out, int values,
                               int rounds) {
  __shared__ unsigned x[kMostValues], p[kMostValues];
  const int first = blockIdx.x * values;
  for (int j = threadIdx.x; j < values; j += kThreads) x[j] = in[first + j];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    for (int b = 0; b < kBarriers; ++b) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    for (int b = 0; b < kBarriers; ++b) __syncthreads();
  }
  for (int j = threadIdx.x; j < values; j += kThreads) out[first + j] = x[j];
}

/// Nothing but barriers, by one block.
__global__ void wait_often(int times) {
#pragma unroll 1
  for (int i = 0; i < times; ++i) __syncthreads();
}

/// Milliseconds of 1000 barriers of one block, without those of the launch.
double barriers_ms(int threads) {
  const auto launch = [&](int times) {
    return median_ms(15, 3, [&] { wait_often<<<1, threads>>>(times); });
  };
  return (launch(11000) - launch(1000)) / 10;
}

/// How many vectors of `got` differ from `expected`.
int wrong_vectors(const std::vector<unsigned>& got,
                  const std::vector<unsigned>& expected) {
  int wrong = 0;
  for (int v = 0; v < kVectors; ++v) {
    const auto from = got.begin() + size_t(v) * kValues;
    wrong += !std::equal(from, from + kValues,
                         expected.begin() + size_t(v) * kValues);
  }
  return wrong;
}

void row(const char* name, double ms) {
  std::printf("%-28s %9.1f us\n", name, 1e3 * ms);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d vectors of %d values, %d rounds; 1000 barriers, 1 block\n",
      device.name, kVectors, kValues, kRounds);
  std::vector<unsigned> in(size_t(kVectors) * kValues);
  for (size_t i = 0; i < in.size(); ++i) in[i] = unsigned(i * 2654435761u);
  std::vector<unsigned> expected = in;
  for (int v = 0; v < kVectors; ++v) {
    unsigned* const x = expected.data() + size_t(v) * kValues;
    for (int stage = 0; stage < 2 * kRounds; ++stage) {
      const unsigned sum = std::accumulate(x, x + kValues, 0u);
      for (int j = 0; j < kValues; ++j) x[j] += sum;
    }
  }
  const lockstep::DeviceBuffer<unsigned> from(in), to(in.size());
  const auto before = [&] {
    transform_with<0>
        <<<kVectors, kThreads>>>(from.data(), to.data(), kValues, kRounds);
  };
  const auto two = [&] {
    transform_with<2>
        <<<kVectors, kThreads>>>(from.data(), to.data(), kValues, kRounds);
  };
  const auto after = [&] {
    solution::transform(from.data(), to.data(), kValues, kVectors, kRounds);
  };
  before();
  const int wrong_before = wrong_vectors(to.download(), expected);
  row("before", median_ms(15, 1, before));
  CUDA_CHECK(cudaMemset(to.data(), 0xff, in.size() * sizeof(unsigned)));
  after();
  const int wrong_after = wrong_vectors(to.download(), expected);
  row("after", median_ms(15, 1, after));
  row("four barriers per round", median_ms(15, 1, two));
  row("1000 barriers, 256 threads", barriers_ms(256));
  row("1000 barriers, 1024 threads", barriers_ms(1024));
  std::printf("before: %d of %d vectors wrong; after: %d\n", wrong_before,
              kVectors, wrong_after);
  return wrong_after == 0 ? 0 : 1;
}
