// SPDX-License-Identifier: MIT
// A kernel that waits for a signal of the host, and then changes 16 ints from
// 1 to 2. The host reads them after the launch, gives the signal, waits, and
// reads them again. Then another kernel looks at what it read.
#include <algorithm>
#include <cstdio>
#include <cuda/atomic>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kValues = 16;
using Signal = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void set_to_2(int* values, int* go) {
  while (Signal(*go).load() == 0) {
  }
  values[threadIdx.x] = 2;
}

__global__ void sort_out(const int* seen, int* old_value, int* new_value) {
  const int i = threadIdx.x;
  if (seen[i] == 1) {
    old_value[i] = seen[i];
  } else {
    new_value[i] = seen[i];
  }
}

std::vector<int> read(const char* when, const int* values) {
  std::printf("%-30s", when);
  for (int i = 0; i < kValues; ++i) std::printf(" %d", values[i]);
  std::printf("\n");
  return {values, values + kValues};
}

int main() {
  // Pinned memory: host and device use the same address.
  int *values = nullptr, *go = nullptr;
  CUDA_CHECK(cudaMallocHost(&values, kValues * sizeof(int)));
  CUDA_CHECK(cudaMallocHost(&go, sizeof(int)));
  std::fill_n(values, kValues, 1);
  *go = 0;
  // read-begin
  set_to_2<<<1, kValues>>>(values, go);
  const auto early = read("after the launch:", values);
  Signal(*go).store(1);  // now the kernel may go on
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto late = read("after cudaDeviceSynchronize():", values);
  // read-end

  const lockstep::DeviceBuffer<int> of_old(kValues), of_new(kValues);
  for (const auto& all : {early, late}) {
    const lockstep::DeviceBuffer<int> seen(all);
    sort_out<<<1, kValues>>>(seen.data(), of_old.data(), of_new.data());
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  CUDA_CHECK(cudaFreeHost(values));
  CUDA_CHECK(cudaFreeHost(go));
}
