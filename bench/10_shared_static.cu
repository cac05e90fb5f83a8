// SPDX-License-Identifier: MIT
// Lesson 10 on a GPU: smooths 2^27 floats with windows of 3, 7, 15, 31 and 63
// values, loaded by each thread through the caches or staged in shared memory;
// then the lesson's exercise and its solution. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/10_shared_static
//     bench/10_shared_static.cu -o /tmp/bench10 && /tmp/bench10
// The share: the time to copy the floats, divided by the row's.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/10_shared_static/solution.cu"
}

namespace {

constexpr int kValues = 1 << 27, kRuns = 15;

template <int kFar>
__device__ constexpr float weight_of(int k) {
  return float(kFar + 1 - (k < 0 ? -k : k));
}

/// The kernel of exercise.cu as it is given, for any reach.
template <int kFar>
__global__ void as_given(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -kFar; k <= kFar; ++k) {
    const int from = i + k;
    if (from >= 0 && from < n) sum += weight_of<kFar>(k) * in[from];
  }
  out[i] = sum / ((kFar + 1) * (kFar + 1));
}

/// The same, but only the blocks at the two ends ask where the array ends.
template <int kFar>
__global__ void through_caches(const float* in, float* out, int n) {
  const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
  float sum = 0;
  if (first >= kFar && first + kBlock + kFar <= n) {
    for (int k = -kFar; k <= kFar; ++k) {
      sum += weight_of<kFar>(k) * in[i + k];
    }
  } else {
    if (i >= n) return;
    for (int k = -kFar; k <= kFar; ++k) {
      if (i + k >= 0 && i + k < n) sum += weight_of<kFar>(k) * in[i + k];
    }
  }
  out[i] = sum / ((kFar + 1) * (kFar + 1));
}

/// As in the solution, for any reach.
template <int kFar>
__global__ void through_shared(const float* in, float* out, int n) {
  __shared__ float window[kBlock + 2 * kFar];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kFar; k += kBlock) {
    const int from = first - kFar + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kFar + threadIdx.x;
  float sum = 0;
  for (int k = -kFar; k <= kFar; ++k) sum += weight_of<kFar>(k) * middle[k];
  out[i] = sum / ((kFar + 1) * (kFar + 1));
}

__device__ __host__ float value_of(int i) {
  return float(unsigned(i) * 2654435761u >> 20);
}

__global__ void fill(float* in) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  in[i] = value_of(i);
}

/// Counts the wrong results. Whole numbers below 2^22, so no sum rounds.
__global__ void judge(const float* out, int far, int* wrong) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0;
  for (int k = -far; k <= far; ++k) {
    if (i + k < 0 || i + k >= kValues) continue;
    sum += (far + 1 - abs(k)) * value_of(i + k);
  }
  if (out[i] != sum / float((far + 1) * (far + 1))) atomicAdd(wrong, 1);
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double copy_ms = 0;
  bool right = true;

  Bench() {
    fill<<<kValues / kBlock, kBlock>>>(in.data());
    copy_ms = median_ms(kRuns, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), out.size() * 4,
                                 cudaMemcpyDeviceToDevice));
    });
  }

  template <typename Work>
  void row(const std::string& label, int far, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, out.size() * 4));
    const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
    const double ms = median_ms(kRuns, 1, work);
    judge<<<kValues / kBlock, kBlock>>>(out.data(), far, wrong.data());
    const int count = wrong.download()[0];
    if (count > 0) std::printf("WRONG: %d values\n", count);
    right = right && count == 0;
    std::printf("%-28s %9.1f us %5.0f %%\n", label.c_str(), 1000 * ms,
                100 * copy_ms / ms);
  }

  template <int kFar>
  void both_ways() {
    const std::string window = std::to_string(2 * kFar + 1) + " values";
    row(window + ", caches", kFar, [&] {
      through_caches<kFar>
          <<<kValues / kBlock, kBlock>>>(in.data(), out.data(), kValues);
    });
    row(window + ", shared", kFar, [&] {
      through_shared<kFar>
          <<<kValues / kBlock, kBlock>>>(in.data(), out.data(), kValues);
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d floats, limit: copying them\n", device.name, kValues);
  Bench bench;
  bench.both_ways<1>();
  bench.both_ways<3>();
  bench.both_ways<7>();
  bench.both_ways<15>();
  bench.both_ways<31>();
  bench.row("before", kReach, [&] {
    as_given<kReach><<<kValues / kBlock, kBlock>>>(bench.in.data(),
                                                   bench.out.data(), kValues);
  });
  bench.row("after", kReach, [&] {
    solution::smooth(bench.in.data(), bench.out.data(), kValues);
  });
  return bench.right ? 0 : 1;
}
