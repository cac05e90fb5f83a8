// SPDX-License-Identifier: MIT
// The memory belongs to the graph, which frees it at its end.
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
  cudaFreeAsync(data, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  fill<<<1, 32, 0, stream>>>(data);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

/* report:
error[use-after-free]: thread 0 stores `cudaMallocAsync #1`, which is freed
 --> bug.cu:3:30
  |
3 | __global__ void fill(int* out) { out[threadIdx.x] = 1; }
  |                              ^ thread 0 of block (0,0,0) stores
  |                                `cudaMallocAsync #1+0` here
  |
  = why:   the memory was given back before this access
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/use-after-free.md
*/
