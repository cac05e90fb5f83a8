// SPDX-License-Identifier: MIT
// CUDA arrays and texture objects. An array's texels lie row by row; a GPU
// places them in an order of its own, which no program can see.
#pragma once

#include <map>
#include <memory>

#include "simt/ops/event.h"
#include "simt/stream/cuda.h"
#include "simt/stream/handles.h"

namespace simt::cudart {

struct Array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // as given: 0 where a dimension is missing
  unsigned flags = 0;
  size_t texel = 0, row = 0, plane = 0;  // bytes
  Allocation* memory = nullptr;

  bool layered() const { return (flags & cudaArrayLayered) != 0; }
  bool cube() const { return (flags & cudaArrayCubemap) != 0; }
  /// Of one layer or face, where there are such.
  int dimensions() const {
    const bool planes = layered() || cube();
    return extent.depth > 0 && !planes ? 3 : extent.height > 0 ? 2 : 1;
  }
};

/// What a texture or surface object was made from.
struct TextureFacts {
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
  Allocation* memory = nullptr;  // its address is the handle
  HandleKind kind = HandleKind::kTexture;
};

struct Arrays {
  explicit Arrays(HandleWatch& handles) : watch(handles) {}

  HandleWatch& watch;
  std::map<cudaArray_t, std::unique_ptr<Array>> arrays;
  std::map<cudaTextureObject_t, TextureFacts> textures;

  /// Null: no array.
  Array* find(cudaArray_const_t handle) const {
    const auto found = arrays.find(const_cast<cudaArray_t>(handle));
    if (found != arrays.end()) return found->second.get();
    watch.miss(HandleKind::kArray, handle);
    return nullptr;
  }
  /// Ends those of the device.
  void reset(int device) {
    std::erase_if(arrays, [&](const auto& entry) {
      const bool ends = entry.second->memory->device == device;
      if (ends) watch.end(HandleKind::kArray, entry.first);
      return ends;
    });
    std::erase_if(textures, [&](const auto& entry) {
      const bool ends = entry.second.memory->device == device;
      if (ends) watch.ended(entry.second.kind, entry.first);
      return ends;
    });
  }
};

/// Bytes of a texel; 0: not a format that there is.
size_t texel_bytes(const cudaChannelFormatDesc& format);

}  // namespace simt::cudart
