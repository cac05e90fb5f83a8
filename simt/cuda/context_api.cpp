// SPDX-License-Identifier: MIT
// Contexts: primary ones, those of the program, and the thread's stack of them.
#include <vector>

#include "simt/context/image_code.h"
#include "simt/context/state.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

CUcontext handle_of(Context* context) {
  return reinterpret_cast<CUcontext>(context);
}

/// The thread's next runtime call is for the device of the current context.
void obey_stack() {
  if (const Context* top = cudart::context_stack().top())
    cudart::thread_device() = top->device;
}

/// `body(State&, Context&)` with a context that has not ended.
template <class Body>
CUresult with_handle(CUcontext handle, Body body) {
  Entry entry;
  State& s = entry.state();
  Context* context = s.contexts.find(handle);
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  if (context->ended) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return body(s, *context);
}

/// `body(State&)` with the number of a device.
template <class Body>
CUresult with_number(CUdevice device, Body body) {
  Entry entry;
  if (!entry.state().has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  return body(entry.state());
}

CUresult create(CUcontext* made, unsigned flags, CUdevice device) {
  if (!made) return CUDA_ERROR_INVALID_VALUE;
  return with_number(device, [&](State& s) {
    Context& context = s.contexts.create(device, flags);
    if (!cudart::context_stack().push(&context))
      return CUDA_ERROR_OUT_OF_MEMORY;
    obey_stack();
    *made = handle_of(&context);
    return CUDA_SUCCESS;
  });
}

void unload_images(State& s, const Context& context) {
  for (cudart::Image& image : s.images.all()) {
    if (image.context == &context && !image.ended) unload_image(s, image);
  }
}

/// What the program left in it goes with it.
CUresult end(State& s, Context& context) {
  int& device = cudart::thread_device();
  const int before = device;
  device = context.device;
  CUresult result = result_of(cudaDeviceSynchronize());
  for (const cudaStream_t stream : context.streams) cudaStreamDestroy(stream);
  for (const cudaEvent_t event : context.events) cudaEventDestroy(event);
  for (void* memory : context.memory) cudaFree(memory);
  for (void* memory : context.host_memory) cudaFreeHost(memory);
  for (const cudaArray_t array : context.arrays) cudaFreeArray(array);
  context.streams.clear();
  context.events.clear();
  context.arrays.clear();
  context.memory.clear();
  context.host_memory.clear();
  unload_images(s, context);
  context.ended = true;
  device = before;
  cudart::ContextStack& stack = cudart::context_stack();
  if (stack.top() == &context) stack.pop();
  obey_stack();
  return result;
}

/// A primary context begins anew.
CUresult reset(State& s, Context& primary) {
  int& device = cudart::thread_device();
  const int before = device;
  device = primary.device;
  const CUresult result = result_of(cudaDeviceReset());
  unload_images(s, primary);
  device = before;
  return result;
}

bool is_active(const Context& primary) {
  return primary.retained > 0 || cudart::runtime_in_use();
}

}  // namespace

Context* current_context(CUresult& why) {
  Entry entry;
  cudart::ContextStack& stack = cudart::context_stack();
  if (!stack.top() && cudart::runtime_in_use())
    stack.push(&entry.state().contexts.primary(cudart::thread_device()));
  Context* top = stack.top();
  why = CUDA_ERROR_INVALID_CONTEXT;
  if (!top) return nullptr;
  why = CUDA_ERROR_CONTEXT_IS_DESTROYED;
  if (top->ended) return nullptr;
  obey_stack();
  return top;
}

}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext* made, CUdevice device) {
  return anywhere("cuDevicePrimaryCtxRetain", [&] {
    if (!made) return CUDA_ERROR_INVALID_VALUE;
    return with_number(device, [&](State& s) {
      Context& primary = s.contexts.primary(device);
      ++primary.retained;
      *made = handle_of(&primary);
      return CUDA_SUCCESS;
    });
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return anywhere("cuDevicePrimaryCtxRelease", [&] {
    return with_number(device, [&](State& s) {
      Context& primary = s.contexts.primary(device);
      if (primary.retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
      --primary.retained;
      return is_active(primary) ? CUDA_SUCCESS : reset(s, primary);
    });
  });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return anywhere("cuDevicePrimaryCtxReset", [&] {
    return with_number(
        device, [&](State& s) { return reset(s, s.contexts.primary(device)); });
  });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return anywhere("cuDevicePrimaryCtxSetFlags", [&] {
    return with_number(device, [&](State& s) {
      s.contexts.primary(device).flags = flags;
      return CUDA_SUCCESS;
    });
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags,
                                    int* active) {
  return anywhere("cuDevicePrimaryCtxGetState", [&] {
    if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
    return with_number(device, [&](State& s) {
      const Context& primary = s.contexts.primary(device);
      *flags = primary.flags;
      *active = is_active(primary);
      return CUDA_SUCCESS;
    });
  });
}

// The calls before CUDA 13, by their symbols.
#undef cuCtxCreate
CUresult cuCtxCreate_v2(CUcontext* made, unsigned flags, CUdevice device) {
  return anywhere("cuCtxCreate", [&] { return create(made, flags, device); });
}

CUresult cuCtxCreate_v4(CUcontext* made, CUctxCreateParams* parameters,
                        unsigned flags, CUdevice device) {
  return anywhere("cuCtxCreate", [&] {
    const bool wants_part =
        parameters && (parameters->numExecAffinityParams > 0 ||
                       parameters->cigParams != nullptr);
    return wants_part ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
                      : create(made, flags, device);
  });
}

CUresult cuCtxDestroy(CUcontext handle) {
  return anywhere("cuCtxDestroy", [&] {
    return with_handle(handle, [](State& s, Context& context) {
      return context.primary ? CUDA_ERROR_INVALID_CONTEXT : end(s, context);
    });
  });
}

CUresult cuCtxPushCurrent(CUcontext handle) {
  return anywhere("cuCtxPushCurrent", [&] {
    return with_handle(handle, [](State&, Context& context) {
      if (!cudart::context_stack().push(&context))
        return CUDA_ERROR_OUT_OF_MEMORY;
      obey_stack();
      return CUDA_SUCCESS;
    });
  });
}

CUresult cuCtxPopCurrent(CUcontext* popped) {
  return anywhere("cuCtxPopCurrent", [&] {
    CUresult why = CUDA_SUCCESS;
    Context* top = current_context(why);
    if (!top && why == CUDA_ERROR_INVALID_CONTEXT) return why;
    if (popped) *popped = handle_of(cudart::context_stack().top());
    cudart::context_stack().pop();
    cudart::runtime_in_use() = false;
    obey_stack();
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  return anywhere("cuCtxSetCurrent", [&] {
    if (!handle) {
      cudart::context_stack().set_top(nullptr);
      cudart::runtime_in_use() = false;
      obey_stack();
      return CUDA_SUCCESS;
    }
    return with_handle(handle, [](State&, Context& context) {
      cudart::context_stack().set_top(&context);
      obey_stack();
      return CUDA_SUCCESS;
    });
  });
}

CUresult cuCtxGetCurrent(CUcontext* handle) {
  return anywhere("cuCtxGetCurrent", [&] {
    if (!handle) return CUDA_ERROR_INVALID_VALUE;
    CUresult why = CUDA_SUCCESS;
    current_context(why);
    *handle = handle_of(cudart::context_stack().top());
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return in_context("cuCtxGetDevice", [&](Context& context) {
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = context.device;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext handle) {
  return anywhere("cuCtxGetDevice", [&] {
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    return with_handle(handle, [&](State&, Context& context) {
      *device = context.device;
      return CUDA_SUCCESS;
    });
  });
}

CUresult cuCtxGetFlags(unsigned* flags) {
  return in_context("cuCtxGetFlags", [&](Context& context) {
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    *flags = context.flags;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetApiVersion(CUcontext, unsigned* version) {
  return in_context("cuCtxGetApiVersion", [&](Context&) {
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = 3020;  // of contexts; it has not changed since
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxSynchronize() {
  return row("cuCtxSynchronize", cudaDeviceSynchronize);
}

CUresult cuCtxSetLimit(CUlimit which, size_t value) {
  return row("cuCtxSetLimit", [&] {
    return cudaDeviceSetLimit(static_cast<cudaLimit>(which), value);
  });
}

CUresult cuCtxGetLimit(size_t* value, CUlimit which) {
  return row("cuCtxGetLimit", [&] {
    return cudaDeviceGetLimit(value, static_cast<cudaLimit>(which));
  });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return row("cuCtxGetCacheConfig", [&] {
    return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(config));
  });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return row("cuCtxSetCacheConfig", [&] {
    return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config));
  });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return row("cuCtxGetStreamPriorityRange",
             [&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

CUresult cuCtxResetPersistingL2Cache() {
  return row("cuCtxResetPersistingL2Cache", cudaCtxResetPersistingL2Cache);
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  return in_context("cuCtxEnablePeerAccess", [&](Context& own) {
    return with_handle(peer, [&](State&, Context& other) {
      // Contexts of one device see each other's memory, and this is what an
      // H200 returns (driver 580.159.04, 2026-11-27).
      if (other.device == own.device) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
      return result_of(cudaDeviceEnablePeerAccess(other.device, flags));
    });
  });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return in_context("cuCtxDisablePeerAccess", [&](Context& own) {
    return with_handle(peer, [&](State&, Context& other) {
      if (other.device == own.device) return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
      return result_of(cudaDeviceDisablePeerAccess(other.device));
    });
  });
}

// Nothing here measures time.
CUresult cuProfilerStart() {
  return row("cuProfilerStart", [] { return cudaSuccess; });
}

CUresult cuProfilerStop() {
  return row("cuProfilerStop", [] { return cudaSuccess; });
}

}  // extern "C"
