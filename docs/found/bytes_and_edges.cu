// SPDX-License-Identifier: MIT
// docs/found.md, 4: a graph as the solution of a training course builds it. Its
// copy back moves as many bytes as there are elements, and two of its nodes are
// not ordered: the copy does not wait for the second kernel.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kCount = 1024, kThreads = 256;

__global__ void scale(float* values, float factor) {
  values[blockIdx.x * kThreads + threadIdx.x] *= factor;
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, float* values, float factor,
                           const std::vector<cudaGraphNode_t>& after) {
  void* arguments[] = {&values, &factor};
  cudaKernelNodeParams node{};
  node.func = reinterpret_cast<void*>(scale);
  node.gridDim = dim3(kCount / kThreads);
  node.blockDim = dim3(kThreads);
  node.kernelParams = arguments;
  cudaGraphNode_t added;
  CUDA_CHECK(
      cudaGraphAddKernelNode(&added, graph, after.data(), after.size(), &node));
  return added;
}

int main() {
  const lockstep::DeviceBuffer<float> values(std::vector<float>(kCount, 1));
  std::vector<float> back(kCount);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const auto first = add_kernel(graph, values.data(), 2, {});
  add_kernel(graph, values.data(), 3, {first});
  cudaGraphNode_t copy;
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &first, 1, back.data(),
                                      values.data(), kCount,
                                      cudaMemcpyDeviceToHost));
  cudaGraphExec_t run;
  CUDA_CHECK(cudaGraphInstantiate(&run, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(run, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  int copied = 0;
  for (const float value : back) copied += value != 0;
  std::printf("%d of %d values came back\n", copied, kCount);
  CUDA_CHECK(cudaGraphExecDestroy(run));
  CUDA_CHECK(cudaGraphDestroy(graph));
}
