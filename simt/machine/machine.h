// SPDX-License-Identifier: MIT
// Runs one launch: blocks, warps as lists of splits, barriers, the schedule.
// No globals: several machines can stand side by side.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simt/machine/device_memory.h"
#include "simt/machine/profile.h"
#include "simt/ops/observer.h"
#include "simt/program/program.h"

namespace simt {

/// Where in the workspace of a cooperative launch grid.sync() counts blocks
/// (cooperative_groups/details/driver_abi.h).
inline constexpr uint64_t kGridBarrierOffset = 4;

struct Launch {
  int index = 0;
  int device = 0;  // of the process's, below kMostDevices
  uint32_t first_slot =
      0;  // WarpPlace::slot: those below are of other launches
  const program::Kernel* kernel = nullptr;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1};  // divides the grid
  bool explicit_cluster = false;             // somebody gave its size
  uint32_t dynamic_shared = 0;
  std::vector<std::byte> params;  // Kernel::param_bytes
  bool cooperative = false;
  uint64_t grid_workspace = 0;  // device address, cooperative launches
  int registers = 32;
  std::string registers_from = "estimate";
  std::vector<int> concurrent, prerequisites;  // as in LaunchInfo
  int oldest_open = -1;
  bool alone = false;  // no launch, also a later one, may run beside it
  int graph_run = 0;   // as in LaunchInfo
  std::string graph_node;
  std::string counted_on;  // LaunchInfo::counted_on
  BankRule banks = BankRule::kFourByte;
  uint32_t shared_preference = 0;  // BlockNeeds::shared_preference
};

/// Warp instructions, and bytes of device printf, after which a launch counts
/// as one without end (SIMT_LIMIT changes the first).
inline constexpr uint64_t kInstructionLimit = 10'000'000'000;
inline constexpr uint64_t kPrintLimit = 64 << 20;

/// A kernel that a kernel wants to launch.
struct DeviceLaunch {
  uint64_t function = 0;  // its address
  std::array<uint32_t, 3> grid{}, block{};
  uint32_t shared = 0;  // dynamic, bytes
};

struct Settings {
  const Profile* profile = nullptr;
  int sms = 0;                       // 0: the profile's own
  uint64_t schedule = 0;             // 0: the plain order
  bool any_block_first = false;      // a seed starts blocks in any order at all
  uint32_t local_bytes = 16 * 1024;  // per thread: stack and local arrays
  Observer* observer = nullptr;      // may be null
  bool watch_accesses = true;        // false: on_access is not called
  int workers = 1;  // host threads for independent blocks (threads.h)
  std::function<void(const std::string&)> print;  // device printf
  std::function<uint64_t(uint64_t)> device_malloc;
  std::function<bool(uint64_t)> device_free;
  /// Of a graph's node, by its handle; false: there is no such node.
  std::function<bool(uint64_t, uint32_t)> set_condition;
  /// The address of memory for its arguments; 0: there cannot be such a launch.
  std::function<uint64_t(const DeviceLaunch&)> launch_memory;
  /// Launches what has its arguments there, in that stream: a cudaError_t.
  std::function<uint32_t(uint64_t, uint64_t)> launch;
  std::function<bool()> host_threads;  // others than the one that launched?
  /// The host may store to memory once the launch is left: see Running.
  bool host_goes_on = false;
  /// Whether other launches have not ended, or may begin. They may store to
  /// memory, too, once this one is left.
  std::function<bool()> beside;
  /// Whether work can run beside this launch now; `full`: blocks of it have
  /// found no place. Under a seed it is then left now and then,
  /// Outcome::kPaused. Empty: it is not.
  std::function<bool(bool full)> others_ready;
  /// Whether Launch::prerequisites have ended. Empty: they have.
  std::function<bool()> grids_done;
  /// Whether another launch waits that may begin once all blocks have begun, or
  /// (`let`) have ended or let it (griddepcontrol.launch_dependents). May be
  /// empty.
  std::function<bool(bool let)> dependent_waits;
  /// There may be one that waits for the blocks to have begun.
  bool lets_at_start = false;
  /// What keeps the host from that, for a report: "it waits for the launch in
  /// main".
  std::string host_waits;
  uint64_t instruction_limit = kInstructionLimit;  // 0: none
  const std::atomic<bool>* interrupted = nullptr;  // set: stop and explain
  /// Told now and then how many more blocks have ended. Host threads call it at
  /// once. May be empty.
  std::function<void(uint64_t)> progress;
};

/// Multiprocessors of the machine.
inline int sms_of(const Settings& settings) {
  return settings.sms > 0 ? settings.sms : settings.profile->sms;
}

/// How a launch ended; each maps to one cudaError_t.
enum class Outcome : uint8_t {
  kDone,
  kIllegalAddress,  // 700
  kMisaligned,      // 716
  kTrap,            // 719 (cudaErrorLaunchFailure)
  kIllegal,         // 715 illegal instruction
  kAssert,          // 710
  kBadCall,         // 718 invalid pc
  kUnsupported,     // 801 cudaErrorNotSupported
  kStuck,           // 702 launch timeout: deadlock or interrupted
  kWaits,           // for another launch, or its store: see Running
  kPaused,          // others may run; it can get on
};

class Grid;

/// A launch that can be left while it waits for a store of the host, or of
/// another launch, and gone on with later.
class Running {
 public:
  /// Nothing runs yet. `launch.kernel` must outlive it.
  Running(Settings settings, DeviceMemory& memory, Launch launch);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Runs it to its end, or until only the host or another launch can change
  /// what all its threads look at: Outcome::kWaits. Or for a while, as
  /// Settings::others_ready says. Not for one that has ended.
  Outcome go_on();
  /// The same, but the host stores no more: see Settings::host_waits.
  Outcome go_on_alone(std::string host_waits);
  /// As go_on(), but where only others can change what its threads look at, a
  /// long time passes first, once.
  Outcome pass_time();
  /// After pass_time(): whether threads that look at a clock got on by that.
  bool time_helped() const;
  /// It will not go on: tells the observer of its end, as far as it came. After
  /// Outcome::kWaits.
  void end();
  /// After Outcome::kWaits: it was left for a launch that may begin now.
  bool gave_way() const;
  /// Whether what it waited for comes before the launches that it lets begin.
  bool waited_first() const;
  /// Whether all blocks have begun.
  bool has_begun() const;
  /// Whether all have ended or let dependents begin.
  bool has_let() const;
  /// Whether host threads ran it beside each other.
  bool in_parts() const { return in_parts_; }
  /// After Outcome::kWaits: whether what its threads look at has changed.
  bool sees_change() const;
  /// Likewise whether they look at more than can be said, or at a clock, so
  /// that it may get on without such a change.
  bool waits_blindly() const;
  /// Likewise one of the loads that its threads make again and again; null:
  /// none is known.
  const Stuck::Poll* poll() const;
  /// Likewise whether the host can store to what they look at.
  bool looks_at_host() const;
  /// Whether blocks of it have not started: until they have, a GPU starts none
  /// of a later launch.
  bool has_fresh_blocks() const;
  /// Its blocks' slots are below this.
  uint32_t end_of_slots() const;

 private:
  Settings settings_;
  DeviceMemory& memory_;
  const Launch launch_;
  std::unique_ptr<Grid> grid_;  // null: it has not begun
  bool in_parts_ = false;
};

/// Runs the launch to its end. Deterministic for given settings.
Outcome run(const Settings& settings, DeviceMemory& memory,
            const Launch& launch);

}  // namespace simt
