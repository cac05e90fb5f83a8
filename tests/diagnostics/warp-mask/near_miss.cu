// SPDX-License-Identifier: MIT
// The mask names the 32 lanes that run the shuffle.
__global__ void sum(int* out) {
  int value = threadIdx.x;
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x == 0) *out = value;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
