// SPDX-License-Identifier: MIT
// caught by: case "one launch, and every multiprocessor works"
// With the same grid each time, the counter may begin at what the last launch
// left: until it goes back to 0 by itself.

/// Host, before each launch: nobody has come yet.
void prepare_barrier() {}

/// Device, at the start of the kernel: too late to set anything that other
/// blocks may already use.
__device__ void begin_barrier() {}

/// Every thread of the grid comes here; none goes on before all have come.
__device__ void grid_barrier() {
  __syncthreads();  // the block is complete: thread 0 may arrive for it
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(arrived);
    // Release: what the block stored is seen before its arrival. Acquire: what
    // the others stored is seen after theirs.
    const unsigned ticket = counter.fetch_add(1, cuda::memory_order_acq_rel);
    // The counter only grows, so a block that looks late still sees that its
    // round is complete. Setting it back to 0 would hide that from it.
    const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
    if (ticket + 1 < complete) {  // the last block need not look
      while (counter.load(cuda::memory_order_acquire) < complete) {
      }
    }
  }
  __syncthreads();  // the others of the block wait for thread 0
}

template <typename Kernel>
int blocks_for(Kernel, int) {
  return 2;
}
