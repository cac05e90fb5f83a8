// SPDX-License-Identifier: MIT
// The text of a section of debug information: numbers and symbols, one after
// the other (PTX ISA section 11.5.3). Knows no DWARF.
#pragma once

#include "simt/ptx/cursor.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

/// Parses from behind `{` to and with its `}`. Text that is neither a number
/// nor a symbol ends what is kept; only a `}` that is missing is an error.
DebugSection parse_debug_section(Cursor& in);

}  // namespace simt::ptx
