// SPDX-License-Identifier: MIT
// Who holds what? A warpgroup multiplies two tiles whose product says where
// each value stands: c[i][j] = 64 * i + j. Each thread then tells which sums it
// got, and the counters tell who loaded the tiles.
#include <cstdio>
#include <cuda/ptx>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/wgmma.h"

namespace ptx = cuda::ptx;
namespace wgmma = lockstep::wgmma;

constexpr int kSide = 64, kEach = kSide * kSide / 128;

/// held[i][thread] = sum i of a thread; `left` (64 x 8) = the first 8 columns.
__global__ __launch_bounds__(128) void ask(float* held, float2* left) {
  __shared__ __align__(1024) __nv_bfloat16 a[kSide * 64], b[kSide * 64];
  for (int i = threadIdx.x; i < kSide * 64; i += 128) {
    const int row = i / 64, l = i % 64;
    const int at = row * 64 + (l / 8 ^ row % 8) * 8 + l % 8;  // the swizzle
    a[at] = __float2bfloat16(l == 0 ? row : l == 1 ? 1 : 0);
    b[at] = __float2bfloat16(l == 0 ? 64 : l == 1 ? row : 0);
  }
  ptx::fence_proxy_async(ptx::space_shared);  // stores first, then the product
  __syncthreads();
  float sums[kEach];
  wgmma::fence();
  wgmma::multiply(sums, wgmma::descriptor(a), wgmma::descriptor(b), false);
  wgmma::commit();
  wgmma::wait<0>();
  for (int i = 0; i < kEach; ++i) held[i * 128 + threadIdx.x] = sums[i];
  for (int i = 0; i < 4; i += 2) {  // two neighbours
    const int at = wgmma::row_of(i) * 4 + wgmma::column_of(i) / 2;
    left[at] = {sums[i], sums[i + 1]};
  }
}

int main() {
  const lockstep::DeviceBuffer<float> held(kEach * 128);
  const lockstep::DeviceBuffer<float2> left(kSide * 4);
  const lockstep::Recording recording;
  ask<<<1, 128>>>(held.data(), left.data());
  CUDA_CHECK(cudaGetLastError());
  const auto values = held.download();
  std::printf("64 x 64 sums, 32 per thread; the first 8 as row,column\n");
  for (const int thread : {0, 1, 3, 4, 31, 32, 127}) {
    std::printf("thread %3d ", thread);
    for (int i = 0; i < 8; ++i) {
      const int at = int(values[i * 128 + thread]);
      std::printf("  %2d,%2d", at / kSide, at % kSide);
    }
    std::printf("\n");
  }
  if (!lockstep::counters_available()) return 0;
  const SimtCounters all = recording.total();
  std::printf("%llu products; loads from shared memory by threads: %llu\n",
              static_cast<unsigned long long>(all.matrix_multiplies),
              static_cast<unsigned long long>(all.shared_load.requests));
}
