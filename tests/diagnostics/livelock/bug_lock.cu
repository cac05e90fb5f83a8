// SPDX-License-Identifier: MIT
// The first thread takes the lock and never gives it back.
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add() {
  while (atomicCAS(&lock, 0, 1) != 0) {
    __nanosleep(100);
  }
  sum = sum + 1;
  __threadfence();
}

int main() {
  add<<<2, 64>>>();
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: 63 threads of block (0,0,0) go round in a loop that cannot end
 --> bug_lock.cu:7:3
  |
7 |   while (atomicCAS(&lock, 0, 1) != 0) {
  |   ^ threads 1..63 update `variable lock+0` here again and again, without a
  |     change
  |
  = exited: thread 0 of block (0,0,0)
  = why:    all warps went round their loops, no byte of memory changed, and
            nobody else can change one
  = seen:   2 blocks of 2 resident are stuck, 127 threads in all, 1 exited
  = learn:  docs/diagnostics/livelock.md
*/
