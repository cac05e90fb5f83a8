// SPDX-License-Identifier: MIT
// Peer access does not open the memory of a pool; cudaMemPoolSetAccess does.
__global__ void count(int* total) { atomicAdd(total, 1); }

int main() {
  int* total;
  cudaSetDevice(1);
  cudaMallocAsync(&total, sizeof(int), 0);
  cudaMemsetAsync(total, 0, sizeof(int), 0);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  count<<<1, 32>>>(total);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaFreeAsync(total, 0);
  cudaDeviceSynchronize();
}

/* report:
error[peer-access]: thread 0 of device 0 updates `cudaMallocAsync #1`, which
  lies on device 1
 --> pool.cu:3:30
  |
3 | __global__ void count(int* total) { atomicAdd(total, 1); }
  |                              ^ thread 0 of block (0,0,0) updates
  |                                `cudaMallocAsync #1+0` here
  |
  = why:   device 0 has no access to this memory of device 1;
           cudaDeviceEnablePeerAccess(1, 0) gives it while device 0 is current,
           and cudaMemPoolSetAccess gives it to memory of a pool
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/peer-access.md
*/
