// SPDX-License-Identifier: MIT
// Modules: device code of a context, its kernels and variables.
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "simt/context/image_code.h"
#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/jit_options.h"
#include "simt/cuda/loaded.h"
#include "simt/cuda/row.h"
#include "simt/launch/work_run.h"

namespace simt::cuda {

std::string bytes_of_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return file ? bytes.str() : std::string();
}

CUresult give_kernel(State& s, cudart::Image& image, const char* name,
                     void** to) {
  if (!to || !name) return CUDA_ERROR_INVALID_VALUE;
  cudart::ImageKernel* found = kernel_of(s, image, name);
  if (!found) return CUDA_ERROR_NOT_FOUND;
  *to = found;
  return CUDA_SUCCESS;
}

CUresult give_count(State& s, cudart::Image& image, unsigned* count) {
  if (!count) return CUDA_ERROR_INVALID_VALUE;
  *count = static_cast<unsigned>(kernels_of(s, image).size());
  return CUDA_SUCCESS;
}

CUresult give_names(State& s, const cudart::Image& image, void** to,
                    unsigned most) {
  auto& found = const_cast<cudart::Image&>(image);
  unsigned count = 0;
  for (const std::string& name : kernels_of(s, image)) {
    if (count == most) break;
    to[count++] = kernel_of(s, found, name);
  }
  return CUDA_SUCCESS;
}

CUresult give_variable(State& s, const cudart::Image& image, const char* name,
                       CUdeviceptr* address, size_t* bytes) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  const Allocation* memory = variable_of(s, image, name);
  if (!memory) return CUDA_ERROR_NOT_FOUND;
  if (address) *address = memory->begin;
  if (bytes) *bytes = memory->end - memory->begin;
  return CUDA_SUCCESS;
}

CUresult unload(State& s, cudart::Image& image) {
  const CUresult result = result_of(cudaDeviceSynchronize());
  unload_image(s, image);
  return result;
}

namespace {

/// `body(State&, Image&)` with a module that is loaded.
template <class Body>
CUresult with_module(const char* call, CUmodule handle, Body body) {
  return in_context(call, [&](Context&) {
    Entry entry;
    cudart::Image* image = entry.state().images.find(handle);
    return image ? body(entry.state(), *image) : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult load(const char* call, CUmodule* module, const void* image,
              unsigned count, CUjit_option* options, void** values) {
  return in_context(call, [&](Context& context) {
    if (!module) return CUDA_ERROR_INVALID_VALUE;
    Entry entry;
    JitOptions jit(count, options, values);
    if (!jit.unsupported().empty()) {
      return result_of(
          cudart::not_supported(entry.state(), jit.unsupported().c_str()));
    }
    cudart::Image* made = nullptr;
    std::string sentence;
    const CUresult result =
        result_of(load_image(entry.state(), image, &made, sentence));
    jit.tell(sentence);
    if (result != CUDA_SUCCESS) return result;
    made->context = &context;
    *module = reinterpret_cast<CUmodule>(made);
    return CUDA_SUCCESS;
  });
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load("cuModuleLoadData", module, image, 0, nullptr, nullptr);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count,
                            CUjit_option* options, void** values) {
  return load("cuModuleLoadDataEx", module, image, count, options, values);
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load("cuModuleLoadFatBinary", module, image, 0, nullptr, nullptr);
}

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  if (!path) return CUDA_ERROR_INVALID_VALUE;
  const std::string bytes = bytes_of_file(path);
  if (bytes.empty()) return CUDA_ERROR_FILE_NOT_FOUND;
  return load("cuModuleLoad", module, bytes.c_str(), 0, nullptr, nullptr);
}

CUresult cuModuleUnload(CUmodule module) {
  return with_module("cuModuleUnload", module, unload);
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module,
                             const char* name) {
  return with_module(
      "cuModuleGetFunction", module, [&](State& s, cudart::Image& image) {
        return give_kernel(s, image, name, reinterpret_cast<void**>(function));
      });
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  return with_module("cuModuleGetFunctionCount", module,
                     [&](State& s, cudart::Image& image) {
                       return give_count(s, image, count);
                     });
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned most,
                                    CUmodule module) {
  return with_module("cuModuleEnumerateFunctions", module,
                     [&](State& s, cudart::Image& image) {
                       if (!functions) return CUDA_ERROR_INVALID_VALUE;
                       return give_names(
                           s, image, reinterpret_cast<void**>(functions), most);
                     });
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module,
                           const char* name) {
  return with_module("cuModuleGetGlobal", module,
                     [&](State& s, cudart::Image& image) {
                       return give_variable(s, image, name, address, bytes);
                     });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return anywhere("cuModuleGetLoadingMode", [&] {
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
  });
}

}  // extern "C"
