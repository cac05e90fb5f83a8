// SPDX-License-Identifier: MIT
// Libraries: device code that belongs to no context. Here it is loaded for the
// device that is current at cuLibraryLoadData, and a CUkernel is the CUfunction
// of that device.
#include "simt/context/image_code.h"
#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/jit_options.h"
#include "simt/cuda/loaded.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

/// `body(State&, Image&)` with a library that is loaded.
template <class Body>
CUresult with_library(const char* call, CUlibrary handle, Body body) {
  return in_context(call, [&](Context&) {
    Entry entry;
    cudart::Image* image = entry.state().images.find(handle);
    return image ? body(entry.state(), *image) : CUDA_ERROR_INVALID_HANDLE;
  });
}

/// `body(State&, ImageKernel&)` with a kernel of a module or library.
template <class Body>
CUresult with_kernel(const char* call, const void* handle, Body body) {
  return in_context(call, [&](Context&) {
    Entry entry;
    cudart::ImageKernel* kernel = entry.state().images.kernel(handle);
    return kernel ? body(entry.state(), *kernel) : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult load(const char* call, CUlibrary* library, const void* image,
              unsigned count, CUjit_option* options, void** values) {
  return in_context(call, [&](Context&) {
    if (!library) return CUDA_ERROR_INVALID_VALUE;
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
    if (result == CUDA_SUCCESS) *library = reinterpret_cast<CUlibrary>(made);
    return result;
  });
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* library, const void* image,
                           CUjit_option* options, void** values, unsigned count,
                           CUlibraryOption*, void**, unsigned) {
  return load("cuLibraryLoadData", library, image, count, options, values);
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path,
                               CUjit_option* options, void** values,
                               unsigned count, CUlibraryOption*, void**,
                               unsigned) {
  if (!path) return CUDA_ERROR_INVALID_VALUE;
  const std::string bytes = bytes_of_file(path);
  if (bytes.empty()) return CUDA_ERROR_FILE_NOT_FOUND;
  return load("cuLibraryLoadFromFile", library, bytes.c_str(), count, options,
              values);
}

CUresult cuLibraryUnload(CUlibrary library) {
  return with_library("cuLibraryUnload", library, unload);
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library,
                            const char* name) {
  return with_library(
      "cuLibraryGetKernel", library, [&](State& s, cudart::Image& image) {
        return give_kernel(s, image, name, reinterpret_cast<void**>(kernel));
      });
}

CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return with_library("cuLibraryGetKernelCount", library,
                      [&](State& s, cudart::Image& image) {
                        return give_count(s, image, count);
                      });
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned most,
                                   CUlibrary library) {
  return with_library("cuLibraryEnumerateKernels", library,
                      [&](State& s, cudart::Image& image) {
                        if (!kernels) return CUDA_ERROR_INVALID_VALUE;
                        return give_names(
                            s, image, reinterpret_cast<void**>(kernels), most);
                      });
}

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  return with_library("cuLibraryGetModule", library,
                      [&](State&, cudart::Image& image) {
                        if (!module) return CUDA_ERROR_INVALID_VALUE;
                        *module = reinterpret_cast<CUmodule>(&image);
                        return CUDA_SUCCESS;
                      });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes,
                            CUlibrary library, const char* name) {
  return with_library("cuLibraryGetGlobal", library,
                      [&](State& s, cudart::Image& image) {
                        return give_variable(s, image, name, address, bytes);
                      });
}

CUresult cuLibraryGetManaged(CUdeviceptr* address, size_t* bytes,
                             CUlibrary library, const char* name) {
  return with_library("cuLibraryGetManaged", library,
                      [&](State& s, cudart::Image& image) {
                        return give_variable(s, image, name, address, bytes);
                      });
}

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  return with_kernel("cuKernelGetFunction", kernel,
                     [&](State&, cudart::ImageKernel& k) {
                       if (!function) return CUDA_ERROR_INVALID_VALUE;
                       *function = reinterpret_cast<CUfunction>(&k);
                       return CUDA_SUCCESS;
                     });
}

CUresult cuKernelGetLibrary(CUlibrary* library, CUkernel kernel) {
  return with_kernel("cuKernelGetLibrary", kernel,
                     [&](State&, cudart::ImageKernel& k) {
                       if (!library) return CUDA_ERROR_INVALID_VALUE;
                       *library = reinterpret_cast<CUlibrary>(k.image);
                       return CUDA_SUCCESS;
                     });
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  return with_kernel("cuKernelGetName", kernel,
                     [&](State&, cudart::ImageKernel& k) {
                       if (!name) return CUDA_ERROR_INVALID_VALUE;
                       *name = k.symbol.c_str();
                       return CUDA_SUCCESS;
                     });
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  return with_kernel("cuFuncGetModule", function,
                     [&](State&, cudart::ImageKernel& k) {
                       if (!module) return CUDA_ERROR_INVALID_VALUE;
                       *module = reinterpret_cast<CUmodule>(k.image);
                       return CUDA_SUCCESS;
                     });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  return row("cuFuncGetName", [&] { return cudaFuncGetName(name, function); });
}

}  // extern "C"
