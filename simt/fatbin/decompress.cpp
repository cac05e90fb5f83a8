// SPDX-License-Identifier: MIT
// Thin calls of libzstd and liblz4; both check their input.
#include "simt/fatbin/decompress.h"

#include <lz4.h>
#include <zstd.h>

#include <limits>
#include <new>
#include <stdexcept>

namespace simt::fatbin {
namespace {

/// Whether `packed` may become `size` bytes, so that a damaged size costs no
/// memory. A block of LZ4 grows at most 255 times; a frame of zstd may say how
/// large it is.
bool plausible(Compression how, std::string_view packed, uint64_t size) {
  constexpr uint64_t kMostGrowth = 255;
  if (how == Compression::kLz4) return size / kMostGrowth <= packed.size();
  const auto said = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (said == ZSTD_CONTENTSIZE_ERROR) return false;
  return said == ZSTD_CONTENTSIZE_UNKNOWN || said == size;
}

/// False when there is not so much memory.
bool make_room(std::string& out, uint64_t size) try {
  out.resize(size);
  return true;
} catch (const std::bad_alloc&) {
  return false;
} catch (const std::length_error&) {
  return false;
}

}  // namespace

bool decompress(Compression how, std::string_view packed, uint64_t size,
                std::string& out) {
  constexpr uint64_t kIntMax = std::numeric_limits<int>::max();
  if (how == Compression::kNone) {
    out = packed;
    return packed.size() == size;
  }
  if (!plausible(how, packed, size) || !make_room(out, size)) return false;
  if (how == Compression::kZstd) {
    const size_t written =
        ZSTD_decompress(out.data(), size, packed.data(), packed.size());
    return !ZSTD_isError(written) && written == size;
  }
  if (packed.size() > kIntMax || size > kIntMax) return false;
  const int written = LZ4_decompress_safe(packed.data(), out.data(),
                                          static_cast<int>(packed.size()),
                                          static_cast<int>(size));
  return written >= 0 && static_cast<uint64_t>(written) == size;
}

}  // namespace simt::fatbin
