// SPDX-License-Identifier: MIT
// The calls whose arguments or structs are others in CUDA 12: its reference of
// the runtime API, sections "Device Management", "Memory Management", "Graph
// Management" and the others of these calls. names.txt says under which symbol
// each is known.
#pragma once

#include <cuda_runtime_api.h>

namespace simt::twelve {

/// cudaDevAttrCooperativeMultiDeviceLaunch, which CUDA 13 does not have.
inline constexpr auto kCooperativeMultiDeviceLaunch =
    static_cast<cudaDeviceAttr>(96);

/// cudaPointerAttributes, of which CUDA 13's has more behind these.
struct PointerAttributes {
  cudaMemoryType type;
  int device;
  void* device_pointer;
  void* host_pointer;
};

/// cudaResourceDesc, of which CUDA 13's has more behind these bytes.
struct Resource {
  unsigned char bytes[64];
};

}  // namespace simt::twelve

extern "C" {

/// `properties`: CUDA 12's cudaDeviceProp.
cudaError_t cudaGetDeviceProperties_of_12(void* properties, int device);
cudaError_t cudaDeviceGetAttribute_of_12(int* value, cudaDeviceAttr attribute,
                                         int device);
cudaError_t cudaRuntimeGetVersion_of_12(int* version);

/// The functions that the driver of CUDA 12 has under that name.
cudaError_t cudaGetDriverEntryPoint_of_12(
    const char* symbol, void** pointer, unsigned long long flags,
    cudaDriverEntryPointQueryResult* status);

/// `device`: where the memory shall be, or cudaCpuDeviceId.
cudaError_t cudaMemAdvise_of_12(const void* pointer, size_t bytes,
                                cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync_of_12(const void* pointer, size_t bytes,
                                       int device, cudaStream_t stream);
cudaError_t cudaPointerGetAttributes_of_12(
    simt::twelve::PointerAttributes* attributes, const void* pointer);

cudaError_t cudaCreateTextureObject_of_12(cudaTextureObject_t* made,
                                          const simt::twelve::Resource*,
                                          const cudaTextureDesc* texture,
                                          const void* view);
cudaError_t cudaCreateSurfaceObject_of_12(cudaSurfaceObject_t* made,
                                          const simt::twelve::Resource*);
cudaError_t cudaGetTextureObjectResourceDesc_of_12(simt::twelve::Resource*,
                                                   cudaTextureObject_t handle);
cudaError_t cudaGetSurfaceObjectResourceDesc_of_12(simt::twelve::Resource*,
                                                   cudaSurfaceObject_t handle);

/// Edges have no data.
cudaError_t cudaGraphAddNode_of_12(cudaGraphNode_t* made, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies,
                                   size_t count,
                                   cudaGraphNodeParams* parameters);
cudaError_t cudaGraphAddDependencies_of_12(cudaGraph_t graph,
                                           const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           size_t count);
cudaError_t cudaGraphRemoveDependencies_of_12(cudaGraph_t graph,
                                              const cudaGraphNode_t* from,
                                              const cudaGraphNode_t* to,
                                              size_t count);
cudaError_t cudaGraphGetEdges_of_12(cudaGraph_t graph, cudaGraphNode_t* from,
                                    cudaGraphNode_t* to, size_t* count);
cudaError_t cudaGraphNodeGetDependencies_of_12(cudaGraphNode_t node,
                                               cudaGraphNode_t* nodes,
                                               size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_of_12(cudaGraphNode_t node,
                                                 cudaGraphNode_t* nodes,
                                                 size_t* count);

cudaError_t cudaStreamGetCaptureInfo_of_12(cudaStream_t stream,
                                           cudaStreamCaptureStatus* status,
                                           unsigned long long* id);
cudaError_t cudaStreamGetCaptureInfo_v2_of_12(
    cudaStream_t stream, cudaStreamCaptureStatus* status,
    unsigned long long* id, cudaGraph_t* graph,
    const cudaGraphNode_t** dependencies, size_t* count);
cudaError_t cudaStreamUpdateCaptureDependencies_of_12(
    cudaStream_t stream, cudaGraphNode_t* dependencies, size_t count,
    unsigned flags);

/// Since compute capability 1.3 there is nothing to do.
cudaError_t cudaSetDoubleForDevice_of_12(double* value);
cudaError_t cudaSetDoubleForHost_of_12(double* value);

}  // extern "C"
