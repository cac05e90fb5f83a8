// SPDX-License-Identifier: MIT
// Memory of a stream is freed in another one, which waits for nothing.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t working, cleaning;
  cudaStreamCreate(&working);
  cudaStreamCreate(&cleaning);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), working);
  fill<<<1, 64, 0, working>>>(data);
  cudaFreeAsync(data, cleaning);
  cudaDeviceSynchronize();
  cudaStreamDestroy(working);
  cudaStreamDestroy(cleaning);
}
