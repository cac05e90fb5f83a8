// SPDX-License-Identifier: MIT
// Lanes 16 to 31 are named by the mask but wait for the block instead.
__global__ void sum(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
  }
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sum<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
