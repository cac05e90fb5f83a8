// SPDX-License-Identifier: MIT
// The banks of chips before Maxwell. Pure arithmetic, slow on purpose: one
// lane at a time reads like the manual. docs/counting.md has the rules.
#pragma once

#include "simt/checks/bank_model.h"
#include "simt/ops/observer.h"

namespace simt::checks {

/// The cost of one load or store under `rule`, which is not kFourByte.
/// Arguments as of bank_cost.
BankCost old_bank_cost(const uint64_t* address, LaneMask active, int bytes,
                       bool load, BankRule rule);
BankCost old_bank_cost(const Access& access, BankRule rule);

/// Passes of a shared atomic: lanes of one bank go one after another. The
/// ideal: each lane has a bank of its own.
BankCost old_atomic_cost(const Access& access, BankRule rule);

/// The cost of one load, store or atomic under any rule.
BankCost shared_cost(const Access& access, BankRule rule);

}  // namespace simt::checks
