// SPDX-License-Identifier: MIT
// Thin calls of libzstd and liblz4; both check their input.
#include "simt/fatbin/decompress.h"

#include <lz4.h>
#include <zstd.h>

#include <limits>

namespace simt::fatbin {

bool decompress(Compression how, std::string_view packed, uint64_t size,
                std::string& out) {
  constexpr uint64_t kIntMax = std::numeric_limits<int>::max();
  if (how == Compression::kNone) {
    out = packed;
    return packed.size() == size;
  }
  out.resize(size);
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
