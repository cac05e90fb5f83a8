// SPDX-License-Identifier: MIT
// The graph leaves its memory to the program, which frees it.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int* data;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&data, 32 * sizeof(int), stream);
  fill<<<1, 32, 0, stream>>>(data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  fill<<<1, 32, 0, stream>>>(data);
  cudaFreeAsync(data, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
