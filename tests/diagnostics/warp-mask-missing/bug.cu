// SPDX-License-Identifier: MIT
// Lanes 16 to 31 are named by the mask but wait for the block instead.
__global__ void sum(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
  }
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sum<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[warp-mask]: lanes 0..15 wait for lanes 16..31, which never come
 --> bug.cu:5:5
  |
5 |     out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
  |     ^ (1) lanes 0..15 of warp 0 of block (0,0,0) wait here
7 |   __syncthreads();
  |   - (2) lanes 16..31 are here
  |
  = mask:  0xffffffff names lanes 0..31
  = why:   every lane that the mask names must run `vote.sync.any.pred`
  = seen:  once in this launch
  = learn: docs/diagnostics/warp-mask.md

error[deadlock]: 32 threads of block (0,0,0) wait for threads that never come
 --> bug.cu:5:5
  |
5 |     out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
  |     ^ (1) threads 0..15 wait here for lanes of their warp, mask 0xffffffff
7 |   __syncthreads();
  |   - (2) threads 16..31 wait here for the block
  |
  = why:   each group waits for threads that wait somewhere else
  = seen:  1 block of 1 resident is stuck, 32 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
/* report on k20m:
error[warp-mask]: warp 0 of block (0,0,0) runs a warp instruction without lanes
  16..31, which the mask names
 --> bug.cu:5:5
  |
5 |     out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 3);
  |     ^ lanes 0..15 of warp 0 of block (0,0,0) run this here
  |
  = mask:  0xffffffff names lanes 0..31
  = why:   before Volta the lanes that a mask names must run
           `vote.sync.any.pred` together
  = seen:  once in this launch
  = learn: docs/diagnostics/warp-mask.md
*/
