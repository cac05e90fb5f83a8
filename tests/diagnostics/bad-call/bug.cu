// SPDX-License-Identifier: MIT
// Nothing was stored in the function pointer.
__device__ int (*operation)(int);

__global__ void apply(int* out) { *out = operation(1); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  apply<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
