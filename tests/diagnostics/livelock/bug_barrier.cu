// SPDX-License-Identifier: MIT
// The whole block asks again and again; the loop goes through two barriers.
__global__ void wait(const volatile int* flag) {
  __shared__ int done;
  do {
    __syncthreads();
    if (threadIdx.x == 0) done = *flag;
    __syncthreads();
  } while (done == 0);
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 128>>>(flag);
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: 128 threads of block (0,0,0) go round in a loop that cannot end
 --> bug_barrier.cu:7:5
  |
7 |     if (threadIdx.x == 0) done = *flag;
  |     ^ (1) thread 0 loads `cudaMalloc #1+0` here again and again
9 |   } while (done == 0);
  |            - (2) threads 32..127 load `done+0` here again and again
  |
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 128 threads in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
