// SPDX-License-Identifier: MIT
// A 32 x 32 tile laid out in five ways. 32 warps read it by rows, then by
// columns: how many wavefronts do these 32 loads take? How many bytes the tile?
// Element (row, column) holds 32 * row + column, so wrong places would be seen.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

// In which word does element (row, column) lie?
struct Plain {
  static __device__ int word(int r, int c) { return 32 * r + c; }
  static constexpr int kWords = 1024;
};
struct Padded {
  static __device__ int word(int r, int c) { return 33 * r + c; }
  static constexpr int kWords = 1056;
};
struct Swizzled {
  static __device__ int word(int r, int c) { return 32 * r + (c ^ r); }
  static constexpr int kWords = 1024;
};
struct Rotated {
  static __device__ int word(int r, int c) { return 32 * r + (c + r) % 32; }
  static constexpr int kWords = 1024;
};
struct HalfKeys {
  static __device__ int word(int r, int c) { return 32 * r + (c ^ r / 2); }
  static constexpr int kWords = 1024;
};

template <typename Layout, bool by_columns>
__global__ void read(int* wrong) {
  __shared__ int tile[Layout::kWords];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[Layout::word(y, x)] = 32 * y + x;
  __syncthreads();
  const int row = by_columns ? x : y, column = by_columns ? y : x;
  const int value = tile[Layout::word(row, column)];
  if (value != 32 * row + column) *wrong = 1;
}

template <typename Layout, bool by_columns>
int wavefronts(bool* right) {
  const DeviceBuffer<int> wrong(std::vector<int>{0});
  const lockstep::Recording recording;
  read<Layout, by_columns><<<1, dim3(32, 32)>>>(wrong.data());
  CUDA_CHECK(cudaGetLastError());
  *right = *right && wrong.download()[0] == 0;
  return recording.total().shared_load.wavefronts;
}

template <typename Layout>
void show(const char* name) {
  bool right = true;
  const int rows = wavefronts<Layout, false>(&right);
  const int columns = wavefronts<Layout, true>(&right);
  std::printf("%-15s %6d", name, Layout::kWords * 4);
  if (lockstep::counters_available()) std::printf(" %10d %10d", rows, columns);
  std::printf("   %s\n", right ? "right" : "wrong");
}

int main() {
  std::printf("                       wavefronts of 32 loads\n");
  std::printf("layout           bytes    by rows by columns\n");
  show<Plain>("plain");
  show<Padded>("one word more");
  show<Swizzled>("column ^ row");
  show<Rotated>("column + row");
  show<HalfKeys>("column ^ row/2");
}
