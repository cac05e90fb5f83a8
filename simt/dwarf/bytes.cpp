// SPDX-License-Identifier: MIT
// The lowest byte of a number comes first.
#include "simt/dwarf/bytes.h"

#include <algorithm>

namespace simt::dwarf {

Bytes::Bytes(const ptx::DebugSection& section, size_t at, size_t end)
    : section_(&section),
      at_(at),
      end_(std::min(end, section.bytes.size())),
      ok_(at <= end_) {}

bool Bytes::has(uint64_t bytes) {
  ok_ = ok_ && at_ <= end_ && bytes <= end_ - at_;
  return ok_;
}

uint64_t Bytes::number(size_t width) {
  if (width > 8 || !has(width)) return 0;
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i)
    value |= uint64_t{static_cast<uint8_t>(section_->bytes[at_ + i])}
             << (8 * i);
  at_ += width;
  return value;
}

uint64_t Bytes::leb() {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const uint64_t byte = number(1);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (!ok_ || (byte & 0x80) == 0) return value;
  }
}

int64_t Bytes::signed_leb() {
  uint64_t value = 0;
  for (int shift = 0;;) {
    const uint64_t byte = number(1);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    shift += 7;
    if (ok_ && (byte & 0x80) != 0) continue;
    if ((byte & 0x40) != 0 && shift < 64) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
  }
}

std::string_view Bytes::text() {
  if (!has(0)) return {};
  const std::string_view rest =
      std::string_view(section_->bytes).substr(at_, end_ - at_);
  const size_t length = rest.find('\0');
  ok_ = length != std::string_view::npos;
  if (!ok_) return {};
  at_ += length + 1;
  return rest.substr(0, length);
}

void Bytes::skip(uint64_t bytes) {
  if (has(bytes)) at_ += bytes;
}

const ptx::DebugSection::Symbol* Bytes::symbol() const {
  const auto found = section_->symbols.find(at_);
  return found == section_->symbols.end() ? nullptr : &found->second;
}

}  // namespace simt::dwarf
