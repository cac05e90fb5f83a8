// SPDX-License-Identifier: MIT
// A call that the emulator does not have is a call like any other.
#include "simt/cudart/unsupported.h"

#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/cudart/tensor_maps.h"

namespace simt::cudart {

int unsupported_call(const char* what) {
  return call([&](State& s) { return not_supported(s, what); });
}

CUresult no_driver_function(const char* what) {
  Entry entry;
  not_supported(entry.state(), what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace simt::cudart
