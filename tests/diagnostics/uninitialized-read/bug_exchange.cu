// SPDX-License-Identifier: MIT
// The old value of an exchange is used, and nobody wrote it.
__global__ void take(int* slot, int* out) {
  out[threadIdx.x] = atomicExch(&slot[threadIdx.x], 1);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  take<<<1, 32>>>(memory, memory + 32);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
