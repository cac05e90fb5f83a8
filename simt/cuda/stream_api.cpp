// SPDX-License-Identifier: MIT
// Streams, events and capture; their handles are those of the runtime.
#include "simt/context/state.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

CUresult make_stream(const char* name, CUstream* stream, unsigned flags,
                     int priority) {
  return in_context(name, [&](Context& context) {
    const cudaError_t error =
        cudaStreamCreateWithPriority(stream, flags, priority);
    if (error == cudaSuccess && !context.primary)
      context.streams.insert(*stream);
    return result_of(error);
  });
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return make_stream("cuStreamCreate", stream, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags,
                                    int priority) {
  return make_stream("cuStreamCreateWithPriority", stream, flags, priority);
}

CUresult cuStreamDestroy(CUstream stream) {
  return in_context("cuStreamDestroy", [&](Context& context) {
    context.streams.erase(stream);
    return result_of(cudaStreamDestroy(stream));
  });
}

CUresult cuStreamSynchronize(CUstream stream) {
  return row("cuStreamSynchronize",
             [&] { return cudaStreamSynchronize(stream); });
}

CUresult cuStreamQuery(CUstream stream) {
  return row("cuStreamQuery", [&] { return cudaStreamQuery(stream); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return row("cuStreamWaitEvent",
             [&] { return cudaStreamWaitEvent(stream, event, flags); });
}

CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return row("cuStreamGetPriority",
             [&] { return cudaStreamGetPriority(stream, priority); });
}

CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return row("cuStreamGetFlags",
             [&] { return cudaStreamGetFlags(stream, flags); });
}

CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  return row("cuStreamGetId", [&] { return cudaStreamGetId(stream, id); });
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice* device) {
  return row("cuStreamGetDevice",
             [&] { return cudaStreamGetDevice(stream, device); });
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  return in_context("cuStreamGetCtx", [&](Context& current) {
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    int device = 0;
    const cudaError_t error = cudaStreamGetDevice(stream, &device);
    if (error != cudaSuccess) return result_of(error);
    Entry entry;
    Context* own = device == current.device
                       ? &current
                       : &entry.state().contexts.primary(device);
    *context = reinterpret_cast<CUcontext>(own);
    return CUDA_SUCCESS;
  });
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback,
                             void* data, unsigned flags) {
  return row("cuStreamAddCallback", [&] {
    // A result has the number of the error, so the one is called as the other.
    return cudaStreamAddCallback(
        stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags);
  });
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address,
                                size_t bytes, unsigned flags) {
  return row("cuStreamAttachMemAsync", [&] {
    return cudaStreamAttachMemAsync(stream, as_pointer(&address), bytes, flags);
  });
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return row("cuStreamBeginCapture", [&] {
    return cudaStreamBeginCapture(stream,
                                  static_cast<cudaStreamCaptureMode>(mode));
  });
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return row("cuStreamEndCapture",
             [&] { return cudaStreamEndCapture(stream, graph); });
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return row("cuStreamIsCapturing", [&] {
    return cudaStreamIsCapturing(
        stream, reinterpret_cast<cudaStreamCaptureStatus*>(status));
  });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return row("cuThreadExchangeStreamCaptureMode", [&] {
    return cudaThreadExchangeStreamCaptureMode(
        reinterpret_cast<cudaStreamCaptureMode*>(mode));
  });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return in_context("cuEventCreate", [&](Context& context) {
    const cudaError_t error = cudaEventCreateWithFlags(event, flags);
    if (error == cudaSuccess && !context.primary) context.events.insert(*event);
    return result_of(error);
  });
}

CUresult cuEventDestroy(CUevent event) {
  return in_context("cuEventDestroy", [&](Context& context) {
    context.events.erase(event);
    return result_of(cudaEventDestroy(event));
  });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return row("cuEventRecord", [&] { return cudaEventRecord(event, stream); });
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream,
                                unsigned flags) {
  return row("cuEventRecordWithFlags",
             [&] { return cudaEventRecordWithFlags(event, stream, flags); });
}

CUresult cuEventQuery(CUevent event) {
  return row("cuEventQuery", [&] { return cudaEventQuery(event); });
}

CUresult cuEventSynchronize(CUevent event) {
  return row("cuEventSynchronize", [&] { return cudaEventSynchronize(event); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return row("cuEventElapsedTime",
             [&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

// That of CUDA 12.7 and before; it says the same.
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return row("cuEventElapsedTime",
             [&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

}  // extern "C"
