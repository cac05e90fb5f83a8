// SPDX-License-Identifier: MIT
// First: what does a barrier know? Warp 0 makes three steps and waits at line A
// after the first one. Warp 1 waits at line B for all three. Both lines are one
// barrier: number 1, for 64 threads. PTX allows that, and no barrier knows
// lines. Then: four warps run a loop of three rounds in which fewer and fewer
// threads have work. All wait, or those without work leave. Who passes how many
// barriers?
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

// Barrier 1 of the block's sixteen, for 64 threads. One function, so that there
// is one such instruction.
__device__ __noinline__ void wait() {
  asm volatile("bar.sync 1, 64;" ::: "memory");
}

__global__ void wait_at_two_lines(int* seen) {
  __shared__ int steps;
  const bool lane_0 = threadIdx.x % 32 == 0;
  if (threadIdx.x == 0) steps = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (lane_0) atomicAdd(&steps, 1);  // the first step
    wait();                            // line A
    if (lane_0) atomicAdd(&steps, 2);  // the two others
  } else {
    wait();  // line B
    if (lane_0) *seen = atomicAdd(&steps, 0);
  }
}

constexpr int kWarps = 4, kThreads = 32 * kWarps;

__global__ void all_wait(int* passed) {  // kWarps numbers, 0 at first
  const int t = threadIdx.x;
  for (int half = kThreads / 2; half > 8; half /= 2) {
    if (t < half) {
      // ... work for the lower half ...
    }
    __syncthreads();
    if (t % 32 == 0) ++passed[t / 32];
  }
}

// Allowed as it stands: a barrier does not wait for threads that have exited.
__global__ void idle_warps_leave(int* passed) {
  const int t = threadIdx.x;
  for (int half = kThreads / 2; half > 8; half /= 2) {
    if (t >= half && half >= 32) return;  // whole warps
    __syncthreads();
    if (t % 32 == 0) ++passed[t / 32];
  }
}

void show(const char* name, void (*kernel)(int*)) {
  const DeviceBuffer<int> passed(std::vector<int>(kWarps, 0));
  kernel<<<1, kThreads>>>(passed.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-18s", name);
  for (int count : passed.download()) std::printf(" %6d", count);
  std::printf("\n");
}

int main() {
  const DeviceBuffer<int> seen(1);
  wait_at_two_lines<<<1, 64>>>(seen.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("steps done when warp 0 goes on: %d of 3\n\n",
              seen.download()[0]);
  std::printf("barriers passed   ");
  for (int warp = 0; warp < kWarps; ++warp) std::printf(" warp %d", warp);
  std::printf("\n");
  show("all_wait", all_wait);
  show("idle_warps_leave", idle_warps_leave);
}
