// SPDX-License-Identifier: MIT
// cudaFree waits for the device, but not where memory is of a stream.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), stream);
  fill<<<1, 64, 0, stream>>>(data);
  cudaFree(data);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
}
