// SPDX-License-Identifier: MIT
// All threads of a warp want one lock. The holder gives it back inside the
// loop: right in lockstep, too. Or after the loop: it is let on since Volta.
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add_inside() {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      sum = sum + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

__global__ void add() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  for (int i = 0; i < 2000; ++i) atomicAdd(&sum, 1);
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  add_inside<<<2, 64>>>();
  int total = 0;
  cudaMemcpyFromSymbol(&total, sum, sizeof(int));
  if (total != 128) exit(1);
  add<<<2, 64>>>();
  cudaDeviceSynchronize();
}

/* report on k20m:
error[livelock]: 63 threads of block (0,0,0) go round in a loop that cannot end
  --> near_miss_lock.cu:21:3
   |
21 |   while (atomicCAS(&lock, 0, 1) != 0) {
   |   ^ (1) threads 1..63 update `variable lock+0` here again and again,
   |     without a change
23 |   __threadfence();
   |   - (2) thread 0 waits here for the rest of the warp, in lockstep
   |
   = why:   all warps went round their loops, no byte of memory changed, and
            nobody else can change one
   = seen:  2 blocks of 2 resident are stuck, 128 threads in all, 0 exited
   = learn: docs/diagnostics/livelock.md
*/
