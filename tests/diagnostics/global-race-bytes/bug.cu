// SPDX-License-Identifier: MIT
// Two blocks store one byte.
__global__ void mark(char* a) { a[blockIdx.x * 31 + threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  mark<<<2, 32>>>(reinterpret_cast<char*>(out));
  cudaDeviceSynchronize();
  cudaFree(out);
}
