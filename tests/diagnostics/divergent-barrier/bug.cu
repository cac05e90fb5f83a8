// SPDX-License-Identifier: MIT
// The branch splits warp 1: 16 of its lanes wait at each barrier.
__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 48) {
    __syncthreads();
    out[threadIdx.x] = buf[threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x >= 48) out[threadIdx.x] = buf[63];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[divergent-barrier]: warp 1 of block (0,0,0) waits at two barriers
  --> bug.cu:7:5
   |
 7 |     __syncthreads();
   |     ^ (1) threads 0..47 wait here
10 |   __syncthreads();
   |   - (2) threads 48..63 wait here
   |
   = why:   every thread of the block must reach the same __syncthreads()
   = note:  undefined on a GPU: it may hang, or go on with half-written data
   = seen:  once in this launch
   = learn: docs/diagnostics/divergent-barrier.md
*/
/* report on k20m:
error[divergent-barrier]: only a part of warp 1 of block (0,0,0) reaches this
  barrier
 --> bug.cu:7:5
  |
7 |     __syncthreads();
  |     ^ threads 32..47 wait here; threads 48..63 took another way
  |
  = lockstep: before Volta the warp counts whole
  = why:      every thread of the block must reach the same __syncthreads()
  = note:     undefined on a GPU: it may hang, or go on with half-written data
  = seen:     once in this launch
  = learn:    docs/diagnostics/divergent-barrier.md
*/
