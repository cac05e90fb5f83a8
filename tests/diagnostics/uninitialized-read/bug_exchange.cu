// SPDX-License-Identifier: MIT
// The old value of an exchange is used, and nobody wrote it.
__global__ void take(int* slot, int* out) {
  out[threadIdx.x] = atomicExch(&slot[threadIdx.x], 1);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  take<<<1, 32>>>(memory, memory + 32);
  cudaDeviceSynchronize();
  cudaFree(memory);
}

/* report:
error[uninitialized-read]: `cudaMalloc #1+0` is read before anything wrote it
 --> bug_exchange.cu:4:3
  |
4 |   out[threadIdx.x] = atomicExch(&slot[threadIdx.x], 1);
  |   ^ thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
  |
  = why:   cudaMalloc does not clear memory; a kernel, a copy or a memset must
           write it first
  = seen:  32 such reads on this line; lowest address shown
  = learn: docs/diagnostics/uninitialized-read.md
*/
