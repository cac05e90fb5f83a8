// SPDX-License-Identifier: MIT
// The leaves of a PTX program: types, modifiers, special registers and edge
// values, each chosen by chance. Knows no function that they would stand in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simt/ptx/module.h"
#include "tests/fuzz/dice.h"

namespace fuzz {

/// A number at which something ends: 0, 31, 32, 2^31, -1, ...
uint64_t edge_value(Dice& dice);
simt::ptx::Type any_type(Dice& dice);
/// Any modifier of any class.
std::string any_modifier(Dice& dice);
/// Another modifier of a class that has `word`, or "" when none has.
std::string sibling_modifier(const std::string& word, Dice& dice);
/// What stands for `word` of a row's syntax: a type out of the bits `types`, a
/// word of that class, or `word` itself.
std::string modifier_for(std::string_view word, uint32_t types, Dice& dice);
std::string any_special(Dice& dice);
/// What names a part of a register: "h1".
std::string any_selector(Dice& dice);

/// Bytes of a register that holds `type`; 0 for a predicate.
int width(simt::ptx::Type type);
/// The .bN type of that width.
simt::ptx::Type register_type(simt::ptx::Type type);

}  // namespace fuzz
