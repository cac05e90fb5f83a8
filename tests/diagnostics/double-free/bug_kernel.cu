// SPDX-License-Identifier: MIT
// One thread asks for memory; every thread gives it back.
__global__ void scratch(int* out) {
  __shared__ int* memory;
  if (threadIdx.x == 0) memory = new int[32];
  __syncthreads();
  memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = memory[31 - threadIdx.x];
  __syncthreads();
  delete[] memory;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  scratch<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
