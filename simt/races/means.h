// SPDX-License-Identifier: MIT
// What a kernel's instructions can do to order its threads, read from them
// before it runs.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/program/program.h"

namespace simt::races {

/// A barrier instruction that may wait for fewer threads than the block has.
bool joins_a_part(const program::InstInfo& info);

/// An operation on an mbarrier object, whose phases order threads.
bool waits_by_object(const program::InstInfo& info);

/// By pc, 1: some instruction reads the row that this one writes.
std::vector<uint8_t> results_used(const program::Kernel& kernel);

/// What instructions can order threads without a barrier.
struct Means {
  bool order = false;  // a fence, or an access that releases or acquires
  bool look = false;   // a strong or volatile load, an atomic whose result
                       // is used
};

/// Adds what an instruction can do; `used`: its result is.
void add_means(const program::InstInfo& info, bool used, Means& means);

}  // namespace simt::races
