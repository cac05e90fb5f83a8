// SPDX-License-Identifier: MIT
// Copies and fills as work: what a stream or a node of a graph holds.
#pragma once

#include "simt/context/state.h"
#include "simt/launch/copy.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// What is wrong with it, without doing it.
cudaError_t check(State& s, const CopyWork& work);
cudaError_t check(State& s, const FillWork& work);

/// Does it now.
cudaError_t transfer(State& s, const CopyWork& work);
cudaError_t transfer(State& s, const FillWork& work);

}  // namespace simt::cudart
