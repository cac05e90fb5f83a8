// SPDX-License-Identifier: MIT
// Device properties. What differs between profiles comes from the profile or
// from its compute capability; the rest is one value for all of them.
#include "simt/context/device_facts.h"

#include <cuda.h>

#include <algorithm>

#include "simt/context/texture_limits.h"

namespace simt::cudart {
namespace {

/// Bytes for which one access policy may hold.
int policy_window(const Profile& p) {
  if (p.since(9, 0)) return 134217728;
  return p.since(8, 0) ? 134213632 : 0;
}

/// Memory sync domains: 4 since Hopper, else one (the whole device).
int sync_domains(const Profile& p) { return p.since(9, 0) ? 4 : 1; }

void set_limits(const Profile& p, cudaDeviceProp& d) {
  d.totalGlobalMem = p.global_bytes;
  d.sharedMemPerBlock = p.shared_per_block;
  d.sharedMemPerBlockOptin = p.shared_per_block_optin;
  d.sharedMemPerMultiprocessor = p.shared_per_sm;
  d.reservedSharedMemPerBlock = p.shared_reserved;
  d.regsPerBlock = p.registers_per_block;
  d.regsPerMultiprocessor = p.registers_per_sm;
  d.warpSize = 32;
  d.memPitch = 2147483647;
  d.maxThreadsPerBlock = p.max_threads_per_block;
  d.maxThreadsPerMultiProcessor = p.max_threads_per_sm;
  d.maxBlocksPerMultiProcessor = p.max_blocks_per_sm;
  std::copy(p.max_block.begin(), p.max_block.end(), d.maxThreadsDim);
  std::copy(p.max_grid.begin(), p.max_grid.end(), d.maxGridSize);
  d.totalConstMem = 65536;
  d.memoryBusWidth = p.bus_bits;
  d.l2CacheSize = p.l2_bytes;
}

// The first compute capability that can: CUDA C++ Programming Guide, feature
// support per compute capability, and the reference of cudaDeviceProp.
void set_abilities(const Profile& p, cudaDeviceProp& d) {
  d.canMapHostMemory = p.since(1, 2);
  d.canUseHostPointerForRegisteredMem = p.since(6, 0);
  d.concurrentKernels = p.since(2, 0);
  d.unifiedAddressing = p.since(2, 0);
  d.managedMemory = p.since(3, 0);
  d.streamPrioritiesSupported = p.since(3, 5);
  // 3.5 as on a K20m keeps L1 for local memory.
  d.globalL1CacheSupported = p.since(5, 0);
  d.localL1CacheSupported = p.since(2, 0);
  d.concurrentManagedAccess = d.computePreemptionSupported = p.since(6, 0);
  d.cooperativeLaunch = p.since(6, 0);
  d.clusterLaunch = p.since(9, 0);
  d.unifiedFunctionPointers = p.since(9, 0);
  d.hostRegisterSupported = d.hostRegisterReadOnlySupported = 1;
  d.memoryPoolsSupported = 1;
  d.ECCEnabled = p.ecc;
  d.asyncEngineCount = p.copy_engines;
  d.persistingL2CacheMaxSize = p.persisting_l2_bytes;
  d.accessPolicyMaxWindowSize = policy_window(p);
}

struct AttributeRow {
  cudaDeviceAttr attribute;
  int value;
};

// Attributes that the driver alone names; the runtime answers to their numbers.
constexpr auto kGathers =
    static_cast<cudaDeviceAttr>(CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER);
constexpr auto kMapsMemory = static_cast<cudaDeviceAttr>(
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
constexpr auto kTensorMaps = static_cast<cudaDeviceAttr>(
    CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED);
constexpr auto kUnifiedFunctions =
    static_cast<cudaDeviceAttr>(CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS);

}  // namespace

cudaDeviceProp device_properties(const Profile& profile, int number, int sms) {
  cudaDeviceProp d{};
  profile.device_name.copy(d.name, sizeof(d.name) - 1);
  d.major = profile.major;
  d.minor = profile.minor;
  d.multiProcessorCount = sms;
  d.pciBusID = number + 1;
  d.deviceNumaId = d.hostNumaId = -1;
  set_limits(profile, d);
  set_textures(profile, d);
  set_abilities(profile, d);
  return d;
}

std::optional<int> device_attribute(const Profile& profile, int number, int sms,
                                    cudaDeviceAttr attribute) {
  const cudaDeviceProp d = device_properties(profile, number, sms);
  const auto narrow = [](size_t value) { return static_cast<int>(value); };
  // clang-format off
  const AttributeRow rows[] = {
      {cudaDevAttrMaxThreadsPerBlock, d.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, d.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, d.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, d.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, d.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, d.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, d.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, narrow(d.sharedMemPerBlock)},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, narrow(d.sharedMemPerBlockOptin)},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, narrow(d.sharedMemPerMultiprocessor)},
      {cudaDevAttrReservedSharedMemoryPerBlock, narrow(d.reservedSharedMemPerBlock)},
      {cudaDevAttrTotalConstantMemory, narrow(d.totalConstMem)},
      {cudaDevAttrWarpSize, d.warpSize},
      {cudaDevAttrMaxPitch, narrow(d.memPitch)},
      {cudaDevAttrMaxRegistersPerBlock, d.regsPerBlock},
      {cudaDevAttrMaxRegistersPerMultiprocessor, d.regsPerMultiprocessor},
      {cudaDevAttrClockRate, profile.clock_khz},
      {cudaDevAttrMemoryClockRate, profile.memory_khz},
      {cudaDevAttrTextureAlignment, narrow(d.textureAlignment)},
      {cudaDevAttrTexturePitchAlignment, narrow(d.texturePitchAlignment)},
      {cudaDevAttrSurfaceAlignment, narrow(d.surfaceAlignment)},
      {cudaDevAttrGpuOverlap, 1},
      {cudaDevAttrMultiProcessorCount, d.multiProcessorCount},
      {cudaDevAttrKernelExecTimeout, 0},
      {cudaDevAttrIntegrated, d.integrated},
      {cudaDevAttrCanMapHostMemory, d.canMapHostMemory},
      {cudaDevAttrComputeMode, cudaComputeModeDefault},
      {cudaDevAttrMaxTexture1DWidth, d.maxTexture1D},
      {cudaDevAttrMaxTexture2DWidth, d.maxTexture2D[0]},
      {cudaDevAttrMaxTexture2DHeight, d.maxTexture2D[1]},
      {cudaDevAttrMaxTexture3DWidth, d.maxTexture3D[0]},
      {cudaDevAttrMaxTexture3DHeight, d.maxTexture3D[1]},
      {cudaDevAttrMaxTexture3DDepth, d.maxTexture3D[2]},
      {cudaDevAttrMaxTexture1DLayeredWidth, d.maxTexture1DLayered[0]},
      {cudaDevAttrMaxTexture1DLayeredLayers, d.maxTexture1DLayered[1]},
      {cudaDevAttrMaxTexture2DLayeredWidth, d.maxTexture2DLayered[0]},
      {cudaDevAttrMaxTexture2DLayeredHeight, d.maxTexture2DLayered[1]},
      {cudaDevAttrMaxTexture2DLayeredLayers, d.maxTexture2DLayered[2]},
      {cudaDevAttrMaxTexture2DGatherWidth, d.maxTexture2DGather[0]},
      {cudaDevAttrMaxTexture2DGatherHeight, d.maxTexture2DGather[1]},
      {cudaDevAttrMaxTexture3DWidthAlt, d.maxTexture3DAlt[0]},
      {cudaDevAttrMaxTexture3DHeightAlt, d.maxTexture3DAlt[1]},
      {cudaDevAttrMaxTexture3DDepthAlt, d.maxTexture3DAlt[2]},
      {cudaDevAttrMaxTextureCubemapWidth, d.maxTextureCubemap},
      {cudaDevAttrMaxTextureCubemapLayeredWidth, d.maxTextureCubemapLayered[0]},
      {cudaDevAttrMaxTextureCubemapLayeredLayers, d.maxTextureCubemapLayered[1]},
      {cudaDevAttrMaxTexture1DMipmappedWidth, d.maxTexture1DMipmap},
      {cudaDevAttrMaxTexture2DMipmappedWidth, d.maxTexture2DMipmap[0]},
      {cudaDevAttrMaxTexture2DMipmappedHeight, d.maxTexture2DMipmap[1]},
      {cudaDevAttrMaxTexture1DLinearWidth, linear_texels(profile)},
      {cudaDevAttrMaxTexture2DLinearWidth, d.maxTexture2DLinear[0]},
      {cudaDevAttrMaxTexture2DLinearHeight, d.maxTexture2DLinear[1]},
      {cudaDevAttrMaxTexture2DLinearPitch, d.maxTexture2DLinear[2]},
      {cudaDevAttrMaxSurface1DWidth, d.maxSurface1D},
      {cudaDevAttrMaxSurface2DWidth, d.maxSurface2D[0]},
      {cudaDevAttrMaxSurface2DHeight, d.maxSurface2D[1]},
      {cudaDevAttrMaxSurface3DWidth, d.maxSurface3D[0]},
      {cudaDevAttrMaxSurface3DHeight, d.maxSurface3D[1]},
      {cudaDevAttrMaxSurface3DDepth, d.maxSurface3D[2]},
      {cudaDevAttrMaxSurface1DLayeredWidth, d.maxSurface1DLayered[0]},
      {cudaDevAttrMaxSurface1DLayeredLayers, d.maxSurface1DLayered[1]},
      {cudaDevAttrMaxSurface2DLayeredWidth, d.maxSurface2DLayered[0]},
      {cudaDevAttrMaxSurface2DLayeredHeight, d.maxSurface2DLayered[1]},
      {cudaDevAttrMaxSurface2DLayeredLayers, d.maxSurface2DLayered[2]},
      {cudaDevAttrMaxSurfaceCubemapWidth, d.maxSurfaceCubemap},
      {cudaDevAttrMaxSurfaceCubemapLayeredWidth, d.maxSurfaceCubemapLayered[0]},
      {cudaDevAttrMaxSurfaceCubemapLayeredLayers, d.maxSurfaceCubemapLayered[1]},
      {cudaDevAttrConcurrentKernels, d.concurrentKernels},
      {cudaDevAttrEccEnabled, d.ECCEnabled},
      {cudaDevAttrPciBusId, d.pciBusID},
      {cudaDevAttrPciDeviceId, d.pciDeviceID},
      {cudaDevAttrPciDomainId, d.pciDomainID},
      {cudaDevAttrTccDriver, d.tccDriver},
      {cudaDevAttrGlobalMemoryBusWidth, d.memoryBusWidth},
      {cudaDevAttrL2CacheSize, d.l2CacheSize},
      {cudaDevAttrMaxThreadsPerMultiProcessor, d.maxThreadsPerMultiProcessor},
      {cudaDevAttrMaxBlocksPerMultiprocessor, d.maxBlocksPerMultiProcessor},
      {cudaDevAttrAsyncEngineCount, d.asyncEngineCount},
      {cudaDevAttrUnifiedAddressing, d.unifiedAddressing},
      {cudaDevAttrComputeCapabilityMajor, d.major},
      {cudaDevAttrComputeCapabilityMinor, d.minor},
      {cudaDevAttrStreamPrioritiesSupported, d.streamPrioritiesSupported},
      {cudaDevAttrGlobalL1CacheSupported, d.globalL1CacheSupported},
      {cudaDevAttrLocalL1CacheSupported, d.localL1CacheSupported},
      {cudaDevAttrManagedMemory, d.managedMemory},
      {cudaDevAttrIsMultiGpuBoard, d.isMultiGpuBoard},
      {cudaDevAttrMultiGpuBoardGroupID, d.multiGpuBoardGroupID},
      {cudaDevAttrHostNativeAtomicSupported, d.hostNativeAtomicSupported},
      {cudaDevAttrSingleToDoublePrecisionPerfRatio, profile.double_ratio},
      {cudaDevAttrPageableMemoryAccess, d.pageableMemoryAccess},
      {cudaDevAttrConcurrentManagedAccess, d.concurrentManagedAccess},
      {cudaDevAttrComputePreemptionSupported, d.computePreemptionSupported},
      {cudaDevAttrCanUseHostPointerForRegisteredMem, d.canUseHostPointerForRegisteredMem},
      {cudaDevAttrCooperativeLaunch, d.cooperativeLaunch},
      {cudaDevAttrHostRegisterSupported, d.hostRegisterSupported},
      {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0},
      {cudaDevAttrDirectManagedMemAccessFromHost, 0},
      {cudaDevAttrMaxPersistingL2CacheSize, d.persistingL2CacheMaxSize},
      {cudaDevAttrMaxAccessPolicyWindowSize, d.accessPolicyMaxWindowSize},
      {cudaDevAttrHostRegisterReadOnlySupported, d.hostRegisterReadOnlySupported},
      {cudaDevAttrMemoryPoolsSupported, d.memoryPoolsSupported},
      {cudaDevAttrGPUDirectRDMASupported, 0},
      {cudaDevAttrClusterLaunch, d.clusterLaunch},
      {cudaDevAttrIpcEventSupport, 0},
      {cudaDevAttrMemSyncDomainCount, sync_domains(profile)},
      {cudaDevAttrNumaId, d.deviceNumaId},
      {cudaDevAttrHostNumaId, d.hostNumaId},
      {cudaDevAttrMpsEnabled, 0},
      {kGathers, d.maxTexture2DGather[0] > 0},
      {kMapsMemory, profile.since(7, 0)},
      {kTensorMaps, profile.since(9, 0)},
      {kUnifiedFunctions, d.unifiedFunctionPointers},
  };
  // clang-format on
  for (const AttributeRow& row : rows) {
    if (row.attribute == attribute) return row.value;
  }
  // What is left are links to other devices and systems: none here.
  const bool known = attribute > 0 && attribute < cudaDevAttrMax;
  return known ? std::optional<int>(0) : std::nullopt;
}

}  // namespace simt::cudart
