// SPDX-License-Identifier: MIT
// The block with the highest number need not be the last one to add.
__global__ void sum(int* total, int* copy) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, 1);
  if (blockIdx.x == gridDim.x - 1) *copy = *total;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  sum<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (3,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug.cu:6:3
  |
5 |   atomicAdd(total, 1);
  |   - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
6 |   if (blockIdx.x == gridDim.x - 1) *copy = *total;
  |   ^ (2) thread 0 of block (3,0,0) loads `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, one is atomic and the other is not,
           nothing orders them; blocks run in any order
  = seen:  2 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
