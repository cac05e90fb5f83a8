// SPDX-License-Identifier: MIT
// Settings of the device: limits, flags and hints about caches.
#include "simt/cudart/call.h"

namespace simt::cudart {
namespace {

// Local memory of a thread: CUDA C++ Programming Guide, technical
// specifications per compute capability.
constexpr size_t kMostStack = 512 * 1024;

/// Where a limit is kept; null: there is no such limit here.
size_t* limit_of(Limits& limits, cudaLimit which) {
  switch (which) {
    case cudaLimitStackSize:
      return &limits.stack;
    case cudaLimitPrintfFifoSize:
      return &limits.printf_fifo;
    case cudaLimitMallocHeapSize:
      return &limits.heap;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &limits.pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return &limits.l2_granularity;
    case cudaLimitPersistingL2CacheSize:
      return &limits.persisting_l2;
    default:
      return nullptr;
  }
}

/// Runs `body(size_t&)` with a limit that exists.
template <class Body>
cudaError_t with_limit(cudaLimit which, Body body) {
  return call([&](State& s) {
    size_t* limit = limit_of(s.device().limits, which);
    return limit ? body(*limit) : cudaErrorUnsupportedLimit;
  });
}

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaDeviceSetLimit(cudaLimit which, size_t value) {
  return with_limit(which, [&](size_t& limit) {
    if (which == cudaLimitStackSize && value > kMostStack) {
      return cudaErrorInvalidValue;
    }
    limit = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit which) {
  return with_limit(which, [&](size_t& limit) {
    if (!value) return cudaErrorInvalidValue;
    *value = limit;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return call([&](State& s) {
    if (flags & ~unsigned{cudaDeviceMask}) return cudaErrorInvalidValue;
    s.device().flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return call([&](State& s) {
    if (!flags) return cudaErrorInvalidValue;
    *flags = s.device().flags;
    return cudaSuccess;
  });
}

// Obeyed where L1 and shared memory split 64 KB (k20m), a hint elsewhere.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&](State& s) {
    s.device().cache_config = config;
    return cudaSuccess;
  });
}

/// A hint, as the setting of the limit is: nothing is kept in this cache.
cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([](State&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call([&](State& s) {
    if (!config) return cudaErrorInvalidValue;
    *config = s.device().cache_config;
    return cudaSuccess;
  });
}

// Only Kepler's banks can change: elsewhere accepted, without effect.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return call([&](State& s) {
    if (config < cudaSharedMemBankSizeDefault ||
        config > cudaSharedMemBankSizeEightByte) {
      return cudaErrorInvalidValue;
    }
    if (s.device().profile->banks != simt::Banks::kKepler) return cudaSuccess;
    const bool wide = config == cudaSharedMemBankSizeEightByte;
    s.device().shared_config =
        wide ? cudaSharedMemBankSizeEightByte : cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return call([&](State& s) {
    if (!config) return cudaErrorInvalidValue;
    *config = s.device().shared_config;
    return cudaSuccess;
  });
}

}  // extern "C"
