// SPDX-License-Identifier: MIT
// Declarations of memory: `.shared .align 4 .b8 tile[4096];` and parameters
// (PTX ISA sections 5.4, 5.5 and 11.6).
#pragma once

#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

/// The words before `.global`, `.func` or `.entry`.
struct Linkage {
  bool external = false;
  bool visible = false;
  bool weak = false;  // .weak or .common
};

Linkage parse_linkage(Cursor& in);

/// True at `.global`, `.shared`, `.local`, `.const` or `.param`.
bool at_space(const Cursor& in);

/// Parses from the state space to the `;`. Several variables may share the
/// words before their names: `.global .u32 a, b = 7;`. Their names, as pieces
/// of the text, are added to `names`.
std::vector<Variable> parse_variables(Cursor& in, const Linkage& linkage,
                                      std::vector<Token>& names);

/// Parses `(.param .b64 a, .param .align 4 .b8 b[12])` with its parentheses.
std::vector<Variable> parse_parameters(Cursor& in);

/// Parses `.attribute(...)`; true when it says `.managed`.
bool parse_attribute(Cursor& in);

}  // namespace simt::ptx
