// SPDX-License-Identifier: MIT
// caught by: case "adds again with the same counter"
// Right once. The second launch goes on counting where the first one stopped.

/// Stores `total`, then tells by ready = 1 that it is there. For any reader:
/// another block, or the host. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_system();
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
    __threadfence();
    last = atomicAdd(finished, 1) == gridDim.x - 1;
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int total = block_sum(value);
  if (threadIdx.x == 0) send(message, total);
}
