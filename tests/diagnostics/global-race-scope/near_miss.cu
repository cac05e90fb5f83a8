// SPDX-License-Identifier: MIT
// Every block has a counter of its own.
__global__ void count(int* out) { atomicAdd_block(&out[blockIdx.x], 1); }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
