// SPDX-License-Identifier: MIT
// Device 1 may use the memory of device 0, which is not what the kernel does.
// Each device has the variable, in its own memory.
struct Pair {
  int* in;
  int* out;
};

__device__ int doubled[32];

__device__ void store(Pair at, int i, int value) { at.out[i] = value; }

__global__ void twice(Pair at) {
  store(at, threadIdx.x, 2 * at.in[threadIdx.x]);
}

int main() {
  Pair at;
  cudaSetDevice(1);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&at.out), doubled);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  cudaMalloc(&at.in, 32 * sizeof(int));
  cudaMemset(at.in, 0, 32 * sizeof(int));
  twice<<<1, 32>>>(at);
  cudaDeviceSynchronize();
  cudaFree(at.in);
}

/* report:
error[peer-access]: thread 0 of device 0 stores `variable doubled`, which lies
  on device 1
  --> wrong_way.cu:11:30
   |
11 | __device__ void store(Pair at, int i, int value) { at.out[i] = value; }
   |                              ^ thread 0 of block (0,0,0) stores
   |                                `variable doubled+0` here
   |
   = why:   device 0 has no access to this memory of device 1;
            cudaDeviceEnablePeerAccess(1, 0) gives it while device 0 is current,
            and cudaMemPoolSetAccess gives it to memory of a pool
   = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
   = learn: docs/diagnostics/peer-access.md
*/
