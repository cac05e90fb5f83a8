// SPDX-License-Identifier: MIT
// Numbers of a debug section, one after the other. Reads nothing past the end:
// there a number is 0, and ok() says that something was missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "simt/ptx/module.h"

namespace simt::dwarf {

class Bytes {
 public:
  /// From byte `at` of `section`, which must outlive this, up to `end`.
  Bytes(const ptx::DebugSection& section, size_t at, size_t end);
  explicit Bytes(const ptx::DebugSection& section)
      : Bytes(section, 0, section.bytes.size()) {}

  bool ok() const { return ok_; }
  bool done() const { return !ok_ || at_ >= end_; }
  size_t at() const { return at_; }

  /// A number of `width` bytes, at most 8.
  uint64_t number(size_t width);
  uint64_t leb();           // DWARF 4, section 7.6
  int64_t signed_leb();     // likewise
  std::string_view text();  // up to its 0
  void skip(uint64_t bytes);
  /// The symbol that stands here, or null. It is not read.
  const ptx::DebugSection::Symbol* symbol() const;

 private:
  bool has(uint64_t bytes);

  const ptx::DebugSection* section_;
  size_t at_, end_;
  bool ok_ = true;
};

}  // namespace simt::dwarf
