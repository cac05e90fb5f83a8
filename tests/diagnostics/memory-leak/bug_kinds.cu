// SPDX-License-Identifier: MIT
// Managed and page-locked memory, and that of a kernel's malloc, is lost too.
__global__ void make(int** list) { *list = static_cast<int*>(malloc(16)); }

int main() {
  int **list, *numbers;
  cudaMallocManaged(&list, sizeof(int*));
  cudaMallocHost(&numbers, 100);
  make<<<1, 1>>>(list);
  cudaDeviceSynchronize();
}
