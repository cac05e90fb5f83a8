// SPDX-License-Identifier: MIT
// How far are the other blocks? In stage 1 each block adds 1 to a counter. It
// begins stage 2 by looking at the counter. Only what stands between the two
// stages differs. The counter is changed and read by atomics, so nothing here
// is a race: every output is a true answer. On a GPU a second table times the
// ways to let the grid wait.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 8, kThreads = 64;

__device__ void stage1(int* ready) {
  if (threadIdx.x == 0) atomicAdd(ready, 1);
}
__device__ void stage2(int* ready, int* seen) {
  if (threadIdx.x == 0) seen[blockIdx.x] = atomicAdd(ready, 0);
}

__global__ void both(int* ready, int* seen) {
  stage1(ready);
  __syncthreads();
  stage2(ready, seen);
}
__global__ void first(int* ready) { stage1(ready); }
__global__ void second(int* ready, int* seen) { stage2(ready, seen); }
__global__ void nothing() {}

void two_launches(int* ready, int* seen, cudaStream_t stream) {
  first<<<kBlocks, kThreads, 0, stream>>>(ready);
  second<<<kBlocks, kThreads, 0, stream>>>(ready, seen);
}

/// What `work` queues in `stream`, as a graph that can be launched.
template <typename Work>
cudaGraphExec_t record(cudaStream_t stream, Work work) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  work();
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return exec;
}

/// Runs `way(ready, seen)` and prints what each block saw.
template <typename Way>
void show(const char* name, Way way) {
  const lockstep::DeviceBuffer<int> ready(std::vector<int>{0}), seen(kBlocks);
  way(ready.data(), seen.data());
  std::printf("%-34s", name);
  for (const int blocks : seen.download()) std::printf(" %3d", blocks);
  std::printf("\n");
}

/// Microseconds for each of `launches` launches that `work` queues.
template <typename Work>
void time(const char* name, int launches, cudaStream_t stream, Work work) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  work();  // to warm up
  CUDA_CHECK(cudaEventRecord(begin, stream));
  work();
  CUDA_CHECK(cudaEventRecord(end, stream));
  CUDA_CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  std::printf("%-34s %6.2f us\n", name, 1000 * milliseconds / launches);
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  std::printf("blocks ready when a block begins stage 2, of %d\n\n", kBlocks);
  std::printf("%-34s", "between the stages");
  for (int block = 0; block < kBlocks; ++block) std::printf("  b%d", block);
  std::printf("\n");
  show("one launch, __syncthreads()", [&](int* ready, int* seen) {
    both<<<kBlocks, kThreads, 0, stream>>>(ready, seen);
  });
  show("two launches",
       [&](int* ready, int* seen) { two_launches(ready, seen, stream); });
  show("a graph of two launches", [&](int* ready, int* seen) {
    const auto exec =
        record(stream, [&] { two_launches(ready, seen, stream); });
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaGraphExecDestroy(exec));
  });

  if (!lockstep::counters_available()) {  // a GPU: time is real
    constexpr int kLaunches = 1000;
    const auto many = [&] {
      for (int i = 0; i < kLaunches; ++i) nothing<<<132, 128, 0, stream>>>();
    };
    cudaDeviceProp device;
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("\n%s, an empty kernel of 132 blocks\n", device.name);
    time("each of 1000 launches", kLaunches, stream, many);
    const auto exec = record(stream, many);
    time("each of 1000 nodes of a graph", kLaunches, stream,
         [&] { CUDA_CHECK(cudaGraphLaunch(exec, stream)); });
    CUDA_CHECK(cudaGraphExecDestroy(exec));
  }
  CUDA_CHECK(cudaStreamDestroy(stream));
}
