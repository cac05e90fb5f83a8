// SPDX-License-Identifier: MIT
// Texture and surface objects: the driver's descriptions as the runtime has
// them, and back. Texture references ended with CUDA 12.
#include <algorithm>
#include <cstring>

#include "simt/context/not_supported.h"
#include "simt/cuda/formats.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

CUresult not_here(const char* what) {
  Entry entry;
  return result_of(cudart::not_supported(entry.state(), what));
}

CUresult to_linear(const CUDA_RESOURCE_DESC& from, cudaResourceDesc& to) {
  const auto& linear = from.res.linear;
  to.resType = cudaResourceTypeLinear;
  to.res.linear = {pointer_of(linear.devPtr),
                   runtime_format(linear.format, linear.numChannels),
                   linear.sizeInBytes};
  return CUDA_SUCCESS;
}

CUresult to_rows(const CUDA_RESOURCE_DESC& from, cudaResourceDesc& to) {
  const auto& rows = from.res.pitch2D;
  to.resType = cudaResourceTypePitch2D;
  to.res.pitch2D = {pointer_of(rows.devPtr),
                    runtime_format(rows.format, rows.numChannels), rows.width,
                    rows.height, rows.pitchInBytes};
  return CUDA_SUCCESS;
}

CUresult to_runtime(const CUDA_RESOURCE_DESC& from, cudaResourceDesc& to) {
  if (from.flags != 0) return CUDA_ERROR_INVALID_VALUE;
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      to.resType = cudaResourceTypeArray;
      to.res.array.array = runtime_array(from.res.array.hArray);
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      return not_here("textures of mipmapped arrays");
    case CU_RESOURCE_TYPE_LINEAR:
      return to_linear(from, to);
    case CU_RESOURCE_TYPE_PITCH2D:
      return to_rows(from, to);
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

CUDA_RESOURCE_DESC to_driver(const cudaResourceDesc& from) {
  CUDA_RESOURCE_DESC to{};
  if (from.resType == cudaResourceTypeArray) {
    to.resType = CU_RESOURCE_TYPE_ARRAY;
    to.res.array.hArray = driver_array(from.res.array.array);
  } else if (from.resType == cudaResourceTypeLinear) {
    const auto& linear = from.res.linear;
    const DriverFormat format = driver_format(linear.desc);
    to.resType = CU_RESOURCE_TYPE_LINEAR;
    to.res.linear = {address_of(linear.devPtr), format.format, format.channels,
                     linear.sizeInBytes};
  } else {
    const auto& rows = from.res.pitch2D;
    const DriverFormat format = driver_format(rows.desc);
    to.resType = CU_RESOURCE_TYPE_PITCH2D;
    to.res.pitch2D = {address_of(rows.devPtr),
                      format.format,
                      format.channels,
                      rows.width,
                      rows.height,
                      rows.pitchInBytes};
  }
  return to;
}

/// The format of what a texture reads.
cudaChannelFormatDesc format_of(const cudaResourceDesc& r) {
  cudaChannelFormatDesc format{};
  if (r.resType == cudaResourceTypeLinear) return r.res.linear.desc;
  if (r.resType == cudaResourceTypePitch2D) return r.res.pitch2D.desc;
  cudaGetChannelDesc(&format, r.res.array.array);
  return format;
}

/// Integers become numbers from 0 to 1 unless the flags say otherwise; those of
/// 32 bits never do (cuTexObjectCreate, CU_TRSF_READ_AS_INTEGER).
cudaTextureReadMode read_mode(const cudaResourceDesc& r, unsigned flags) {
  const cudaChannelFormatDesc format = format_of(r);
  const bool promoted = format.f != cudaChannelFormatKindFloat &&
                        format.x < 32 && !(flags & CU_TRSF_READ_AS_INTEGER);
  return promoted ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
}

cudaTextureDesc to_runtime(const CUDA_TEXTURE_DESC& from,
                           const cudaResourceDesc& resource) {
  cudaTextureDesc to{};
  for (int i = 0; i < 3; ++i) {
    to.addressMode[i] =
        static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  }
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  to.readMode = read_mode(resource, from.flags);
  to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
  std::copy_n(from.borderColor, 4, to.borderColor);
  to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode =
      static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  to.disableTrilinearOptimization =
      (from.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  to.seamlessCubemap = (from.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return to;
}

CUDA_TEXTURE_DESC to_driver(const cudaTextureDesc& from) {
  CUDA_TEXTURE_DESC to{};
  for (int i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<CUaddress_mode>(from.addressMode[i]);
  to.filterMode = static_cast<CUfilter_mode>(from.filterMode);
  const auto flag = [&](bool set, unsigned bit) {
    if (set) to.flags |= bit;
  };
  flag(from.readMode == cudaReadModeElementType, CU_TRSF_READ_AS_INTEGER);
  flag(from.sRGB != 0, CU_TRSF_SRGB);
  flag(from.normalizedCoords != 0, CU_TRSF_NORMALIZED_COORDINATES);
  flag(from.disableTrilinearOptimization != 0,
       CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  flag(from.seamlessCubemap != 0, CU_TRSF_SEAMLESS_CUBEMAP);
  std::copy_n(from.borderColor, 4, to.borderColor);
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  return to;
}

/// Gives `ask(cudaResourceDesc*)`'s answer as the driver's.
template <class Ask>
CUresult tell_resource(CUDA_RESOURCE_DESC* to, Ask ask) {
  if (!to) return CUDA_ERROR_INVALID_VALUE;
  cudaResourceDesc from{};
  const cudaError_t error = ask(&from);
  if (error == cudaSuccess) *to = to_driver(from);
  return result_of(error);
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuTexObjectCreate(CUtexObject* made, const CUDA_RESOURCE_DESC* r,
                           const CUDA_TEXTURE_DESC* t,
                           const CUDA_RESOURCE_VIEW_DESC* view) {
  return in_context("cuTexObjectCreate", [&](Context&) {
    if (!made || !r || !t) return CUDA_ERROR_INVALID_VALUE;
    if (view) return not_here("texture objects with a view");
    cudaResourceDesc resource{};
    const CUresult result = to_runtime(*r, resource);
    if (result != CUDA_SUCCESS) return result;
    const cudaTextureDesc texture = to_runtime(*t, resource);
    // The runtime refuses these, an H200's driver does not.
    const bool mixes = texture.readMode == cudaReadModeNormalizedFloat ||
                       format_of(resource).f == cudaChannelFormatKindFloat;
    if (texture.filterMode == cudaFilterModeLinear && !mixes)
      return not_here("textures that filter integers");
    return result_of(
        cudaCreateTextureObject(made, &resource, &texture, nullptr));
  });
}

CUresult cuTexObjectDestroy(CUtexObject object) {
  return row("cuTexObjectDestroy",
             [&] { return cudaDestroyTextureObject(object); });
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* r, CUtexObject object) {
  return in_context("cuTexObjectGetResourceDesc", [&](Context&) {
    return tell_resource(r, [&](cudaResourceDesc* from) {
      return cudaGetTextureObjectResourceDesc(from, object);
    });
  });
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* t, CUtexObject object) {
  return in_context("cuTexObjectGetTextureDesc", [&](Context&) {
    if (!t) return CUDA_ERROR_INVALID_VALUE;
    cudaTextureDesc from{};
    const cudaError_t error = cudaGetTextureObjectTextureDesc(&from, object);
    if (error == cudaSuccess) *t = to_driver(from);
    return result_of(error);
  });
}

CUresult cuSurfObjectCreate(CUsurfObject* made, const CUDA_RESOURCE_DESC* r) {
  return in_context("cuSurfObjectCreate", [&](Context&) {
    if (!made || !r || r->resType != CU_RESOURCE_TYPE_ARRAY)
      return CUDA_ERROR_INVALID_VALUE;
    cudaResourceDesc resource{};
    const CUresult result = to_runtime(*r, resource);
    if (result != CUDA_SUCCESS) return result;
    return result_of(cudaCreateSurfaceObject(made, &resource));
  });
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return row("cuSurfObjectDestroy",
             [&] { return cudaDestroySurfaceObject(object); });
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* r,
                                     CUsurfObject object) {
  return in_context("cuSurfObjectGetResourceDesc", [&](Context&) {
    return tell_resource(r, [&](cudaResourceDesc* from) {
      return cudaGetSurfaceObjectResourceDesc(from, object);
    });
  });
}

}  // extern "C"
