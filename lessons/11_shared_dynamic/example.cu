// SPDX-License-Identifier: MIT
// One kernel, three sizes of dynamic shared memory; and what two extern names
// mean: thread 0 of a block reports where the arrays begin in its memory.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

// A row of any length, reversed: the size comes with the launch.
__global__ void reverse(int* row) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = row[threadIdx.x];
  __syncthreads();
  row[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

/// Bytes from the first array to the second, in two ways of having two.
struct Distances {
  int two_names, one_cut;
};

__global__ void measure(Distances* out, int count) {
  extern __shared__ double first[];
  extern __shared__ unsigned char second[];
  unsigned char* const base = reinterpret_cast<unsigned char*>(first);
  unsigned char* const cut = reinterpret_cast<unsigned char*>(first + count);
  *out = {static_cast<int>(second - base), static_cast<int>(cut - base)};
}

void show_reverse(int threads) {
  std::vector<int> row(threads);
  for (int i = 0; i < threads; ++i) row[i] = i;
  const DeviceBuffer<int> data(row);
  const lockstep::Recording recording;
  reverse<<<1, threads, threads * sizeof(int)>>>(data.data());
  CUDA_CHECK(cudaGetLastError());
  row = data.download();
  std::printf("%4d threads: row[0] = %4d", threads, row[0]);
  if (lockstep::counters_available()) {
    const SimtLaunch launch = recording.list()[0];
    std::printf("; shared bytes: %d static, %d dynamic, %d touched",
                static_cast<int>(launch.static_shared_bytes),
                static_cast<int>(launch.dynamic_shared_bytes),
                static_cast<int>(launch.dynamic_shared_bytes_touched));
  }
  std::printf("\n");
}

int main() {
  for (int threads : {4, 100, 1024}) show_reverse(threads);
  const DeviceBuffer<Distances> out(1);
  measure<<<1, 1, 9 * 100>>>(out.data(), 100);
  CUDA_CHECK(cudaGetLastError());
  const Distances found = out.download()[0];
  std::printf("\nfrom the 100 doubles to the 100 bytes:\n");
  std::printf("two extern names      %3d bytes\n", found.two_names);
  std::printf("one buffer, cut       %3d bytes\n", found.one_cut);
}
