// SPDX-License-Identifier: MIT
// Threads past the end return before the barrier of the others.
__global__ void reverse(int* out, int n) {
  __shared__ int buf[64];
  if (threadIdx.x >= n) return;
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = buf[n - 1 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out, 40);
  cudaDeviceSynchronize();
  cudaFree(out);
}
