// SPDX-License-Identifier: MIT
// Kernels that the benchmark runs: tiled matrix product, transpose through
// shared memory, block sums.

constexpr int kTile = 16;

/// c = a * b for n x n matrices, n a multiple of 16; block 16 x 16.
extern "C" __global__ void matmul_tiled(const float* a, const float* b,
                                        float* c, int n) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    a_tile[y][x] = a[row * n + t + x];
    b_tile[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// out = transpose of the n x n matrix in, n a multiple of 32; block 32 x 8.
extern "C" __global__ void transpose_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int to_x = blockIdx.y * 32 + threadIdx.x;
  const int to_y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[(to_y + i) * n + to_x] = tile[threadIdx.x][threadIdx.y + i];
}

/// out[block] = sum of the block's 256 elements of in; n a multiple of 256.
extern "C" __global__ void sum_shared(const int* in, int* out) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
