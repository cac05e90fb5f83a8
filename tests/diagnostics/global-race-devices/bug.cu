// SPDX-License-Identifier: MIT
// Each device has a default stream of its own: nothing orders these kernels.
__global__ void set(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  set<<<1, 32>>>(data, 1);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  set<<<1, 32>>>(data, 2);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaFree(data);
}
