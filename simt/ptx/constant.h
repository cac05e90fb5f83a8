// SPDX-License-Identifier: MIT
// Numbers: literals, and the integer expressions of PTX ISA section 4.5.
#pragma once

#include <cstdint>
#include <string_view>

#include "simt/ptx/cursor.h"

namespace simt::ptx {

/// Reads `12`, `0x1F`, `017`, `0b11`, each with an optional U. False when the
/// text is no integer or needs more than 64 bits.
bool integer_from(std::string_view text, uint64_t& value);

/// Reads `0f3F800000` (type kF32), `0d...` or `1.5` (type kF64) as bits.
bool float_from(std::string_view text, uint64_t& bits, Type& type);

/// How tightly an expression binds; see parse_integer.
enum class Binding { kLoose, kProduct };

/// Parses an integer expression at the cursor, 64 bits, two's complement.
/// With kProduct it stops before `+` and `-`.
uint64_t parse_integer(Cursor& in, Binding binding = Binding::kLoose);

/// Parses any `+4`, `-8`, `+-4` that follow a name; 0 when there is none.
int64_t parse_offset(Cursor& in);

/// True when an integer expression begins here.
bool at_integer(const Cursor& in);

}  // namespace simt::ptx
