// SPDX-License-Identifier: MIT
// All blocks wait until all have come, but they do not all fit.
__device__ unsigned come = 0;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&come, 1);
    while (atomicAdd(&come, 0) < gridDim.x) {
    }
  }
  __syncthreads();
}

int main() {
  meet<<<300, 1024>>>();
  cudaDeviceSynchronize();
}

/* report:
error[grid-barrier-not-resident]: 264 running blocks wait; 36 blocks of 300
  cannot start before one ends
  --> bug.cu:9:5
   |
 9 |     while (atomicAdd(&come, 0) < gridDim.x) {
   |     ^ (1) thread 0 updates `variable come+0` here again and again, without
   |       a change
12 |   __syncthreads();
   |   - (2) threads 1..1023 wait here for the block
   |
   = fit:   132 multiprocessors with 2 blocks each: 1024 threads per block, 2048
            per multiprocessor
   = why:   blocks stay until they end; what the running ones wait for does not
            come from them, and the other blocks are not there to do it
   = seen:  264 blocks of 264 resident are stuck, 270336 threads in all, 0
            exited; 36 blocks cannot start before others end
   = learn: docs/diagnostics/grid-barrier-not-resident.md
*/
