// SPDX-License-Identifier: MIT
// Exam 6 on a GPU: rounds until nothing changes, decided by the host or by the
// grid itself; 100 rounds on 2^20 ints. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_6_whole_grid
//     bench/exam_6_whole_grid.cu -o /tmp/b && /tmp/b
// A row per way, time per round: median of 15 runs. Exit code 1 when a result
// is wrong.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace solution {
#include "solutions/exam_6_whole_grid/solution.cu"
}

namespace {

constexpr int kValues = 1 << 20, kRounds = 100, kRuns = 15, kThreads = 256;

__global__ void one_round(const int* from, int* to, int n, int* changed) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  bool differs = false;
  if (j < n) {
    to[j] = solution::largest_near(from, n, j);
    differs = to[j] != from[j];
  }
  if (__syncthreads_or(differs) && threadIdx.x == 0) atomicOr(changed, 1);
}

/// The host looks after every `kTogether` rounds; how many changed something,
/// rounded up to that.
template <int kTogether>
int by_host(int* x, int* scratch, int* changed) {
  const int blocks = kValues / kThreads;
  for (int round = 0;; round += kTogether) {
    CUDA_CHECK(cudaMemsetAsync(changed, 0, sizeof(int)));
    for (int i = 0; i < kTogether; ++i) {
      one_round<<<blocks, kThreads>>>(x, scratch, kValues, changed);
      std::swap(x, scratch);
    }
    int any = 0;
    CUDA_CHECK(cudaMemcpy(&any, changed, sizeof any, cudaMemcpyDeviceToHost));
    if (any == 0) return round;
  }
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d ints, %d rounds, time per round\n", device.name, kValues,
              kRounds);
  // A large value at every 201st place reaches all others in 100 rounds.
  std::vector<int> in(kValues);
  for (int i = 0; i < kValues; ++i) {
    in[i] = i % (2 * kRounds + 1) == kRounds ? 1 << 30 : 0;
  }
  const std::vector<int> want(kValues, 1 << 30);
  lockstep::DeviceBuffer<int> x(in), scratch(kValues), rounds(1);
  bool right = true;
  const auto row = [&](const char* name, const auto& work) {
    std::vector<double> all;
    for (int run = 0; run <= kRuns; ++run) {
      x.upload(in);
      cudaEvent_t begin, end;
      CUDA_CHECK(cudaEventCreate(&begin));
      CUDA_CHECK(cudaEventCreate(&end));
      CUDA_CHECK(cudaEventRecord(begin));
      work();
      CUDA_CHECK(cudaEventRecord(end));
      CUDA_CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
      CUDA_CHECK(cudaEventDestroy(begin));
      CUDA_CHECK(cudaEventDestroy(end));
      if (run > 0) all.push_back(ms);
    }
    std::sort(all.begin(), all.end());
    const bool good = x.download() == want;
    std::printf("%-32s %9.2f us%s\n", name, 1000 * all[kRuns / 2] / kRounds,
                good ? "" : "  WRONG");
    right = right && good;
  };
  row("the host looks each time",
      [&] { by_host<1>(x.data(), scratch.data(), rounds.data()); });
  row("the host looks every 10 rounds",
      [&] { by_host<10>(x.data(), scratch.data(), rounds.data()); });
  row("our answer", [&] {
    CUDA_CHECK(
        solution::spread(x.data(), scratch.data(), kValues, rounds.data()));
  });
  right = right && rounds.download()[0] == kRounds;
  return right ? 0 : 1;
}
