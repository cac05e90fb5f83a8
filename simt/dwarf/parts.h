// SPDX-License-Identifier: MIT
// A type as the numbers that it consists of.
#pragma once

#include <string>
#include <vector>

#include "simt/dwarf/entries.h"
#include "simt/dwarf/variables.h"

namespace simt::dwarf {

/// The parts of a variable `name` whose type is that of `entry`. Empty: more
/// than kMostParts, or of a type that has no numbers.
std::vector<Part> parts_of(const Entries& entries, const Entry& entry,
                           const std::string& name);

}  // namespace simt::dwarf
