// SPDX-License-Identifier: MIT
// One block, 32 x 32 threads, and a matrix A of 32 rows. Thread (x, y) needs
// all values of row y of A, each times a weight of its own. It may load them
// itself, or the block loads a tile of A at a time and shares it.
#include <cstdio>
#include <vector>

#include "common/compare.h"
#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kTile = 32;

/// The weight of column l for the threads with this x; computed, not loaded.
__device__ int weight(int l, int x) { return (l + x) % 7; }

__global__ void direct(const int* a, int* sums, int columns) {
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int l = 0; l < columns; ++l) sum += a[y * columns + l] * weight(l, x);
  sums[y * kTile + x] = sum;
}

__global__ void tiled(const int* a, int* sums, int columns) {
  __shared__ int tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int left = 0; left < columns; left += kTile) {
    tile[y][x] = a[y * columns + left + x];  // one value per thread
    __syncthreads();                         // the tile is full
    for (int l = 0; l < kTile; ++l) sum += tile[y][l] * weight(left + l, x);
    __syncthreads();  // nobody needs it any more
  }
  sums[y * kTile + x] = sum;
}

void show(const char* name, void (*kernel)(const int*, int*, int),
          int columns) {
  const DeviceBuffer<int> a(
      lockstep::distinct_values<int>(kTile * columns, 33));
  const DeviceBuffer<int> sums(kTile * kTile);
  const lockstep::Recording recording;
  kernel<<<1, dim3(kTile, kTile)>>>(a.data(), sums.data(), columns);
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-7s %7d %8d", name, columns, sums.download()[1]);
  if (lockstep::counters_available()) {
    const SimtCounters all = recording.total();
    std::printf(" %7d %7d %9d", static_cast<int>(all.global_load.requests),
                static_cast<int>(all.shared_load.requests),
                static_cast<int>(all.barriers / kTile));
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%40s\n", "loads of warps");
  std::printf("%-7s %7s %8s %7s %7s %9s\n", "way", "columns", "sums[1]",
              "global", "shared", "barriers");
  for (int columns : {32, 64, 128}) {
    show("direct", direct, columns);
    show("tiled", tiled, columns);
  }
  if (!lockstep::counters_available()) {
    std::printf(
        "A GPU counts nothing here. ncu does: README.md, Afterwards.\n");
  }
}
