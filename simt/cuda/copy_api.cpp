// SPDX-License-Identifier: MIT
// Copies and fills; those of bytes of an array stand in array_api.cpp.
#include <algorithm>

#include "simt/context/arrays.h"
#include "simt/context/state.h"
#include "simt/cuda/formats.h"
#include "simt/cuda/row.h"
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/work.h"

namespace simt::cuda {
namespace {

/// One side of a copy, an array as the memory that its texels lie in: copies of
/// the driver count bytes, and need no whole texels.
struct Pitched {
  cudaPitchedPtr memory{};
  bool host = false, unified = false;
};

/// `extent` of the copy and where it begins, both in bytes, rows and planes;
/// false: there is no such array, or the copy leaves it.
bool array_side(CUarray handle, const cudaPos& at, const cudaExtent& extent,
                Pitched& side) {
  Entry entry;
  const auto* array = entry.state().arrays.find(runtime_array(handle));
  if (!array) return false;
  const size_t rows = std::max<size_t>(array->extent.height, 1);
  const size_t planes = std::max<size_t>(array->extent.depth, 1);
  side.memory = {pointer_of(array->memory->begin), array->row, array->row,
                 rows};
  return at.x + extent.width <= array->row && at.y + extent.height <= rows &&
         at.z + extent.depth <= planes;
}

/// `height`: rows from one plane to the next, where it is no array.
struct SideFacts {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  size_t pitch, height;
  cudaPos at;
};

bool find_side(const SideFacts& f, const cudaExtent& extent, Pitched& side) {
  if (f.type == CU_MEMORYTYPE_ARRAY)
    return array_side(f.array, f.at, extent, side);
  const size_t width = f.at.x + extent.width;
  side.host = f.type == CU_MEMORYTYPE_HOST;
  side.unified = f.type == CU_MEMORYTYPE_UNIFIED;
  side.memory = {side.host ? const_cast<void*>(f.host) : pointer_of(f.device),
                 f.pitch == 0 ? width : f.pitch, width, f.height};
  return true;
}

cudaMemcpyKind kind_of(const Pitched& to, const Pitched& from) {
  if (to.unified || from.unified) return cudaMemcpyDefault;
  if (to.host) return from.host ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return from.host ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

/// Gives the copy to `submit(const cudaMemcpy3DParms&)`.
template <class Submit>
CUresult copy(const SideFacts& to, const SideFacts& from,
              const cudaExtent& extent, Submit submit) {
  Pitched target, source;
  if (!find_side(to, extent, target) || !find_side(from, extent, source))
    return CUDA_ERROR_INVALID_VALUE;
  cudaMemcpy3DParms p{};
  p.dstPtr = target.memory;
  p.dstPos = to.at;
  p.srcPtr = source.memory;
  p.srcPos = from.at;
  p.extent = extent;
  p.kind = kind_of(target, source);
  return result_of(submit(p));
}

template <class Submit>
CUresult copy_rows(const CUDA_MEMCPY2D* c, Submit submit) {
  if (!c) return CUDA_ERROR_INVALID_VALUE;
  return copy({c->dstMemoryType,
               c->dstHost,
               c->dstDevice,
               c->dstArray,
               c->dstPitch,
               c->dstY + c->Height,
               {c->dstXInBytes, c->dstY, 0}},
              {c->srcMemoryType,
               c->srcHost,
               c->srcDevice,
               c->srcArray,
               c->srcPitch,
               c->srcY + c->Height,
               {c->srcXInBytes, c->srcY, 0}},
              {c->WidthInBytes, c->Height, 1}, submit);
}

template <class Submit>
CUresult copy_planes(const CUDA_MEMCPY3D* c, Submit submit) {
  if (!c) return CUDA_ERROR_INVALID_VALUE;
  return copy({c->dstMemoryType,
               c->dstHost,
               c->dstDevice,
               c->dstArray,
               c->dstPitch,
               c->dstHeight ? c->dstHeight : c->dstY + c->Height,
               {c->dstXInBytes, c->dstY, c->dstZ}},
              {c->srcMemoryType,
               c->srcHost,
               c->srcDevice,
               c->srcArray,
               c->srcPitch,
               c->srcHeight ? c->srcHeight : c->srcY + c->Height,
               {c->srcXInBytes, c->srcY, c->srcZ}},
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
