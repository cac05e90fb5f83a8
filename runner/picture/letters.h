// SPDX-License-Identifier: MIT
// A request in block characters, for terminals. Each picture says below what
// its marks mean; none needs colour, or more than 40 columns.
#pragma once

#include <string>

#include "runner/picture/trace.h"

namespace learn {

/// Shared memory: a bar for each bank, as high as the different words that the
/// warp wants from it. Global: a bar for each sector, as high as the bytes of
/// it that the warp uses.
std::string in_letters(const TraceEvent& event, const TraceDevice& device);

}  // namespace learn
