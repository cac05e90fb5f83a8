// SPDX-License-Identifier: MIT
// The kernels of ../kernels.cu in OpenCL, for Oclgrind: line by line the same
// arithmetic and the same barriers.

#define TILE 16

/// c = a * b for n x n matrices, n a multiple of 16; work-group 16 x 16.
kernel void matmul_tiled(global const float* a, global const float* b,
                         global float* c, int n) {
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_group_id(0) * TILE + x;
  const int row = get_group_id(1) * TILE + y;
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    a_tile[y][x] = a[row * n + t + x];
    b_tile[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += a_tile[y][k] * b_tile[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

/// out = transpose of the n x n matrix in; n a multiple of 32, group 32 x 8.
kernel void transpose_tile(global const float* in, global float* out, int n) {
  local float tile[32][33];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int x = get_group_id(0) * 32 + tx;
  const int y = get_group_id(1) * 32 + ty;
  for (int i = 0; i < 32; i += 8) tile[ty + i][tx] = in[(y + i) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int to_x = get_group_id(1) * 32 + tx;
  const int to_y = get_group_id(0) * 32 + ty;
  for (int i = 0; i < 32; i += 8)
    out[(to_y + i) * n + to_x] = tile[tx][ty + i];
}

/// out[group] = sum of the group's 256 elements of in.
kernel void sum_shared(global const int* in, global int* out) {
  local int part[256];
  const int t = get_local_id(0);
  part[t] = in[get_group_id(0) * 256 + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = part[0];
}
