// SPDX-License-Identifier: MIT
// A block of 128 threads adds up an array that comes in tiles, one value per
// thread; each thread adds its tile's 128 values. With one tile in shared
// memory, or with two that take turns. Prints the barriers.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kThreads = 128;

__device__ int sum_of(const int* tile) {
  int sum = 0;
  for (int i = 0; i < kThreads; ++i) sum += tile[i];
  return sum;
}

/// Each thread's sum of all values: loads, waits, adds, waits.
__global__ void one_tile(const int* in, int* sums, int tiles) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    tile[t] = in[i * kThreads + t];
    __syncthreads();
    sum += sum_of(tile);
    __syncthreads();
  }
  sums[t] = sum;
}

/// The same: the next value is in flight while the block adds this tile.
__global__ void two_tiles(const int* in, int* sums, int tiles) {
  __shared__ int tile[2][kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  tile[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    const bool more = i + 1 < tiles;
    const int next = more ? in[(i + 1) * kThreads + t] : 0;  // in flight
    sum += sum_of(tile[i % 2]);
    if (!more) break;
    tile[(i + 1) % 2][t] = next;
    __syncthreads();  // that tile is full, and nobody reads this one
  }
  sums[t] = sum;
}

void show(const char* name, void (*kernel)(const int*, int*, int), int tiles) {
  std::vector<int> values(tiles * kThreads);
  for (size_t i = 0; i < values.size(); ++i) values[i] = int(i % 10);
  const DeviceBuffer<int> in(values), sums(kThreads);
  const lockstep::Recording recording;
  kernel<<<1, kThreads>>>(in.data(), sums.data(), tiles);
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-10s %5d %7d", name, tiles, sums.download()[0]);
  if (lockstep::counters_available()) {
    std::printf(" %18.0f", recording.total().barriers / double(kThreads / 32));
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-10s %5s %7s %18s\n", "", "tiles", "sum", "barriers per warp");
  for (int tiles : {2, 4, 16}) {
    show("one tile", one_tile, tiles);
    show("two tiles", two_tiles, tiles);
  }
}
