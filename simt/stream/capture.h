// SPDX-License-Identifier: MIT
// Stream capture: what is given to a captured stream becomes nodes of a graph
// instead of being run, and which calls may not be made meanwhile.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "simt/stream/graph.h"

namespace simt::cudart {

struct Event;
struct State;
struct Stream;

/// From cudaStreamBeginCapture to cudaStreamEndCapture; streams join it by
/// waiting for an event that it recorded.
struct Capture {
  std::shared_ptr<Graph> graph;
  bool into_own_graph = true;  // made by us; false: the program gave one
  unsigned long long id = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;  // that began it
  const Stream* origin = nullptr;
  bool broken = false;  // by a call that was not allowed
};

/// Where a stream or an event stands in a capture.
struct CapturePoint {
  std::shared_ptr<Capture> capture;  // null: it is not captured
  std::vector<Node*> tips;           // what comes next waits for these
};

/// Adds a node for `work`.
cudaError_t note(Stream& stream, Work work);

/// cudaStreamWaitEvent where the stream or the event is captured; `done`:
/// nothing is left to do.
cudaError_t wait_captured(State& s, Stream& stream, const Event& event,
                          bool external, bool* done);

/// For a call that waits for the stream or asks whether it is done.
cudaError_t forbid_waiting(State& s, Stream& stream);
/// For work or a wait in the legacy default stream, which would wait for the
/// streams that are captured.
cudaError_t forbid_legacy(State& s, const Stream& stream);
/// For a call that waits for the whole device.
cudaError_t forbid_device_wait(State& s);
/// For calls that the capture modes are about: cudaMalloc and the like.
cudaError_t forbid_unsafe(State& s);

/// A stream goes away: its capture, if any, can no longer end well.
void leave_capture(State& s, const Stream& stream);

}  // namespace simt::cudart
