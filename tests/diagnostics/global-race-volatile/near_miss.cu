// SPDX-License-Identifier: MIT
// An atomic is one step.
__global__ void count(int* out) {
  if (threadIdx.x == 0) atomicAdd(out, 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
