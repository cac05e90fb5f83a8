// SPDX-License-Identifier: MIT
// Where work goes: it runs at once, or becomes a node where its stream is
// captured.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Does it now, after all that `clock` holds; `chain` is where a launch goes.
/// Not for host functions, which run outside the lock, and child graphs.
cudaError_t run_work(State& s, const Work& work, Clock& clock, Chain chain);

/// Gives it to a stream: runs it, or notes it where the stream is captured.
cudaError_t submit(State& s, cudaStream_t stream, Work work);

/// The host waits for the stream.
cudaError_t host_waits(State& s, cudaStream_t stream);

/// The stream's clock, brought up to what work that is issued now comes after.
Clock& clock_of(State& s, Stream& stream);

}  // namespace simt::cudart
