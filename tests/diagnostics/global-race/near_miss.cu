// SPDX-License-Identifier: MIT
// Another array takes the result: nobody loads what others store.
__global__ void shift(const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i + 1];
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  shift<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
