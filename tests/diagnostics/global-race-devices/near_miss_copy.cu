// SPDX-License-Identifier: MIT
// cudaMemcpyPeer comes after all work of both devices, and before what follows.
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
  cudaMemcpyPeer(to, 1, from, 0, 32 * sizeof(int));
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
