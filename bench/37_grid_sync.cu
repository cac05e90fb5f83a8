// SPDX-License-Identifier: MIT
// What does it cost to let a whole grid wait? 100 rounds of x -> p -> x, four
// ways to stand between two stages. Prints a CSV table: one row per way and
// grid. For lessons 37 to 39; needs a GPU.
//
//   nvcc -std=c++17 -O3 -arch=native -I. -o /tmp/b28 bench/37_grid_sync.cu
//   /tmp/b28
//
// All four ways run ONE kernel: the stage loop is the same machine code, so a
// difference comes from what stands between the stages. (With one kernel per
// way nvcc 13.0 unrolled the loops differently, and the plot showed the loop.)
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <cuda/atomic>
#include <vector>

#include "common/cuda_check.h"

namespace {

constexpr int kRounds = 100, kRepeats = 7;

enum Way { kNothing, kOwn, kCooperative };

__device__ unsigned arrived;  // set to 0 before a launch

/// The barrier of lesson 38.
__device__ void own_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(arrived);
    const unsigned ticket = counter.fetch_add(1, cuda::memory_order_acq_rel);
    const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
    if (ticket + 1 < complete) {
      while (counter.load(cuda::memory_order_acquire) < complete) {
      }
    }
  }
  __syncthreads();
}

/// `stages` stages, from x to p, back, ...; between two of them the grid waits
/// in `way`. to[j] = the mean of from[0..n), for each thread's j; n = 0: the
/// stage does nothing.
__global__ void run_stages(float* x, float* p, int n, int stages, Way way) {
  const auto grid = cooperative_groups::this_grid();
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  float *from = x, *to = p;
  for (int s = 0; s < stages; ++s) {
    if (n > 0) {
      float sum = 0;
      for (int i = 0; i < n; ++i) sum += from[i];
      to[j] = sum / n;
    }
    if (way == kOwn) own_barrier();
    if (way == kCooperative) grid.sync();
    float* const next = from;
    from = to;
    to = next;
  }
}

struct Grid {
  int blocks, threads, n;  // n values; 0: the stage does nothing
  float *x, *p;
};

void many_launches(const Grid& g, cudaStream_t stream) {
  for (int round = 0; round < kRounds; ++round) {
    run_stages<<<g.blocks, g.threads, 0, stream>>>(g.x, g.p, g.n, 1, kNothing);
    run_stages<<<g.blocks, g.threads, 0, stream>>>(g.p, g.x, g.n, 1, kNothing);
  }
}

void one_launch(const Grid& g, Way way, cudaStream_t stream) {
  void* counter = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&counter, arrived));
  CUDA_CHECK(cudaMemsetAsync(counter, 0, sizeof(unsigned), stream));
  float *x = g.x, *p = g.p;
  int n = g.n, stages = 2 * kRounds;
  void* arguments[] = {&x, &p, &n, &stages, &way};
  CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(run_stages),
                                         g.blocks, g.threads, arguments, 0,
                                         stream));
}

/// Milliseconds of one run.
template <typename Run>
double milliseconds(cudaStream_t stream, const Run& run) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  CUDA_CHECK(cudaEventRecord(begin, stream));
  run();
  CUDA_CHECK(cudaEventRecord(end, stream));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  return ms;
}

double per_stage(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return 1000 * all[all.size() / 2] / (2 * kRounds);
}

void measure(const char* table, Grid g, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  many_launches(g, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));

  // The ways take turns, so that a slower clock slows all of them.
  std::vector<double> launches, in_graph, own, cooperative;
  for (int i = 0; i < kRepeats; ++i) {
    launches.push_back(milliseconds(stream, [&] { many_launches(g, stream); }));
    in_graph.push_back(milliseconds(
        stream, [&] { CUDA_CHECK(cudaGraphLaunch(exec, stream)); }));
    own.push_back(milliseconds(stream, [&] { one_launch(g, kOwn, stream); }));
    cooperative.push_back(
        milliseconds(stream, [&] { one_launch(g, kCooperative, stream); }));
  }
  std::printf("%s,%d,%d,%d,%.3f,%.3f,%.3f,%.3f\n", table, g.blocks, g.threads,
              g.n, per_stage(launches), per_stage(in_graph), per_stage(own),
              per_stage(cooperative));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  constexpr int kMost = 1 << 16;
  Grid g{0, 0, 0, nullptr, nullptr};
  CUDA_CHECK(cudaMalloc(&g.x, kMost * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&g.p, kMost * sizeof(float)));
  CUDA_CHECK(cudaMemset(g.x, 0, kMost * sizeof(float)));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  int driver = 0, runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf(
      "# %s, driver for CUDA %d, runtime %d; microseconds per stage, "
      "median of %d runs of %d stages\n",
      device.name, driver, runtime, kRepeats, 2 * kRounds);
  std::printf("table,blocks,threads,n,launches,graph,own,cooperative\n");

  for (int blocks : {1, 2, 4, 8, 16, 32, 64, 132}) {  // the article's figure 5
    for (int threads : {32, 64, 128, 256, 512}) {
      g.blocks = blocks, g.threads = threads, g.n = blocks * threads;
      if (g.n <= 16384) measure("surface", g, stream);
    }
  }
  for (int threads = 1024; threads >= 32; threads /= 2) {  // and figure 6
    g.blocks = 1024 / threads, g.threads = threads, g.n = 1024;
    measure("split", g, stream);
  }
  for (int blocks : {1, 8, 33, 132, 264, 528, 1056}) {  // the waiting alone
    g.blocks = blocks, g.threads = 128, g.n = 0;
    measure("empty", g, stream);
  }
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(g.p));
  CUDA_CHECK(cudaFree(g.x));
}
