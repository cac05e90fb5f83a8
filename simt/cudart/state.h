// SPDX-License-Identifier: MIT
// The one device of this process and everything that the API keeps about it.
// Guarded by State::mutex; see call.h.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "simt/checks/session.h"
#include "simt/cudart/cuda.h"
#include "simt/cudart/events.h"
#include "simt/cudart/memory.h"
#include "simt/cudart/modules.h"
#include "simt/cudart/options.h"
#include "simt/cudart/streams.h"

namespace simt::cudart {

/// Values of cudaDeviceSetLimit that the emulator obeys or remembers.
struct Limits {
  size_t stack = 1024;             // bytes per thread
  size_t printf_fifo = 7340032;    // bytes; remembered only
  size_t heap = 8 * 1024 * 1024;   // bytes, device malloc
  size_t pending_launches = 2048;  // remembered only
  size_t l2_granularity = 64;      // remembered only
  size_t persisting_l2 = 0;        // remembered only
};

struct State {
  explicit State(Options wanted);

  std::recursive_mutex mutex;
  Options options;
  std::string working_directory;  // when the program began
  std::string counted_on;         // "ptx sm_75", of the first launch
  checks::Session session;
  Memory memory;
  Modules modules;
  Streams streams;
  Events events;
  Limits limits;
  cudaFuncCache cache_config = cudaFuncCachePreferNone;
  cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;
  unsigned device_flags = cudaDeviceMapHost;
  int launches = 0;
  Allocation* grid_workspace = nullptr;  // of cooperative launches

  /// A failed launch: told by the next call that waits, as on a GPU, where
  /// the launch itself has long returned.
  cudaError_t pending = cudaSuccess;
  /// Once told, every later call returns it.
  cudaError_t sticky = cudaSuccess;
};

/// The process's state; made before main, never destroyed, since the
/// program's own static destructors still call us.
State& state();

/// Adds a diagnostic about a call of the host.
void diagnose(State& s, report::Diagnostic diagnostic);

}  // namespace simt::cudart
