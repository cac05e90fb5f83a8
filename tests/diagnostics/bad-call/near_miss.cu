// SPDX-License-Identifier: MIT
// The pointer holds the address of a device function.
__device__ int twice(int x) { return 2 * x; }
__device__ int (*operation)(int) = twice;

__global__ void apply(int* out) { *out = operation(1); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  apply<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
