// SPDX-License-Identifier: MIT
// Which instructions' results a kernel reads. Knows nothing of order: a
// register that is read anywhere is read.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/program/program.h"

namespace simt::program {

/// By pc, 1: some instruction reads the row that this one writes.
std::vector<uint8_t> results_used(const Kernel& kernel);

/// By pc, 1: an atomic exchange whose old value nobody reads. It is a store.
std::vector<uint8_t> only_exchanges(const Kernel& kernel);

}  // namespace simt::program
