// SPDX-License-Identifier: MIT
// A lock with tickets: the next one is called only by even threads.
__device__ unsigned tickets = 0;
__device__ volatile unsigned serving = 0;

__global__ void serve() {
  const unsigned mine = atomicAdd(&tickets, 1);
  unsigned rounds = 0;
  while (serving != mine) {
    ++rounds;
  }
  if (threadIdx.x % 2 == 0) serving = mine + 1;
}

int main() {
  serve<<<1, 32>>>();
  cudaDeviceSynchronize();
}

/* report:
error[warp-race]: thread 1 of block (0,0,0) and thread 0 of block (0,0,0) touch
  `variable serving+0` in no fixed order
  --> bug_ticket.cu:12:3
   |
 9 |   while (serving != mine) {
   |   - (1) thread 1 of block (0,0,0) loads `variable serving+0` here
12 |   if (threadIdx.x % 2 == 0) serving = mine + 1;
   |   ^ (2) thread 0 of block (0,0,0) stores `variable serving+0` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order; volatile alone orders nothing
   = seen:  654332 such pairs; lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[livelock]: 30 threads of block (0,0,0) go round in a loop that cannot end
 --> bug_ticket.cu:9:3
  |
9 |   while (serving != mine) {
  |   ^ threads 2..31 load `variable serving+0` here again and again
  |
  = exited: threads 0, 1 of block (0,0,0)
  = why:    all warps went round their loops, no byte of memory changed, and
            nobody else can change one
  = seen:   1 block of 1 resident is stuck, 30 threads in all, 2 exited
  = learn:  docs/diagnostics/livelock.md
*/
