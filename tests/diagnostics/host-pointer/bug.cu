// SPDX-License-Identifier: MIT
// `in` is an array of the host; the device cannot see it.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int* in = new int[32]();
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(out);
  delete[] in;
}
