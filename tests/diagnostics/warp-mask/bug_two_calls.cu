// SPDX-License-Identifier: MIT
// Each side of the branch calls sum() for itself, with a mask of all lanes.
__noinline__ __device__ int sum(int x) {
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}

__global__ void sums(int* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0)
    out[t] = sum(t);
  else
    out[t] = -sum(2 * t);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sums<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
