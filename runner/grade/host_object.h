// SPDX-License-Identifier: MIT
// A look at the object file of a submission whose region is host code, before
// it is linked with the check. Reads ELF; runs nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace learn {

/// Names and sections of one relocatable ELF file.
struct ObjectFile {
  std::set<std::string> needed;    // symbols that others must define
  std::set<std::string> defined;   // symbols that others can use
  std::set<std::string> strong;    // of these: no other may have the name
  std::set<std::string> resolved;  // those chosen by code at start (ifunc)
  std::set<std::string> sections;
  size_t starters = 0;  // bytes of pointers that run before or after main()
};

/// Throws Stop when `bytes` are no such file.
ObjectFile read_object(std::string bytes, const std::string& name);

/// Why `object` may not be linked with the check, or "": it calls something
/// beyond CUDA and ordinary C++, runs code before main(), or defines a name of
/// others. `ours` is the teacher's exercise, compiled.
std::string refuse_object(const ObjectFile& object, const ObjectFile& ours);

}  // namespace learn
