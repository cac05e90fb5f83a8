// SPDX-License-Identifier: MIT
// The last thread of a block loads what the next block stores.
__global__ void shift(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = a[i + 1];
  __syncthreads();
  a[i] = next;
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  shift<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
