// SPDX-License-Identifier: MIT
// When nothing can run any more: who waits where, and for whom. Reads blocks;
// knows nothing of what stopped them.
#pragma once

#include <string>
#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/polls.h"
#include "simt/machine/shape.h"

namespace simt {

/// What keeps more blocks of the launch from one multiprocessor: without it,
/// more would fit.
std::string occupancy_limit(const Profile& profile, const LaunchShape& shape);

/// Splits of the warp that wait by a mask for lanes that do not come.
std::vector<MaskError> never_arriving(const Block& block, const Warp& warp);

/// The block's splits: each waits for something, or looks at some of `polls`.
std::vector<Stuck::Group> stuck_groups(const Block& block, const Polls& polls);

}  // namespace simt
