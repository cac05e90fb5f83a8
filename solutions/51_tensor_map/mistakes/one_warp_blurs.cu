// SPDX-License-Identifier: MIT
// caught by: case "a few copies move each tile"
// One warp of each block blurs, the other three wait.

constexpr int kBoxRows = kRows + 2, kBoxColumns = kColumns + 8;
__global__ __launch_bounds__(kThreads) void blur_tile(
    const __grid_constant__ CUtensorMap from,
    const __grid_constant__ CUtensorMap to) {
  alignas(128) __shared__ float box[kBoxRows][kBoxColumns];
  alignas(128) __shared__ float tile[kRows][kColumns];
  __shared__ uint64_t full;
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async();
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof(box));
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &from,
                              {column - 4, row - 1}, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  if (threadIdx.x < 32)
    for (int i = threadIdx.x; i < kRows * kColumns; i += 32) {
      const int r = i / kColumns, c = i % kColumns;
      tile[r][c] = weighted(&box[r][c + 3], kBoxColumns);
    }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to,
                              {column, row}, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  const cuuint64_t w = columns, h = rows, step = cuuint64_t(pitch) * 4;
  const CUtensorMap from = encode(in, {w, h}, {step}, {kBoxColumns, kBoxRows});
  const CUtensorMap to = encode(out, {w, h}, {step}, {kColumns, kRows});
  blur_tile<<<grid, kThreads>>>(from, to);
  CUDA_CHECK(cudaGetLastError());
}

