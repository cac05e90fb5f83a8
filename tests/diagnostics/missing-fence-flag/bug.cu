// SPDX-License-Identifier: MIT
// Volatile does not order the data before the flag.
__device__ volatile int ready = 0;

__global__ void pass(int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  pass<<<2, 32>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
