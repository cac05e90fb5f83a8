// SPDX-License-Identifier: MIT
// The ledger of images. What stands in it stays, so that no old handle means a
// new image.
#include "simt/context/images.h"

namespace simt::cudart {

Image* Images::find(const void* handle) {
  for (Image& image : all_) {
    if (&image == handle && !image.ended) return &image;
  }
  return nullptr;
}

ImageKernel* Images::kernel(const void* handle) {
  for (Image& image : all_) {
    if (image.ended) continue;
    for (auto& [symbol, kernel] : image.kernels) {
      if (&kernel == handle) return &kernel;
    }
  }
  return nullptr;
}

}  // namespace simt::cudart
