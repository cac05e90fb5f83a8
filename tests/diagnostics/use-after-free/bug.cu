// SPDX-License-Identifier: MIT
// The memory is freed before the kernel that writes it.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaFree(out);
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
