// SPDX-License-Identifier: MIT
// An event of device 0 orders the second kernel, and the host the third.
__global__ void set(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* data;
  cudaEvent_t first;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaEventCreate(&first);
  set<<<1, 32>>>(data, 1);
  cudaEventRecord(first, 0);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaStreamWaitEvent(0, first, 0);
  set<<<1, 32>>>(data, 2);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  set<<<1, 32>>>(data, 3);
  cudaDeviceSynchronize();
  cudaEventDestroy(first);
  cudaFree(data);
}
