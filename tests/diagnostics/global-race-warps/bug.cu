// SPDX-License-Identifier: MIT
// Warps of one block share global memory as well.
__global__ void reverse(int* a) {
  a[threadIdx.x] = threadIdx.x;
  a[64 + threadIdx.x] = a[63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  reverse<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
