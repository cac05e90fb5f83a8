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

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
 --> bug.cu:3:30
  |
3 | __global__ void set(int* data, int value) { data[threadIdx.x] = value; }
  |                              - (1) thread 0 of block (0,0,0) of launch 0
  |                                stores `cudaMalloc #1+0` here
  |                              ^ (2) thread 0 of block (0,0,0) stores
  |                                `cudaMalloc #1+0` here
  |
  = why:   launches in different streams, same 4 bytes, both store, nothing
           makes one launch wait for the other
  = seen:  32 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
