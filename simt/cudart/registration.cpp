// SPDX-License-Identifier: MIT
// The calls that nvcc writes into every program: registration before main
// and the <<<...>>> configuration. Nothing here reads a binary.
#include <string>
#include <vector>

#include "simt/cudart/call.h"
#include "simt/cudart/loader.h"

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

Binary* binary_of(void** handle) { return reinterpret_cast<Binary*>(handle); }

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Entry entry;
  return reinterpret_cast<void**>(entry.state().modules.add_binary(wrapper));
}

void __cudaRegisterFatBinaryEnd(void**) {}

// The program's last destructors may still use what was registered.
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** handle, const char* host_stub, char*,
                            const char* symbol, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  Entry entry;
  entry.state().modules.add_kernel(binary_of(handle), host_stub, symbol);
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* symbol,
                       int, size_t bytes, int, int) {
  Entry entry;
  entry.state().modules.add_variable(
      shadow, {symbol, binary_of(handle), bytes, false, nullptr});
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*,
                              const char* symbol, int, size_t bytes, int, int) {
  Entry entry;
  entry.state().modules.add_variable(
      host_pointer, {symbol, binary_of(handle), bytes, true, host_pointer});
}

char __cudaInitModule(void** handle) {
  Entry entry;
  return load_managed_variables(entry.state(), *binary_of(handle)) ? 1 : 0;
}

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
  const Configuration top = stack.back();
  stack.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

}  // extern "C"
