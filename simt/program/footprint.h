// SPDX-License-Identifier: MIT
// Where a kernel's code says that it will store.
#pragma once

#include "simt/program/blocks.h"

namespace simt::program {

class Kernel;

/// Of a decoded kernel.
Footprint footprint(const Kernel& kernel);

}  // namespace simt::program
