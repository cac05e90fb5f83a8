// SPDX-License-Identifier: MIT
// Copies and fills. Those of arrays are not here yet.
#include "simt/context/not_supported.h"
#include "simt/cuda/row.h"
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/work.h"

namespace simt::cuda {
namespace {

struct Pitched {
  cudaPitchedPtr memory{};
  bool array = false, host = false, unified = false;
};

Pitched pitched(CUmemorytype type, const void* host, CUdeviceptr device,
                size_t pitch, size_t width, size_t height) {
  Pitched side;
  side.array = type == CU_MEMORYTYPE_ARRAY;
  side.host = type == CU_MEMORYTYPE_HOST;
  side.unified = type == CU_MEMORYTYPE_UNIFIED;
  side.memory.ptr = side.host ? const_cast<void*>(host) : pointer_of(device);
  side.memory.pitch = pitch == 0 ? width : pitch;
  side.memory.xsize = width;
  side.memory.ysize = height;
  return side;
}

cudaMemcpyKind kind_of(const Pitched& to, const Pitched& from) {
  if (to.unified || from.unified) return cudaMemcpyDefault;
  if (to.host) return from.host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return from.host ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

/// `height` of a plane on each side: rows from one plane to the next.
template <class Copy>
Pitched side_of(const Copy& c, bool to, size_t height) {
  return to ? pitched(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstPitch,
                      c.dstXInBytes + c.WidthInBytes, height)
            : pitched(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcPitch,
                      c.srcXInBytes + c.WidthInBytes, height);
}

/// Gives the copy to `submit(const cudaMemcpy3DParms&)`.
template <class Submit>
CUresult copy(const Pitched& to, cudaPos to_at, const Pitched& from,
              cudaPos from_at, cudaExtent extent, Submit submit) {
  if (to.array || from.array) {
    Entry entry;
    return result_of(
        cudart::not_supported(entry.state(), "copies of driver arrays"));
  }
  cudaMemcpy3DParms p{};
  p.dstPtr = to.memory;
  p.dstPos = to_at;
  p.srcPtr = from.memory;
  p.srcPos = from_at;
  p.extent = extent;
  p.kind = kind_of(to, from);
  return result_of(submit(p));
}

template <class Submit>
CUresult copy_rows(const CUDA_MEMCPY2D* c, Submit submit) {
  if (!c) return CUDA_ERROR_INVALID_VALUE;
  return copy(
      side_of(*c, true, c->dstY + c->Height), {c->dstXInBytes, c->dstY, 0},
      side_of(*c, false, c->srcY + c->Height), {c->srcXInBytes, c->srcY, 0},
      {c->WidthInBytes, c->Height, 1}, submit);
}

template <class Submit>
CUresult copy_planes(const CUDA_MEMCPY3D* c, Submit submit) {
  if (!c) return CUDA_ERROR_INVALID_VALUE;
  return copy(
      side_of(*c, true, c->dstHeight ? c->dstHeight : c->dstY + c->Height),
      {c->dstXInBytes, c->dstY, c->dstZ},
      side_of(*c, false, c->srcHeight ? c->srcHeight : c->srcY + c->Height),
      {c->srcXInBytes, c->srcY, c->srcZ},
      {c->WidthInBytes, c->Height, c->Depth}, submit);
}

auto at_once() {
  return [](const cudaMemcpy3DParms& p) { return cudaMemcpy3D(&p); };
}
auto later(CUstream stream) {
  return [stream](const cudaMemcpy3DParms& p) {
    return cudaMemcpy3DAsync(&p, stream);
  };
}

/// `size` bytes of `value`, `width` times in each of `height` rows.
CUresult fill(const char* name, CUdeviceptr to, size_t pitch, unsigned value,
              unsigned size, size_t width, size_t height, CUstream stream,
              bool synchronous) {
  return row(name, [&] {
    return cudart::call_beside_work([&](State& s) {
      if (to % size != 0 || pitch % size != 0) return cudaErrorInvalidValue;
      cudart::FillWork work{
          name, {pointer_of(to), pitch, value, size, width, height}};
      work.synchronous = synchronous;
      return submit(s, stream, work);
    });
  });
}

CUresult fill_line(const char* name, CUdeviceptr to, unsigned value,
                   unsigned size, size_t count) {
  return fill(name, to, count * size, value, size, count, 1, nullptr, true);
}

CUresult fill_line(const char* name, CUdeviceptr to, unsigned value,
                   unsigned size, size_t count, CUstream stream) {
  return fill(name, to, count * size, value, size, count, 1, stream, false);
}

/// The number of a context's device.
int device_of(CUcontext context) {
  return reinterpret_cast<const Context*>(context)->device;
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return row("cuMemcpy", [&] {
    return cudaMemcpy(pointer_of(to), pointer_of(from), bytes,
                      cudaMemcpyDefault);
  });
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream stream) {
  return row("cuMemcpyAsync", [&] {
    return cudaMemcpyAsync(pointer_of(to), pointer_of(from), bytes,
                           cudaMemcpyDefault, stream);
  });
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return row("cuMemcpyHtoD", [&] {
    return cudaMemcpy(pointer_of(to), from, bytes, cudaMemcpyHostToDevice);
  });
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes,
                           CUstream stream) {
  return row("cuMemcpyHtoDAsync", [&] {
    return cudaMemcpyAsync(pointer_of(to), from, bytes, cudaMemcpyHostToDevice,
                           stream);
  });
}

CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return row("cuMemcpyDtoH", [&] {
    return cudaMemcpy(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost);
  });
}

CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes,
                           CUstream stream) {
  return row("cuMemcpyDtoHAsync", [&] {
    return cudaMemcpyAsync(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost,
                           stream);
  });
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return row("cuMemcpyDtoD", [&] {
    return cudaMemcpy(pointer_of(to), pointer_of(from), bytes,
                      cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                           CUstream stream) {
  return row("cuMemcpyDtoDAsync", [&] {
    return cudaMemcpyAsync(pointer_of(to), pointer_of(from), bytes,
                           cudaMemcpyDeviceToDevice, stream);
  });
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t bytes) {
  return row("cuMemcpyPeer", [&] {
    if (!to_context || !from_context) return cudaErrorInvalidValue;
    return cudaMemcpyPeer(pointer_of(to), device_of(to_context),
                          pointer_of(from), device_of(from_context), bytes);
  });
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context,
                           CUdeviceptr from, CUcontext from_context,
                           size_t bytes, CUstream stream) {
  return row("cuMemcpyPeerAsync", [&] {
    if (!to_context || !from_context) return cudaErrorInvalidValue;
    return cudaMemcpyPeerAsync(pointer_of(to), device_of(to_context),
                               pointer_of(from), device_of(from_context), bytes,
                               stream);
  });
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* c) {
  return in_context("cuMemcpy2D",
                    [&](Context&) { return copy_rows(c, at_once()); });
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* c) {
  return in_context("cuMemcpy2DUnaligned",
                    [&](Context&) { return copy_rows(c, at_once()); });
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* c, CUstream stream) {
  return in_context("cuMemcpy2DAsync",
                    [&](Context&) { return copy_rows(c, later(stream)); });
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* c) {
  return in_context("cuMemcpy3D",
                    [&](Context&) { return copy_planes(c, at_once()); });
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* c, CUstream stream) {
  return in_context("cuMemcpy3DAsync",
                    [&](Context&) { return copy_planes(c, later(stream)); });
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  return fill_line("cuMemsetD8", to, value, 1, count);
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  return fill_line("cuMemsetD16", to, value, 2, count);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
  return fill_line("cuMemsetD32", to, value, 4, count);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                         CUstream stream) {
  return fill_line("cuMemsetD8Async", to, value, 1, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                          CUstream stream) {
  return fill_line("cuMemsetD16Async", to, value, 2, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                          CUstream stream) {
  return fill_line("cuMemsetD32Async", to, value, 4, count, stream);
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value,
                      size_t width, size_t height) {
  return fill("cuMemsetD2D8", to, pitch, value, 1, width, height, nullptr,
              true);
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value,
                       size_t width, size_t height) {
  return fill("cuMemsetD2D16", to, pitch, value, 2, width, height, nullptr,
              true);
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value,
                       size_t width, size_t height) {
  return fill("cuMemsetD2D32", to, pitch, value, 4, width, height, nullptr,
              true);
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value,
                           size_t width, size_t height, CUstream stream) {
  return fill("cuMemsetD2D8Async", to, pitch, value, 1, width, height, stream,
              false);
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value,
                            size_t width, size_t height, CUstream stream) {
  return fill("cuMemsetD2D16Async", to, pitch, value, 2, width, height, stream,
              false);
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value,
                            size_t width, size_t height, CUstream stream) {
  return fill("cuMemsetD2D32Async", to, pitch, value, 4, width, height, stream,
              false);
}

}  // extern "C"
