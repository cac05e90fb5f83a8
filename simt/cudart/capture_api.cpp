// SPDX-License-Identifier: MIT
// Stream capture: begun, asked and ended. Its rules are in stream/capture.h.
#include <memory>
#include <utility>
#include <vector>

#include "simt/cudart/call.h"
#include "simt/cudart/graph_call.h"
#include "simt/stream/capture.h"
#include "simt/stream/streams.h"

using namespace simt::cudart;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   cudaStreamCaptureMode mode) {
  return call([&](State& s) {
    return begin_capture(s.streams, s.graphs, stream, mode, nullptr, {});
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    const cudaGraphEdgeData* edges, size_t count, cudaStreamCaptureMode mode) {
  return call([&](State& s) {
    auto owned = s.graphs.owned(graph);
    Dependencies tips;
    if (!owned || owned->captured ||
        !find_nodes(s, *owned, dependencies, edges, count, tips) ||
        !are_possible(tips, nullptr)) {
      return cudaErrorInvalidValue;
    }
    return begin_capture(s.streams, s.graphs, stream, mode, std::move(owned),
                         std::move(tips));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return call([&](State& s) {
    Stream* stream = s.streams.find(handle);
    // Who gave the graph (cudaStreamBeginCaptureToGraph) has it already.
    const bool given = stream && stream->point.capture &&
                       !stream->point.capture->into_own_graph;
    if (!graph && !given) return cudaErrorInvalidValue;
    if (graph) *graph = nullptr;
    return stream ? end_capture(s.streams, s.events, s.graphs, *stream, graph)
                  : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle,
                                  cudaStreamCaptureStatus* status) {
  return call([&](State& s) {
    const Stream* stream = s.streams.find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!status) return cudaErrorInvalidValue;
    *status = capture_status(*stream);
    return hidden_by_capture(s.streams, *stream)
               ? cudaErrorStreamCaptureImplicit
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
    *status = capture_status(*stream);
    if (hidden_by_capture(s.streams, *stream))
      return cudaErrorStreamCaptureImplicit;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    const CapturePoint& point = stream->point;
    if (id) *id = point.capture->id;
    if (graph) *graph = point.capture->graph->handle();
    if (dependencies && !edges && point.tips.any_data())
      return cudaErrorLossyQuery;
    // A handle is the node's address, so the list of nodes is one of handles.
    if (dependencies) {
      *dependencies =
          reinterpret_cast<const cudaGraphNode_t*>(point.tips.nodes.data());
    }
    if (edges) *edges = point.tips.edges.data();
    if (count) *count = point.tips.nodes.size();
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
    Dependencies tips;
    if (flags > cudaStreamSetCaptureDependencies ||
        !find_nodes(s, *stream->point.capture->graph, dependencies, edges,
                    count, tips) ||
        !are_possible(tips, nullptr)) {
      return cudaErrorInvalidValue;
    }
    if (flags == cudaStreamSetCaptureDependencies) stream->point.tips = {};
    add_tips(stream->point, tips);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return call([&](State&) {
    if (!mode || *mode < cudaStreamCaptureModeGlobal ||
        *mode > cudaStreamCaptureModeRelaxed) {
      return cudaErrorInvalidValue;
    }
    std::swap(*mode, thread_capture_mode());
    return cudaSuccess;
  });
}

}  // extern "C"
