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
