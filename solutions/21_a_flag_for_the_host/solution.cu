// SPDX-License-Identifier: MIT
// Adds an array part by part. Each sum goes to the host while the kernel runs;
// `send` is used from block to block, too.
#include <cuda/atomic>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;
constexpr int kMostLooks = 20000;  // of the host at one flag

/// An int that host and device both touch while they run.
using HostWord = cuda::atomic_ref<int, cuda::thread_scope_system>;

/// The sum of `count` ints, right in thread 0.
__device__ int block_sum(const int* in, int count) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) atomicAdd(&sum, in[i]);
  __syncthreads();
  return sum;
}

// task-begin
/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  // The reader may be the host. __threadfence() would promise the order to
  // this device only.
  __threadfence_system();
  // volatile: this store is made here, and as one store.
  static_cast<volatile Message*>(message)->ready = 1;
}
// task-end

/// Sends each sum, and goes on when the host has taken it.
// kernel-begin
__global__ void sum_kernel(const int* in, int parts, int length,
                           Message* messages, int* taken) {
  for (int p = 0; p < parts; ++p) {
    const int total = block_sum(in + p * length, length);
    if (threadIdx.x == 0) {
      send(&messages[p], total);
      while (HostWord(*taken).load(cuda::memory_order_acquire) <= p) {
      }
    }
    __syncthreads();
  }
}
// kernel-end

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

/// Waits for the flag, not for the kernel. False: it did not come.
// receive-begin
bool receive(Message* message, int* total) {
  HostWord ready(message->ready);
  for (int look = 0; look < kMostLooks; ++look) {
    const bool runs = cudaStreamQuery(nullptr) == cudaErrorNotReady;
    if (ready.load(cuda::memory_order_acquire) == 1) {
      *total = message->total;
      return true;
    }
    if (!runs) return false;
  }
  return false;
}
// receive-end

int sum_parts(const int* in, int parts, int length, Message* messages,
              int* taken, int* sums) {
  HostWord(*taken).store(0);
  sum_kernel<<<1, kThreads>>>(in, parts, length, messages, taken);
  CUDA_CHECK(cudaGetLastError());
  int came = 0;
  while (came < parts && receive(&messages[came], &sums[came])) {
    HostWord(*taken).store(++came, cuda::memory_order_release);
  }
  HostWord(*taken).store(parts);  // it may end, whatever came
  CUDA_CHECK(cudaDeviceSynchronize());
  return came;
}

void send_to_block(int value, Message* message, int* got) {
  relay_kernel<<<2, 1>>>(value, message, got);
  CUDA_CHECK(cudaGetLastError());
}
