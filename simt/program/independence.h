// SPDX-License-Identifier: MIT
// May the blocks of a kernel learn of each other?
#pragma once

#include "simt/program/blocks.h"

namespace simt::program {

class Kernel;

/// Kernel::flags, of its code.
bool has_flags(const Kernel& kernel);
/// Kernel::adds, of its code, where its independence is kAny.
bool only_adds(const Kernel& kernel);
/// Kernel::loops, of its code.
bool has_loops(const Kernel& kernel);
/// Kernel::polls, of its code.
bool has_polls(const Kernel& kernel);
/// As far as the code of `kernel` tells, of which the two above are known.
/// Never other than kNone where there are clocks, asynchronous copies, device
/// printf or malloc, or an access that acquires or releases. At most kInOrder
/// where a loop looks at what others may change.
Independence independence(const Kernel& kernel);

}  // namespace simt::program
