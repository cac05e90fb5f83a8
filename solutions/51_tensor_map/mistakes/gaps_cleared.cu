// SPDX-License-Identifier: MIT
// caught by: case "leaves alone what lies between the rows"
// Zeros are written where nothing is to be written.

constexpr int kLeft = 4;  // a row of the box begins at a multiple of 16 bytes
constexpr int kBoxRows = kRows + 2, kBoxColumns = kLeft + kColumns + 4;

/// Makes the tile at (blockIdx.y, blockIdx.x) of what `to` describes.
__global__ __launch_bounds__(kThreads) void blur_tile(
    const __grid_constant__ CUtensorMap from,
    const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) float box[kBoxRows][kBoxColumns];
  __shared__ alignas(128) float tile[kRows][kColumns];
  __shared__ uint64_t full;
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof box);
    const int corner[] = {column - kLeft, row - 1};  // innermost first
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &from,
                              corner, &full);
  }
  __syncthreads();  // the barrier object is there
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  for (int i = threadIdx.x; i < kRows * kColumns; i += kThreads) {
    const int r = i / kColumns, c = i % kColumns;
    tile[r][c] = weighted(&box[r][c + kLeft - 1], kBoxColumns);
  }
  ptx::fence_proxy_async(ptx::space_shared);  // of each thread that stored
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int corner[] = {column, row};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, corner,
                            tile);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  if (rows == 0 || columns == 0) return;
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows)};
  const cuuint64_t strides[] = {pitch * sizeof(float)};  // in bytes
  CUDA_CHECK(cudaMemsetAsync(out, 0, rows * size_t(pitch) * sizeof(float)));
  const CUtensorMap from = encode(in, sizes, strides, {kBoxColumns, kBoxRows});
  const CUtensorMap to = encode(out, sizes, strides, {kColumns, kRows});
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  blur_tile<<<grid, kThreads>>>(from, to);
  CUDA_CHECK(cudaGetLastError());
}
