// SPDX-License-Identifier: MIT
// Volatile updates: `*count = *count + 1`. The load decides nothing but what is
// stored back, so it waits for nobody. Knows nothing of who runs beside.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/program/program.h"

namespace simt::program {

/// By pc, 1: a volatile load whose value, after arithmetic, only a volatile
/// store to the same address takes, later in the same basic block; and that
/// store. A value that is compared, or used anywhere else, is no such one.
std::vector<uint8_t> volatile_updates(const Kernel& kernel);

}  // namespace simt::program
