// SPDX-License-Identifier: MIT
// An atomic is one step; a block waits for its turn; a lock is freed behind a
// fence.
__global__ void count(int* out) {
  if (threadIdx.x == 0) atomicAdd(out, 1);
}
__global__ void take_turns(volatile int* out) {
  if (threadIdx.x != 0) return;
  while (*out != int(blockIdx.x)) {
  }
  *out = *out + 1;
}
__global__ void locked(int* lock, volatile int* out) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *out = *out + 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<4, 64>>>(out);
  take_turns<<<4, 64>>>(out + 1);
  locked<<<4, 64>>>(out + 2, out + 3);
  cudaDeviceSynchronize();
  cudaFree(out);
}
