// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The values of the others may be loaded before their arrival is seen.

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
  __syncthreads();  // the block is complete: thread 0 may speak for it
  if (threadIdx.x == 0) {
    __threadfence();  // what the block stored, all see before its arrival
    const unsigned ticket = atomicAdd(&arrived, 1);
    // The counter only grows, so a block that looks late still sees that its
    // round is complete. Setting it back to 0 would hide that from it.
    const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
    const volatile unsigned* counter = &arrived;  // read again each time
    while (*counter < complete) {
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
