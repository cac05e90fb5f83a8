// SPDX-License-Identifier: MIT
// What can be asked of a kernel and set for it, and occupancy.
#include <algorithm>
#include <optional>

#include "simt/context/kernel_limits.h"
#include "simt/context/loader.h"
#include "simt/cudart/call.h"

namespace simt::cudart {
namespace {

/// Runs `body(State&, KernelEntry&)` with a kernel that is decoded.
template <class Body>
cudaError_t with_kernel(const void* function, Body body) {
  return call([&](State& s) {
    KernelEntry* kernel = s.device().modules.kernel(function);
    if (!kernel) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = prepare(s, *kernel);
    return error == cudaSuccess ? body(s, *kernel) : error;
  });
}

/// "sm_75" -> 75; 0 when there is no number.
int number_in(const std::string& target) {
  int value = 0;
  for (char c : target) {
    if (c >= '0' && c <= '9') value = value * 10 + (c - '0');
  }
  return value;
}

void describe(const Profile& profile, const KernelEntry& kernel,
              cudaFuncAttributes& a) {
  a = {};
  a.sharedSizeBytes = kernel.code->static_shared;
  for (const auto& f : kernel.code->functions)
    a.localSizeBytes += f.local_bytes;
  a.maxThreadsPerBlock = max_block_threads(profile, kernel);
  a.numRegs = kernel.registers;
  a.ptxVersion = number_in(kernel.code->target);
  const int binary = number_in(kernel.registers_from);
  a.binaryVersion = binary > 0 ? binary : a.ptxVersion;
  a.maxDynamicSharedSizeBytes =
      static_cast<int>(max_dynamic_shared(profile, kernel));
  a.preferredShmemCarveout = kernel.carveout;
  a.clusterDimMustBeSet =
      kernel.code->explicit_cluster || kernel.code->cluster[0] != 0;
  const dim3 cluster = required_cluster(kernel);
  a.requiredClusterWidth = static_cast<int>(cluster.x);
  a.requiredClusterHeight = static_cast<int>(cluster.y);
  a.requiredClusterDepth = static_cast<int>(cluster.z);
  a.clusterSchedulingPolicyPreference = kernel.cluster_policy;
  a.nonPortableClusterSizeAllowed = kernel.any_cluster_size;
}

/// Of a cluster that the compiler does not know: width, height or depth.
cudaError_t set_cluster(KernelEntry& kernel, int dimension, int blocks) {
  if (blocks < 0 || kernel.code->cluster[0] != 0) return cudaErrorInvalidValue;
  kernel.cluster[dimension] = blocks;
  return cudaSuccess;
}

cudaError_t set_dynamic_shared(const Profile& profile, KernelEntry& kernel,
                               int bytes) {
  const int room = static_cast<int>(profile.shared_per_block_optin) -
                   static_cast<int>(kernel.code->static_shared);
  if (bytes < 0 || bytes > room) return cudaErrorInvalidValue;
  kernel.max_dynamic_shared = bytes;
  return cudaSuccess;
}

/// What is asked of clusters: their size, and blocks that fit on an SM.
struct Clusters {
  cudaError_t error = cudaSuccess;
  int blocks = 1, per_sm = 0;
};

/// Blocks of clusters that an H100 counts on one SM.
constexpr int kMostOnSm = 8;

// The grid need not consist of such clusters, nor be one. Beyond what a cluster
// may have, an H100 counts on where the program allows sizes past 8.
Clusters clusters_of(State& s, const KernelEntry& kernel,
                     const cudaLaunchConfig_t& config) {
  const Device& device = s.device();
  Clusters found;
  if (!device.profile->since(9, 0)) return {cudaErrorNotSupported};
  dim3 asked = required_cluster(kernel);
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
    const auto& size = config.attrs[i].val.clusterDim;
    if (asked.x != 0 &&
        (asked.x != size.x || asked.y != size.y || asked.z != size.z))
      return {cudaErrorInvalidClusterSize};
    asked = {size.x, size.y, size.z};
  }
  found.blocks = static_cast<int>(std::max(1u, asked.x * asked.y * asked.z));
  if (found.blocks > most_cluster_blocks(kernel) && !kernel.any_cluster_size)
    return {cudaErrorInvalidClusterSize};
  const auto threads = static_cast<int>(config.blockDim.x * config.blockDim.y *
                                        config.blockDim.z);
  if (config.dynamicSmemBytes <= max_dynamic_shared(*device.profile, kernel))
    found.per_sm = std::min(
        kMostOnSm,
        resident_blocks(device, kernel, threads, config.dynamicSmemBytes));
  return found;
}

/// The dynamic shared memory that each of `blocks` blocks on one SM can have,
/// or nothing when so many do not fit. The 1 KB that the system takes of each
/// is not taken off: so an H200 says.
std::optional<size_t> shared_for(const Device& device,
                                 const KernelEntry& kernel, int blocks,
                                 int threads) {
  const Profile& p = *device.profile;
  if (resident_blocks(device, kernel, threads, 0) < blocks) return {};
  const size_t share = p.shared_per_sm / static_cast<size_t>(blocks);
  const size_t even = share / p.shared_unit * p.shared_unit;
  const size_t taken = kernel.code->static_shared;
  const size_t bytes = even > taken ? even - taken : 0;
  return std::min<size_t>(bytes, max_dynamic_shared(p, kernel));
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes,
                                  const void* function) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    if (!attributes) return cudaErrorInvalidValue;
    describe(*s.device().profile, kernel, *attributes);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function,
                                 cudaFuncAttribute attribute, int value) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return set_dynamic_shared(*s.device().profile, kernel, value);
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return cudaErrorInvalidValue;
        kernel.carveout = value;
        return cudaSuccess;
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
        return set_cluster(
            kernel, attribute - cudaFuncAttributeRequiredClusterWidth, value);
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        kernel.any_cluster_size = value != 0;
        return cudaSuccess;
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        if (value < 0 || value > cudaClusterSchedulingPolicyLoadBalancing)
          return cudaErrorInvalidValue;
        kernel.cluster_policy = value;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return with_kernel(function, [&](State&, KernelEntry& kernel) {
    if (!name) return cudaErrorInvalidValue;
    *name = kernel.symbol.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index,
                                 size_t* offset, size_t* bytes) {
  return with_kernel(function, [&](State&, KernelEntry& kernel) {
    if (!offset || index >= kernel.code->parameters.size()) {
      return cudaErrorInvalidValue;
    }
    *offset = kernel.code->parameters[index].offset;
    if (bytes) *bytes = kernel.code->parameters[index].bytes;
    return cudaSuccess;
  });
}

// Obeyed where L1 and shared memory split 64 KB (k20m), a hint elsewhere.
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
  return with_kernel(function, [&](State&, KernelEntry& kernel) {
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
      return cudaErrorInvalidValue;
    kernel.cache_config = config;
    return cudaSuccess;
  });
}

// Obeyed on Kepler (k20m); the banks of all others cannot change.
cudaError_t cudaFuncSetSharedMemConfig(const void* function,
                                       cudaSharedMemConfig config) {
  return with_kernel(function, [&](State&, KernelEntry& kernel) {
    if (config < cudaSharedMemBankSizeDefault ||
        config > cudaSharedMemBankSizeEightByte) {
      return cudaErrorInvalidValue;
    }
    kernel.shared_config = config;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, size_t dynamic_shared,
    unsigned flags) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    if (!blocks || threads <= 0 ||
        flags > cudaOccupancyDisableCachingOverride) {
      return cudaErrorInvalidValue;
    }
    // An H200 says 0 for what the kernel was not allowed to ask for.
    const Device& device = s.device();
    const bool allowed =
        dynamic_shared <= max_dynamic_shared(*device.profile, kernel);
    *blocks =
        allowed ? resident_blocks(device, kernel, threads, dynamic_shared) : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, const void* function, int threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, threads, dynamic_shared, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int* blocks, const void* function, const cudaLaunchConfig_t* config) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    if (!blocks || !config) return cudaErrorInvalidValue;
    const Clusters found = clusters_of(s, kernel, *config);
    if (found.error != cudaSuccess) return found.error;
    *blocks = found.per_sm == 0 ? 0 : kernel.any_cluster_size ? 16 : 8;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    if (!clusters || !config) return cudaErrorInvalidValue;
    const Clusters found = clusters_of(s, kernel, *config);
    if (found.error != cudaSuccess) return found.error;
    *clusters = resident_clusters(s.device(), found.per_sm, found.blocks);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                      const void* function,
                                                      int blocks, int threads) {
  return with_kernel(function, [&](State& s, KernelEntry& kernel) {
    if (!bytes || blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
    const auto room = shared_for(s.device(), kernel, blocks, threads);
    if (!room) return cudaErrorInvalidValue;
    *bytes = *room;
    return cudaSuccess;
  });
}

}  // extern "C"
