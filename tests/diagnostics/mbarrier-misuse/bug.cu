// SPDX-License-Identifier: MIT
// The object expects every thread, and one thread of each warp arrives.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace cuda::ptx;

__global__ void meet(int* out) {
  __shared__ uint64_t object;
  if (threadIdx.x == 0) mbarrier_init(&object, blockDim.x);
  __syncthreads();
  __syncwarp();
  if (threadIdx.x % 32 == 0) mbarrier_arrive(&object);
  while (!mbarrier_try_wait_parity(&object, 0)) continue;
  out[threadIdx.x] = 1;
}

int main() {
  corpus::Device<int> out(64);
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

/* report:
error[mbarrier-misuse]: the mbarrier `object+0` waits for more arrivals than
  come
  --> bug.cu:15:3
   |
11 |   if (threadIdx.x == 0) mbarrier_init(&object, blockDim.x);
   |   - (1) thread 0 of block (0,0,0) initialises it here
15 |   while (!mbarrier_try_wait_parity(&object, 0)) continue;
   |   ^ (2) thread 0 of block (0,0,0) waits here
   |
   = phase: 2 of 64 arrivals came
   = why:   a phase is over only when as many arrivals came as the object was
            initialised with
   = seen:  2 warps waited in vain
   = learn: docs/diagnostics/mbarrier-misuse.md

error[livelock]: 64 threads of block (0,0,0) go round in a loop that cannot end
  --> bug.cu:15:3
   |
15 |   while (!mbarrier_try_wait_parity(&object, 0)) continue;
   |   ^ threads 0..63 test `object+0` here again and again, without a change
   |
   = why:   all warps went round their loops, no byte of memory changed, and
            nobody else can change one
   = seen:  1 block of 1 resident is stuck, 64 threads in all, 0 exited
   = learn: docs/diagnostics/livelock.md
*/
