// SPDX-License-Identifier: MIT
// A texel has 1, 2 or 4 equal channels of 8, 16 or 32 bits (floats 16 or 32).
// Every other format has no size here and is refused by the callers.
#include "simt/context/arrays.h"

namespace simt::cudart {

size_t texel_bytes(const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  const bool known = format.f == cudaChannelFormatKindSigned ||
                     format.f == cudaChannelFormatKindUnsigned ||
                     format.f == cudaChannelFormatKindFloat;
  const bool whole = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  if (!known || !whole) return 0;
  if (format.f == cudaChannelFormatKindFloat && bits[0] == 8) return 0;
  size_t channels = 1;
  while (channels < 4 && bits[channels] == bits[0]) ++channels;
  for (size_t i = channels; i < 4; ++i) {
    if (bits[i] != 0) return 0;
  }
  return channels == 3 ? 0 : channels * static_cast<size_t>(bits[0]) / 8;
}

}  // namespace simt::cudart
