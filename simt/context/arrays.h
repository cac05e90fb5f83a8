// SPDX-License-Identifier: MIT
// CUDA arrays and texture objects. An array's texels lie row by row; a GPU
// places them in an order of its own, which no program can see.
#pragma once

#include <map>
#include <memory>

#include "simt/ops/event.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

struct Array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // as given: 0 where a dimension is missing
  unsigned flags = 0;
  size_t texel = 0, row = 0, plane = 0;  // bytes
  Allocation* memory = nullptr;

  int dimensions() const {
    return extent.depth > 0 ? 3 : extent.height > 0 ? 2 : 1;
  }
};

/// What a texture object was made from.
struct TextureFacts {
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
  Allocation* memory = nullptr;  // its address is the handle
};

struct Arrays {
  std::map<cudaArray_t, std::unique_ptr<Array>> arrays;
  std::map<cudaTextureObject_t, TextureFacts> textures;

  /// Null: no array.
  Array* find(cudaArray_const_t handle) const {
    const auto found = arrays.find(const_cast<cudaArray_t>(handle));
    return found == arrays.end() ? nullptr : found->second.get();
  }
  void reset() {
    arrays.clear();
    textures.clear();
  }
};

/// Bytes of a texel; 0: not a format that there is.
size_t texel_bytes(const cudaChannelFormatDesc& format);

}  // namespace simt::cudart
