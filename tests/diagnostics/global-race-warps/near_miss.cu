// SPDX-License-Identifier: MIT
// The barrier orders global memory inside the block, too.
__global__ void reverse(int* a) {
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[64 + threadIdx.x] = a[63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  reverse<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
