// SPDX-License-Identifier: MIT
// Functions: their attributes, occupancy and launches. A CUfunction is to the
// rooms below what the address of a host stub is.
#include <cstring>
#include <vector>

#include "simt/context/loader.h"
#include "simt/context/state.h"
#include "simt/cuda/row.h"

namespace simt::cuda {
namespace {

/// What the launch is given, one pointer per parameter: as it is, or in the
/// buffer of `extra`.
CUresult arguments_of(CUfunction function, void** parameters, void** extra,
                      std::vector<void*>& made, void**& arguments) {
  arguments = parameters;
  if (!extra) return CUDA_SUCCESS;
  if (parameters) return CUDA_ERROR_INVALID_VALUE;
  char* buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<char*>(extra[1]);
    } else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      bytes = *static_cast<const size_t*>(extra[1]);
    } else {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  size_t offset = 0, size = 0, end = 0;
  for (size_t i = 0;
       cudaFuncGetParamInfo(function, i, &offset, &size) == cudaSuccess; ++i) {
    if (!buffer || offset + size > bytes) return CUDA_ERROR_INVALID_VALUE;
    made.push_back(buffer + offset);
    end = offset + size;
  }
  // As on an H200 (driver 580.159.04, 2026-11-27).
  if (bytes > end) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  arguments = made.data();
  return CUDA_SUCCESS;
}

CUresult launch(CUfunction function, const cudaLaunchConfig_t& config,
                void** parameters, void** extra) {
  std::vector<void*> made;
  void** arguments = nullptr;
  const CUresult refusal =
      arguments_of(function, parameters, extra, made, arguments);
  if (refusal != CUDA_SUCCESS) return refusal;
  return result_of(cudaLaunchKernelExC(&config, function, arguments));
}

cudaLaunchConfig_t config_of(const CUlaunchConfig& given) {
  cudaLaunchConfig_t config{};
  config.gridDim = {given.gridDimX, given.gridDimY, given.gridDimZ};
  config.blockDim = {given.blockDimX, given.blockDimY, given.blockDimZ};
  config.dynamicSmemBytes = given.sharedMemBytes;
  config.stream = given.hStream;
  // The two are declared apart and equal to the last byte.
  static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
  config.attrs = reinterpret_cast<cudaLaunchAttribute*>(given.attrs);
  config.numAttrs = given.numAttrs;
  return config;
}

CUresult value_of(const cudaFuncAttributes& a, CUfunction_attribute which,
                  int* to) {
  switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *to = a.maxThreadsPerBlock;
      break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *to = static_cast<int>(a.sharedSizeBytes);
      break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *to = static_cast<int>(a.constSizeBytes);
      break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *to = static_cast<int>(a.localSizeBytes);
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *to = a.numRegs;
      break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *to = a.ptxVersion;
      break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *to = a.binaryVersion;
      break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *to = a.cacheModeCA;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *to = a.maxDynamicSharedSizeBytes;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *to = a.preferredShmemCarveout;
      break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      *to = a.clusterDimMustBeSet;
      break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      *to = a.requiredClusterWidth;
      break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      *to = a.requiredClusterHeight;
      break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      *to = a.requiredClusterDepth;
      break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      *to = a.nonPortableClusterSizeAllowed;
      break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      *to = a.clusterSchedulingPolicyPreference;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult read_attribute(int* value, CUfunction_attribute which,
                        const void* function) {
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes all;
  const cudaError_t error = cudaFuncGetAttributes(&all, function);
  return error == cudaSuccess ? value_of(all, which, value) : result_of(error);
}

/// The block for which most threads are resident, as occupancy tools choose it.
CUresult best_block(int* grid, int* block, CUfunction function,
                    CUoccupancyB2DSize shared_of, size_t shared, int most) {
  cudaFuncAttributes all;
  const cudaError_t error = cudaFuncGetAttributes(&all, function);
  if (error != cudaSuccess) return result_of(error);
  int device = 0, sms = 0, best = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const int limit =
      most > 0 && most < all.maxThreadsPerBlock ? most : all.maxThreadsPerBlock;
  *grid = *block = 0;
  for (int threads = limit; threads > 0;
       threads = threads % 32 ? threads / 32 * 32 : threads - 32) {
    int blocks = 0;
    const cudaError_t asked = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, function, threads, shared_of ? shared_of(threads) : shared);
    if (asked != cudaSuccess) return result_of(asked);
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * sms;
  }
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace simt::cuda

using namespace simt;
using namespace simt::cuda;

extern "C" {

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which,
                            CUfunction function) {
  return in_context("cuFuncGetAttribute", [&](Context&) {
    return read_attribute(value, which, function);
  });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute which,
                              CUkernel kernel, CUdevice) {
  return in_context("cuKernelGetAttribute", [&](Context&) {
    return read_attribute(value, which, kernel);
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which,
                            int value) {
  return row("cuFuncSetAttribute", [&] {
    return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(which),
                                value);
  });
}

CUresult cuKernelSetAttribute(CUfunction_attribute which, int value,
                              CUkernel kernel, CUdevice) {
  return row("cuKernelSetAttribute", [&] {
    return cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(which),
                                value);
  });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return row("cuFuncSetCacheConfig", [&] {
    return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config));
  });
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset,
                            size_t* bytes) {
  return row("cuFuncGetParamInfo", [&] {
    return cudaFuncGetParamInfo(function, index, offset, bytes);
  });
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset,
                              size_t* bytes) {
  return row("cuKernelGetParamInfo", [&] {
    return cudaFuncGetParamInfo(kernel, index, offset, bytes);
  });
}

CUresult cuFuncLoad(CUfunction function) {
  return row("cuFuncLoad", [&] {
    cudaFuncAttributes all;
    return cudaFuncGetAttributes(&all, function);
  });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* loaded, CUfunction function) {
  return in_context("cuFuncIsLoaded", [&](Context&) {
    Entry entry;
    const auto* kernel = entry.state().device().modules.kernel(function);
    if (!loaded || !kernel) return CUDA_ERROR_INVALID_VALUE;
    *loaded = kernel->prepared ? CU_FUNCTION_LOADING_STATE_LOADED
                               : CU_FUNCTION_LOADING_STATE_UNLOADED;
    return CUDA_SUCCESS;
  });
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                        unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared, CUstream stream,
                        void** parameters, void** extra) {
  return in_context("cuLaunchKernel", [&](Context&) {
    cudaLaunchConfig_t config{};
    config.gridDim = {grid_x, grid_y, grid_z};
    config.blockDim = {block_x, block_y, block_z};
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    return launch(function, config, parameters, extra);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x,
                                   unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared,
                                   CUstream stream, void** parameters) {
  return row("cuLaunchCooperativeKernel", [&] {
    return cudaLaunchCooperativeKernel(function, {grid_x, grid_y, grid_z},
                                       {block_x, block_y, block_z}, parameters,
                                       shared, stream);
  });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function,
                          void** parameters, void** extra) {
  return in_context("cuLaunchKernelEx", [&](Context&) {
    return config ? launch(function, config_of(*config), parameters, extra)
                  : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return row("cuLaunchHostFunc",
             [&] { return cudaLaunchHostFunc(stream, function, data); });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                     CUfunction function,
                                                     int threads,
                                                     size_t shared) {
  return row("cuOccupancyMaxActiveBlocksPerMultiprocessor", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function,
                                                         threads, shared);
  });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, CUfunction function, int threads, size_t shared,
    unsigned flags) {
  return row("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, function, threads, shared, flags);
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                          CUfunction function,
                                          CUoccupancyB2DSize shared_of,
                                          size_t shared, int most) {
  return in_context("cuOccupancyMaxPotentialBlockSize", [&](Context&) {
    if (!grid || !block) return CUDA_ERROR_INVALID_VALUE;
    return best_block(grid, block, function, shared_of, shared, most);
  });
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared, int most,
                                                   unsigned) {
  return in_context("cuOccupancyMaxPotentialBlockSizeWithFlags", [&](Context&) {
    if (!grid || !block) return CUDA_ERROR_INVALID_VALUE;
    return best_block(grid, block, function, shared_of, shared, most);
  });
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                 CUfunction function,
                                                 int blocks, int threads) {
  return row("cuOccupancyAvailableDynamicSMemPerBlock", [&] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks,
                                                     threads);
  });
}

CUresult cuOccupancyMaxPotentialClusterSize(int* blocks, CUfunction function,
                                            const CUlaunchConfig* config) {
  return in_context("cuOccupancyMaxPotentialClusterSize", [&](Context&) {
    if (!config) return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t same = config_of(*config);
    return result_of(
        cudaOccupancyMaxPotentialClusterSize(blocks, function, &same));
  });
}

CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction function,
                                      const CUlaunchConfig* config) {
  return in_context("cuOccupancyMaxActiveClusters", [&](Context&) {
    if (!config) return CUDA_ERROR_INVALID_VALUE;
    const cudaLaunchConfig_t same = config_of(*config);
    return result_of(cudaOccupancyMaxActiveClusters(clusters, function, &same));
  });
}

}  // extern "C"
