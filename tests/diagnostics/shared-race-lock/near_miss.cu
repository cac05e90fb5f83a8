// SPDX-License-Identifier: MIT
// Fences after taking and before leaving the lock order its holders.
__global__ void sum(int* out) {
  __shared__ int lock, total;
  if (threadIdx.x == 0) lock = total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    total += threadIdx.x;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
