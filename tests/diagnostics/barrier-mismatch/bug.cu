// SPDX-License-Identifier: MIT
// Whole warps take different branches and meet at different barriers.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = buf[threadIdx.x + 32];
  } else {
    __syncthreads();
    out[threadIdx.x] = buf[threadIdx.x - 32];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[barrier-mismatch]: warps of block (0,0,0) meet at two different barriers
  --> bug.cu:7:5
   |
 7 |     __syncthreads();
   |     ^ (1) threads 0..31 wait here
10 |     __syncthreads();
   |     - (2) threads 32..63 wait here
   |
   = why:   warps that wait at different barriers let each other go; neither
            barrier has seen the whole block
   = note:  undefined on a GPU: both barriers have the same number, so the
            hardware takes them for one
   = seen:  once in this launch
   = learn: docs/diagnostics/barrier-mismatch.md
*/
