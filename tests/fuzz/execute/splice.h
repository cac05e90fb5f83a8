// SPDX-License-Identifier: MIT
// Puts a part of one PTX program into another: what comes out is PTX again.
// Knows nothing of running it.
#pragma once

#include "simt/ptx/module.h"
#include "tests/fuzz/dice.h"

namespace fuzz {

/// Takes instructions, a function or a variable over from `donor`.
void splice(simt::ptx::Module& module, const simt::ptx::Module& donor,
            Dice& dice);

}  // namespace fuzz
