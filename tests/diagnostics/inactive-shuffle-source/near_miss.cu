// SPDX-License-Identifier: MIT
// With a width of 16 every source lane takes part.
__global__ void shift(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) value = __shfl_down_sync(0x0000ffff, value, 8, 16);
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  shift<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
