// SPDX-License-Identifier: MIT
// A kernel and the host both count in page-locked memory.
#include <cuda/atomic>

using Counter = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void count(int* done) { Counter(*done).fetch_add(1); }

int main() {
  int* done;
  cudaMallocHost(&done, sizeof *done);
  *done = 0;
  count<<<4, 32>>>(done);
  Counter(*done).fetch_add(1);  // at the same time
  cudaDeviceSynchronize();
  cudaFreeHost(done);
}

/* report:
error[host-atomic]: an atomic of system scope updates `cudaHostAlloc #1+0`,
  memory of the host
 --> bug.cu:7:30
  |
7 | __global__ void count(int* done) { Counter(*done).fetch_add(1); }
  |                              ^ thread 0 of block (0,0,0) updates
  |                                `cudaHostAlloc #1+0` here
  |
  = type:  a load or a store of system scope, managed memory, or the scope of
           the device where no thread of the host takes part
  = why:   cudaDevAttrHostNativeAtomicSupported is 0: behind PCIe a thread of
           the host may store between the read and the write of such an atomic
  = seen:  128 such updates on this line; lowest address shown
  = learn: docs/diagnostics/host-atomic.md
*/
