// SPDX-License-Identifier: MIT
// A `.entry` or `.func`: its head, its blocks and the statements in them
// (PTX ISA sections 11.2 to 11.4).
#pragma once

#include <string_view>
#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/locations.h"
#include "simt/ptx/module.h"
#include "simt/ptx/scopes.h"
#include "simt/ptx/variable.h"

namespace simt::ptx {

struct ParsedFunction {
  Function function;
  Token name;
  bool has_body = false;
  /// Names in the body that the function does not declare.
  std::vector<Token> open_names;
};

/// Parses from `.entry` or `.func` to the `;` of a declaration or the `}` of
/// a definition.
ParsedFunction parse_function(Cursor& in, const Linkage& linkage,
                              Locations& locations);

}  // namespace simt::ptx
