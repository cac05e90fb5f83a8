// SPDX-License-Identifier: MIT
// A run in block characters, for terminals: where a warp diverges, and what the
// warps of a block do over time. None needs colour.
#pragma once

#include <string>

#include "runner/steps/read.h"

namespace learn {

/// The 32 lanes at the first branch that splits a warp; where no branch does, a
/// sentence that says so.
std::string divergence_drawn(const Steps& run, Sources& sources);

/// A row for each warp of the block at which the first diagnostic fires, of the
/// first block where none does; time goes to the right, and rows have at most
/// `columns` characters. "" where there are no steps.
std::string warps_drawn(const Steps& run, int columns);

}  // namespace learn
