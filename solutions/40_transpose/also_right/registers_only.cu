// SPDX-License-Identifier: MIT
// No tile: a thread transposes 4 x 4 values in its registers, and two lanes
// share each sector of a column. Other sizes than multiples of 4 take a tile.

__global__ void swz32(const float* in, float* out, int rows, int columns) {
  __shared__ float square[32][32];
  const int x = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
  float v[4];
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const int y = threadIdx.y + 8 * q;
    v[q] = top + y < rows && left + x < columns
               ? in[(top + y) * columns + left + x]
               : 0;
  }
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const int y = threadIdx.y + 8 * q;
    square[y][(x + y) % 32] = v[q];
  }
  __syncthreads();
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const int y = threadIdx.y + 8 * q;
    if (left + y < columns && top + x < rows)
      out[(left + y) * rows + top + x] = square[x][(x + y) % 32];
  }
}
inline void by_32(const float* in, float* out, int rows, int columns) {
  const dim3 grid((columns + 31) / 32, (rows + 31) / 32);
  swz32<<<grid, dim3(32, 8)>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
// No tile at all: a thread transposes 4 x 4 in registers. Lanes 2i and 2i + 1
// have the same four columns and eight neighbouring rows: a whole sector.
__global__ void registers4(const float* in, float* out, int rows, int columns) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int c = blockIdx.x * 64 + lane / 2 * 4;
  const int r = blockIdx.y * 64 + warp * 8 + lane % 2 * 4;
  if (r >= rows || c >= columns) return;
  float4 v[4];
#pragma unroll
  for (int q = 0; q < 4; ++q)
    v[q] = *(const float4*)(in + (r + q) * columns + c);
  *(float4*)(out + (c + 0) * rows + r) =
      make_float4(v[0].x, v[1].x, v[2].x, v[3].x);
  *(float4*)(out + (c + 1) * rows + r) =
      make_float4(v[0].y, v[1].y, v[2].y, v[3].y);
  *(float4*)(out + (c + 2) * rows + r) =
      make_float4(v[0].z, v[1].z, v[2].z, v[3].z);
  *(float4*)(out + (c + 3) * rows + r) =
      make_float4(v[0].w, v[1].w, v[2].w, v[3].w);
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  if (rows % 4 || columns % 4) return by_32(in, out, rows, columns);
  registers4<<<dim3((columns + 63) / 64, (rows + 63) / 64), 256>>>(
      in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
