// SPDX-License-Identifier: MIT
// Which unit of a multiprocessor an instruction cannot do without, whatever
// machine code it becomes. For a lower bound of its time (docs/floor.md).
#pragma once

#include <cstdint>

#include "simt/ops/form.h"
#include "simt/ptx/module.h"

namespace simt::ops {

enum class Unit : uint8_t {
  kAny,  // none that is named here
  kFloatAdd,
  kFloatMultiply,
  kFloatMultiplyAdd,
  kDoubleAdd,
  kDoubleMultiply,
  kDoubleMultiplyAdd,
  kTensor,
  kTensorDouble,
};

struct UnitUse {
  Unit unit = Unit::kAny;
  /// kTensor and kTensorDouble: operations of a warp, a multiply-add counts as
  /// two; kTensor in halves of one with 16-bit factors.
  uint32_t half_operations = 0;
};

/// `source` has the form `form`.
UnitUse unit_of(const ptx::Instruction& source, const Form& form);

}  // namespace simt::ops
