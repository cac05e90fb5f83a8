// SPDX-License-Identifier: MIT
// cudaMemcpy, cudaMemset and their kin. The asynchronous forms are the same:
// work runs in issue order, at once.
#include "simt/cudart/call.h"
#include "simt/cudart/copy.h"
#include "simt/cudart/not_supported.h"

namespace simt::cudart {
namespace {

cudaError_t check_stream(State& s, cudaStream_t stream) {
  return s.streams.find(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/// Runs `body(State&)` when the stream exists.
template <class Body>
cudaError_t in_stream(cudaStream_t stream, Body body) {
  return call([&](State& s) {
    const cudaError_t error = check_stream(s, stream);
    return error == cudaSuccess ? body(s) : error;
  });
}

Side row_side(const void* pointer, size_t pitch) {
  return {pointer, pitch, pitch};
}

/// A pitched pointer and where in it the copy begins.
Side pitched_side(const cudaPitchedPtr& p, const cudaPos& pos) {
  const size_t plane = p.pitch * p.ysize;
  const auto* base = static_cast<const std::byte*>(p.ptr);
  return {base + pos.x + pos.y * p.pitch + pos.z * plane, p.pitch, plane};
}

cudaError_t copy_3d(State& s, const cudaMemcpy3DParms* p) {
  if (!p) return cudaErrorInvalidValue;
  if (p->srcArray || p->dstArray) {
    return not_supported(s, "cudaMemcpy3D with an array");
  }
  if (!p->srcPtr.ptr || !p->dstPtr.ptr) return cudaErrorInvalidValue;
  return copy(s, "cudaMemcpy3D", pitched_side(p->dstPtr, p->dstPos),
              pitched_side(p->srcPtr, p->srcPos),
              {p->extent.width, p->extent.height, p->extent.depth}, p->kind);
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    return copy(s, "cudaMemcpy", {to}, {from}, {count}, kind);
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t count,
                       cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, count, kind, nullptr);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, size_t count,
                                cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    if (!s.has_device(to_device) || !s.has_device(from_device)) {
      return cudaErrorInvalidDevice;
    }
    return copy(s, "cudaMemcpyPeer", {to}, {from}, {count},
                cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                           int from_device, size_t count) {
  return cudaMemcpyPeerAsync(to, to_device, from, from_device, count, nullptr);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    if (width > to_pitch || width > from_pitch) {
      return cudaErrorInvalidPitchValue;
    }
    return copy(s, "cudaMemcpy2D", row_side(to, to_pitch),
                row_side(from, from_pitch), {width, height}, kind);
  });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind,
                           nullptr);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return in_stream(stream, [&](State& s) { return copy_3d(s, p); });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return cudaMemcpy3DAsync(p, nullptr);
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t count,
                            cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    return fill(s, "cudaMemset", {to}, {count}, value);
  });
}

cudaError_t cudaMemset(void* to, int value, size_t count) {
  return cudaMemsetAsync(to, value, count, nullptr);
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    return fill(s, "cudaMemset2D", row_side(to, pitch), {width, height}, value);
  });
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width,
                         size_t height) {
  return cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return in_stream(stream, [&](State& s) {
    return fill(s, "cudaMemset3D", pitched_side(to, {0, 0, 0}),
                {extent.width, extent.height, extent.depth}, value);
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return cudaMemset3DAsync(to, value, extent, nullptr);
}

}  // extern "C"
