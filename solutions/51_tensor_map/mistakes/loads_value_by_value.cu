// SPDX-License-Identifier: MIT
// caught by: case "a few copies move each tile"
// Ordinary loads with a test for the edges; only the result goes by a copy.

constexpr int kLeft = 4;  // a row of the box begins at a multiple of 16 bytes
constexpr int kBoxRows = kRows + 2, kBoxColumns = kLeft + kColumns + 4;

/// Makes the tile at (blockIdx.y, blockIdx.x) of what `to` describes.
__global__ __launch_bounds__(kThreads) void blur_tile(
    const float* in, int rows, int columns, int pitch,
    const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) float box[kBoxRows][kBoxColumns];
  __shared__ alignas(128) float tile[kRows][kColumns];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += kThreads) {
    const int r = row - 1 + i / kBoxColumns;
    const int c = column - kLeft + i % kBoxColumns;
    const bool inside = r >= 0 && r < rows && c >= 0 && c < columns;
    box[i / kBoxColumns][i % kBoxColumns] =
        inside ? in[size_t(r) * pitch + c] : 0;
  }
  __syncthreads();
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
  const CUtensorMap to = encode(out, sizes, strides, {kColumns, kRows});
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  blur_tile<<<grid, kThreads>>>(in, rows, columns, pitch, to);
  CUDA_CHECK(cudaGetLastError());
}
