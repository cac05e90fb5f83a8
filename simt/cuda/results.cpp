// SPDX-License-Identifier: MIT
// Results and their names. The runtime's errors have the numbers of the
// driver's, but for those that the driver does not know.
#include <algorithm>
#include <iterator>

#include "simt/context/error_names.h"
#include "simt/context/host_calls.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

struct ResultRow {
  int code;
  const char* name;
};
constexpr ResultRow kResults[] = {
#include "simt/cuda/result_table.inc"
};

CUresult describe(CUresult result, const char** to, bool name) {
  if (!to) return CUDA_ERROR_INVALID_VALUE;
  *to = nullptr;
  const auto error = static_cast<cudaError_t>(result);
  const auto found =
      std::find_if(std::begin(kResults), std::end(kResults),
                   [&](const ResultRow& row) { return row.code == result; });
  if (found == std::end(kResults)) return CUDA_ERROR_INVALID_VALUE;
  cudart::error_is_named(error);
  *to = name ? found->name : cudart::error_text(error);
  return CUDA_SUCCESS;
}

}  // namespace

CUresult result_of(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return static_cast<CUresult>(error);
  }
}

}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuGetErrorName(CUresult result, const char** text) {
  return describe(result, text, true);
}

CUresult cuGetErrorString(CUresult result, const char** text) {
  return describe(result, text, false);
}

}  // extern "C"
