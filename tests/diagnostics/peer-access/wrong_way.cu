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
