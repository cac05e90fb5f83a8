// SPDX-License-Identifier: MIT
// CUDA arrays: made, asked and copied.
#include <algorithm>
#include <utility>

#include "simt/context/arrays.h"
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/stream/capture.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

constexpr unsigned kArrayFlags =
    cudaArraySurfaceLoadStore | cudaArrayTextureGather;

cudaError_t make(State& s, cudaArray_t* made,
                 const cudaChannelFormatDesc* format, const cudaExtent& extent,
                 unsigned flags) {
  if (!made || !format || extent.width == 0 ||
      (extent.depth > 0 && extent.height == 0)) {
    return cudaErrorInvalidValue;
  }
  if (flags & ~kArrayFlags) {
    return not_supported(s, "CUDA arrays with layers, cube maps or the like");
  }
  const cudaError_t error = forbid_unsafe(s.streams);
  if (error != cudaSuccess) return error;
  auto array = std::make_unique<Array>();
  array->format = *format;
  array->extent = extent;
  array->flags = flags;
  array->texel = texel_bytes(*format);
  if (array->texel == 0) return cudaErrorInvalidChannelDescriptor;
  array->row = extent.width * array->texel;
  array->plane = array->row * std::max<size_t>(extent.height, 1);
  array->memory = s.memory.allocate(
      array->plane * std::max<size_t>(extent.depth, 1), MemoryKind::kInternal,
      extent.depth > 0 ? "cudaMalloc3DArray" : "cudaMallocArray");
  if (!array->memory) return cudaErrorMemoryAllocation;
  *made = reinterpret_cast<cudaArray_t>(array.get());
  s.arrays.arrays[*made] = std::move(array);
  return cudaSuccess;
}

/// Runs `body(State&, Array&)` for an array that exists.
template <class Body>
cudaError_t with_array(cudaArray_const_t handle, Body body) {
  return call([&](State& s) {
    Array* array = s.arrays.find(handle);
    return array ? body(s, *array) : cudaErrorInvalidResourceHandle;
  });
}

/// A place in an array, x in bytes.
struct Spot {
  cudaArray_const_t array;
  size_t x, y;
};

/// Gives a copy of rows of bytes to the stream, once its sides are filled in.
cudaError_t copy_rows(State& s, const char* name, CopyWork work, size_t texel,
                      size_t width, size_t height, cudaMemcpyKind kind,
                      cudaStream_t stream) {
  if (width % texel != 0) return cudaErrorInvalidValue;
  work.call = name;
  work.parameters.extent = {width / texel, height, 1};
  work.parameters.kind = kind;
  return submit(s, stream, work);
}

cudaError_t to_array(const char* name, const Spot& to, const void* from,
                     size_t pitch, size_t width, size_t height,
                     cudaMemcpyKind kind, cudaStream_t stream) {
  return with_array(to.array, [&](State& s, const Array& array) {
    if (to.x % array.texel != 0) return cudaErrorInvalidValue;
    if (width > pitch) return cudaErrorInvalidPitchValue;
    CopyWork work;
    work.parameters.dstArray = const_cast<cudaArray_t>(to.array);
    work.parameters.dstPos = {to.x / array.texel, to.y, 0};
    work.parameters.srcPtr = {const_cast<void*>(from), pitch, width, height};
    return copy_rows(s, name, work, array.texel, width, height, kind, stream);
  });
}

cudaError_t from_array(const char* name, void* to, size_t pitch,
                       const Spot& from, size_t width, size_t height,
                       cudaMemcpyKind kind, cudaStream_t stream) {
  return with_array(from.array, [&](State& s, const Array& array) {
    if (from.x % array.texel != 0) return cudaErrorInvalidValue;
    if (width > pitch) return cudaErrorInvalidPitchValue;
    CopyWork work;
    work.parameters.srcArray = const_cast<cudaArray_t>(from.array);
    work.parameters.srcPos = {from.x / array.texel, from.y, 0};
    work.parameters.dstPtr = {to, pitch, width, height};
    return copy_rows(s, name, work, array.texel, width, height, kind, stream);
  });
}

}  // namespace

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array,
                            const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
  return call([&](State& s) {
    return make(s, array, format, {width, height, 0}, flags);
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array,
                              const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return call([&](State& s) { return make(s, array, format, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t handle) {
  return call([&](State& s) {
    const cudaError_t error = forbid_unsafe(s.streams);
    if (error != cudaSuccess || !handle) return error;
    const Array* array = s.arrays.find(handle);
    if (!array) return cudaErrorInvalidValue;
    s.memory.release(*array->memory);
    s.arrays.arrays.erase(handle);
    s.order.settle_all();
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent,
                             unsigned* flags, cudaArray_t handle) {
  return with_array(handle, [&](State&, const Array& array) {
    if (format) *format = array.format;
    if (extent) *extent = array.extent;
    if (flags) *flags = array.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format,
                               cudaArray_const_t handle) {
  return with_array(handle, [&](State&, const Array& array) {
    if (!format) return cudaErrorInvalidValue;
    *format = array.format;
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                     const void* from, size_t pitch,
                                     size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return to_array("cudaMemcpy2DToArray", {to, x, y}, from, pitch, width, height,
                  kind, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y,
                                const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return and_wait(cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height,
                                           kind, nullptr));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch,
                                       cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return from_array("cudaMemcpy2DFromArray", to, pitch, {from, x, y}, width,
                    height, kind, stream);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch,
                                  cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return and_wait(cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width,
                                             height, kind, nullptr));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t x, size_t y,
                                     size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  return and_wait(with_array(to, [&](State& s, const Array& array) {
    if (to_x % array.texel != 0 || x % array.texel != 0) {
      return cudaErrorInvalidValue;
    }
    CopyWork work;
    work.parameters.dstArray = to;
    work.parameters.dstPos = {to_x / array.texel, to_y, 0};
    work.parameters.srcArray = const_cast<cudaArray_t>(from);
    work.parameters.srcPos = {x / array.texel, y, 0};
    return copy_rows(s, "cudaMemcpy2DArrayToArray", work, array.texel, width,
                     height, kind, nullptr);
  }));
}

// The older calls, for one row at a time.
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                   const void* from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return to_array("cudaMemcpyToArray", {to, x, y}, from, count, count, 1, kind,
                  stream);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y,
                              const void* from, size_t count,
                              cudaMemcpyKind kind) {
  return and_wait(to_array("cudaMemcpyToArray", {to, x, y}, from, count, count,
                           1, kind, nullptr));
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x,
                                     size_t y, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return from_array("cudaMemcpyFromArray", to, count, {from, x, y}, count, 1,
                    kind, stream);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x,
                                size_t y, size_t count, cudaMemcpyKind kind) {
  return and_wait(from_array("cudaMemcpyFromArray", to, count, {from, x, y},
                             count, 1, kind, nullptr));
}

}  // extern "C"
