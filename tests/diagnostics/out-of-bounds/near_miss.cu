// SPDX-License-Identifier: MIT
// The guard keeps the threads past the end from storing.
__global__ void fill(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1.0f;
}

int main() {
  float* out;
  cudaMalloc(&out, 100 * sizeof(float));
  fill<<<1, 128>>>(out, 100);
  cudaDeviceSynchronize();
  cudaFree(out);
}
