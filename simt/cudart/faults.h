// SPDX-License-Identifier: MIT
// Fault injection: a call of the API fails because somebody asked for it, by
// SIMT_FAIL or simt_fail_call. Knows the names of calls, not what they do.
#pragma once

#include <string>
#include <string_view>

#include "simt/context/caller.h"
#include "simt/context/state.h"

namespace simt::cudart {

/// What `call` returns when it is made to fail, or cudaSuccess for calls that
/// never are: those that ask, set or give back. A call that makes something
/// returns cudaErrorMemoryAllocation, a launch cudaErrorLaunchOutOfResources,
/// a copy or a wait cudaErrorLaunchFailure, as if an earlier kernel had failed.
cudaError_t fault_of(std::string_view call);

/// To be asked once, before the thread's call does anything: counts it when it
/// can fail. Anything but cudaSuccess is what it returns, having done nothing.
/// The device goes on, so that a check can try one call after the other.
cudaError_t injected_fault(State& s);
/// The same of the function `call`, called from `place`.
cudaError_t injected_fault(State& s, const std::string& call,
                           const CallPlace& place);

}  // namespace simt::cudart
