// SPDX-License-Identifier: MIT
// Names of host functions by address, also of those that a program does not
// export, such as main.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace simt::cudart {

/// The demangled function that holds `address`; "" when it has no name (a
/// stripped program).
std::string host_function(uint64_t address);

/// A number for `path`, a file that another process has loaded.
size_t foreign_file(const std::string& path);
/// An address that stands for the place `offset` bytes behind the beginning of
/// that file in memory; null when that is beyond 1 GB.
uint64_t foreign_address(size_t file, uint64_t offset);

}  // namespace simt::cudart
