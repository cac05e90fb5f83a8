// SPDX-License-Identifier: MIT
// Captured: one stream frees the memory that the kernel of the other one uses.
__global__ void count(int* counter) { atomicAdd(counter, 1); }

int main() {
  cudaStream_t one, other;
  cudaEvent_t made, done;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaEventCreate(&made);
  cudaEventCreate(&done);
  int* counter;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&counter, sizeof(int), one);
  cudaMemsetAsync(counter, 0, sizeof(int), one);
  cudaEventRecord(made, one);
  cudaStreamWaitEvent(other, made, 0);
  count<<<1, 32, 0, other>>>(counter);
  cudaFreeAsync(counter, one);
  cudaEventRecord(done, other);
  cudaStreamWaitEvent(one, done, 0);
  cudaGraph_t graph;
  cudaStreamEndCapture(one, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, one);
  cudaStreamSynchronize(one);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(made);
  cudaEventDestroy(done);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}

/* report:
error[stream-race]: a free node of the graph frees `cudaMallocAsync #1+0`, which
  the kernel `count` may still store
 --> bug_graph_free.cu:3:30
  |
3 | __global__ void count(int* counter) { atomicAdd(counter, 1); }
  |                              ^ (1) `count` stores `cudaMallocAsync #1+0`
  |                                here
  |
  = work:  (1) `count` is launched in main
  = work:  (2) a free node of the graph frees it in main
  = order: a dependency between the two nodes orders them
  = why:   nodes of one graph without a path from one to the other run in any
           order
  = learn: docs/diagnostics/stream-race.md
*/
