// SPDX-License-Identifier: MIT
// Volatile makes the load and the store real, not one step.
__global__ void count(volatile int* out) {
  if (threadIdx.x == 0) *out = *out + 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
