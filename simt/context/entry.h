// SPDX-License-Identifier: MIT
// The way to the state: takes the lock, knows when an earlier launch failed,
// and keeps the thread's last error. Knows no call of the API.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "simt/context/state.h"

namespace simt::cudart {

/// One stay inside the library. While any exists, a signal that asks the
/// program to end waits for it (see watch_entries).
class Entry {
 public:
  /// `registers`: it only tells of the program's code. Any other call begins to
  /// use the device, as the runtime does even for cudaGetLastError.
  explicit Entry(bool registers = false);
  ~Entry();
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  State& state() { return state_; }
  /// Why the call may not start: a forked child, a host callback, or a
  /// launch that failed. `reveals`: the call waits for the device.
  cudaError_t refusal(bool reveals);
  /// Remembers a failure as the thread's last error and passes it on.
  static cudaError_t leave(cudaError_t error);

 private:
  State& state_;
  std::unique_lock<std::recursive_mutex> lock_;
};

/// How often threads have come in; nothing while one is inside.
std::optional<uint64_t> quiet_entries();

/// While one lives, the thread waits outside, in the middle of its stay: other
/// threads come in, and what they may change must be looked up again.
class Pause {
 public:
  /// `state` is that of the thread's only Entry.
  explicit Pause(State& state);
  ~Pause();
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  State& state_;
  const int device_;
};

/// The thread's device (cudaSetDevice); the next Entry obeys it.
int& thread_device();

/// The thread's last error (cudaGetLastError).
cudaError_t& last_error();

/// While one lives, calls of this thread return cudaErrorNotPermitted: the
/// rule for host functions that a stream calls.
class HostFunctionScope {
 public:
  HostFunctionScope();
  ~HostFunctionScope();
};

/// The calling thread is the emulator's own, none of the program's.
void mark_own_thread();
bool on_own_thread();

/// Whether this process or one that forked it has begun to use the device.
bool device_in_use();
/// It begins to, by a call that needs no Entry.
void use_device();

/// In a child of a process that used the device, the device is gone
/// (cudaErrorInitializationError).
void mark_forked_child();
bool forked_child();

/// From now on `begin` is called before each stay takes the lock, and `end`
/// after it has given the lock back. For the process, which owns the state.
void watch_entries(void (*begin)(), void (*end)());

}  // namespace simt::cudart
