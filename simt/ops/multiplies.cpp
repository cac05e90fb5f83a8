// SPDX-License-Identifier: MIT
// A product is told by what the row is called and by the types of its form.
#include "simt/ops/multiplies.h"

#include "simt/ops/warpgroup.h"

namespace simt::ops {

using ptx::Type;

uint64_t matrix_multiplies(const Op& op, const Form* form) {
  if (form == nullptr) return 0;
  const Extent& extent = form->extent;
  const uint64_t products = uint64_t{extent.m} * extent.n * extent.k;
  if (op.is(Does::kProduct)) return products / kGroupWarps;
  // wmma also loads and stores tiles of such an extent: accesses, no products.
  const bool multiplies = (op.opcode() == "mma" || op.opcode() == "wmma") &&
                          op.event == Event::kNothing;
  return multiplies ? products : 0;
}

uint64_t float_multiplies(const Op& op, const Form* form) {
  if (form == nullptr) return 0;
  if (op.opcode() != "fma" && op.opcode() != "mad" && op.opcode() != "mul")
    return 0;
  switch (form->type) {
    case Type::kF16:
    case Type::kBf16:
    case Type::kF32:
    case Type::kF64:
      return 1;
    case Type::kF16x2:
    case Type::kBf16x2:
      return 2;
    default:
      return 0;
  }
}

}  // namespace simt::ops
