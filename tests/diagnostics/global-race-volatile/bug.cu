// SPDX-License-Identifier: MIT
// Volatile makes each store real, and orders none of them.
__global__ void count(volatile int* out) {
  if (threadIdx.x == 0) *out = int(blockIdx.x);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
