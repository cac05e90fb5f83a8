// SPDX-License-Identifier: MIT
// Long loops that store nothing: one counts, one reads the same bytes again.
__global__ void work(const volatile int* in, int* out) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
  for (int i = 0; i < 10000; ++i) x ^= in[0];
  out[threadIdx.x] = x;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, sizeof(int));
  work<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
