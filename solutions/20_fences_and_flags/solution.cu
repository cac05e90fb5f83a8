// SPDX-License-Identifier: MIT
// Adds an array in one launch: each block adds a part, the block that finishes
// last adds up the partial sums and sends the total. `send` is used for the
// host, and from block to block.
#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;

/// The sum of the block's values, right in all its threads.
__device__ int block_sum(int value) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, value);
  __syncthreads();
  return sum;
}

// task-begin
/// Stores `total`, then tells by ready = 1 that it is there. For any reader:
/// another block, or the host. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  // The reader may be the host. __threadfence() would promise the order to
  // this device only.
  __threadfence_system();
  // volatile: this store is made here, and as one store.
  static_cast<volatile Message*>(message)->ready = 1;
}

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           Message* message, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    // Whoever sees this block counted must see its partial sum, too. The
    // reader is another block: __threadfence_block() does not reach it.
    __threadfence();
    // Wraps to 0 with the last block, so the next launch can count again.
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    // The reader's side of the promise: no partial is loaded before the count.
    if (last) __threadfence();
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int total = block_sum(value);
  if (threadIdx.x == 0) send(message, total);
}
// task-end

/// Block 0 sends, block 1 waits and then looks. The reader's side is complete.
__global__ void relay_kernel(int value, Message* message, int* got) {
  if (blockIdx.x == 0) {
    send(message, value);
  } else {
    while (static_cast<volatile Message*>(message)->ready == 0) {
    }
    __threadfence();  // looks at total only after it has seen the flag
    *got = message->total;
  }
}

void sum_to_host(const int* in, int* partials, unsigned* finished,
                 Message* message, int count) {
  const int full = (count + kThreads - 1) / kThreads;
  const int blocks = std::max(1, std::min(full, kMostBlocks));
  sum_kernel<<<blocks, kThreads>>>(in, partials, finished, message, count);
  CUDA_CHECK(cudaGetLastError());
}

void send_to_block(int value, Message* message, int* got) {
  relay_kernel<<<2, 1>>>(value, message, got);
  CUDA_CHECK(cudaGetLastError());
}
