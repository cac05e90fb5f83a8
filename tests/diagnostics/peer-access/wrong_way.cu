// SPDX-License-Identifier: MIT
// Device 1 may use the memory of device 0, which is not what the kernel does.
struct Pair {
  int* in;
  int* out;
};

__device__ void store(Pair at, int i, int value) { at.out[i] = value; }

__global__ void twice(Pair at) {
  store(at, threadIdx.x, 2 * at.in[threadIdx.x]);
}

int main() {
  Pair at;
  cudaSetDevice(1);
  cudaMalloc(&at.out, 32 * sizeof(int));
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  cudaMalloc(&at.in, 32 * sizeof(int));
  cudaMemset(at.in, 0, 32 * sizeof(int));
  twice<<<1, 32>>>(at);
  cudaDeviceSynchronize();
  cudaFree(at.in);
  cudaFree(at.out);
}

/* report:
error[peer-access]: thread 0 of device 0 stores `cudaMalloc #1`, which lies on
  device 1
 --> wrong_way.cu:8:30
  |
8 | __device__ void store(Pair at, int i, int value) { at.out[i] = value; }
  |                              ^ thread 0 of block (0,0,0) stores
  |                                `cudaMalloc #1+0` here
  |
  = why:   device 0 has no access to this memory of device 1;
           cudaDeviceEnablePeerAccess(1, 0) gives it while device 0 is current,
           and cudaMemPoolSetAccess gives it to memory of a pool
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/peer-access.md
*/
