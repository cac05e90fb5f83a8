// SPDX-License-Identifier: MIT
// cudaMemcpyPeer comes in turn in the default streams of both devices, for
// which blocking streams wait, and which wait for these.
__global__ void set(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int *from, *to;
  cudaStream_t own;
  cudaMalloc(&from, 32 * sizeof(int));
  cudaMemset(from, 0, 32 * sizeof(int));
  cudaStreamCreate(&own);
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
