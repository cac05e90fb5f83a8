// SPDX-License-Identifier: MIT
// The operand part of a row's syntax line, taken apart once per row.
#pragma once

#include <vector>

#include "simt/ops/table.h"

namespace simt::program {

/// One operand of a syntax line.
struct Slot {
  enum class Kind : uint8_t {
    kPlain,
    kVector,
    kFragment,
    kAddress,
    kTexture,
    kLabel,
    kTable
  };
  Kind kind = Kind::kPlain;
  char name = 'd';    // d, a, b, c, e
  bool pair = false;  // written d|p
  bool optional = false;
  enum class Width : uint8_t { kMain, kDouble, kSecond, kFixed } width;
  ptx::Type fixed = ptx::Type::kNone;  // kFixed

  /// The type of the operand in an instruction of this form.
  ptx::Type type(const ops::Form& form) const;
};

/// Slots of `op`, in order; parsed at the first call for a row.
const std::vector<Slot>& signature(const ops::Op& op);

}  // namespace simt::program
