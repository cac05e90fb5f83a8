// SPDX-License-Identifier: MIT
// Copies and fills of memory that the captured graph itself allocates; and a
// capture into a graph that the program has already.
int main() {
  cudaStream_t stream;
  cudaGraph_t graph, given;
  cudaGraphExec_t exec;
  int* p;
  static int result[16];
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 64, stream);
  cudaMemsetAsync(p, 0, 64, stream);
  cudaMemcpyAsync(result, p + 4, 16, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(p, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaGraphCreate(&given, 0);
  cudaStreamBeginCaptureToGraph(stream, given, nullptr, nullptr, 0,
                                cudaStreamCaptureModeGlobal);
  cudaError_t ended = cudaStreamEndCapture(stream, nullptr);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(given);
  cudaStreamDestroy(stream);
  return ended != cudaSuccess;
}
