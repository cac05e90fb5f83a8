// SPDX-License-Identifier: MIT
// These atomics are atomic inside a block only.
__global__ void count(int* out) { atomicAdd_block(out, 1); }

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug.cu:3:30
  |
3 | __global__ void count(int* out) { atomicAdd_block(out, 1); }
  |                              - (1) thread 0 of block (0,0,0) updates
  |                                `cudaMalloc #1+0` here
  |                              ^ (2) thread 0 of block (1,0,0) updates
  |                                `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, both are atomic, but the scope of one
           is only its block, nothing orders them; blocks run in any order
  = seen:  4096 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
