// SPDX-License-Identifier: MIT
// Which row takes an instruction, and its syntax line taken apart. Decoding and
// the verifier both go by this, so they cannot differ.
#pragma once

#include "simt/ops/syntax.h"
#include "simt/ops/table.h"

namespace simt::ops {

/// A row with its syntax taken apart. Operands that may be missing come last.
struct Row {
  const Op* op;
  Syntax syntax;
};

/// The row that takes this instruction; null when there is none. The operands
/// of a `call` are not looked at.
const Row* find_row(const ptx::Instruction& instruction, const Form& form);

}  // namespace simt::ops
