// SPDX-License-Identifier: MIT
// `in` lies on device 1, and the kernel runs on device 0.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaSetDevice(1);
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaMalloc(&out, 32 * sizeof(int));
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
