// SPDX-License-Identifier: MIT
// Texture and surface objects. The handle is the address of an allocation that
// has an ops::Texture, so a wrong or an old one is found like any other
// address.
#include <algorithm>
#include <cstring>

#include "simt/context/arrays.h"
#include "simt/context/not_supported.h"
#include "simt/context/texture_limits.h"
#include "simt/cudart/call.h"
#include "simt/ops/texture.h"

namespace simt::cudart {
namespace {

using ops::Texture;

cudaDeviceProp limits(const State& s) {
  cudaDeviceProp properties{};
  set_textures(*s.device().profile, properties);
  return properties;
}

cudaError_t set_format(const cudaChannelFormatDesc& format, Texture& texture) {
  const size_t bytes = texel_bytes(format);
  if (bytes == 0) return cudaErrorInvalidChannelDescriptor;
  texture.bits = static_cast<uint8_t>(format.x);
  texture.channels = static_cast<uint8_t>(bytes * 8 / texture.bits);
  texture.kind = format.f == cudaChannelFormatKindFloat ? Texture::Kind::kFloat
                 : format.f == cudaChannelFormatKindSigned
                     ? Texture::Kind::kSigned
                     : Texture::Kind::kUnsigned;
  return cudaSuccess;
}

/// Memory of the program: `bytes` from `pointer` on must be there.
cudaError_t set_memory(State& s, const void* pointer, size_t bytes,
                       Texture& texture) {
  const Allocation* a = s.memory.find(pointer);
  texture.begin = reinterpret_cast<uint64_t>(pointer);
  const bool fits = a && bytes <= a->end - texture.begin;
  const bool aligned = texture.begin % limits(s).textureAlignment == 0;
  return fits && aligned ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t set_array(const State& s, cudaArray_t handle, Texture& texture) {
  const Array* array = s.arrays.find(handle);
  if (!array) return cudaErrorInvalidValue;
  texture.begin = array->memory->begin;
  texture.row_bytes = array->row;
  texture.plane_bytes = array->plane;
  texture.dimensions = static_cast<uint8_t>(array->dimensions());
  texture.layered = array->layered();
  texture.cube = array->cube();
  texture.gathers = (array->flags & cudaArrayTextureGather) != 0;
  texture.size[0] = static_cast<uint32_t>(array->extent.width);
  texture.size[1] =
      static_cast<uint32_t>(std::max<size_t>(array->extent.height, 1));
  texture.size[2] = static_cast<uint32_t>(array->extent.depth);
  return set_format(array->format, texture);
}

cudaError_t set_linear(State& s, const cudaResourceDesc& r, Texture& texture) {
  const auto& linear = r.res.linear;
  cudaError_t error = set_format(linear.desc, texture);
  if (error != cudaSuccess) return error;
  texture.buffer = true;
  texture.size[0] =
      static_cast<uint32_t>(linear.sizeInBytes / texel_bytes(linear.desc));
  return set_memory(s, linear.devPtr, linear.sizeInBytes, texture);
}

cudaError_t set_rows(State& s, const cudaResourceDesc& r, Texture& texture) {
  const auto& rows = r.res.pitch2D;
  cudaError_t error = set_format(rows.desc, texture);
  if (error != cudaSuccess) return error;
  const size_t width = rows.width * texel_bytes(rows.desc);
  if (rows.width == 0 || rows.height == 0 || rows.pitchInBytes < width ||
      rows.pitchInBytes % limits(s).texturePitchAlignment != 0) {
    return cudaErrorInvalidValue;
  }
  texture.dimensions = 2;
  texture.row_bytes = rows.pitchInBytes;
  texture.size[0] = static_cast<uint32_t>(rows.width);
  texture.size[1] = static_cast<uint32_t>(rows.height);
  return set_memory(s, rows.devPtr,
                    rows.pitchInBytes * (rows.height - 1) + width, texture);
}

cudaError_t set_resource(State& s, const cudaResourceDesc& r,
                         Texture& texture) {
  switch (r.resType) {
    case cudaResourceTypeArray:
      return set_array(s, r.res.array.array, texture);
    case cudaResourceTypeLinear:
      return set_linear(s, r, texture);
    case cudaResourceTypePitch2D:
      return set_rows(s, r, texture);
    case cudaResourceTypeMipmappedArray:
      return not_supported(s, "textures of mipmapped arrays");
  }
  return cudaErrorInvalidValue;
}

Texture::Address address_from(cudaTextureAddressMode mode, bool normalized) {
  switch (mode) {
    case cudaAddressModeWrap:
      return normalized ? Texture::Address::kWrap : Texture::Address::kClamp;
    case cudaAddressModeMirror:
      return normalized ? Texture::Address::kMirror : Texture::Address::kClamp;
    case cudaAddressModeBorder:
      return Texture::Address::kBorder;
    default:
      return Texture::Address::kClamp;
  }
}

cudaError_t set_reading(State& s, const cudaTextureDesc& d, Texture& texture) {
  if (d.sRGB) return not_supported(s, "textures with sRGB");
  texture.normalized = d.normalizedCoords != 0;
  for (int i = 0; i < 3; ++i) {
    texture.address[i] = address_from(d.addressMode[i], texture.normalized);
  }
  std::memcpy(texture.border, d.borderColor, sizeof texture.border);
  const bool number = texture.kind == Texture::Kind::kFloat;
  texture.to_float = !number && d.readMode == cudaReadModeNormalizedFloat;
  if (texture.to_float && texture.bits == 32) return cudaErrorInvalidValue;
  if (texture.buffer) {  // zero past its end, and never filtered
    texture.address[0] = Texture::Address::kBorder;
  }
  texture.linear = d.filterMode == cudaFilterModeLinear && !texture.buffer;
  if (texture.cube) {  // each face for itself, by coordinates of its own
    if (d.seamlessCubemap && texture.linear)
      return not_supported(s, "cube maps that are filtered across edges");
    texture.normalized = true;
    std::fill_n(texture.address, 3, Texture::Address::kClamp);
  }
  const bool row = texture.dimensions == 1 && !texture.buffer &&
                   texture.address[1] == Texture::Address::kBorder;
  texture.lookup = row ? 2 : texture.dimensions;
  const bool mixes = number || texture.to_float;
  return texture.linear && !mixes ? cudaErrorInvalidValue : cudaSuccess;
}

/// Puts the texture where kernels find it.
cudaError_t place(State& s, const Texture& texture, TextureFacts facts,
                  cudaTextureObject_t* made) {
  facts.memory = s.memory.allocate_named(
      sizeof texture, MemoryKind::kInternal,
      texture.surface ? "surface object" : "texture object");
  if (texture.surface) facts.kind = HandleKind::kSurface;
  if (!facts.memory) return cudaErrorMemoryAllocation;
  *made = facts.memory->begin;
  facts.memory->texture = std::make_shared<const Texture>(texture);
  s.arrays.textures[*made] = facts;
  s.handles.made(facts.kind, *made);
  return cudaSuccess;
}

/// Runs `body(State&, TextureFacts&)` for a texture or a surface object that
/// exists.
template <class Body>
cudaError_t with_object(cudaTextureObject_t handle, HandleKind kind,
                        Body body) {
  return call([&](State& s) {
    const auto found = s.arrays.textures.find(handle);
    const bool known =
        found != s.arrays.textures.end() && found->second.kind == kind;
    if (known) return body(s, found->second);
    s.handles.missed(kind, handle);
    return cudaErrorInvalidValue;
  });
}

template <class Body>
cudaError_t with_texture(cudaTextureObject_t handle, Body body) {
  return with_object(handle, HandleKind::kTexture, body);
}

cudaError_t destroy(cudaTextureObject_t handle, HandleKind kind) {
  if (handle == 0) return call([](State&) { return cudaSuccess; });
  return with_object(handle, kind, [&](State& s, const TextureFacts& facts) {
    s.memory.release(*facts.memory);
    s.handles.ended(kind, handle);
    s.arrays.textures.erase(handle);
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* made,
                                    const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture_desc,
                                    const cudaResourceViewDesc* view) {
  return call([&](State& s) {
    if (!made || !resource || !texture_desc) return cudaErrorInvalidValue;
    if (view) return not_supported(s, "cudaCreateTextureObject with a view");
    simt::ops::Texture texture;
    cudaError_t error = set_resource(s, *resource, texture);
    if (error == cudaSuccess) error = set_reading(s, *texture_desc, texture);
    if (error != cudaSuccess) return error;
    return place(s, texture, {*resource, *texture_desc}, made);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
  return destroy(handle, HandleKind::kTexture);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* made,
                                    const cudaResourceDesc* resource) {
  return call([&](State& s) {
    if (!made || !resource || resource->resType != cudaResourceTypeArray) {
      return cudaErrorInvalidValue;
    }
    // An array without cudaArraySurfaceLoadStore has one, too (seen on an
    // H200, driver 580.159.04, 2026-11-23).
    simt::ops::Texture surface;
    surface.surface = true;
    const cudaError_t error = set_array(s, resource->res.array.array, surface);
    if (error != cudaSuccess) return error;
    return place(s, surface, {*resource, {}}, made);
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
  return destroy(handle, HandleKind::kSurface);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t handle) {
  return with_object(handle, HandleKind::kSurface,
                     [&](State&, const TextureFacts& facts) {
                       if (!resource) return cudaErrorInvalidValue;
                       *resource = facts.resource;
                       return cudaSuccess;
                     });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t handle) {
  return with_texture(handle, [&](State&, const TextureFacts& facts) {
    if (!resource) return cudaErrorInvalidValue;
    *resource = facts.resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture,
                                            cudaTextureObject_t handle) {
  return with_texture(handle, [&](State&, const TextureFacts& facts) {
    if (!texture) return cudaErrorInvalidValue;
    *texture = facts.texture;
    return cudaSuccess;
  });
}

}  // extern "C"
