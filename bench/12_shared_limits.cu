// SPDX-License-Identifier: MIT
// Lesson 12 on a GPU: adds 2^27 floats and their neighbours 1024 or 4096 away,
// with no buffer and with buffers of 16 to 227 KB in blocks of 1024 and of 512
// threads; then the lesson's exercise and its solution. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/12_shared_limits
//     bench/12_shared_limits.cu -o /tmp/bench12 && /tmp/bench12
// The share: the time to copy the floats, divided by the row's.
#include <cstdio>
#include <string>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/12_shared_limits/solution.cu"
}

namespace {

constexpr int kValues = 1 << 27, kRuns = 15;

__global__ void without_buffer(const float* in, float* out, int n, int apart) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = in[i];
  if (i >= apart) sum += in[i - apart];
  if (i + apart < n) sum += in[i + apart];
  out[i] = sum;
}

__device__ float value_of(int i) {
  return float(unsigned(i) * 2654435761u >> 12);
}

__global__ void fill(float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  in[i] = value_of(i);
}

/// Counts the wrong sums. Whole numbers below 2^22, so none rounds.
__global__ void judge(const float* out, int apart, int* wrong) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = value_of(i);
  if (i >= apart) sum += value_of(i - apart);
  if (i + apart < kValues) sum += value_of(i + apart);
  if (out[i] != sum) atomicAdd(wrong, 1);
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double copy_ms = 0;
  bool right = true;

  Bench() {
    fill<<<kValues / 256, 256>>>(in.data());
    copy_ms = median_ms(kRuns, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), out.size() * 4,
                                 cudaMemcpyDeviceToDevice));
    });
    CUDA_CHECK(cudaFuncSetAttribute(solution::add_apart_kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    most_bytes()));
  }

  static int most_bytes() {
    int bytes = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(
        &bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    return bytes;
  }

  template <typename Work>
  void row(const std::string& label, int apart, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, out.size() * 4));
    const lockstep::DeviceBuffer<int> wrong(std::vector<int>{0});
    const double ms = median_ms(kRuns, 1, work);
    judge<<<kValues / 256, 256>>>(out.data(), apart, wrong.data());
    const int count = wrong.download()[0];
    if (count > 0) std::printf("WRONG: %d values\n", count);
    right = right && count == 0;
    std::printf("%-34s %9.1f us %5.0f %%\n", label.c_str(), 1000 * ms,
                100 * copy_ms / ms);
  }

  static std::string distance(int apart) {
    return std::to_string(apart) + " apart, ";
  }

  void plain(int apart) {
    row(distance(apart) + "no buffer", apart, [&] {
      without_buffer<<<kValues / 1024, 1024>>>(in.data(), out.data(), kValues,
                                               apart);
    });
  }

  void buffered(int apart, int threads, int kilobytes) {
    const int bytes = kilobytes << 10, part = bytes / 4 - 2 * apart;
    row(distance(apart) + std::to_string(kilobytes) + " KB, " +
            std::to_string(threads) + " threads",
        apart, [&] {
          solution::
              add_apart_kernel<<<(kValues - 1) / part + 1, threads, bytes>>>(
                  in.data(), out.data(), kValues, apart, part);
        });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d floats, limit: copying them\n", device.name, kValues);
  Bench bench;
  for (const int apart : {1024, 4096}) {
    bench.plain(apart);
    for (const int threads : {1024, 512}) {
      for (const int kilobytes : {16, 48, 75, 113, 227}) {
        if (kilobytes << 10 <= 8 * apart) continue;  // the halo alone
        bench.buffered(apart, threads, kilobytes);
      }
    }
  }
  const float* const in = bench.in.data();
  float* const out = bench.out.data();
  bench.row("before", 1024, [&] {  // 16 KB, as the exercise is given
    solution::add_apart_kernel<<<(kValues - 1) / 2048 + 1, 1024, 16 << 10>>>(
        in, out, kValues, 1024, 2048);
  });
  bench.row("after", 1024,
            [&] { CUDA_CHECK(solution::add_apart(in, out, kValues, 1024)); });
  return bench.right ? 0 : 1;
}
