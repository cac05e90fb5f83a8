// SPDX-License-Identifier: MIT
// Reads numbers out of bytes that nobody vouches for.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace simt::fatbin {

/// The piece [offset, offset + size); empty when it is not wholly inside.
inline std::string_view piece(std::string_view bytes, uint64_t offset,
                              uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.substr(offset, size);
}

/// A little-endian number at `offset`; 0 when it is not wholly inside.
template <typename T>
T number_at(std::string_view bytes, uint64_t offset) {
  T value = 0;
  const std::string_view place = piece(bytes, offset, sizeof(T));
  if (!place.empty()) std::memcpy(&value, place.data(), sizeof(T));
  return value;
}

/// The text from `offset` to its NUL; empty when it has none.
inline std::string_view text_at(std::string_view bytes, uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const size_t end = bytes.find('\0', offset);
  if (end == std::string_view::npos) return {};
  return bytes.substr(offset, end - offset);
}

}  // namespace simt::fatbin
