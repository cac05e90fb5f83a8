// SPDX-License-Identifier: MIT
// Programmatic dependent launch: a stage may start before the last one has
// ended, and waits inside. Without it, on GPUs before compute capability 9.0,
// stages run one after the other.

__global__ void early(const unsigned* from, unsigned* to, int n) {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  const int j = blockIdx.x * kThreads + threadIdx.x;
  if (j < n) {
    unsigned sum = from[j];
    for (int i = 0; i < n; ++i) sum += from[i];
    to[j] = sum;
  }
  __syncthreads();
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}
void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  cudaLaunchAttribute a[1];
  a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  a[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks_for(n));
  config.blockDim = dim3(kThreads);
  config.stream = stream;
  config.attrs = a;
  config.numAttrs = 1;
  for (int s = 0; s < 2 * rounds; ++s) {
    CUDA_CHECK(cudaLaunchKernelEx(
        &config, early, (const unsigned*)(s % 2 ? p : x), s % 2 ? x : p, n));
  }
}
cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return exec;
}
