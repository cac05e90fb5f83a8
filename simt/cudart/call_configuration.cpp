// SPDX-License-Identifier: MIT
// What nvcc makes of <<<...>>>: the configuration is put on a stack, from which
// the kernel's stub takes it. Part of libcudart and of simt/apart's client.
#include <vector>

#include "simt/stream/cuda.h"

namespace simt::cudart {
namespace {

struct Configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
};

std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

}  // namespace
}  // namespace simt::cudart

using simt::cudart::configurations;

extern "C" {

/// Zero means: go on and call the kernel's stub.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     cudaStream_t stream) {
  configurations().push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                       void* stream) {
  auto& stack = configurations();
  if (stack.empty()) return cudaErrorMissingConfiguration;
  const auto top = stack.back();
  stack.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

}  // extern "C"
