// SPDX-License-Identifier: MIT
// Neighbouring bytes of one word are not the same bytes.
__global__ void mark(char* a) { a[2 * threadIdx.x + blockIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  mark<<<2, 32>>>(reinterpret_cast<char*>(out));
  cudaDeviceSynchronize();
  cudaFree(out);
}
