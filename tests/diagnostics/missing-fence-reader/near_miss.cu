// SPDX-License-Identifier: MIT
// Blocks that share no data need no order.
__device__ volatile int ready = 0;

__global__ void pass(int* data, int* out) {
  if (threadIdx.x != 0) return;
  data[blockIdx.x] = 7;
  if (blockIdx.x == 0) {
    ready = 1;
  } else {
    while (ready == 0) {
    }
    *out = data[blockIdx.x];
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
