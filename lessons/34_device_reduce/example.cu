// SPDX-License-Identifier: MIT
// Two rungs of the ladder: what they count (on the emulator) or how long they
// take (on a GPU). Then one sum of floats in three orders of adding.
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

constexpr int kThreads = 512, kBlocks = 64;
constexpr int kWarmUp = 1000;  // on a GPU: the first ones are slower

/// Prints a row for `launch`, which must leave the sum in out[0].
template <typename Launch>
void show(const char* name, int count, int* out, Launch launch) {
  if (!lockstep::counters_available()) {
    for (int i = 0; i < kWarmUp; ++i) launch();
  }
  CUDA_CHECK(cudaMemset(out, 0, sizeof(int)));
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  const lockstep::Recording recording;
  CUDA_CHECK(cudaEventRecord(begin));
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(end));
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  std::printf("%-22s %8d", name, sum);
  if (lockstep::counters_available()) {
    const SimtCounters all = recording.total();
    std::printf(" %8d %9d %8d\n", int(all.global_load.requests),
                int(all.barriers), int(all.atomics));
  } else {
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    std::printf(" %8.3f ms %7.1f GB/s\n", ms, 4e-6 * count / ms);
  }
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
}

/// sums[thread] = in[thread] + in[thread + threads] + ..., one after another.
__global__ void add_in_line(const float* in, float* sums, int count) {
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = thread; i < count; i += threads) sum += in[i];
  sums[thread] = sum;
}

/// Adds `count` floats by `threads` threads in line, then the rest as a tree:
/// halves of what is left are added to each other.
float sum_floats(const lockstep::DeviceBuffer<float>& in, int threads) {
  const lockstep::DeviceBuffer<float> sums(threads);
  const int block = threads < 256 ? threads : 256;
  add_in_line<<<threads / block, block>>>(in.data(), sums.data(),
                                          static_cast<int>(in.size()));
  CUDA_CHECK(cudaGetLastError());
  std::vector<float> left = sums.download();
  for (size_t half = left.size() / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) left[i] += left[i + half];
  }
  return left[0];
}

int main() {
  constexpr int kCount = 1 << 17;
  const lockstep::DeviceBuffer<int> in(std::vector<int>(kCount, 3));
  const lockstep::DeviceBuffer<int> out(1), partials(kBlocks);
  if (!lockstep::counters_available()) {
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("on %s\n", device.name);
  }
  std::printf("%6d ints                 sum %s\n", kCount,
              lockstep::counters_available() ? "   loads  barriers  atomics"
                                             : "       time    bandwidth");
  show("rung 1: warps", kCount, out.data(), [&] {
    rungs::add_warps<<<kBlocks, kThreads>>>(in.data(), 0, kCount, out.data());
  });
  show("rung 2: blocks", kCount, out.data(), [&] {
    rungs::reduce_blocks<Sum>
        <<<kBlocks, kThreads>>>(in.data(), 0, kCount, partials.data());
    rungs::reduce_blocks<Sum>
        <<<1, kThreads>>>(partials.data(), 0, kBlocks, out.data());
  });

  constexpr int kFloats = 1 << 16;
  std::vector<float> values(kFloats);
  double exact = 0;
  for (int i = 0; i < kFloats; ++i) {
    values[i] = 1.0f / float(i + 1);
    exact += values[i];
  }
  const lockstep::DeviceBuffer<float> fractions(values);
  std::printf("\n1/1 + 1/2 + ... + 1/%d as floats, in double %.7f\n", kFloats,
              exact);
  std::printf("threads  in line  in the tree         sum        error\n");
  for (const int threads : {1, 256, kFloats}) {
    const float sum = sum_floats(fractions, threads);
    std::printf("%7d %8d %12.0f %11.7f %12.2e\n", threads, kFloats / threads,
                std::log2(threads), sum, std::fabs(sum - exact) / exact);
  }
}
