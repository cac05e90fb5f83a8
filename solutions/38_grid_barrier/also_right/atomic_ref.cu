// SPDX-License-Identifier: MIT
// libcu++ says the same in C++ terms, and one block a multiprocessor is enough.
#include <cuda/atomic>

/// Host, before each launch: nobody has come yet.
void prepare_barrier() {
  const unsigned zero = 0;
  CUDA_CHECK(cudaMemcpyToSymbol(arrived, &zero, sizeof zero));
}

/// Device, at the start of the kernel: too late to set anything that other
/// blocks may already use.
__device__ void begin_barrier() {}

__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(arrived);
    const unsigned ticket = counter.fetch_add(1, cuda::memory_order_acq_rel);
    const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
    while (counter.load(cuda::memory_order_acquire) < complete) {
    }
  }
  __syncthreads();
}

template <typename Kernel>
int blocks_for(Kernel, int) {
  int device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  return multiprocessors;
}
