// SPDX-License-Identifier: MIT
// With access, by a copy, and through managed memory, which is every device's.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out, *copy, *managed;
  cudaSetDevice(1);
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaMallocManaged(&managed, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&copy, 32 * sizeof(int));
  cudaMemcpyPeer(copy, 0, in, 1, 32 * sizeof(int));
  twice<<<1, 32>>>(copy, managed);
  cudaDeviceEnablePeerAccess(1, 0);
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(copy);
  cudaFree(managed);
}
