// SPDX-License-Identifier: MIT
// Two schedules of one program: where they part, and where a warp first reads
// something else. That is what a race looks like.
#pragma once

#include <string>

#include "runner/steps/read.h"

namespace learn {

/// In sentences.
std::string beside(const Steps& one, const Steps& other, Sources& sources);

}  // namespace learn
