// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// A tile 4 values wide: a load of a warp takes 16 bytes of each of eight rows.

constexpr int kHigh = 256, kWide = 4;

__global__ void transpose_narrow(const float* in,  // rows x columns
                                 float* out,       // columns x rows
                                 int rows, int columns) {
  __shared__ float tile[kWide][kHigh];
  const int left = blockIdx.x * kWide, top = blockIdx.y * kHigh;
  for (int i = threadIdx.x; i < kWide * kHigh; i += 128) {
    const int r = i / kWide, c = i % kWide;
    if (top + r < rows && left + c < columns) {
      tile[c][r ^ 8 * c] = in[(top + r) * columns + left + c];
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kWide * kHigh; i += 128) {
    const int c = i / kHigh, r = i % kHigh;
    if (top + r < rows && left + c < columns) {
      out[(left + c) * rows + top + r] = tile[c][r ^ 8 * c];
    }
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kWide - 1) / kWide, (rows + kHigh - 1) / kHigh);
  transpose_narrow<<<grid, 128>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
