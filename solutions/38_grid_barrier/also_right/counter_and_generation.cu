// SPDX-License-Identifier: MIT
// Right as well: the last block resets the counter, and then tells the others by
// a second number, which only grows.

/// Host, before each launch: nobody has come yet.
void prepare_barrier() {
  const unsigned zero = 0;
  CUDA_CHECK(cudaMemcpyToSymbol(arrived, &zero, sizeof zero));
}

/// Device, at the start of the kernel: too late to set anything that other
/// blocks may already use.
__device__ void begin_barrier() {}

__device__ unsigned generation;

__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const volatile unsigned* seen = &generation;
    const unsigned mine = *seen;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      atomicAdd(&generation, 1);
    } else {
      while (*seen == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
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
