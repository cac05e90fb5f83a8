// SPDX-License-Identifier: MIT
// What registers hold, in words: for a run that one walks through.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/ops/event.h"
#include "simt/program/program.h"

namespace simt::checks {

/// `bytes` as a number of `type`: "1.5", "-3", "nan". Bits of no type are a
/// number without sign.
std::string value_text(ptx::Type type, const std::byte* bytes, size_t count);

/// Of each lane of `lanes`, lowest first, the elements of its registers.
std::vector<std::string> value_texts(ptx::Type type, const Stored& rows,
                                     LaneMask lanes);

/// The type of what instruction `pc` moves. A word of 32 bits that comes from
/// or goes into a register for `float` is one.
ptx::Type moved_type(const program::Kernel& kernel, uint32_t pc);

}  // namespace simt::checks
