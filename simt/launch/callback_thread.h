// SPDX-License-Identifier: MIT
// The thread that runs host functions, one after another, as CUDA has one: the
// program goes on beside a function that waits for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "simt/context/host_functions.h"
#include "simt/context/state.h"

namespace simt::cudart {

using HostTime = std::chrono::steady_clock::time_point;

/// Hands a function over, under the state's lock. `go_on` is called under that
/// lock when a function that was left alone has returned.
void run_on_callback_thread(std::shared_ptr<HostFunction> function,
                            void (*go_on)(State&));
/// Gives the lock away until all functions have returned, or the running one is
/// seen to wait or to take long; then they are left alone.
void wait_a_while(State& s);
/// All functions that have not returned are left alone.
void leave_host_functions_alone();

/// How many functions have returned.
uint64_t returned_host_functions();
/// Gives the lock away until more than `seen` have returned, at most until
/// `end`.
void wait_for_host_function(State& s, uint64_t seen,
                            HostTime end = HostTime::max());

/// Whether the caller is that thread.
bool on_callback_thread();

}  // namespace simt::cudart
