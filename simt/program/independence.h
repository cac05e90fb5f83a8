// SPDX-License-Identifier: MIT
// May the blocks of a kernel learn of each other?
#pragma once

#include "simt/program/program.h"

namespace simt::program {

/// True when nothing in the code of `kernel` lets one block learn of another
/// but plain loads and stores of global memory: no atomics on it, no fences,
/// volatile accesses, clocks, device printf or malloc.
bool blocks_are_independent(const Kernel& kernel);

}  // namespace simt::program
