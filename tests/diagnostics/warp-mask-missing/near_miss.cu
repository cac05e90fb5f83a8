// SPDX-License-Identifier: MIT
// The mask names the 16 lanes that take the branch.
__global__ void sum(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __any_sync(0x0000ffff, threadIdx.x == 3);
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
