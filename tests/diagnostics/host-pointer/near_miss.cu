// SPDX-License-Identifier: MIT
// Managed memory may be touched by host and device.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  cudaMalloc(&out, 32 * sizeof(int));
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(in);
}
