// SPDX-License-Identifier: MIT
// Small words that all findings share: threads, lanes, counts. Knows nothing
// of a launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/ops/event.h"

namespace simt::checks {

/// Linear index to (x, y, z), x fastest.
std::array<uint32_t, 3> unfold(uint64_t linear,
                               const std::array<uint32_t, 3>& size);
/// "(0,0,0)".
std::string triple(const std::array<uint32_t, 3>& value);
/// count_of(1, "thread") is "1 thread", count_of(48, "thread") "48 threads".
std::string count_of(uint64_t count, const std::string& noun);
/// "lane 5", "lanes 0..15, 20".
std::string lanes_name(LaneMask lanes);
/// "0..15, 20": the numbers must rise; runs of three or more are shortened.
std::string ranges(const std::vector<uint32_t>& numbers);
/// "0x0000ffff".
std::string mask_name(LaneMask mask);
/// "loads", "stores", "updates".
const char* verb(AccessKind kind);
/// "load", "store", "atomic".
const char* noun(AccessKind kind);
/// Lowest lane of a mask that is not 0.
int first_lane(LaneMask lanes);

}  // namespace simt::checks
