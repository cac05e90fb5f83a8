// SPDX-License-Identifier: MIT
// Lesson 27 on a GPU: 2^26 values (256 MB), half of them odd, in no order.
// Needs a GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/27_divergence_and_votes \
//     bench/27_divergence_and_votes.cu -o /tmp/bench27 && /tmp/bench27
// `before` is the exercise as given, of mistakes/branch_kept.cu. The rows with
// a "long way of 8" make the long way shorter, so that there is less to gain.
// The limit is a device copy of the array.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/27_divergence_and_votes/solution.cu"
}

namespace {

constexpr int kWarps = solution::kWarps, kTimes = 15, kCount = 1 << 26;

/// A long way of kLong rounds.
template <int kLong>
__device__ unsigned some_rounds(unsigned x) {
#pragma unroll 1
  for (int round = 0; round < kLong; ++round) x = __brev(x) + round;
  return x;
}

using solution::is_odd;
using solution::short_way;

template <int kLong>
__global__ void branch_kept(const unsigned* in, unsigned* out) {
  __shared__ unsigned stretches[kWarps][kStretch];
  const auto long_way = [](unsigned x) { return some_rounds<kLong>(x); };
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* values = stretches[warp];
  const int first = (blockIdx.x * kWarps + warp) * kStretch;
  for (int k = lane; k < kStretch; k += 32) values[k] = in[first + k];
  __syncwarp();
  {
#include "solutions/27_divergence_and_votes/mistakes/branch_kept.cu"
  } __syncwarp();
  for (int k = lane; k < kStretch; k += 32) out[first + k] = values[k];
}

template <int kLong>
__global__ void reordered(const unsigned* in, unsigned* out) {
  __shared__ unsigned stretches[kWarps][kStretch];
  const auto long_way = [](unsigned x) { return some_rounds<kLong>(x); };
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* values = stretches[warp];
  const int first = (blockIdx.x * kWarps + warp) * kStretch;
  for (int k = lane; k < kStretch; k += 32) values[k] = in[first + k];
  __syncwarp();
  {
#include "solutions/27_divergence_and_votes/also_right/one_array_two_loops.cu"
  } __syncwarp();
  for (int k = lane; k < kStretch; k += 32) out[first + k] = values[k];
}

unsigned reversed(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}

/// Milliseconds to read `bytes` and to write as many, by a device copy.
double copy_ms(size_t bytes) {
  const lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 0, bytes));
  return median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice));
  });
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d values, half of them odd; limit: a device copy\n",
              device.name, kCount);
  std::vector<unsigned> host(kCount), after_8(kCount), after(kCount);
  unsigned random = 27;
  for (int i = 0; i < kCount; ++i) {
    random = random * 1664525u + 1013904223u;
    unsigned x = host[i] = random ^ random >> 16;  // its low bits alternate
    if (host[i] % 2 == 0) {
      after_8[i] = after[i] = host[i] / 2;
      continue;
    }
    for (int round = 0; round < kRounds; ++round) {
      x = reversed(x) + round;
      if (round == 7) after_8[i] = x;
    }
    after[i] = x;
  }
  const lockstep::DeviceBuffer<unsigned> in(host), out(kCount);
  const double limit_ms = copy_ms(kCount * sizeof(unsigned));
  const auto row = [&](const char* name, const std::vector<unsigned>& expected,
                       const auto& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kCount * sizeof(unsigned)));
    work();
    if (out.download() != expected) {
      std::printf("%s: WRONG\n", name);
      std::exit(1);
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  };
  constexpr int kBlocks = kCount / (kWarps * kStretch);
  row("before", after, [&] {
    branch_kept<kRounds><<<kBlocks, 32 * kWarps>>>(in.data(), out.data());
  });
  row("after", after,
      [&] { solution::two_ways(in.data(), out.data(), kCount); });
  row("after, two loops", after, [&] {
    reordered<kRounds><<<kBlocks, 32 * kWarps>>>(in.data(), out.data());
  });
  row("long way of 8, before", after_8,
      [&] { branch_kept<8><<<kBlocks, 32 * kWarps>>>(in.data(), out.data()); });
  row("long way of 8, two loops", after_8,
      [&] { reordered<8><<<kBlocks, 32 * kWarps>>>(in.data(), out.data()); });
}
