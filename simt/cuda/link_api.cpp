// SPDX-License-Identifier: MIT
// Linking of PTX at run time. What it gives is no machine code but the PTX of
// all parts, which modules and libraries load like a cubin.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simt/context/image_code.h"
#include "simt/context/loader.h"
#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/device_runtime.h"
#include "simt/cuda/jit_options.h"
#include "simt/cuda/loaded.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

struct Link {
  JitOptions options;
  std::vector<std::string> texts;
  std::string image;
};

const char* name_of(CUjitInputType type) {
  switch (type) {
    case CU_JIT_INPUT_OBJECT:
      return "linking of object files (CU_JIT_INPUT_OBJECT)";
    case CU_JIT_INPUT_LIBRARY:
      return "linking of libraries (CU_JIT_INPUT_LIBRARY)";
    default:
      return "linking of code that is no PTX";
  }
}

CUresult add(Link& link, CUjitInputType type, const std::string& bytes) {
  Entry entry;
  State& s = entry.state();
  if (type != CU_JIT_INPUT_PTX && type != CU_JIT_INPUT_CUBIN &&
      type != CU_JIT_INPUT_FATBINARY)
    return result_of(cudart::not_supported(s, name_of(type)));
  std::string sentence;
  const cudaError_t error = texts_of(s, bytes.c_str(), link.texts, sentence);
  if (error != cudaSuccess) cudart::refuse_code(s, sentence);
  link.options.tell(sentence);
  return result_of(error);
}

/// Most functions of libcudadevrt.a are the machine's own.
bool is_device_runtime(CUjitInputType type, const char* name) {
  return type == CU_JIT_INPUT_LIBRARY && name &&
         std::string(name).find("cudadevrt") != std::string::npos;
}

CUresult add_device_runtime(Link& link) {
  link.texts.emplace_back(kDeviceRuntime);
  return CUDA_SUCCESS;
}

Link* link_of(CUlinkState state) { return reinterpret_cast<Link*>(state); }

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values,
                      CUlinkState* state) {
  return in_context("cuLinkCreate", [&](Context&) {
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<Link>(
        Link{JitOptions(count, options, values), {}, {}});
    *state = reinterpret_cast<CUlinkState>(made.release());
    return CUDA_SUCCESS;
  });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data,
                       size_t bytes, const char* name, unsigned, CUjit_option*,
                       void**) {
  return in_context("cuLinkAddData", [&](Context&) {
    if (!state || !data) return CUDA_ERROR_INVALID_VALUE;
    if (is_device_runtime(type, name))
      return add_device_runtime(*link_of(state));
    return add(*link_of(state), type,
               std::string(static_cast<const char*>(data), bytes));
  });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                       unsigned, CUjit_option*, void**) {
  return in_context("cuLinkAddFile", [&](Context&) {
    if (!state || !path) return CUDA_ERROR_INVALID_VALUE;
    if (is_device_runtime(type, path))
      return add_device_runtime(*link_of(state));
    const std::string bytes = bytes_of_file(path);
    if (bytes.empty()) return CUDA_ERROR_FILE_NOT_FOUND;
    return add(*link_of(state), type, bytes);
  });
}

CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
  return in_context("cuLinkComplete", [&](Context&) {
    if (!state || !image) return CUDA_ERROR_INVALID_VALUE;
    Link& link = *link_of(state);
    link.image = cudart::linked_image(link.texts);
    *image = link.image.data();
    if (bytes) *bytes = link.image.size();
    link.options.tell("");
    return CUDA_SUCCESS;
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return anywhere("cuLinkDestroy", [&] {
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    const std::unique_ptr<Link> ends(link_of(state));
    return CUDA_SUCCESS;
  });
}

}  // extern "C"
