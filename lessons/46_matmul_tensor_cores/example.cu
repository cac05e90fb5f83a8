// SPDX-License-Identifier: MIT
// Who holds what? A fragment is spread over the 32 lanes of a warp in a way
// that the program need not know. This one asks: the tile holds its own
// indices, and each lane says which ones it got. Then one product, and what it
// was made of.
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace wmma = nvcuda::wmma;

constexpr int kTile = 16, kEach = kTile * kTile / 32;

/// held[i][lane] = the value of `tile` (16 x 16, by rows) that element i of
/// the lane's part of an accumulator holds.
__global__ void ask(const float* tile, float* held) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> part;
  wmma::load_matrix_sync(part, tile, kTile, wmma::mem_row_major);
  for (int i = 0; i < kEach; ++i) held[i * 32 + threadIdx.x] = part.x[i];
}

/// c = a * b, one tile.
__global__ void multiply(const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(a_part, a, kTile);
  wmma::load_matrix_sync(b_part, b, kTile);
  wmma::mma_sync(sum, a_part, b_part, sum);
  wmma::store_matrix_sync(c, sum, kTile, wmma::mem_row_major);
}

int main() {
  std::vector<float> numbers(kTile * kTile);
  std::vector<__half> ones(kTile * kTile, __float2half(1.0f)), rows;
  for (int i = 0; i < kTile * kTile; ++i) {
    numbers[i] = float(i);
    rows.push_back(__float2half(float(i / kTile)));
  }
  const lockstep::DeviceBuffer<float> tile(numbers), held(32 * kEach);
  ask<<<1, 32>>>(tile.data(), held.data());
  CUDA_CHECK(cudaGetLastError());
  const auto values = held.download();
  std::printf("the accumulator's 256 values, 8 per lane, as row,column\n");
  for (const int lane : {0, 1, 2, 4, 31}) {
    std::printf("lane %2d ", lane);
    for (int i = 0; i < kEach; ++i) {
      const int at = int(values[i * 32 + lane]);
      std::printf("  %2d,%2d", at / kTile, at % kTile);
    }
    std::printf("\n");
  }

  const lockstep::DeviceBuffer<__half> a(rows), b(ones);
  const lockstep::DeviceBuffer<float> c(kTile * kTile);
  const lockstep::Recording recording;
  multiply<<<1, 32>>>(a.data(), b.data(), c.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("\nc[3][5] = %g: 16 products of 3 and 1\n",
              c.download()[3 * kTile + 5]);
  if (lockstep::counters_available()) {
    std::printf(
        "4096 products: %llu wmma.mma.sync, %llu fma.rn.f32\n",
        static_cast<unsigned long long>(recording.instructions(
            "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32")),
        static_cast<unsigned long long>(recording.instructions("fma.rn.f32")));
  }
}
