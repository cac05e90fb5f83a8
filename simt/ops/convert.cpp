// SPDX-License-Identifier: MIT
#include "simt/ops/families.h"

namespace simt::ops::SIMT_ISA {

std::span<const Op> convert_rows() { return {}; }

}  // namespace simt::ops::SIMT_ISA
