// SPDX-License-Identifier: MIT
// Where work goes: to its stream, or into a graph where that is captured. And
// what the host does about it: it waits or asks.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/order.h"
#include "simt/stream/streams.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Gives it to a stream, or notes it where the stream is captured.
cudaError_t submit(State& s, cudaStream_t stream, Work work);

/// The host waits for all that `clock` holds. What failed in it is known then.
cudaError_t wait_for(State& s, Clock clock);
/// Likewise for all that was given to streams of the device.
cudaError_t wait_for_device(State& s, int device);
/// It only waits, and writes out nothing that kernels printed: where memory is
/// given back.
void settle_device(State& s, int device);
/// Likewise for all devices.
void settle_devices(State& s);
/// It asks: cudaErrorNotReady as long as nothing says that all is done.
cudaError_t ask(State& s, const Clock& clock, Asked& asked);

/// The host waits for the stream.
cudaError_t host_waits(State& s, cudaStream_t stream);

/// The host asks whether the stream's work is done.
cudaError_t host_asks(State& s, cudaStream_t stream);

/// The stream's clock, brought up to what work that is issued now comes after.
Clock& clock_of(State& s, Stream& stream);

}  // namespace simt::cudart
