// SPDX-License-Identifier: MIT
// caught by: diagnostic stream-race
// The counter is set by a copy in a stream of its own: nothing orders it before
// the launch.

void prepare_barrier() {
  static cudaStream_t s = nullptr;
  if (!s) CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  static const unsigned zero = 0;
  CUDA_CHECK(cudaMemcpyToSymbolAsync(arrived, &zero, sizeof(zero), 0,
                                     cudaMemcpyHostToDevice, s));
}
__device__ void begin_barrier() {}
__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(arrived);
    unsigned old = c.fetch_add(1);
    while (c.load() < (old / gridDim.x + 1) * gridDim.x)
      ;
  }
  __syncthreads();
}
template <typename Kernel>
int blocks_for(Kernel kernel, int n) {
  int each = 0, device = 0, sms = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(
      cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel,
                                                           kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  return needed < each * sms ? needed : each * sms;
}
