// SPDX-License-Identifier: MIT
// Each warp stores its own four rows of the tile: a fence, a barrier of the
// warp, and a copy of one lane.

constexpr int kBoxRows = kRows + 2, kBoxColumns = kColumns + 8;

__global__ __launch_bounds__(kThreads) void blur_tile(
    const __grid_constant__ CUtensorMap from,
    const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) float box[kBoxRows][kBoxColumns];
  __shared__ alignas(128) float tile[kRows][kColumns];
  __shared__ uint64_t full;
  const int left = blockIdx.x * kColumns, top = blockIdx.y * kRows;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof box);
    const int corner[] = {left - 4, top - 1};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &from,
                              corner, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 4 * warp; r < 4 * warp + 4; ++r) {
    for (int c = lane; c < kColumns; c += 32) {
      tile[r][c] = weighted(&box[r][c + 3], kBoxColumns);
    }
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncwarp();
  if (lane == 0) {
    const int corner[] = {left, top + 4 * warp};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, corner,
                              tile[4 * warp]);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  const CUtensorMap from =
      encode(in, {cuuint64_t(columns), cuuint64_t(rows)},
             {4 * cuuint64_t(pitch)}, {kBoxColumns, kBoxRows});
  const CUtensorMap to = encode(out, {cuuint64_t(columns), cuuint64_t(rows)},
                                {4 * cuuint64_t(pitch)}, {kColumns, 4});
  blur_tile<<<grid, kThreads>>>(from, to);
  CUDA_CHECK(cudaGetLastError());
}
