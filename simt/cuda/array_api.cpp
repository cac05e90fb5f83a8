// SPDX-License-Identifier: MIT
// Arrays: made, asked, and bytes of a row copied. Copies of rows and planes
// stand in copy_api.cpp, mipmapped arrays nowhere.
#include "simt/context/arrays.h"
#include "simt/context/not_supported.h"
#include "simt/context/state.h"
#include "simt/cuda/formats.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

/// The numbers of the driver's flags are the runtime's.
constexpr unsigned kFlags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST |
                            CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER;
static_assert(kFlags == (cudaArrayLayered | cudaArraySurfaceLoadStore |
                         cudaArrayCubemap | cudaArrayTextureGather));

CUresult unlike_runtime() {
  Entry entry;
  return result_of(cudart::not_supported(
      entry.state(), "arrays with this format or with these flags"));
}

CUresult create(Context& context, CUarray* made,
                const CUDA_ARRAY3D_DESCRIPTOR& d) {
  const unsigned channels = d.NumChannels;
  const bool some = channels == 1 || channels == 2 || channels == 4;
  if (!some || d.Width == 0) return CUDA_ERROR_INVALID_VALUE;
  const cudaChannelFormatDesc format = runtime_format(d.Format, channels);
  if (format.x == 0 || (d.Flags & ~kFlags) != 0) return unlike_runtime();
  cudaArray_t array = nullptr;
  const cudaError_t error =
      cudaMalloc3DArray(&array, &format, {d.Width, d.Height, d.Depth}, d.Flags);
  if (error != cudaSuccess) return result_of(error);
  if (!context.primary) context.arrays.insert(array);
  *made = driver_array(array);
  return CUDA_SUCCESS;
}

/// What an array was made with.
CUresult describe(CUarray array, CUDA_ARRAY3D_DESCRIPTOR& d) {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 0;
  const cudaError_t error =
      cudaArrayGetInfo(&format, &extent, &flags, runtime_array(array));
  if (error != cudaSuccess) return result_of(error);
  const DriverFormat named = driver_format(format);
  d = {extent.width, extent.height,  extent.depth,
       named.format, named.channels, flags};
  return CUDA_SUCCESS;
}

/// Where byte `x` of the array's first row lies; null, which no copy takes: it
/// is no array, or the bytes leave its row.
void* texels(CUarray handle, size_t x, size_t bytes) {
  Entry entry;
  const auto* array = entry.state().arrays.find(runtime_array(handle));
  const bool inside = array && x <= array->row && bytes <= array->row - x;
  return inside ? pointer_of(array->memory->begin + x) : nullptr;
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuArrayCreate(CUarray* made, const CUDA_ARRAY_DESCRIPTOR* d) {
  return in_context("cuArrayCreate", [&](Context& context) {
    if (!made || !d) return CUDA_ERROR_INVALID_VALUE;
    return create(context, made,
                  {d->Width, d->Height, 0, d->Format, d->NumChannels, 0});
  });
}

CUresult cuArray3DCreate(CUarray* made, const CUDA_ARRAY3D_DESCRIPTOR* d) {
  return in_context("cuArray3DCreate", [&](Context& context) {
    if (!made || !d) return CUDA_ERROR_INVALID_VALUE;
    return create(context, made, *d);
  });
}

CUresult cuArrayDestroy(CUarray array) {
  return in_context("cuArrayDestroy", [&](Context& context) {
    if (!array) return CUDA_ERROR_INVALID_HANDLE;
    context.arrays.erase(runtime_array(array));
    const CUresult result = result_of(cudaFreeArray(runtime_array(array)));
    return result == CUDA_ERROR_INVALID_VALUE ? CUDA_ERROR_INVALID_HANDLE
                                              : result;
  });
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* d, CUarray array) {
  return in_context("cuArray3DGetDescriptor", [&](Context&) {
    return d ? describe(array, *d) : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* d, CUarray array) {
  return in_context("cuArrayGetDescriptor", [&](Context&) {
    if (!d) return CUDA_ERROR_INVALID_VALUE;
    CUDA_ARRAY3D_DESCRIPTOR all{};
    const CUresult result = describe(array, all);
    if (result == CUDA_SUCCESS)
      *d = {all.Width, all.Height, all.Format, all.NumChannels};
    return result;
  });
}

CUresult cuMemcpyHtoA(CUarray to, size_t x, const void* from, size_t bytes) {
  return row("cuMemcpyHtoA", [&] {
    return cudaMemcpy(texels(to, x, bytes), from, bytes,
                      cudaMemcpyHostToDevice);
  });
}

CUresult cuMemcpyHtoAAsync(CUarray to, size_t x, const void* from, size_t bytes,
                           CUstream stream) {
  return row("cuMemcpyHtoAAsync", [&] {
    return cudaMemcpyAsync(texels(to, x, bytes), from, bytes,
                           cudaMemcpyHostToDevice, stream);
  });
}

CUresult cuMemcpyDtoA(CUarray to, size_t x, CUdeviceptr from, size_t bytes) {
  return row("cuMemcpyDtoA", [&] {
    return cudaMemcpy(texels(to, x, bytes), pointer_of(from), bytes,
                      cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyAtoH(void* to, CUarray from, size_t x, size_t bytes) {
  return row("cuMemcpyAtoH", [&] {
    return cudaMemcpy(to, texels(from, x, bytes), bytes,
                      cudaMemcpyDeviceToHost);
  });
}

CUresult cuMemcpyAtoHAsync(void* to, CUarray from, size_t x, size_t bytes,
                           CUstream stream) {
  return row("cuMemcpyAtoHAsync", [&] {
    return cudaMemcpyAsync(to, texels(from, x, bytes), bytes,
                           cudaMemcpyDeviceToHost, stream);
  });
}

CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t x, size_t bytes) {
  return row("cuMemcpyAtoD", [&] {
    return cudaMemcpy(pointer_of(to), texels(from, x, bytes), bytes,
                      cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyAtoA(CUarray to, size_t to_x, CUarray from, size_t x,
                      size_t bytes) {
  return row("cuMemcpyAtoA", [&] {
    return cudaMemcpy(texels(to, to_x, bytes), texels(from, x, bytes), bytes,
                      cudaMemcpyDeviceToDevice);
  });
}

}  // extern "C"
