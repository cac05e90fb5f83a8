// SPDX-License-Identifier: MIT
// Lesson 37 on a GPU: what does it cost to end a kernel and begin the next one?
// From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/37_two_launches
//     bench/37_two_launches.cu -o /tmp/b && /tmp/b
// A row per way, time per stage: median of 15 runs of 1000 stages. "empty": the
// kernel does nothing, 132 blocks of 64 threads. "gap": each kernel works for
// 10 us, so the host is always ahead; the row is what a stage takes beyond one
// of a single kernel that works as long. "lesson": the answer of lesson 37 for
// 1024 values. Exit code 1 when a result is wrong.
#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace solution {
#include "solutions/37_two_launches/solution.cu"
}

namespace {

constexpr int kBlocks = 132, kThreads = 64, kStages = 1000, kRuns = 15;
constexpr int kWorkMicroseconds = 10;

__global__ void nothing() {}

/// Works until `ticks` of the multiprocessor's clock are over, `times` times.
__global__ void work(long long ticks, int times) {
  for (int i = 0; i < times; ++i) {
    const long long begin = clock64();
    while (clock64() - begin < ticks) {
    }
  }
}

/// Waits for the kernel before, as late as it can.
__global__ void nothing_early() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

void launch_early(cudaStream_t stream) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = kBlocks;
  config.blockDim = kThreads;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, nothing_early));
}

template <typename Work>
cudaGraphExec_t record(cudaStream_t stream, const Work& queue) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  queue();
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return exec;
}

/// Microseconds per stage of `queue`, which queues `stages` of them.
template <typename Work>
double per_stage(cudaStream_t stream, int stages, const Work& queue) {
  return 1000 * median_ms(kRuns, 1, queue, stream) / stages;
}

template <typename Work>
double in_graph(cudaStream_t stream, int stages, const Work& queue) {
  const auto exec = record(stream, queue);
  const double us = per_stage(
      stream, stages, [&] { CUDA_CHECK(cudaGraphLaunch(exec, stream)); });
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  return us;
}

void row(const char* name, double us) {
  std::printf("%-36s %9.2f us\n", name, us);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, time per stage, %d stages\n", device.name, kStages);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  const auto empty = [&] {
    for (int i = 0; i < kStages; ++i) {
      nothing<<<kBlocks, kThreads, 0, stream>>>();
    }
  };
  const auto early = [&] {
    for (int i = 0; i < kStages; ++i) launch_early(stream);
  };
  row("empty, the host waits after each", per_stage(stream, kStages, [&] {
        for (int i = 0; i < kStages; ++i) {
          nothing<<<kBlocks, kThreads, 0, stream>>>();
          CUDA_CHECK(cudaStreamSynchronize(stream));
        }
      }));
  row("empty, launches", per_stage(stream, kStages, empty));
  row("empty, launches that begin early", per_stage(stream, kStages, early));
  row("empty, graph", in_graph(stream, kStages, empty));
  row("empty, graph, nodes begin early", in_graph(stream, kStages, early));

  int kilohertz = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
  const long long ticks = 1ll * kilohertz * kWorkMicroseconds / 1000;
  const int some = 200;
  const auto working = [&] {
    for (int i = 0; i < some; ++i) {
      work<<<kBlocks, kThreads, 0, stream>>>(ticks, 1);
    }
  };
  const double alone = per_stage(stream, some, [&] {
    work<<<kBlocks, kThreads, 0, stream>>>(ticks, some);
  });
  row("gap, launches", per_stage(stream, some, working) - alone);
  row("gap, graph", in_graph(stream, some, working) - alone);

  constexpr int kValues = 1024;
  std::vector<unsigned> values(kValues), expected(kValues);
  for (int i = 0; i < kValues; ++i) expected[i] = values[i] = 3 * i + 1;
  for (int stage = 0; stage < kStages; ++stage) {
    unsigned sum = 0;
    for (const unsigned value : expected) sum += value;
    for (unsigned& value : expected) value += sum;
  }
  lockstep::DeviceBuffer<unsigned> x(values), p(kValues);
  solution::launch_rounds(x.data(), p.data(), kValues, kStages / 2, stream);
  bool right = x.download() == expected;
  row("lesson, launches", per_stage(stream, kStages, [&] {
        solution::launch_rounds(x.data(), p.data(), kValues, kStages / 2,
                                stream);
      }));
  const auto exec =
      solution::record_rounds(x.data(), p.data(), kValues, kStages / 2, stream);
  x.upload(values);
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  right = right && x.download() == expected;
  row("lesson, graph", per_stage(stream, kStages, [&] {
        CUDA_CHECK(cudaGraphLaunch(exec, stream));
      }));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaStreamDestroy(stream));
  if (!right) std::printf("WRONG\n");
  return right ? 0 : 1;
}
