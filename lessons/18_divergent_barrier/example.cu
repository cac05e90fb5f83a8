// SPDX-License-Identifier: MIT
// Who passes how many barriers? Four warps run a loop of three rounds in which
// fewer and fewer threads have work. In one kernel all threads wait, in the
// other one threads without work leave. Each warp reports what it passed.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

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
  std::printf("barriers passed   ");
  for (int warp = 0; warp < kWarps; ++warp) std::printf(" warp %d", warp);
  std::printf("\n");
  show("all_wait", all_wait);
  show("idle_warps_leave", idle_warps_leave);
}
