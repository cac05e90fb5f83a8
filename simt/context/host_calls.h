// SPDX-License-Identifier: MIT
// What the report needs to know of a program's calls when it ends: errors and
// refused launches that nobody read, and where memory was allocated. It has a
// lock of its own: asking for an error's name must not wait for a launch.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "simt/context/caller.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

/// Equal errors of one place in the program, of which no call has read any.
struct UnreadError {
  CallPlace place;
  cudaError_t error;
  uint64_t thread;  // a number for the thread that called
  uint64_t count;
};

/// A launch that could not start, and what the program did about it.
struct RefusedLaunch {
  std::string kernel, message;  // those of its diagnostic
  cudaError_t error = cudaSuccess;
  uint64_t thread = 0;
  bool returned = false;  // by a call; <<<...>>> returns nothing
  bool read = false;      // the thread asked for its last error
  bool named = false;     // somebody asked for the error's name or text

  bool operator==(const RefusedLaunch&) const = default;
};

/// A call begins: nothing is told of it yet.
void call_begins();
/// A diagnostic was added during the thread's call, so its error is known.
void call_is_told();
/// The call returns `error`, a failure.
void call_failed(cudaError_t error);

/// The diagnostic of a launch was added. `read` and `named` come later.
void launch_refused(RefusedLaunch launch);
/// The thread gives a stream more work: refused launches whose error it has
/// read, without asking for a name, are dealt with and forgotten.
void work_goes_on();

/// The calling thread reads its last error.
void error_is_read();
/// Somebody asks for the name or the text of `error`.
void error_is_named(cudaError_t error);
/// In the order of their first ones.
std::vector<UnreadError> unread_errors();
/// Those that are not forgotten.
std::vector<RefusedLaunch> refused_launches();

/// The lock of all that, held for moments only.
std::mutex& host_calls_lock();

/// Keeps where the allocation at `begin` comes from: this call.
void keep_place(uint64_t begin);
CallPlace kept_place(uint64_t begin);

}  // namespace simt::cudart
