// SPDX-License-Identifier: MIT
// The start of the driver, and which function has which name.
#include <atomic>
#include <string>

#include "simt/context/not_supported.h"
#include "simt/cuda/entry_point.h"
#include "simt/cuda/find.h"
#include "simt/cuda/functions.h"
#include "simt/cuda/row.h"
#include "simt/cudart/tensor_maps.h"
#include "simt/stream/default_stream.h"

namespace simt::cuda {
namespace {

std::atomic<bool> is_initialised{false};

/// Whoever takes a function for the per-thread default stream chooses it.
void* taken(const DriverFunction& function) {
  if (function.per_thread) cudart::default_is_per_thread = true;
  return reinterpret_cast<void*>(function.function);
}

/// The newest function of that name which CUDA `version` has.
void* find(std::string_view name, int version, bool per_thread, bool* known) {
  const DriverFunction* best = nullptr;
  *known = false;
  for (const DriverFunction& one : driver_functions()) {
    if (one.name != name) continue;
    *known = true;
    if (one.version > version || (one.per_thread && !per_thread)) continue;
    if (best && best->per_thread && !one.per_thread) continue;
    const bool better = !best || one.per_thread != best->per_thread ||
                        one.version > best->version;
    if (better) best = &one;
  }
  return best ? taken(*best) : nullptr;
}

}  // namespace

cudaError_t entry_point(const char* name, void** pointer, unsigned version,
                        unsigned long long flags,
                        cudaDriverEntryPointQueryResult* status) {
  Entry entry;
  if (!name || !pointer) return Entry::leave(cudaErrorInvalidValue);
  bool known = false;
  *pointer = find(name, static_cast<int>(version),
                  flags == cudaEnablePerThreadDefaultStream ||
                      cudart::default_is_per_thread,
                  &known);
  if (status)
    *status = *pointer ? cudaDriverEntryPointSuccess
              : known  ? cudaDriverEntryPointVersionNotSufficent
                       : cudaDriverEntryPointSymbolNotFound;
  if (*pointer) return Entry::leave(cudaSuccess);
  const std::string what = "the driver function " + std::string(name);
  cudart::not_supported(entry.state(), what.c_str());
  return Entry::leave(status ? cudaSuccess : cudaErrorSymbolNotFound);
}

CUresult initialised() {
  const bool ready = is_initialised || cudart::device_in_use();
  return ready ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

int unsupported_function(const char* symbol) {
  const cudart::DriverCall call(symbol);
  Entry entry;
  cudart::not_supported(entry.state(), symbol);
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

void* simt_driver_function(const char* symbol) {
  for (const DriverFunction& one : driver_functions())
    if (one.symbol == symbol) return taken(one);
  return nullptr;
}

CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (simt::cudart::forked_child()) return CUDA_ERROR_NOT_INITIALIZED;
  is_initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  return result_of(cudaDriverGetVersion(version));
}

CUresult cuGetProcAddress(const char* name, void** function, int version,
                          cuuint64_t flags,
                          CUdriverProcAddressQueryResult* found) {
  if (!name || !function) return CUDA_ERROR_INVALID_VALUE;
  bool known = false;
  *function =
      find(name, version,
           flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &known);
  if (found)
    *found = *function ? CU_GET_PROC_ADDRESS_SUCCESS
             : known   ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                       : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function || found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// The first one, of CUDA 11.3.
#undef cuGetProcAddress
CUresult cuGetProcAddress(const char* name, void** function, int version,
                          cuuint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

// Tables that NVIDIA's own libraries ask for, NVRTC among them, and do without.
CUresult cuGetExportTable(const void** table, const CUuuid*) {
  if (!table) return CUDA_ERROR_INVALID_VALUE;
  *table = nullptr;
  return CUDA_ERROR_NOT_FOUND;
}

CUresult cuTensorMapEncodeTiled(
    CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
    const cuuint64_t* dims, const cuuint64_t* strides, const cuuint32_t* box,
    const cuuint32_t* steps, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  return simt::cudart::encode_tensor_map(map, type, rank, address, dims,
                                         strides, box, steps, interleave,
                                         swizzle, promotion, fill);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  return simt::cudart::replace_tensor_address(map, address);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** pointer,
                                    unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return entry_point(symbol, pointer, CUDA_VERSION, flags, status);
}

cudaError_t cudaGetDriverEntryPointByVersion(
    const char* symbol, void** pointer, unsigned version,
    unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
  return entry_point(symbol, pointer, version, flags, status);
}

}  // extern "C"
