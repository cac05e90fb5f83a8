// SPDX-License-Identifier: MIT
// The driver's functions that a process apart has itself: those for tensor
// maps, which need nothing of the other process.
#include <cuda.h>

#include <string>
#include <string_view>

#include "simt/apart/client.h"
#include "simt/cudart/tensor_maps.h"
#include "simt/stream/cuda.h"

namespace simt::apart {
namespace {

void* driver_function(std::string_view name) {
  if (name == "cuTensorMapEncodeTiled")
    return reinterpret_cast<void*>(&cudart::encode_tensor_map);
  if (name == "cuTensorMapReplaceAddress")
    return reinterpret_cast<void*>(&cudart::replace_tensor_address);
  return nullptr;
}

cudaError_t entry_point(const char* symbol, void** pointer,
                        cudaDriverEntryPointQueryResult* status) {
  if (!symbol || !pointer) return cudaErrorInvalidValue;
  *pointer = driver_function(symbol);
  const bool found = *pointer != nullptr;
  if (status)
    *status = found ? cudaDriverEntryPointSuccess
                    : cudaDriverEntryPointSymbolNotFound;
  if (found) return cudaSuccess;
  ask({.ask = kUnsupported}, "the driver function " + std::string(symbol));
  return status ? cudaSuccess : cudaErrorSymbolNotFound;
}

}  // namespace
}  // namespace simt::apart

CUresult simt::cudart::no_driver_function(const char* what) {
  apart::ask({.ask = apart::kUnsupported}, what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** pointer,
                                    unsigned long long,
                                    cudaDriverEntryPointQueryResult* status) {
  return simt::apart::entry_point(symbol, pointer, status);
}

cudaError_t cudaGetDriverEntryPointByVersion(
    const char* symbol, void** pointer, unsigned, unsigned long long,
    cudaDriverEntryPointQueryResult* status) {
  return simt::apart::entry_point(symbol, pointer, status);
}

}  // extern "C"
