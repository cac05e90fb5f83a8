// SPDX-License-Identifier: MIT
// Aligned memory of blocks; see block.h.
#include "simt/machine/block.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace simt {

void AlignedDelete::operator()(std::byte* p) const { std::free(p); }

AlignedBytes aligned_bytes(size_t bytes) {
  const size_t size = (bytes + 63) / 64 * 64;
  void* p = std::aligned_alloc(64, size == 0 ? 64 : size);
  if (p == nullptr) throw std::bad_alloc();
  std::memset(p, 0, size);
  return AlignedBytes(static_cast<std::byte*>(p));
}

}  // namespace simt
