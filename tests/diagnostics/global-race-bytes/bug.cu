// SPDX-License-Identifier: MIT
// Two blocks store one byte.
__global__ void mark(char* a) { a[blockIdx.x * 31 + threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  mark<<<2, 32>>>(reinterpret_cast<char*>(out));
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[global-race]: thread 31 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+31` in no fixed order
 --> bug.cu:3:30
  |
3 | __global__ void mark(char* a) { a[blockIdx.x * 31 + threadIdx.x] = 1; }
  |                              - (1) thread 31 of block (0,0,0) stores
  |                                `cudaMalloc #1+31` here
  |                              ^ (2) thread 0 of block (1,0,0) stores
  |                                `cudaMalloc #1+31` here
  |
  = why:   different blocks, same byte, both store, nothing orders them; blocks
           run in any order
  = seen:  1 such pair; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
