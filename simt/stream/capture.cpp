// SPDX-License-Identifier: MIT
// See capture.h. What is an error in a capture, and which, follows the
// section on stream capture of the CUDA programming guide and the error codes
// of driver_types.h.
#include "simt/stream/capture.h"

#include <algorithm>
#include <set>
#include <utility>

#include "simt/cudart/call.h"
#include "simt/cudart/graph_call.h"

namespace simt::cudart {
namespace {

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
unsigned long long captures_begun = 0;

void add_tips(std::vector<Node*>& tips, const std::vector<Node*>& more) {
  for (Node* node : more) {
    if (std::find(tips.begin(), tips.end(), node) == tips.end()) {
      tips.push_back(node);
    }
  }
}

/// Calls `body(Stream&)` for each captured stream.
template <class Body>
void each_captured(State& s, Body body) {
  s.streams.each([&](Stream& stream) {
    if (stream.point.capture) body(stream);
  });
}

/// Breaks every capture that `forbidden(Stream&)` says; `error` if any.
template <class Forbidden>
cudaError_t break_where(State& s, cudaError_t error, Forbidden forbidden) {
  bool any = false;
  each_captured(s, [&](Stream& stream) {
    if (!forbidden(stream)) return;
    any = true;
    stream.point.capture->broken = true;
  });
  return any ? error : cudaSuccess;
}

/// Whether all that the streams of `capture` noted comes before the last that
/// its first stream noted.
bool all_joined(State& s, const Stream& origin) {
  std::set<const Node*> before;
  std::vector<const Node*> open(origin.point.tips.begin(),
                                origin.point.tips.end());
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (!before.insert(node).second) continue;
    open.insert(open.end(), node->after.begin(), node->after.end());
  }
  bool joined = true;
  each_captured(s, [&](const Stream& stream) {
    if (stream.point.capture != origin.point.capture) return;
    for (const Node* tip : stream.point.tips) {
      joined = joined && before.count(tip) != 0;
    }
  });
  return joined;
}

/// Takes every stream and event out of the capture.
void finish(State& s, const std::shared_ptr<Capture>& capture) {
  capture->graph->captured = false;
  each_captured(s, [&](Stream& stream) {
    if (stream.point.capture == capture) stream.point = {};
  });
  s.events.each([&](Event& event) {
    if (event.point.capture == capture) event.point = {};
  });
}

cudaError_t end(State& s, Stream& stream, cudaGraph_t* made) {
  const std::shared_ptr<Capture> capture = stream.point.capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != &stream) {
    capture->broken = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    finish(s, capture);  // as an H200 with CUDA 13.0 did
    return cudaErrorStreamCaptureWrongThread;
  }
  cudaError_t error = cudaSuccess;
  if (capture->broken) {
    error = cudaErrorStreamCaptureInvalidated;
  } else if (!all_joined(s, stream)) {
    error = cudaErrorStreamCaptureUnjoined;
  }
  finish(s, capture);
  if (error != cudaSuccess) return error;
  *made = capture->into_own_graph ? s.graphs.keep(capture->graph)
                                  : handle_of(capture->graph.get());
  return cudaSuccess;
}

cudaError_t begin(State& s, cudaStream_t handle, cudaStreamCaptureMode mode,
                  std::shared_ptr<Graph> graph, std::vector<Node*> tips) {
  Stream* stream = s.streams.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (mode < cudaStreamCaptureModeGlobal ||
      mode > cudaStreamCaptureModeRelaxed) {
    return cudaErrorInvalidValue;
  }
  if (s.streams.is_legacy(*stream)) return cudaErrorStreamCaptureUnsupported;
  if (stream->point.capture) return cudaErrorIllegalState;
  auto capture = std::make_shared<Capture>();
  capture->into_own_graph = !graph;
  capture->graph = graph ? std::move(graph) : std::make_shared<Graph>(s.graphs);
  capture->graph->captured = true;
  capture->id = ++captures_begun;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream;
  stream->point = {std::move(capture), std::move(tips)};
  return cudaSuccess;
}

cudaStreamCaptureStatus status_of(const Stream& stream) {
  if (!stream.point.capture) return cudaStreamCaptureStatusNone;
  return stream.point.capture->broken ? cudaStreamCaptureStatusInvalidated
                                      : cudaStreamCaptureStatusActive;
}

/// Whether asking the legacy stream for its state is an error.
bool hidden_by_capture(State& s, const Stream& stream) {
  bool hidden = false;
  each_captured(s, [&](const Stream& other) {
    hidden = hidden || !(other.flags & cudaStreamNonBlocking);
  });
  return hidden && s.streams.is_legacy(stream);
}

}  // namespace

cudaError_t note(Stream& stream, Work work) {
  CapturePoint& point = stream.point;
  if (point.capture->broken) return cudaErrorStreamCaptureInvalidated;
  point.tips = {point.capture->graph->add(std::move(work), point.tips)};
  return cudaSuccess;
}

cudaError_t wait_captured(State& s, Stream& stream, const Event& event,
                          bool external, bool* done) {
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
  if (!event.point.capture) {
    point.capture->broken = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (event.point.capture->broken) return cudaErrorStreamCaptureInvalidated;
  if (!point.capture) {
    if (s.streams.is_legacy(stream)) {
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
  add_tips(point.tips, event.point.tips);
  return cudaSuccess;
}

cudaError_t forbid_waiting(State& s, Stream& stream) {
  if (!stream.point.capture) return forbid_legacy(s, stream);
  stream.point.capture->broken = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t forbid_legacy(State& s, const Stream& stream) {
  if (!s.streams.is_legacy(stream)) return cudaSuccess;
  return break_where(s, cudaErrorStreamCaptureImplicit, [](const Stream& one) {
    return !(one.flags & cudaStreamNonBlocking);
  });
}

cudaError_t forbid_device_wait(State& s) {
  return break_where(s, cudaErrorStreamCaptureUnsupported,
                     [](const Stream&) { return true; });
}

cudaError_t forbid_unsafe(State& s) {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  return break_where(
      s, cudaErrorStreamCaptureUnsupported, [](const Stream& one) {
        const Capture& capture = *one.point.capture;
        const bool own = capture.thread == std::this_thread::get_id();
        return (thread_mode == cudaStreamCaptureModeGlobal &&
                capture.mode == cudaStreamCaptureModeGlobal) ||
               (own && capture.mode != cudaStreamCaptureModeRelaxed);
      });
}

void leave_capture(State& s, const Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.point.capture;
  if (!capture) return;
  capture->broken = true;
  if (capture->origin == &stream) finish(s, capture);
}

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   cudaStreamCaptureMode mode) {
  return call([&](State& s) { return begin(s, stream, mode, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    const cudaGraphEdgeData* edges, size_t count, cudaStreamCaptureMode mode) {
  return call([&](State& s) {
    auto owned = s.graphs.owned(graph);
    std::vector<Node*> tips;
    if (!owned || owned->captured ||
        !find_nodes(s, *owned, dependencies, count, tips)) {
      return cudaErrorInvalidValue;
    }
    const cudaError_t error = check_edges(s, edges, count);
    if (error != cudaSuccess) return error;
    return begin(s, stream, mode, std::move(owned), std::move(tips));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return call([&](State& s) {
    if (!graph) return cudaErrorInvalidValue;
    *graph = nullptr;
    Stream* stream = s.streams.find(handle);
    return stream ? end(s, *stream, graph) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle,
                                  cudaStreamCaptureStatus* status) {
  return call([&](State& s) {
    const Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!status) return cudaErrorInvalidValue;
    *status = status_of(*stream);
    return hidden_by_capture(s, *stream) ? cudaErrorStreamCaptureImplicit
                                         : cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle,
                                     cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges,
                                     size_t* count) {
  return call([&](State& s) {
    const Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!status || (edges && !dependencies)) return cudaErrorInvalidValue;
    *status = status_of(*stream);
    if (hidden_by_capture(s, *stream)) return cudaErrorStreamCaptureImplicit;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    const CapturePoint& point = stream->point;
    if (id) *id = point.capture->id;
    if (graph) *graph = handle_of(point.capture->graph.get());
    // A handle is the node's address, so the list of nodes is one of handles.
    if (dependencies) {
      *dependencies =
          reinterpret_cast<const cudaGraphNode_t*>(point.tips.data());
    }
    if (edges) *edges = nullptr;
    if (count) *count = point.tips.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle,
                                                cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* edges,
                                                size_t count, unsigned flags) {
  return call([&](State& s) {
    Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!stream->point.capture) return cudaErrorIllegalState;
    std::vector<Node*> tips;
    if (flags > cudaStreamSetCaptureDependencies ||
        !find_nodes(s, *stream->point.capture->graph, dependencies, count,
                    tips)) {
      return cudaErrorInvalidValue;
    }
    const cudaError_t error = check_edges(s, edges, count);
    if (error != cudaSuccess) return error;
    if (flags == cudaStreamSetCaptureDependencies) stream->point.tips.clear();
    add_tips(stream->point.tips, tips);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return call([&](State&) {
    if (!mode || *mode < cudaStreamCaptureModeGlobal ||
        *mode > cudaStreamCaptureModeRelaxed) {
      return cudaErrorInvalidValue;
    }
    std::swap(*mode, thread_mode);
    return cudaSuccess;
  });
}

}  // extern "C"
