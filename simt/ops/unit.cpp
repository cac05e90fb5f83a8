// SPDX-License-Identifier: MIT
// Additions and multiplications are told apart because the compiler may join
// one of each.
#include "simt/ops/unit.h"

#include <string_view>

namespace simt::ops {
namespace {

struct UnitRow {
  std::string_view opcode;
  Unit of_float, of_double;
};

constexpr UnitRow kRows[] = {
    {"add", Unit::kFloatAdd, Unit::kDoubleAdd},
    {"sub", Unit::kFloatAdd, Unit::kDoubleAdd},
    {"mul", Unit::kFloatMultiply, Unit::kDoubleMultiply},
    {"fma", Unit::kFloatMultiplyAdd, Unit::kDoubleMultiplyAdd},
    {"mad", Unit::kFloatMultiplyAdd, Unit::kDoubleMultiplyAdd},
};

/// Halves of an operation of 16-bit factors that an operation with factors of
/// this type takes at least; 0: not known.
uint32_t halves(ptx::Type factor) {
  switch (factor) {
    case ptx::Type::kF16:
    case ptx::Type::kBf16:
      return 2;
    case ptx::Type::kTf32:
      return 4;
    case ptx::Type::kS8:
    case ptx::Type::kU8:
    case ptx::Type::kE4m3:
    case ptx::Type::kE5m2:
      return 1;
    default:
      return 0;
  }
}

UnitUse matrix_use(const Form& form) {
  const Extent& e = form.extent;
  const uint32_t operations = uint32_t{2} * e.m * e.n * e.k;
  if (form.type == ptx::Type::kF64)
    return {Unit::kTensorDouble, 2 * operations};
  // Of two types the second one is that of what is added: factors are halves.
  const ptx::Type factor = form.types == 2 ? ptx::Type::kF16 : form.type2;
  return {Unit::kTensor, halves(factor) * operations};
}

}  // namespace

UnitUse unit_of(const ptx::Instruction& source, const Form& form) {
  if (form.matrix == 0 && form.extent.k != 0) return matrix_use(form);
  const bool of_double = form.type == ptx::Type::kF64;
  if (!of_double && form.type != ptx::Type::kF32) return {};
  if (form.types != 1) return {};
  for (const UnitRow& row : kRows) {
    if (row.opcode == source.opcode)
      return {of_double ? row.of_double : row.of_float, 0};
  }
  return {};
}

}  // namespace simt::ops
