// SPDX-License-Identifier: MIT
// The names in an object file. Reads ELF; runs nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace learn {

/// Names of one relocatable ELF file.
struct ObjectFile {
  std::set<std::string> needed;   // symbols that others must define
  std::set<std::string> defined;  // symbols that others can use
};

/// Throws Stop when `bytes` are no such file.
ObjectFile read_object(std::string_view bytes, const std::string& name);

}  // namespace learn
