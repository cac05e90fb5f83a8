// SPDX-License-Identifier: MIT
// The fixed words of PTX: special registers and state spaces.
#pragma once

#include <string_view>

#include "simt/ptx/module.h"

namespace simt::ptx {

/// True for `%tid`, `%laneid`, ... (PTX ISA chapter 10), without a `.x`.
bool is_special_register(std::string_view name);

/// As type_from of module.h, for a piece of the text.
Type type_named(std::string_view word);

/// `"shared"` -> kShared and true; false when the word is no space that can
/// hold a variable.
bool space_named(std::string_view word, Space& space);

}  // namespace simt::ptx
