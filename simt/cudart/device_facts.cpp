// SPDX-License-Identifier: MIT
// Device properties. What differs between profiles comes from the profile or
// from its compute capability; the rest is one value for all of them.
#include "simt/cudart/device_facts.h"

#include <algorithm>

namespace simt::cudart {
namespace {

/// Integers for both the properties and the attributes, by capability.
struct Generation {
  int persisting_l2 = 0;  // bytes
  int policy_window = 0;  // bytes
  int double_ratio = 32;  // float units per double unit
  int cluster_launch = 0;
  int memory_sync_domains = 1;
};

Generation generation(const Profile& p) {
  if (p.major < 9) return {};
  // The driver sets aside at most five eighths of L2.
  return {p.l2_bytes / 8 * 5, 134213632, 2, 1, 4};
}

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
  d.maxThreadsDim[0] = d.maxThreadsDim[1] = 1024;
  d.maxThreadsDim[2] = 64;
  d.maxGridSize[0] = 2147483647;
  d.maxGridSize[1] = d.maxGridSize[2] = 65535;
  d.totalConstMem = 65536;
  d.memoryBusWidth = p.bus_bits;
  d.l2CacheSize = p.l2_bytes;
}

void set_textures(cudaDeviceProp& d) {
  const auto fill = [](int* to, std::initializer_list<int> values) {
    std::copy(values.begin(), values.end(), to);
  };
  d.textureAlignment = d.surfaceAlignment = 512;
  d.texturePitchAlignment = 32;
  d.maxTexture1D = 131072;
  d.maxTexture1DMipmap = 32768;
  fill(d.maxTexture2D, {131072, 65536});
  fill(d.maxTexture2DMipmap, {32768, 32768});
  fill(d.maxTexture2DLinear, {131072, 65000, 2097120});
  fill(d.maxTexture2DGather, {32768, 32768});
  fill(d.maxTexture3D, {16384, 16384, 16384});
  fill(d.maxTexture3DAlt, {8192, 8192, 32768});
  d.maxTextureCubemap = 32768;
  fill(d.maxTexture1DLayered, {32768, 2048});
  fill(d.maxTexture2DLayered, {32768, 32768, 2048});
  fill(d.maxTextureCubemapLayered, {32768, 2046});
  d.maxSurface1D = 32768;
  fill(d.maxSurface2D, {131072, 65536});
  fill(d.maxSurface3D, {16384, 16384, 16384});
  fill(d.maxSurface1DLayered, {32768, 2048});
  fill(d.maxSurface2DLayered, {32768, 32768, 2048});
  d.maxSurfaceCubemap = 32768;
  fill(d.maxSurfaceCubemapLayered, {32768, 2046});
}

void set_abilities(const Profile& p, cudaDeviceProp& d) {
  const Generation g = generation(p);
  d.canMapHostMemory = d.concurrentKernels = d.ECCEnabled = 1;
  d.unifiedAddressing = d.streamPrioritiesSupported = 1;
  d.globalL1CacheSupported = d.localL1CacheSupported = 1;
  d.managedMemory = d.concurrentManagedAccess = 1;
  d.computePreemptionSupported = d.canUseHostPointerForRegisteredMem = 1;
  d.cooperativeLaunch = d.hostRegisterSupported = 1;
  d.memoryPoolsSupported = 1;
  d.asyncEngineCount = 3;
  d.persistingL2CacheMaxSize = g.persisting_l2;
  d.accessPolicyMaxWindowSize = g.policy_window;
  d.clusterLaunch = g.cluster_launch;
  d.pciBusID = 1;
  d.deviceNumaId = d.hostNumaId = -1;
}

struct AttributeRow {
  cudaDeviceAttr attribute;
  int value;
};

}  // namespace

cudaDeviceProp device_properties(const Profile& profile, int sms) {
  cudaDeviceProp d{};
  profile.device_name.copy(d.name, sizeof(d.name) - 1);
  d.major = profile.major;
  d.minor = profile.minor;
  d.multiProcessorCount = sms;
  set_limits(profile, d);
  set_textures(d);
  set_abilities(profile, d);
  return d;
}

std::optional<int> device_attribute(const Profile& profile, int sms,
                                    cudaDeviceAttr attribute) {
  const cudaDeviceProp d = device_properties(profile, sms);
  const Generation g = generation(profile);
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
      {cudaDevAttrSingleToDoublePrecisionPerfRatio, g.double_ratio},
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
      {cudaDevAttrMemoryPoolsSupported, d.memoryPoolsSupported},
      {cudaDevAttrGPUDirectRDMASupported, 0},
      {cudaDevAttrClusterLaunch, d.clusterLaunch},
      {cudaDevAttrIpcEventSupport, 0},
      {cudaDevAttrMemSyncDomainCount, g.memory_sync_domains},
      {cudaDevAttrNumaId, d.deviceNumaId},
      {cudaDevAttrHostNumaId, d.hostNumaId},
      {cudaDevAttrMpsEnabled, 0},
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
