// SPDX-License-Identifier: MIT
// Stream capture: what is given to a captured stream becomes nodes of a graph
// instead of being run, and which calls may not be made meanwhile. Runs
// nothing.
#pragma once

#include <memory>
#include <vector>

#include "simt/stream/cuda.h"
#include "simt/stream/events.h"
#include "simt/stream/graph.h"
#include "simt/stream/streams.h"

namespace simt::cudart {

/// The stream is captured from now on, into `graph` (null: one of its own); its
/// first work comes after `tips`.
cudaError_t begin_capture(Streams& streams, Graphs& graphs, cudaStream_t handle,
                          cudaStreamCaptureMode mode,
                          std::shared_ptr<Graph> graph, Dependencies tips);

/// Ends the capture that began in `stream`; `made` is its graph, if it ended
/// well.
cudaError_t end_capture(Streams& streams, Events& events, Graphs& graphs,
                        Stream& stream, cudaGraph_t* made);

cudaStreamCaptureStatus capture_status(const Stream& stream);

/// Whether asking `stream` for its state is an error: the legacy stream's,
/// while streams that wait for it are captured.
bool hidden_by_capture(Streams& streams, const Stream& stream);

/// What comes next in a captured stream waits for `more`, too.
void add_tips(CapturePoint& point, const Dependencies& more);

/// The mode of the calling thread (cudaThreadExchangeStreamCaptureMode).
cudaStreamCaptureMode& thread_capture_mode();

/// Adds a node for `work`.
cudaError_t note(Stream& stream, Work work);
/// A launch that the stream noted last records these.
void note_events(Events& events, const Stream& stream,
                 const std::vector<LaunchEvent>& recorded);

/// cudaStreamWaitEvent where the stream or the event is captured; `done`:
/// nothing is left to do.
cudaError_t wait_captured(Stream& stream, const Event& event, bool external,
                          bool* done);

/// For a call that waits for the stream or asks whether it is done.
cudaError_t forbid_waiting(Streams& streams, Stream& stream);
/// For work or a wait in the legacy default stream, which would wait for the
/// streams that are captured.
cudaError_t forbid_legacy(Streams& streams, const Stream& stream);
/// For a call that waits for the whole device.
cudaError_t forbid_device_wait(Streams& streams);
/// For calls that the capture modes are about: cudaMalloc and the like.
cudaError_t forbid_unsafe(Streams& streams);

/// A stream goes away: its capture, if any, can no longer end well.
void leave_capture(Streams& streams, Events& events, const Stream& stream);

}  // namespace simt::cudart
