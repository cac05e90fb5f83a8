// SPDX-License-Identifier: MIT
// The local variables of a function by name, and where their values are: what
// nvcc -G writes for debuggers. Knows nothing of execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/ptx/module.h"

namespace simt::dwarf {

/// What the bytes of a value mean.
enum class Kind : uint8_t { kSigned, kUnsigned, kFloat, kBool, kPointer };

/// A variable that is one number, or a part of another: `p.a`, `local[2]`.
struct Part {
  std::string name;
  Kind kind = Kind::kSigned;
  uint8_t bytes = 0;     // 1, 2, 4 or 8
  uint64_t offset = 0;   // in the variable, in bytes
  uint64_t pointee = 0;  // kPointer: bytes of what it points to, at least 1
};

/// Where the variable is while instructions [begin, end) are next to run.
struct Place {
  enum class Kind : uint8_t {
    kRegister,   // index into Function::registers
    kLocal,      // index into Function::variables, of local memory
    kParameter,  // index into Function::parameters
  };
  int begin = 0, end = 0;  // indices into Function::body
  Kind kind = Kind::kRegister;
  int index = 0;
  uint64_t offset = 0;  // bytes into it
};

struct Variable {
  std::vector<Part> parts;  // 1, or those of an array or a class
  int begin = 0, end = 0;   // its scope, likewise
  std::vector<Place> places;
};

/// An array or a class of more parts is left out.
inline constexpr size_t kMostParts = 16;
/// And so is all of a function beyond as many variables.
inline constexpr size_t kMostVariables = 256;

/// Those of `function`, which is of `module`: outer scopes first, each in the
/// compiler's order. What is in no register, local memory or parameter is left
/// out, such as shared arrays.
std::vector<Variable> variables_of(const ptx::Module& module,
                                   const ptx::Function& function);

}  // namespace simt::dwarf
