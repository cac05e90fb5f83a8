// SPDX-License-Identifier: MIT
// Warps of one block share global memory as well.
__global__ void reverse(int* a) {
  a[threadIdx.x] = threadIdx.x;
  a[64 + threadIdx.x] = a[63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  reverse<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 63 of block (0,0,0)
  touch `cudaMalloc #1+0` with no barrier between
 --> bug.cu:5:3
  |
4 |   a[threadIdx.x] = threadIdx.x;
  |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
5 |   a[64 + threadIdx.x] = a[63 - threadIdx.x];
  |   ^ (2) thread 63 of block (0,0,0) loads `cudaMalloc #1+0` here
  |
  = why:   different warps, same 4 bytes, one is a store, nothing orders them
  = seen:  64 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
