// SPDX-License-Identifier: MIT
// A lock with tickets whose last holder calls the next one.
__device__ unsigned tickets = 0;
__device__ unsigned serving = 0;

__global__ void serve() {
  const unsigned mine = atomicAdd(&tickets, 1);
  while (atomicAdd(&serving, 0) != mine) {
  }
  __threadfence();
  atomicExch(&serving, mine + 1);
}

int main() {
  serve<<<4, 96>>>();
  cudaDeviceSynchronize();
}

/* report on k20m:
error[livelock]: 95 threads of block (0,0,0) go round in a loop that cannot end
  --> near_miss_ticket.cu:8:3
   |
 8 |   while (atomicAdd(&serving, 0) != mine) {
   |   ^ (1) threads 1..95 update `variable serving+0` here again and again,
   |     without a change
10 |   __threadfence();
   |   - (2) thread 0 waits here for the rest of the warp, in lockstep
   |
   = why:   all warps went round their loops, no byte of memory changed, and
            nobody else can change one
   = seen:  4 blocks of 4 resident are stuck, 384 threads in all, 0 exited
   = learn: docs/diagnostics/livelock.md
*/
