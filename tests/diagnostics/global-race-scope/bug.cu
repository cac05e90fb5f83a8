// SPDX-License-Identifier: MIT
// These atomics are atomic inside a block only.
__global__ void count(int* out) { atomicAdd_block(out, 1); }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
