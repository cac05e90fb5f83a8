// SPDX-License-Identifier: MIT
// Rows over the calls of CUDA 13. A program of CUDA 12 has smaller structs, so
// none of CUDA 13's is written through its pointers.
#include "simt/twelve/calls.h"

#include <cstring>

#include "simt/cuda/entry_point.h"
#include "simt/cudart/call.h"
#include "simt/stream/default_stream.h"
#include "simt/twelve/find.h"
#include "simt/twelve/functions.h"

namespace simt::twelve {
namespace {

constexpr int kRuntimeVersion = 12090;  // CUDA 12.9, whose symbols these are

cudaMemLocation place(int device) {
  cudaMemLocation location{};
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                            : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

/// CUDA 13's description of the same resource.
cudaResourceDesc wider(const Resource& resource) {
  static_assert(sizeof resource <= sizeof(cudaResourceDesc));
  cudaResourceDesc all{};
  std::memcpy(&all, &resource, sizeof resource);
  return all;
}

/// `get(cudaResourceDesc*)`, and CUDA 12's part of what it gave.
template <class Get>
cudaError_t give(Resource* resource, Get get) {
  cudaResourceDesc all{};
  const cudaError_t error = get(resource ? &all : nullptr);
  if (error == cudaSuccess) std::memcpy(resource, &all, sizeof *resource);
  return error;
}

cudaError_t nothing_to_do() {
  return cudart::call([](cudart::State&) { return cudaSuccess; });
}

}  // namespace
}  // namespace simt::twelve

using namespace simt::twelve;

extern "C" {

void* simt_former_function(const char* symbol) {
  for (const FormerFunction& one : former_functions()) {
    if (one.symbol != symbol) continue;
    if (one.per_thread) simt::cudart::default_is_per_thread = true;
    return reinterpret_cast<void*>(one.function);
  }
  return nullptr;
}

cudaError_t cudaRuntimeGetVersion_of_12(int* version) {
  const cudaError_t error = cudaRuntimeGetVersion(version);
  if (error == cudaSuccess) *version = kRuntimeVersion;
  return error;
}

cudaError_t cudaGetDriverEntryPoint_of_12(
    const char* symbol, void** pointer, unsigned long long flags,
    cudaDriverEntryPointQueryResult* status) {
  return simt::cuda::entry_point(symbol, pointer, kRuntimeVersion, flags,
                                 status);
}

cudaError_t cudaMemAdvise_of_12(const void* pointer, size_t bytes,
                                cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, place(device));
}

cudaError_t cudaMemPrefetchAsync_of_12(const void* pointer, size_t bytes,
                                       int device, cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, place(device), 0, stream);
}

cudaError_t cudaPointerGetAttributes_of_12(PointerAttributes* attributes,
                                           const void* pointer) {
  cudaPointerAttributes all{};
  const cudaError_t error =
      cudaPointerGetAttributes(attributes ? &all : nullptr, pointer);
  if (error != cudaSuccess) return error;
  *attributes = {all.type, all.device, all.devicePointer, all.hostPointer};
  return error;
}

cudaError_t cudaCreateTextureObject_of_12(cudaTextureObject_t* made,
                                          const Resource* resource,
                                          const cudaTextureDesc* texture,
                                          const void* view) {
  const cudaResourceDesc all = resource ? wider(*resource) : cudaResourceDesc{};
  cudaResourceViewDesc some{};  // no view is supported, whatever is in it
  return cudaCreateTextureObject(made, resource ? &all : nullptr, texture,
                                 view ? &some : nullptr);
}

cudaError_t cudaCreateSurfaceObject_of_12(cudaSurfaceObject_t* made,
                                          const Resource* resource) {
  const cudaResourceDesc all = resource ? wider(*resource) : cudaResourceDesc{};
  return cudaCreateSurfaceObject(made, resource ? &all : nullptr);
}

cudaError_t cudaGetTextureObjectResourceDesc_of_12(Resource* resource,
                                                   cudaTextureObject_t handle) {
  return give(resource, [&](cudaResourceDesc* all) {
    return cudaGetTextureObjectResourceDesc(all, handle);
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc_of_12(Resource* resource,
                                                   cudaSurfaceObject_t handle) {
  return give(resource, [&](cudaResourceDesc* all) {
    return cudaGetSurfaceObjectResourceDesc(all, handle);
  });
}

cudaError_t cudaGraphAddNode_of_12(cudaGraphNode_t* made, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies,
                                   size_t count,
                                   cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(made, graph, dependencies, nullptr, count,
                          parameters);
}

cudaError_t cudaGraphAddDependencies_of_12(cudaGraph_t graph,
                                           const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphRemoveDependencies_of_12(cudaGraph_t graph,
                                              const cudaGraphNode_t* from,
                                              const cudaGraphNode_t* to,
                                              size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphGetEdges_of_12(cudaGraph_t graph, cudaGraphNode_t* from,
                                    cudaGraphNode_t* to, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphNodeGetDependencies_of_12(cudaGraphNode_t node,
                                               cudaGraphNode_t* nodes,
                                               size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}

cudaError_t cudaGraphNodeGetDependentNodes_of_12(cudaGraphNode_t node,
                                                 cudaGraphNode_t* nodes,
                                                 size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}

cudaError_t cudaStreamGetCaptureInfo_of_12(cudaStream_t stream,
                                           cudaStreamCaptureStatus* status,
                                           unsigned long long* id) {
  return cudaStreamGetCaptureInfo(stream, status, id, nullptr, nullptr, nullptr,
                                  nullptr);
}

cudaError_t cudaStreamGetCaptureInfo_v2_of_12(
    cudaStream_t stream, cudaStreamCaptureStatus* status,
    unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** dependencies, size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies,
                                  nullptr, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_of_12(
    cudaStream_t stream, cudaGraphNode_t* dependencies, size_t count,
    unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr,
                                             count, flags);
}

cudaError_t cudaSetDoubleForDevice_of_12(double*) { return nothing_to_do(); }
cudaError_t cudaSetDoubleForHost_of_12(double*) { return nothing_to_do(); }

}  // extern "C"
