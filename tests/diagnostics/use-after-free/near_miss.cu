// SPDX-License-Identifier: MIT
// cudaFree comes after the last launch that uses the memory.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
