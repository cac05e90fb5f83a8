// SPDX-License-Identifier: MIT
// All threads of a warp want one lock; the holder is let on (since Volta).
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  for (int i = 0; i < 2000; ++i) atomicAdd(&sum, 1);
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  add<<<2, 64>>>();
  cudaDeviceSynchronize();
}

/* report on k20m:
error[livelock]: 63 threads of block (0,0,0) go round in a loop that cannot end
 --> near_miss_lock.cu:7:3
  |
7 |   while (atomicCAS(&lock, 0, 1) != 0) {
  |   ^ (1) threads 1..63 update `variable lock+0` here again and again, without
  |     a change
9 |   __threadfence();
  |   - (2) thread 0 waits here for the rest of the warp, in lockstep
  |
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  2 blocks of 2 resident are stuck, 128 threads in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
