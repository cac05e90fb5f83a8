// SPDX-License-Identifier: MIT
// The same loop twice: it halves a number until nothing is left. In the first
// kernel the number comes with the launch, in the second with the template.
// Prints how many branches a warp takes.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

/// out[t] = the sum of the halves of `threads` that are larger than t.
__global__ void at_run_time(int* out, int threads) {
  int sum = 0;
  for (int half = threads / 2; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) sum += half;
  }
  out[threadIdx.x] = sum;
}

template <int kThreads>
__global__ void at_compile_time(int* out) {
  int sum = 0;
#pragma unroll
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) sum += half;
  }
  out[threadIdx.x] = sum;
}

void show(int threads, const DeviceBuffer<int>& out,
          const lockstep::Recording& recording) {
  CUDA_CHECK(cudaGetLastError());
  const int sum = out.download()[0];
  if (lockstep::counters_available()) {
    std::printf(" %9d %9d", sum,
                static_cast<int>(recording.total().branches * 32 / threads));
  } else {
    std::printf(" %9d %9s", sum, "-");  // a GPU does not count
  }
}

template <int kThreads>
void compare() {
  const DeviceBuffer<int> out(kThreads);
  std::printf("%7d", kThreads);
  const lockstep::Recording first;
  at_run_time<<<1, kThreads>>>(out.data(), kThreads);
  show(kThreads, out, first);
  const lockstep::Recording second;
  at_compile_time<kThreads><<<1, kThreads>>>(out.data());
  show(kThreads, out, second);
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%27s %19s\n", "at run time", "at compile time");
  std::printf("%7s %9s %9s %9s %9s\n", "threads", "out[0]", "branches",
              "out[0]", "branches");
  compare<32>();
  compare<64>();
  compare<256>();
  compare<1024>();
}
