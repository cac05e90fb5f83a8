// SPDX-License-Identifier: MIT
// Two blocks take turns with one message: block 0 fills it and says so, block 1
// adds it up and says so. Each counts its messages in a flag of its own.
#include "common/cuda_check.h"
#include "lesson.h"

/// Sets the flag. A reader who sees it also sees what this block did before.
/// All threads of the block call it.
__device__ void tell(int* flag, int value) {
  __syncthreads();  // all threads are done
  if (threadIdx.x == 0) {
    __threadfence();
    *static_cast<volatile int*>(flag) = value;
  }
}

// task-begin
/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    // A plain variable may not change under the compiler: it would load the
    // flag once. volatile asks for a load in each round.
    while (*static_cast<volatile int*>(flag) != value) {
    }
    // volatile orders nothing: without a fence the message may be loaded early.
    __threadfence();
  }
  __syncthreads();
}
// task-end

__global__ void take_turns(const unsigned* in, unsigned* out, unsigned* message,
                           int* sent, int* taken, int rounds, int steps) {
  const int i = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 0) {
      unsigned x = in[round * kValues + i];
      for (int step = 0; step < steps; ++step) x = 1664525 * x + 1013904223;
      wait_for(taken, round);  // the message before this one
      message[i] = x;
      tell(sent, round + 1);
    } else {
      wait_for(sent, round + 1);
      const unsigned got = message[i];
      out[i] += got;
      tell(taken, round + 1);
    }
  }
}

void hand_over(const unsigned* in, unsigned* out, unsigned* message, int* sent,
               int* taken, int rounds, int steps) {
  // Two blocks as small as these run at the same time on every GPU.
  take_turns<<<2, kValues>>>(in, out, message, sent, taken, rounds, steps);
  CUDA_CHECK(cudaGetLastError());
}
