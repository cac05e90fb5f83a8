// SPDX-License-Identifier: MIT
// The devices of this process and everything that the API keeps about them.
// Guarded by State::mutex; see entry.h.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "simt/checks/session.h"
#include "simt/context/address_ranges.h"
#include "simt/context/arrays.h"
#include "simt/context/contexts.h"
#include "simt/context/handles.h"
#include "simt/context/host_functions.h"
#include "simt/context/host_watch.h"
#include "simt/context/images.h"
#include "simt/context/memory.h"
#include "simt/context/modules.h"
#include "simt/context/options.h"
#include "simt/context/output.h"
#include "simt/context/pools.h"
#include "simt/context/primaries.h"
#include "simt/context/queue.h"
#include "simt/context/under_way.h"
#include "simt/context/unfinished.h"
#include "simt/steps/steps.h"
#include "simt/stream/cuda.h"
#include "simt/stream/events.h"
#include "simt/stream/graph.h"
#include "simt/stream/streams.h"

namespace simt::cudart {

/// Values of cudaDeviceSetLimit that the emulator obeys or remembers.
struct Limits {
  size_t stack = 1024;             // bytes per thread
  size_t printf_fifo = 7340032;    // bytes, device printf
  size_t heap = 8 * 1024 * 1024;   // bytes, device malloc
  size_t pending_launches = 2048;  // by kernels
  size_t l2_granularity = 64;      // remembered only
  size_t persisting_l2 = 0;        // remembered only
};

/// One of the devices that the program sees. Code is loaded for each apart:
/// it may be other PTX, and its variables are the device's own.
struct Device {
  const Profile* profile = nullptr;
  int sms = 0;
  Modules modules;
  Limits limits;
  cudaFuncCache cache_config = cudaFuncCachePreferNone;
  cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;
  unsigned flags = cudaDeviceMapHost;
  std::vector<Allocation*> grid_workspaces;  // of cooperative launches
};

/// A call that somebody asked to fail (cudart/faults.h).
struct Faults {
  uint64_t at = 0;       // that many calls from `calls == 0` on; 0: none
  uint64_t calls = 0;    // that can fail, since it was asked
  std::string asked_by;  // "SIMT_FAIL=3"
  cudaError_t error = cudaSuccess;  // what that call returned
  bool told = true;                 // by `injected-fault`

  bool waits() const { return calls < at; }
};

/// What decides whether the body of a graph's node runs.
struct Condition {
  unsigned value = 0;
  bool resets = false;  // at each launch of the graph, to `initial`
  unsigned initial = 0;
};

struct State {
  explicit State(Options wanted);

  /// The calling thread's device (cudaSetDevice); set by Entry.
  Device& device() { return devices[static_cast<size_t>(current)]; }
  const Device& device() const { return devices[static_cast<size_t>(current)]; }
  bool has_device(int number) const {
    return number >= 0 && static_cast<size_t>(number) < devices.size();
  }

  std::recursive_mutex mutex;
  Options options;
  std::string working_directory;     // when the program began
  std::string counted_on;            // "ptx sm_75", of the first launch
  std::vector<std::string> refused;  // sentences: device code not loaded
  steps::Run steps;                  // with SIMT_STEPS; the session writes it
  checks::Session session;
  std::deque<Device> devices;
  int current = 0;
  Contexts contexts;
  Images images;
  Memory memory;  // of all devices: unified addresses
  AddressRanges ranges{memory};
  LaunchOrder order;
  HostWatch watch;
  Handles handles;
  Streams streams{order, handles};
  Events events{handles};
  Queue queue;  // of all streams
  Primaries primaries;
  bool overlaps = false;  // some code or launch is made for dependent launches
  LaunchesUnderWay under_way;
  std::vector<std::unique_ptr<checks::Session>> spare_sessions;  // beside ours
  HostFunctions functions;                                       // beside it
  Output output;  // of device printf
  Unfinished unfinished;
  Graphs graphs{handles};
  std::map<cudaGraphConditionalHandle, Condition> conditions;
  Arrays arrays{handles};
  Pools pools;
  Faults faults;
  int launches = 0;
  int last_run = -1;  // the launch, of those
  int graph_runs = 0;

  /// A failed launch: told by the next call that waits, as on a GPU, where
  /// the launch itself has long returned.
  cudaError_t pending = cudaSuccess;
  /// Once told, every later call returns it; after a reset another one.
  cudaError_t sticky = cudaSuccess;
};

/// The process's state, once it was given.
State& state();
/// The process gives its state, before main. It is never destroyed: the
/// program's own static destructors still call us.
void give_state(State& made);

/// Adds a diagnostic about a call of the host.
void diagnose(State& s, report::Diagnostic diagnostic);

}  // namespace simt::cudart
