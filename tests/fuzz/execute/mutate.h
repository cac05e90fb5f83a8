// SPDX-License-Identifier: MIT
// Changes a PTX program by its grammar: what comes out is PTX again, though
// it may mean nothing. Knows nothing of running it.
#pragma once

#include "simt/ptx/module.h"
#include "tests/fuzz/dice.h"

namespace fuzz {

/// Changes one thing of the module.
void mutate(simt::ptx::Module& module, Dice& dice);

}  // namespace fuzz
