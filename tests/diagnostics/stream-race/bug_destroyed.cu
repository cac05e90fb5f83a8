// SPDX-License-Identifier: MIT
// The stream is gone, its copy goes on.
__global__ void twice(int* out, const int* in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out, *first;
  cudaStream_t copying;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMalloc(&first, 128);
  cudaMemset(first, 1, 128);
  cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(in, first, 128, cudaMemcpyDeviceToDevice, copying);
  cudaStreamDestroy(copying);
  twice<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(first);
}
