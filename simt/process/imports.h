// SPDX-License-Identifier: MIT
// What the objects of this process take from others: the names in their dynamic
// relocations.
#pragma once

#include <initializer_list>
#include <string_view>

namespace simt::cudart {

/// Whether an object that is loaded now asks the dynamic linker for one of the
/// names. What dlsym() finds is not seen.
bool imports_any(std::initializer_list<std::string_view> names);

}  // namespace simt::cudart
