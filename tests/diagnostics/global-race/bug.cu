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

/* report:
error[global-race]: thread 63 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+256` in no fixed order
 --> bug.cu:7:3
  |
5 |   const int next = a[i + 1];
  |   - (1) thread 63 of block (0,0,0) loads `cudaMalloc #1+256` here
7 |   a[i] = next;
  |   ^ (2) thread 0 of block (1,0,0) stores `cudaMalloc #1+256` here
  |
  = why:   different blocks, same 4 bytes, one is a store, nothing orders them;
           blocks run in any order
  = seen:  3 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
