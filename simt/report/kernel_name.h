// SPDX-License-Identifier: MIT
// A kernel's name where there is little room.
#pragma once

#include <cstddef>
#include <string>

namespace simt::report {

/// The demangled name as it is, when it has at most `most` bytes; else with
/// "(...)" for its parameters, "scan<512>(...)"; when that is still longer, its
/// first `most` bytes and "...".
std::string fitting_kernel(const std::string& kernel, size_t most);

}  // namespace simt::report
