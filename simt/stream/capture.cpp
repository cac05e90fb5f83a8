// SPDX-License-Identifier: MIT
// What is an error in a capture, and which, follows the section on stream
// capture of the CUDA programming guide and the error codes of driver_types.h.
#include "simt/stream/capture.h"

#include <algorithm>
#include <set>
#include <utility>

namespace simt::cudart {
namespace {

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
unsigned long long captures_begun = 0;

/// Calls `body(Stream&)` for each captured stream.
template <class Body>
void each_captured(Streams& streams, Body body) {
  streams.each([&](Stream& stream) {
    if (stream.point.capture) body(stream);
  });
}

/// Breaks every capture that `forbidden(Stream&)` says; `error` if any.
template <class Forbidden>
cudaError_t break_where(Streams& streams, cudaError_t error,
                        Forbidden forbidden) {
  bool any = false;
  each_captured(streams, [&](Stream& stream) {
    if (!forbidden(stream)) return;
    any = true;
    stream.point.capture->broken = true;
  });
  return any ? error : cudaSuccess;
}

/// Whether all that the streams of `capture` noted comes before the last that
/// its first stream noted.
bool all_joined(Streams& streams, const Stream& origin) {
  std::set<const Node*> before;
  const auto& tips = origin.point.tips.nodes;
  std::vector<const Node*> open(tips.begin(), tips.end());
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (!before.insert(node).second) continue;
    const auto& after = node->after.nodes;
    open.insert(open.end(), after.begin(), after.end());
  }
  bool joined = true;
  each_captured(streams, [&](const Stream& stream) {
    if (stream.point.capture != origin.point.capture) return;
    for (const Node* tip : stream.point.tips.nodes) {
      joined = joined && before.count(tip) != 0;
    }
  });
  return joined;
}

/// The edges of a launch with programmatic stream serialization from kernels
/// that it follows directly; what they were does not matter on a GPU.
void serialize_early(Dependencies& tips) {
  for (size_t i = 0; i < tips.nodes.size(); ++i) {
    if (!std::holds_alternative<KernelWork>(tips.nodes[i]->work)) continue;
    tips.edges[i].from_port = cudaGraphKernelNodePortProgrammatic;
    tips.edges[i].type = cudaGraphDependencyTypeProgrammatic;
  }
}

/// Takes every stream and event out of the capture.
void finish(Streams& streams, Events& events,
            const std::shared_ptr<Capture>& capture) {
  capture->graph->captured = false;
  each_captured(streams, [&](Stream& stream) {
    if (stream.point.capture == capture) stream.point = {};
  });
  events.each([&](Event& event) {
    if (event.point.capture == capture) event.point = {};
  });
}

}  // namespace

cudaError_t end_capture(Streams& streams, Events& events, Graphs& graphs,
                        Stream& stream, cudaGraph_t* made) {
  const std::shared_ptr<Capture> capture = stream.point.capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != &stream) {
    capture->broken = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    finish(streams, events, capture);  // as an H200 with CUDA 13.0 did
    return cudaErrorStreamCaptureWrongThread;
  }
  cudaError_t error = cudaSuccess;
  if (capture->broken) {
    error = cudaErrorStreamCaptureInvalidated;
  } else if (!all_joined(streams, stream)) {
    error = cudaErrorStreamCaptureUnjoined;
  }
  finish(streams, events, capture);
  if (error != cudaSuccess) return error;
  if (made)
    *made = capture->into_own_graph ? graphs.keep(capture->graph)
                                    : capture->graph->handle();
  return cudaSuccess;
}

cudaError_t begin_capture(Streams& streams, Graphs& graphs, cudaStream_t handle,
                          cudaStreamCaptureMode mode,
                          std::shared_ptr<Graph> graph, Dependencies tips) {
  Stream* stream = streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (mode < cudaStreamCaptureModeGlobal ||
      mode > cudaStreamCaptureModeRelaxed) {
    return cudaErrorInvalidValue;
  }
  if (stream->legacy) return cudaErrorStreamCaptureUnsupported;
  if (stream->point.capture) return cudaErrorIllegalState;
  auto capture = std::make_shared<Capture>();
  capture->into_own_graph = !graph;
  capture->graph = graph ? std::move(graph) : std::make_shared<Graph>(graphs);
  capture->graph->captured = true;
  capture->id = ++captures_begun;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream;
  stream->point = {std::move(capture), std::move(tips)};
  return cudaSuccess;
}

cudaStreamCaptureStatus capture_status(const Stream& stream) {
  if (!stream.point.capture) return cudaStreamCaptureStatusNone;
  return stream.point.capture->broken ? cudaStreamCaptureStatusInvalidated
                                      : cudaStreamCaptureStatusActive;
}

bool hidden_by_capture(Streams& streams, const Stream& stream) {
  bool hidden = false;
  each_captured(streams, [&](const Stream& other) {
    hidden = hidden || !(other.flags & cudaStreamNonBlocking);
  });
  return hidden && stream.legacy;
}

void add_tips(CapturePoint& point, const Dependencies& more) {
  for (size_t i = 0; i < more.nodes.size(); ++i)
    point.tips.add(more.nodes[i], more.edges[i]);
}

cudaStreamCaptureMode& thread_capture_mode() { return thread_mode; }

cudaError_t note(Stream& stream, Work work) {
  CapturePoint& point = stream.point;
  if (point.capture->broken) return cudaErrorStreamCaptureInvalidated;
  if (auto* kernel = std::get_if<KernelWork>(&work)) {
    if (kernel->programmatic) serialize_early(point.tips);
    kernel->programmatic = kernel->lets_at_start = false;  // its edges say so
  }
  Node* const node = point.capture->graph->add(std::move(work), point.tips);
  point.tips = {{node}, {cudaGraphEdgeData{}}};
  return cudaSuccess;
}

void note_events(Events& events, const Stream& stream,
                 const std::vector<LaunchEvent>& recorded) {
  for (const LaunchEvent& launch : recorded) {
    Event* const event = events.find(launch.event);
    if (!event) continue;
    event->point = stream.point;
    event->point.tips.edges = {launch.edge};
    event->captured = true;
  }
}

cudaError_t wait_captured(Stream& stream, const Event& event, bool external,
                          bool* done) {
  CapturePoint& point = stream.point;
  *done = point.capture || event.point.capture;
  if (!*done) return cudaSuccess;
  if (point.capture && point.capture->broken) {
    return cudaErrorStreamCaptureInvalidated;
  }
  if (external && point.capture) {
    return note(
        stream,
        WaitWork{reinterpret_cast<cudaEvent_t>(const_cast<Event*>(&event))});
  }
  if (!event.recorded && !event.captured) return cudaSuccess;
  if (!event.point.capture) {
    point.capture->broken = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (event.point.capture->broken) return cudaErrorStreamCaptureInvalidated;
  if (!point.capture) {
    if (stream.legacy) {
      event.point.capture->broken = true;
      return cudaErrorStreamCaptureImplicit;
    }
    point = event.point;
    return cudaSuccess;
  }
  if (point.capture != event.point.capture) {
    point.capture->broken = event.point.capture->broken = true;
    return cudaErrorStreamCaptureMerge;
  }
  add_tips(point, event.point.tips);
  return cudaSuccess;
}

cudaError_t forbid_waiting(Streams& streams, Stream& stream) {
  if (!stream.point.capture) return forbid_legacy(streams, stream);
  stream.point.capture->broken = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t forbid_legacy(Streams& streams, const Stream& stream) {
  if (!stream.legacy) return cudaSuccess;
  return break_where(
      streams, cudaErrorStreamCaptureImplicit,
      [](const Stream& one) { return !(one.flags & cudaStreamNonBlocking); });
}

cudaError_t forbid_device_wait(Streams& streams) {
  return break_where(streams, cudaErrorStreamCaptureUnsupported,
                     [](const Stream&) { return true; });
}

cudaError_t forbid_unsafe(Streams& streams) {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  return break_where(
      streams, cudaErrorStreamCaptureUnsupported, [](const Stream& one) {
        const Capture& capture = *one.point.capture;
        const bool own = capture.thread == std::this_thread::get_id();
        return (thread_mode == cudaStreamCaptureModeGlobal &&
                capture.mode == cudaStreamCaptureModeGlobal) ||
               (own && capture.mode != cudaStreamCaptureModeRelaxed);
      });
}

void leave_capture(Streams& streams, Events& events, const Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.point.capture;
  if (!capture) return;
  capture->broken = true;
  if (capture->origin == &stream) finish(streams, events, capture);
}

}  // namespace simt::cudart
