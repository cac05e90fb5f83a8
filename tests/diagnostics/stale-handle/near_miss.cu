// SPDX-License-Identifier: MIT
// Destroyed while their work is in flight, which is allowed: a stream with a
// kernel, an event that a stream waits for, a graph that was made ready. And
// handles that are made again.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 128);
  for (int round = 0; round < 3; ++round) {
    cudaStream_t stream, other;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreate(&other);
    cudaEventCreate(&event);
    fill<<<1, 32, 0, stream>>>(data);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaStreamSynchronize(other);
    cudaStreamDestroy(other);
  }
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaGraphNode_t node;
  const cudaMemsetParams zeros{data, 4, 0, 4, 1, 1};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &zeros);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(ready, nullptr);
  cudaGraphExecDestroy(ready);
  cudaDeviceSynchronize();
  cudaFree(data);
}
