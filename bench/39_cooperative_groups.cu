// SPDX-License-Identifier: MIT
// Lesson 39 on a GPU: 200 steps x[j] = x[j - 1] + 2 x[j] + x[j + 1] on as many
// values as one call can keep in registers. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/39_cooperative_groups
//     bench/39_cooperative_groups.cu -o /tmp/b && /tmp/b
// A row per way, time per step: median of 15 runs. Exit code 1 when a result is
// wrong.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace solution {
#include "solutions/39_cooperative_groups/solution.cu"
}

namespace {

constexpr int kSteps = 200, kRuns = 15, kThreads = 256;

__device__ unsigned value_after(const unsigned* from, int n, int j) {
  const unsigned left = j > 0 ? from[j - 1] : 0;
  return left + 2 * from[j] + (j + 1 < n ? from[j + 1] : 0);
}

/// One step, a thread per value: the natural kernel.
__global__ void one_step(const unsigned* from, unsigned* to, int n) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  if (j < n) to[j] = value_after(from, n, j);
}

/// All steps in one launch, but the values go through memory in each.
__global__ void through_memory(unsigned* x, unsigned* y, int n, int steps) {
  const auto grid = cooperative_groups::this_grid();
  const int stride = gridDim.x * kThreads;
  for (int s = 0; s < steps; ++s) {
    for (int j = blockIdx.x * kThreads + threadIdx.x; j < n; j += stride) {
      y[j] = value_after(x, n, j);
    }
    grid.sync();
    unsigned* const old = x;
    x = y;
    y = old;
  }
}

struct Bench {
  int n = solution::most_values();
  std::vector<unsigned> values = std::vector<unsigned>(n), expected = values;
  lockstep::DeviceBuffer<unsigned> x{size_t(n)}, y{size_t(n)}, edges{size_t(n)};
  cudaStream_t stream = nullptr;
  bool right = true;

  Bench() {
    CUDA_CHECK(cudaStreamCreate(&stream));
    for (int i = 0; i < n; ++i) values[i] = 3 * i + 1;
    expected = values;
    for (int s = 0; s < kSteps; ++s) {
      unsigned left = 0;
      for (int j = 0; j < n; ++j) {
        const unsigned old = expected[j];
        expected[j] = left + 2 * old + (j + 1 < n ? expected[j + 1] : 0);
        left = old;
      }
    }
  }
  ~Bench() { cudaStreamDestroy(stream); }

  /// `work` queues kSteps steps of x in the stream.
  template <typename Work>
  void row(const char* name, cudaStream_t in, const Work& work) {
    x.upload(values);
    work();
    CUDA_CHECK(cudaDeviceSynchronize());
    const bool good = x.download() == expected;
    const double ms = median_ms(kRuns, 1, work, in);
    std::printf("%-32s %9.2f us%s\n", name, 1000 * ms / kSteps,
                good ? "" : "  WRONG");
    right = right && good;
  }

  void queue_steps() {
    const int blocks = (n + kThreads - 1) / kThreads;
    for (int s = 0; s < kSteps; s += 2) {
      one_step<<<blocks, kThreads, 0, stream>>>(x.data(), y.data(), n);
      one_step<<<blocks, kThreads, 0, stream>>>(y.data(), x.data(), n);
    }
    CUDA_CHECK(cudaGetLastError());
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench b;
  std::printf("%s, %d values, time per step\n", device.name, b.n);
  b.row("a launch per step", b.stream, [&] { b.queue_steps(); });
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(b.stream, cudaStreamCaptureModeGlobal));
  b.queue_steps();
  CUDA_CHECK(cudaStreamEndCapture(b.stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  b.row("a graph node per step", b.stream,
        [&] { CUDA_CHECK(cudaGraphLaunch(exec, b.stream)); });
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));

  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, through_memory, kThreads, 0));
  unsigned *x = b.x.data(), *y = b.y.data();
  int n = b.n, steps = kSteps;
  void* arguments[] = {&x, &y, &n, &steps};
  b.row("grid.sync(), through memory", nullptr, [&] {
    CUDA_CHECK(
        cudaLaunchCooperativeKernel(reinterpret_cast<void*>(through_memory),
                                    device.multiProcessorCount * resident,
                                    kThreads, arguments, 0, nullptr));
  });
  b.row("our answer, in registers", nullptr, [&] {
    CUDA_CHECK(solution::smooth(b.x.data(), b.edges.data(), b.n, kSteps));
  });
  return b.right ? 0 : 1;
}
