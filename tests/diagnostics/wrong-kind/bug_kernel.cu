// SPDX-License-Identifier: MIT
// A kernel frees memory that cudaMalloc made.
#include <cstdlib>

__global__ void give_back(int* data) { free(data); }

int main() {
  int* data;
  cudaMalloc(&data, 64);
  give_back<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}

/* report:
error[wrong-kind]: thread 0 frees `cudaMalloc #1+0`, which malloc did not return
 --> bug_kernel.cu:5:30
  |
5 | __global__ void give_back(int* data) { free(data); }
  |                              ^ thread 0 of block (0,0,0) frees it here
  |
  = why:   free() in a kernel takes the addresses that malloc() or new in a
           kernel returned, and no others
  = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/wrong-kind.md
*/
