// SPDX-License-Identifier: MIT
// Device code that the program loads while it runs: modules, libraries and
// their functions. It is registered like what nvcc puts before main.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>

#include "simt/stream/cuda.h"

namespace simt::cudart {

struct Context;
struct Image;

/// A kernel of an image. Its address is the handle, and what a host stub is for
/// others.
struct ImageKernel {
  Image* image = nullptr;
  std::string symbol;
};

/// Its address is the handle, also when it is unloaded.
struct Image {
  int device = 0;
  Context* context = nullptr;  // null: a library, which belongs to none
  size_t binary = 0;           // its index in Modules
  bool ended = false;
  std::map<std::string, ImageKernel> kernels;  // asked for so far
};

class Images {
 public:
  Image& add() { return all_.emplace_back(); }
  /// The one with that address that is not unloaded; null: there is none.
  Image* find(const void* handle);
  /// The kernel with that address, of such an image; null: there is none.
  ImageKernel* kernel(const void* handle);
  std::deque<Image>& all() { return all_; }

 private:
  std::deque<Image> all_;
};

}  // namespace simt::cudart
