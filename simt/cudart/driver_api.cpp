// SPDX-License-Identifier: MIT
// Functions of the driver's API. They change no state of the runtime: not its
// last error either.
#include "simt/cudart/driver_api.h"

#include <iterator>
#include <string_view>

#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/cudart/tensor_maps.h"

namespace simt::cudart {
namespace {

struct ResultName {
  CUresult result;
  const char* name;
  const char* text;
};
// What the functions here give back.
constexpr ResultName kResults[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED",
     "operation not supported"},
};

CUresult describe(CUresult result, const char** text,
                  const char* ResultName::*which) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = nullptr;
  for (const ResultName& one : kResults) {
    if (one.result != result) continue;
    *text = one.*which;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult result_name(CUresult result, const char** text) {
  return describe(result, text, &ResultName::name);
}
CUresult result_string(CUresult result, const char** text) {
  return describe(result, text, &ResultName::text);
}

CUresult init(unsigned flags) {
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult driver_version(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = kCudaVersion;
  return CUDA_SUCCESS;
}

CUresult proc_address(const char* name, void** function, int, cuuint64_t,
                      CUdriverProcAddressQueryResult* found) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = find_driver_function(name);
  if (found != nullptr)
    *found = *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS
                                  : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  if (*function != nullptr) return CUDA_SUCCESS;
  no_driver_function(name);
  return CUDA_ERROR_NOT_FOUND;
}

CUresult encode_im2col(CUtensorMap*, ...) {
  return no_driver_function("tensor maps of images (cuTensorMapEncodeIm2col)");
}
CUresult encode_im2col_wide(CUtensorMap*, ...) {
  return no_driver_function(
      "tensor maps of images (cuTensorMapEncodeIm2colWide)");
}

struct DriverFunction {
  std::string_view name;
  void* function;
};
template <class F>
DriverFunction as(std::string_view name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

void* find_driver_function(const char* name) {
  static const DriverFunction functions[] = {
      as("cuDriverGetVersion", driver_version),
      as("cuGetErrorName", result_name),
      as("cuGetErrorString", result_string),
      as("cuGetProcAddress", proc_address),
      as("cuGetProcAddress_v2", proc_address),
      as("cuInit", init),
      as("cuTensorMapEncodeIm2col", encode_im2col),
      as("cuTensorMapEncodeIm2colWide", encode_im2col_wide),
      as("cuTensorMapEncodeTiled", encode_tensor_map),
      as("cuTensorMapReplaceAddress", replace_tensor_address),
  };
  for (const DriverFunction& one : functions)
    if (one.name == name) return one.function;
  return nullptr;
}

CUresult no_driver_function(const char* what) {
  query([&](State& s) {
    not_supported(s, what);
    return cudaSuccess;
  });
  return CUDA_ERROR_NOT_SUPPORTED;
}

namespace {

cudaError_t entry_point(const char* symbol, void** pointer,
                        cudaDriverEntryPointQueryResult* status) {
  return query([&](State& s) {
    if (!symbol || !pointer) return cudaErrorInvalidValue;
    *pointer = find_driver_function(symbol);
    const bool found = *pointer != nullptr;
    if (status)
      *status = found ? cudaDriverEntryPointSuccess
                      : cudaDriverEntryPointSymbolNotFound;
    if (found) return cudaSuccess;
    const std::string what = "the driver function " + std::string(symbol);
    not_supported(s, what.c_str());
    return status ? cudaSuccess : cudaErrorSymbolNotFound;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

void* simt_driver_function(const char* name) {
  return find_driver_function(name);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** pointer,
                                    unsigned long long,
                                    cudaDriverEntryPointQueryResult* status) {
  return entry_point(symbol, pointer, status);
}

cudaError_t cudaGetDriverEntryPointByVersion(
    const char* symbol, void** pointer, unsigned, unsigned long long,
    cudaDriverEntryPointQueryResult* status) {
  return entry_point(symbol, pointer, status);
}

}  // extern "C"
