// SPDX-License-Identifier: MIT
// Writes a syntax tree as PTX text again: what a mutation of the tree is
// handed on as. Knows nothing of mutations.
#pragma once

#include <string>

#include "simt/ptx/module.h"

namespace fuzz {

/// Text that parses to a tree of the same meaning. Registers are named after
/// their types, labels after their places; `.loc` loses what was inlined.
std::string print_ptx(const simt::ptx::Module& module);

}  // namespace fuzz
