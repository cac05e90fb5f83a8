// SPDX-License-Identifier: MIT
// Graphs captured from streams: nothing runs meanwhile, another stream joins
// by an event, the graph runs as often as it is launched.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kCount = 256;

__global__ void add_one(int* data) { data[threadIdx.x] += 1; }
__global__ void twice(const int* from, int* to) {
  to[threadIdx.x] = 2 * from[threadIdx.x];
}
__global__ void add(int* to, const int* a, const int* b) {
  to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

void count_up(void* number) { ++*static_cast<int*>(number); }

const char* status_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
  return status == cudaStreamCaptureStatusNone     ? "none"
         : status == cudaStreamCaptureStatusActive ? "active"
                                                   : "invalidated";
}

int main() {
  cudaStream_t main_stream, side;
  CUDA_CHECK(cudaStreamCreate(&main_stream));
  CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  int *x, *y, *z;
  const size_t bytes = kCount * sizeof(int);
  CUDA_CHECK(cudaMalloc(&x, bytes));
  CUDA_CHECK(cudaMalloc(&y, bytes));
  CUDA_CHECK(cudaMalloc(&z, bytes));
  CUDA_CHECK(cudaMemset(x, 0, bytes));
  CUDA_CHECK(cudaMemset(z, 0, bytes));
  int runs = 0, result[kCount] = {};

  CUDA_CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  std::printf("main: %s, side: %s\n", status_of(main_stream), status_of(side));
  add_one<<<1, kCount, 0, main_stream>>>(x);
  CUDA_CHECK(cudaEventRecord(fork, main_stream));
  CUDA_CHECK(cudaStreamWaitEvent(side, fork, 0));
  std::printf("main: %s, side: %s\n", status_of(main_stream), status_of(side));
  twice<<<1, kCount, 0, side>>>(x, y);
  CUDA_CHECK(cudaEventRecord(join, side));
  CUDA_CHECK(cudaLaunchHostFunc(main_stream, count_up, &runs));
  CUDA_CHECK(cudaStreamWaitEvent(main_stream, join, 0));
  add<<<1, kCount, 0, main_stream>>>(z, x, y);
  CUDA_CHECK(
      cudaMemcpyAsync(result, z, bytes, cudaMemcpyDeviceToHost, main_stream));
  CUDA_CHECK(cudaMemsetAsync(y, 0, bytes, main_stream));
  unsigned long long id = 0;
  cudaGraph_t captured = nullptr;
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* tips;
  const cudaGraphEdgeData* edges;
  size_t tip_count = 0;
  CUDA_CHECK(cudaStreamGetCaptureInfo(main_stream, &status, &id, &captured,
                                      &tips, &edges, &tip_count));
  cudaGraphNodeType type;
  CUDA_CHECK(cudaGraphNodeGetType(tips[0], &type));
  std::printf("next comes after %zu node of type %d\n", tip_count,
              static_cast<int>(type));
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(main_stream, &graph));
  std::printf("main: %s, side: %s, the same graph: %d\n",
              status_of(main_stream), status_of(side), graph == captured);
  size_t nodes = 0, edge_count = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CUDA_CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count));
  std::printf("%zu nodes, %zu edges, %d runs so far\n", nodes, edge_count,
              runs);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) CUDA_CHECK(cudaGraphLaunch(exec, main_stream));
  CUDA_CHECK(cudaStreamSynchronize(main_stream));
  std::printf("%d runs, result %d\n", runs, result[kCount - 1]);

  // Captured again with other work of the same shape.
  CUDA_CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
  add_one<<<1, kCount, 0, main_stream>>>(x);
  CUDA_CHECK(cudaStreamEndCapture(main_stream, &graph));
  cudaGraphExec_t small;
  CUDA_CHECK(cudaGraphInstantiateWithFlags(&small, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
  add_one<<<1, kCount, 0, main_stream>>>(y);
  CUDA_CHECK(cudaStreamEndCapture(main_stream, &graph));
  cudaGraphExecUpdateResultInfo info;
  CUDA_CHECK(cudaGraphExecUpdate(small, graph, &info));
  CUDA_CHECK(cudaGraphLaunch(small, side));
  CUDA_CHECK(cudaStreamSynchronize(side));
  int of_x = -1, of_y = -1;
  CUDA_CHECK(cudaMemcpy(&of_x, x, sizeof of_x, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&of_y, y, sizeof of_y, cudaMemcpyDeviceToHost));
  std::printf("x = %d, y = %d\n", of_x, of_y);

  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphExecDestroy(small));
  CUDA_CHECK(cudaEventDestroy(fork));
  CUDA_CHECK(cudaEventDestroy(join));
  CUDA_CHECK(cudaStreamDestroy(main_stream));
  CUDA_CHECK(cudaStreamDestroy(side));
  for (int* p : {x, y, z}) CUDA_CHECK(cudaFree(p));
}
