// SPDX-License-Identifier: MIT
// A thread for each of 128 elements, but only 100 were allocated.
__global__ void fill(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1.0f;
}

int main() {
  float* out;
  cudaMalloc(&out, 100 * sizeof(float));
  fill<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
