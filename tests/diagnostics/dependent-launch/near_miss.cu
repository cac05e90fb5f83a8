// SPDX-License-Identifier: MIT
// Kernels that begin early and are right: one loads before its wait what the
// kernel before does not touch; one is told by a flag; before others the host
// waited, or the stream did other work. Two more come after the kernel of an
// event, and after an edge of a graph.
#include <cuda/atomic>

#include "tests/corpus/corpus.h"

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void produce(int* data, int* flag) {
  if (threadIdx.x == 0) cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) Flag(*flag).fetch_add(1, cuda::memory_order_release);
}

__global__ void wait_late(const int* weights, const int* data, int* out) {
  __shared__ int factor;
  const int weight = weights[threadIdx.x];
  if (threadIdx.x == 0) {
    cudaGridDependencySynchronize();
    factor = data[0];
  }
  __syncthreads();
  out[threadIdx.x] = weight * data[threadIdx.x] * factor;
}

__global__ void poll(int* flag, const int* data, int* out) {
  if (threadIdx.x == 0)
    while (Flag(*flag).load(cuda::memory_order_acquire) < 2) continue;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void no_wait(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}

template <class... Params, class... Args>
void launch_early(int allowed, void (*kernel)(Params...), Args&&... args) {
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = allowed;
  cudaLaunchConfig_t config = {1, 64, 0, nullptr, &early, 1};
  cudaLaunchKernelEx(&config, kernel, Params(args)...);
}

// The second kernel waits in another stream, for an event of the first.
void by_event(const int* weights, int* data, int* flag, int* out) {
  cudaStream_t a, b;
  cudaEvent_t let, begun;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&let, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
  cudaLaunchAttribute events[2] = {};
  events[0].id = cudaLaunchAttributeProgrammaticEvent;
  events[0].val.programmaticEvent.event = let;
  events[1].id = cudaLaunchAttributeLaunchCompletionEvent;
  events[1].val.launchCompletionEvent.event = begun;
  cudaLaunchConfig_t config = {1, 64, 0, a, events, 2};
  for (int round = 0; round < 2; ++round) {
    cudaLaunchKernelEx(&config, produce, data, flag);
    cudaStreamWaitEvent(b, round == 0 ? let : begun, 0);
    if (round == 0) wait_late<<<1, 64, 0, b>>>(weights, data, out);
    if (round == 1) no_wait<<<1, 64, 0, b>>>(weights, out);
    cudaEventSynchronize(begun);
    cudaStreamSynchronize(b);
    cudaStreamSynchronize(a);
  }
}

// By hand: `produce` -> `wait_late` -> `no_wait`, which comes after both.
void by_edge(int* weights, int* data, int* flag, int* out) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t nodes[3];
  void *first[] = {&data, &flag}, *second[] = {&weights, &data, &out},
       *third[] = {&data, &weights};
  const cudaKernelNodeParams kernels[] = {
      {(void*)produce, 1, 64, 0, first, nullptr},
      {(void*)wait_late, 1, 64, 0, second, nullptr},
      {(void*)no_wait, 1, 64, 0, third, nullptr}};
  cudaGraphCreate(&graph, 0);
  for (int i = 0; i < 3; ++i)
    cudaGraphAddKernelNode(&nodes[i], graph, nullptr, 0, &kernels[i]);
  const cudaGraphEdgeData edges[] = {{cudaGraphKernelNodePortProgrammatic,
                                      0,
                                      cudaGraphDependencyTypeProgrammatic,
                                      {}},
                                     {}};
  cudaGraphAddDependencies(graph, nodes, nodes + 1, edges, 2);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int round = 0; round < 2; ++round) cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
}

int main() {
  corpus::Device<int> weights(64, 2), data(64, 0), out(64, 0), flag(1, 0);
  produce<<<1, 64>>>(data, flag);
  launch_early(1, wait_late, weights, data, out);
  cudaDeviceSynchronize();
  produce<<<1, 64>>>(data, flag);
  launch_early(1, poll, flag, data, out);
  cudaDeviceSynchronize();
  launch_early(1, no_wait, data, out);  // the host has waited
  produce<<<1, 64>>>(data, flag);
  cudaMemsetAsync(out, 0, 64 * sizeof(int));
  launch_early(1, no_wait, data, out);  // after a memset
  produce<<<1, 64>>>(data, flag);
  launch_early(0, no_wait, data, out);  // not early
  cudaDeviceSynchronize();
  by_event(weights, data, flag, out);
  by_edge(weights, data, flag, out);
}
