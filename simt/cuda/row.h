// SPDX-License-Identifier: MIT
// What every call of the driver API goes through: it needs cuInit and, most of
// them, a current context, and what the runtime's call beneath it returns
// becomes a CUresult. No second implementation of anything stands in this room.
#pragma once

#include "simt/context/contexts.h"
#include "simt/context/entry.h"
#include "simt/cuda/driver.h"

namespace simt::cuda {

using cudart::Context;
using cudart::Entry;
using cudart::State;

/// The result with the same meaning; most have the same number.
CUresult result_of(cudaError_t error);

/// CUDA_ERROR_NOT_INITIALIZED before cuInit, unless the runtime is in use.
CUresult initialised();
/// The thread's current context, which becomes the thread's device; null, with
/// the reason in `why`: there is none.
Context* current_context(CUresult& why);

/// A call that needs no context. `name` is what reports call it.
template <class Body>
CUresult anywhere(const char* name, Body body) {
  const cudart::DriverCall call(name);
  const CUresult refusal = initialised();
  return refusal == CUDA_SUCCESS ? body() : refusal;
}

/// A call in the current context: `body(Context&)` returns a CUresult.
template <class Body>
CUresult in_context(const char* name, Body body) {
  return anywhere(name, [&] {
    CUresult why = CUDA_SUCCESS;
    Context* context = current_context(why);
    return context ? body(*context) : why;
  });
}

/// Likewise: `body()` is a call of the runtime.
template <class Body>
CUresult row(const char* name, Body body) {
  return in_context(name, [&](Context&) { return result_of(body()); });
}

/// The device of that number; `body()` as above.
template <class Body>
CUresult device_row(const char* name, Body body) {
  return anywhere(name, [&] { return result_of(body()); });
}

/// A device's address as the runtime has it.
inline void* pointer_of(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);  // NOLINT: it is a number there
}
inline CUdeviceptr address_of(const void* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}
inline void** as_pointer(CUdeviceptr* address) {
  return reinterpret_cast<void**>(address);
}

}  // namespace simt::cuda
