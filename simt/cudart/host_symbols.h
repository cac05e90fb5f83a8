// SPDX-License-Identifier: MIT
// Names of host functions by address, also of those that a program does not
// export, such as main.
#pragma once

#include <cstdint>
#include <string>

namespace simt::cudart {

/// The demangled function that holds `address`; "" when it has no name (a
/// stripped program).
std::string host_function(uint64_t address);

}  // namespace simt::cudart
