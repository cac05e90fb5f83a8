// SPDX-License-Identifier: MIT
// Right as well: block 0 flips the highest bit of the counter when all have
// arrived, so it is never reset. This is how cooperative groups do it.

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
    __threadfence();
    const unsigned mine = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
    const unsigned old = atomicAdd(&arrived, mine);
    const volatile unsigned* counter = &arrived;
    while (((old ^ *counter) & 0x80000000u) == 0) {
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
