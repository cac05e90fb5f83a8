// SPDX-License-Identifier: MIT
// Runs a litmus test on the machine under one seed after the other, with the
// race detector listening. Knows nothing of the axioms.
#pragma once

#include <cstdint>
#include <functional>

#include "tests/litmus/program.h"

namespace litmus {

/// Calls seen(seed, outcome, told) for each seed; `told`: a race was found.
void run(const Program& program, uint64_t first_seed, uint64_t seeds,
         const std::function<void(uint64_t, const Outcome&, bool)>& seen);

/// The PTX of the test.
std::string ptx_of(const Program& program);

}  // namespace litmus
