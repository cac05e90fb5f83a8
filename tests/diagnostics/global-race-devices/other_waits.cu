// SPDX-License-Identifier: MIT
// The host waits for device 1, and device 0 still writes.
__global__ void set(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  set<<<1, 32>>>(data, 1);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaDeviceSynchronize();
  set<<<1, 32>>>(data, 2);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaFree(data);
}
