// SPDX-License-Identifier: MIT
// A column of a tile with rows of 128 bytes: one bank for all lanes.
__global__ void transpose(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  float* out;
  cudaMalloc(&out, 1024 * sizeof(float));
  transpose<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
warning[bank-conflict]: one load of `tile` takes 32 wavefronts instead of 1
 --> bug.cu:7:3
  |
7 |   out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  |   ^ warp 0 of block (0,0,0) loads `tile` here
  |
  = lanes: 0 -> tile+0, 1 -> tile+128, 2 -> tile+256, ... 31 -> tile+3968
  = why:   bank = (byte / 4) % 32; steps of 128 bytes put all lanes in bank 0
  = seen:  32 of 32 warp loads on this line, 992 extra wavefronts
  = learn: docs/diagnostics/bank-conflict.md
*/
