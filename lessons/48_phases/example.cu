// SPDX-License-Identifier: MIT
// A barrier object in slow motion: one thread is all four arrivals that a phase
// expects. After each it asks whether the phase of parity 0 is over, and
// whether the one of parity 1 is.
#include <cstdio>
#include <cuda/ptx>

#include "common/cuda_check.h"

/// Keeps what it saw in `over`: two answers after the init and each arrival.
__global__ void watch(bool* over, int arrivals) {
  [[maybe_unused]] __shared__ uint64_t barrier;
#if __CUDA_ARCH__ >= 800
  cuda::ptx::mbarrier_init(&barrier, 4);
  for (int i = 0; i <= arrivals; ++i) {
    if (i > 0) cuda::ptx::mbarrier_arrive(&barrier);
    over[2 * i] = cuda::ptx::mbarrier_test_wait_parity(&barrier, 0);
    over[2 * i + 1] = cuda::ptx::mbarrier_test_wait_parity(&barrier, 1);
  }
#endif
}

int main() {
  constexpr int kArrivals = 9;
  bool* over = nullptr;
  CUDA_CHECK(cudaMallocManaged(&over, 2 * (kArrivals + 1)));
  watch<<<1, 1>>>(over, kArrivals);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("arrivals  phase  a wait for 0  a wait for 1\n");
  for (int i = 0; i <= kArrivals; ++i) {
    std::printf("%8d %6d  %12s  %12s\n", i, i / 4,
                over[2 * i] ? "passes" : "waits",
                over[2 * i + 1] ? "passes" : "waits");
  }
  CUDA_CHECK(cudaFree(over));
}
