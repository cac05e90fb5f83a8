// SPDX-License-Identifier: MIT
// Right as well, and slower: it reads the counter by adding 0, with naps between.

/// Host, before each launch: nobody has come yet.
void prepare_barrier() {
  const unsigned zero = 0;
  CUDA_CHECK(cudaMemcpyToSymbol(arrived, &zero, sizeof zero));
}

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
    while (counter.fetch_add(0, cuda::memory_order_acquire) < complete) {
      __nanosleep(20);
    }
  }
  __syncthreads();  // the others of the block wait for thread 0
}

/// Host: how many blocks to launch for n values. A block that waits keeps its
/// place on the multiprocessor, so all of them must fit at once.
template <typename Kernel>
int blocks_for(Kernel kernel, int n) {
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel,
                                                           kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = multiprocessors * resident;
  return needed < most ? needed : most;
}
