// SPDX-License-Identifier: MIT
// Each thread of the host has a default stream of its own; join() waits for the
// thread alone.
#include <thread>

__global__ void fill(int* out) { out[threadIdx.x] = 7; }

void produce(int* data) { fill<<<1, 32, 0, cudaStreamPerThread>>>(data); }

int main() {
  int* data;
  cudaMalloc(&data, 128);
  std::thread(produce, data).join();
  cudaMemsetAsync(data, 0, 128, cudaStreamPerThread);
  cudaDeviceSynchronize();
  cudaFree(data);
}

/* report:
error[stream-race]: `cudaMemsetAsync` writes `cudaMalloc #1+0`, which the kernel
  `fill` may still store
 --> bug_threads.cu:6:30
  |
6 | __global__ void fill(int* out) { out[threadIdx.x] = 7; }
  |                              ^ (1) `fill` stores `cudaMalloc #1+0` here
  |
  = work:  (1) `fill` is launched in produce(int*), in the per-thread default
           stream
  = work:  (2) `cudaMemsetAsync` writes it in main, in the per-thread default
           stream #2
  = order: cudaEventRecord in the per-thread default stream and
           cudaStreamWaitEvent in the per-thread default stream #2 order them;
           so does a wait of the host between
  = why:   nothing makes the per-thread default stream #2 wait for the
           per-thread default stream, so the two may happen in any order
  = learn: docs/diagnostics/stream-race.md
*/
