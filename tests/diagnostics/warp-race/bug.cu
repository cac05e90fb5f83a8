// SPDX-License-Identifier: MIT
// One warp, no barrier: its lanes are threads of their own since Volta.
__global__ void shift(int* out) {
  __shared__ volatile int buf[32];
  buf[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = buf[(threadIdx.x + 1) % 32];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  shift<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
