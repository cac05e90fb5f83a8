// SPDX-License-Identifier: MIT
// cudaMemcpyPeerAsync is ordered by its stream alone.
__global__ void set(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int *from, *to;
  cudaStream_t own;
  cudaMalloc(&from, 32 * sizeof(int));
  cudaMemset(from, 0, 32 * sizeof(int));
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  set<<<1, 32, 0, own>>>(from, 1);
  cudaSetDevice(1);
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMemcpyPeerAsync(to, 1, from, 0, 32 * sizeof(int), 0);
  set<<<1, 32>>>(to, 1);
  cudaSetDevice(0);
  set<<<1, 32, 0, own>>>(from, 2);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  cudaFree(to);
  cudaSetDevice(0);
  cudaFree(from);
  cudaStreamDestroy(own);
}
