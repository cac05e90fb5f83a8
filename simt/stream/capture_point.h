// SPDX-License-Identifier: MIT
// A capture, and where a stream or an event stands in it. The rules are in
// capture.h.
#pragma once

#include <memory>
#include <thread>

#include "simt/stream/graph.h"

namespace simt::cudart {

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
  Dependencies tips;                 // what comes next waits for these
};

}  // namespace simt::cudart
