// SPDX-License-Identifier: MIT
// May the blocks of a kernel learn of each other?
#pragma once

#include "simt/program/blocks.h"

namespace simt::program {

class Kernel;

/// As far as the code of `kernel` tells. Never other than kNone where there are
/// clocks, asynchronous copies, device printf or malloc, a loop that looks at
/// what others may change, or an access that acquires or releases.
Independence independence(const Kernel& kernel);

}  // namespace simt::program
