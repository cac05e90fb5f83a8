// SPDX-License-Identifier: MIT
// Managed and page-locked memory, and that of a kernel's malloc, is lost too.
// A reset frees what cudaMalloc gave, and not the memory of a pool.
__global__ void make(int** list) { *list = static_cast<int*>(malloc(16)); }

int main() {
  int **list, *numbers, *plain, *pooled;
  cudaMalloc(&plain, 32);
  cudaMallocAsync(&pooled, 64, 0);
  cudaDeviceReset();
  cudaMallocManaged(&list, sizeof(int*));
  cudaMallocHost(&numbers, 100);
  make<<<1, 1>>>(list);
  cudaDeviceSynchronize();
}

/* report:
warning[memory-leak]: 4 allocations are never freed, 188 bytes
  = left:  `cudaMallocAsync #1`, 64 bytes, in main
  = left:  `cudaMallocManaged #1`, 8 bytes, in main
  = left:  `cudaHostAlloc #1`, 100 bytes, in main
  = left:  `malloc #1`, 16 bytes, by a kernel
  = type:  cudaFree(pointer), cudaFreeHost(pointer), free(pointer) in a kernel
           where the memory is used for the last time
  = why:   the device keeps the memory until the program ends; a program that
           runs for long has less and less
  = learn: docs/diagnostics/memory-leak.md
*/
