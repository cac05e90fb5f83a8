// SPDX-License-Identifier: MIT
// CUDA arrays: made, asked and copied.
#include <algorithm>
#include <utility>

#include "simt/context/arrays.h"
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"
#include "simt/launch/submit.h"
#include "simt/launch/work_run.h"
#include "simt/stream/capture.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

constexpr unsigned kArrayFlags = cudaArraySurfaceLoadStore |
                                 cudaArrayTextureGather | cudaArrayLayered |
                                 cudaArrayCubemap;

/// Whether there are arrays of this kind with these sizes: cudaMalloc3DArray
/// has a table of them. The depth counts layers, or the faces of cubes.
bool sizes_fit(const cudaExtent& e, unsigned flags) {
  const bool layered = flags & cudaArrayLayered;
  if (e.width == 0) return false;
  if (flags & cudaArrayCubemap) {
    return e.width == e.height && e.depth > 0 &&
           (layered ? e.depth % 6 == 0 : e.depth == 6);
  }
  if (layered) return e.depth > 0;
  if (flags & cudaArrayTextureGather) return e.height > 0 && e.depth == 0;
  return e.depth == 0 || e.height > 0;
}

cudaError_t make(State& s, cudaArray_t* made,
                 const cudaChannelFormatDesc* format, const cudaExtent& extent,
                 unsigned flags) {
  if (!made || !format) return cudaErrorInvalidValue;
  if (flags & ~kArrayFlags) {
    return not_supported(s, "CUDA arrays that are sparse or the like");
  }
  if (!sizes_fit(extent, flags)) return cudaErrorInvalidValue;
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
      called_as(extent.depth > 0 ? "cudaMalloc3DArray" : "cudaMallocArray"));
  if (!array->memory) return cudaErrorMemoryAllocation;
  *made = s.handles.make<cudaArray_t>(HandleKind::kArray);
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

/// Rows of memory that go into an array or come out of it.
struct Rows {
  const void* memory;
  size_t pitch, width, height;
};

/// A copy between an array and memory, as the call was given it.
struct ArrayCopy {
  const char* name;
  bool into_array;
  cudaMemcpyKind kind;
  cudaStream_t stream;
  bool waits = false;
};

cudaError_t copy_part(State& s, const Array& array, const ArrayCopy& copy,
                      const Spot& at, const Rows& rows) {
  if (at.x % array.texel != 0) return cudaErrorInvalidValue;
  if (rows.width > rows.pitch) return cudaErrorInvalidPitchValue;
  CopyWork work;
  work.synchronous = copy.waits;
  const auto handle = const_cast<cudaArray_t>(at.array);
  const cudaPos place{at.x / array.texel, at.y, 0};
  const cudaPitchedPtr memory{const_cast<void*>(rows.memory), rows.pitch,
                              rows.width, rows.height};
  auto& p = work.parameters;
  (copy.into_array ? p.dstArray : p.srcArray) = handle;
  (copy.into_array ? p.dstPos : p.srcPos) = place;
  (copy.into_array ? p.srcPtr : p.dstPtr) = memory;
  return copy_rows(s, copy.name, work, array.texel, rows.width, rows.height,
                   copy.kind, copy.stream);
}

cudaError_t copy_rectangle(const ArrayCopy& copy, const Spot& at,
                           const Rows& rows) {
  return with_array(at.array, [&](State& s, const Array& array) {
    return copy_part(s, array, copy, at, rows);
  });
}

/// The older calls: `count` bytes one after the other, from `at` to the end of
/// its row and on with the next rows, all whole ones at once. What leaves the
/// array is an error; the pieces before it are copied all the same (seen on an
/// H200, driver 580.159.04, 2026-11-23).
cudaError_t copy_bytes(const ArrayCopy& copy, Spot at, const void* memory,
                       size_t count) {
  return with_array(at.array, [&](State& s, const Array& array) {
    if (at.x >= array.row) return cudaErrorInvalidValue;
    const auto* next = static_cast<const std::byte*>(memory);
    do {
      const size_t width = std::min(count, array.row - at.x);
      const size_t rows = width < array.row ? 1 : count / width;
      const cudaError_t error =
          copy_part(s, array, copy, at, {next, width, width, rows});
      if (error != cudaSuccess) return error;
      next += width * rows;
      count -= width * rows;
      at = {at.array, 0, at.y + rows};
    } while (count > 0);
    return cudaSuccess;
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
    settle_device(s, array->memory->device);
    const cudaError_t waited = reveal(s);
    if (waited != cudaSuccess) return waited;
    array = s.arrays.find(handle);  // another thread may have freed it
    if (!array) return cudaErrorInvalidValue;
    s.memory.release(*array->memory);
    s.handles.end(HandleKind::kArray, handle);
    s.arrays.arrays.erase(handle);
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
  return copy_rectangle({"cudaMemcpy2DToArray", true, kind, stream}, {to, x, y},
                        {from, pitch, width, height});
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
  return copy_rectangle({"cudaMemcpy2DFromArray", false, kind, stream},
                        {from, x, y}, {to, pitch, width, height});
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch,
                                  cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return and_wait(
      copy_rectangle({"cudaMemcpy2DFromArray", false, kind, nullptr, true},
                     {from, x, y}, {to, pitch, width, height}));
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

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                   const void* from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_bytes({"cudaMemcpyToArray", true, kind, stream}, {to, x, y}, from,
                    count);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y,
                              const void* from, size_t count,
                              cudaMemcpyKind kind) {
  return and_wait(copy_bytes({"cudaMemcpyToArray", true, kind, nullptr},
                             {to, x, y}, from, count));
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x,
                                     size_t y, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_bytes({"cudaMemcpyFromArray", false, kind, stream}, {from, x, y},
                    to, count);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x,
                                size_t y, size_t count, cudaMemcpyKind kind) {
  return and_wait(
      copy_bytes({"cudaMemcpyFromArray", false, kind, nullptr, true},
                 {from, x, y}, to, count));
}

}  // extern "C"
