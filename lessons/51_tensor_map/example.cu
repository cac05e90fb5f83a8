// SPDX-License-Identifier: MIT
// A box that begins outside of its matrix, as the copy leaves it in shared
// memory. Then where a map with a swizzle puts the 16-byte pieces of a row, and
// what that does to a warp that reads a column.
#include <cuda.h>

#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"

namespace ptx = cuda::ptx;

constexpr int kWide = 32;  // floats of a box's row: 128 bytes

/// One thread begins the copy of the box at (x, y), all 32 wait for it.
__device__ void fetch(const CUtensorMap& map, int x, int y, void* box,
                      unsigned bytes, uint64_t* full) {
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, full, bytes);
    const int corner[] = {x, y};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map,
                              corner, full);
  }
  __syncwarp();
  while (!ptx::mbarrier_try_wait_parity(full, 0)) continue;
}

/// Copies the box of 5 x 8 values that begins at (-1, -4) to `out`: first what
/// comes from a matrix of 3 x 3, then what does not.
__global__ void corner(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float box[5 * 8];
  __shared__ uint64_t full;
  fetch(map, -4, -1, box, sizeof box, &full);
  const int mine = 8 * (1 + threadIdx.x / 3) + 4 + threadIdx.x % 3;
  if (threadIdx.x < 9) out[mine] = box[mine];
  for (int i = threadIdx.x; i < 5 * 8; i += 32) {
    const int r = i / 8, c = i % 8;
    if (r == 0 || r == 4 || c < 4 || c == 7) out[i] = box[i];
  }
}

/// The box of 32 x 32 values at (0, 0), as it lies; then its column 0.
__global__ void column(const __grid_constant__ CUtensorMap map, bool swizzled,
                       float* lies, float* out) {
  __shared__ alignas(1024) float box[32 * kWide];
  __shared__ uint64_t full;
  fetch(map, 0, 0, box, sizeof box, &full);
  for (int i = threadIdx.x; i < 32 * kWide; i += 32) lies[i] = box[i];
  const int r = threadIdx.x, piece = swizzled ? r % 8 : 0;
  out[r] = box[r * kWide + 4 * piece];  // piece 0 lies at piece 0 ^ r % 8
}

int main() {
  const lockstep::DeviceBuffer<float> small(
      {11, 12, 13, 0, 21, 22, 23, 0, 31, 32, 33, 0});
  const lockstep::DeviceBuffer<float> box(5 * 8);
  corner<<<1, 32>>>(lockstep::tensor_map(small.data(), 3, 3, 5, 8,
                                         CU_TENSOR_MAP_SWIZZLE_NONE, 4),
                    box.data());
  const std::vector<float> got = box.download();
  std::printf("3 x 3 values; the box of 5 x 8 at row -1, column -4:\n");
  for (int i = 0; i < 5 * 8; ++i)
    std::printf("%3g%s", got[i], i % 8 < 7 ? " " : "\n");

  std::vector<float> values(32 * kWide);
  for (int i = 0; i < 32 * kWide; ++i) values[i] = float(i % kWide / 4);
  const lockstep::DeviceBuffer<float> large(values);
  const lockstep::DeviceBuffer<float> lies(32 * kWide), zeros(32);
  for (const bool swizzled : {false, true}) {
    const auto map = lockstep::tensor_map(
        large.data(), 32, kWide, 32, kWide,
        swizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE);
    const lockstep::Recording recording;
    column<<<1, 32>>>(map, swizzled, lies.data(), zeros.data());
    const std::vector<float> all = lies.download();
    std::printf("\n%s, which piece of its row lies where:\n",
                swizzled ? "swizzle of 128 bytes" : "no swizzle");
    for (const int r : {0, 1, 2, 7, 8}) {
      std::printf("row %d  ", r);
      for (int i = 0; i < kWide; i += 4) std::printf(" %g", all[r * kWide + i]);
      std::printf("\n");
    }
    if (!lockstep::counters_available()) continue;
    const auto loads = recording.total().shared_load;
    std::printf("a column, read by 32 lanes: %d wavefronts\n",
                int(loads.wavefronts - (loads.requests - 1)));
  }
}
