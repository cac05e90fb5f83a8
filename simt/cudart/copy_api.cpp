// SPDX-License-Identifier: MIT
// cudaMemcpy, cudaMemset and their kin. Which of them the host waits for is in
// launch/blocking.h.
#include "simt/context/contexts.h"
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/launch/copy.h"
#include "simt/launch/submit.h"
#include "simt/stream/capture.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

cudaError_t in_stream(cudaStream_t stream, Work work) {
  return call_beside_work(
      [&](State& s) { return submit(s, stream, std::move(work)); });
}

/// For a call without a stream.
template <class Transfer>
cudaError_t in_default_stream(Transfer work) {
  work.synchronous = true;
  return in_stream(nullptr, work);
}

CopyWork rows_copy(const char* call, void* to, size_t to_pitch,
                   const void* from, size_t from_pitch, size_t width,
                   size_t height, cudaMemcpyKind kind) {
  CopyWork work = flat_copy(call, to, from, width, kind);
  work.parameters.dstPtr = {to, to_pitch, width, height};
  work.parameters.srcPtr = {const_cast<void*>(from), from_pitch, width, height};
  work.parameters.extent = {width, height, 1};
  return work;
}

FillWork rows_fill(const char* call, void* to, size_t pitch, int value,
                   size_t width, size_t height) {
  const auto byte = static_cast<unsigned char>(value);
  return {call, {to, pitch, byte, 1, width, height}};
}

cudaError_t bad_pitch() {
  return call([](State&) { return cudaErrorInvalidPitchValue; });
}

/// One plane after the other: a node of a graph fills two dimensions.
template <class Submit>
cudaError_t fill_planes(cudaPitchedPtr to, int value, cudaExtent extent,
                        Submit submit_plane) {
  auto* plane = static_cast<std::byte*>(to.ptr);
  for (size_t z = 0; z < extent.depth; ++z) {
    const cudaError_t error =
        submit_plane(rows_fill(called_as("cudaMemset3D"), plane, to.pitch,
                               value, extent.width, extent.height));
    if (error != cudaSuccess) return error;
    plane += to.pitch * to.ysize;
  }
  return cudaSuccess;
}

/// For two devices that exist; the host goes on.
cudaError_t between(int one, int other, cudaStream_t stream,
                    const CopyWork& work) {
  return call_beside_work([&](State& s) {
    if (!s.has_device(one) || !s.has_device(other)) {
      return cudaErrorInvalidDevice;
    }
    // A GPU captures no such copy of two devices, with access or without.
    Stream* found = s.streams.find(stream);
    if (one != other && found != nullptr && found->point.capture)
      return forbid_waiting(s.streams, *found);
    return submit(s, stream, work);
  });
}

CopyWork peer_copy(void* to, const void* from, size_t count) {
  return flat_copy(called_as("cudaMemcpyPeer"), to, from, count,
                   cudaMemcpyDeviceToDevice);
}

CopyWork peer_copy(const cudaMemcpy3DPeerParms& p) {
  return {called_as("cudaMemcpy3DPeer"),
          {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr,
           p.extent, cudaMemcpyDeviceToDevice}};
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return in_stream(stream,
                   flat_copy(called_as("cudaMemcpy"), to, from, count, kind));
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t count,
                       cudaMemcpyKind kind) {
  return in_default_stream(
      flat_copy(called_as("cudaMemcpy"), to, from, count, kind));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, size_t count,
                                cudaStream_t stream) {
  return between(to_device, from_device, stream, peer_copy(to, from, count));
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                           int from_device, size_t count) {
  return between(to_device, from_device, nullptr, peer_copy(to, from, count));
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch) return bad_pitch();
  return in_stream(stream, rows_copy(called_as("cudaMemcpy2D"), to, to_pitch,
                                     from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return bad_pitch();
  return in_default_stream(rows_copy(called_as("cudaMemcpy2D"), to, to_pitch,
                                     from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  if (!p) return call([](State&) { return cudaErrorInvalidValue; });
  return in_stream(stream, CopyWork{called_as("cudaMemcpy3D"), *p});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (!p) return call([](State&) { return cudaErrorInvalidValue; });
  return in_default_stream(CopyWork{called_as("cudaMemcpy3D"), *p});
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p,
                                  cudaStream_t stream) {
  if (!p) return call([](State&) { return cudaErrorInvalidValue; });
  return between(p->srcDevice, p->dstDevice, stream, peer_copy(*p));
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  if (!p) return call([](State&) { return cudaErrorInvalidValue; });
  return between(p->srcDevice, p->dstDevice, nullptr, peer_copy(*p));
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t count,
                            cudaStream_t stream) {
  return in_stream(
      stream, rows_fill(called_as("cudaMemset"), to, count, value, count, 1));
}

cudaError_t cudaMemset(void* to, int value, size_t count) {
  return in_default_stream(
      rows_fill(called_as("cudaMemset"), to, count, value, count, 1));
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
  return in_stream(stream, rows_fill(called_as("cudaMemset2D"), to, pitch,
                                     value, width, height));
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width,
                         size_t height) {
  return in_default_stream(
      rows_fill(called_as("cudaMemset2D"), to, pitch, value, width, height));
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill_planes(to, value, extent, [&](const FillWork& plane) {
    return in_stream(stream, plane);
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill_planes(to, value, extent, in_default_stream<FillWork>);
}

}  // extern "C"
