// SPDX-License-Identifier: MIT
// Fault injection from the inside: which calls can fail, with what, how they
// are counted, and that a call that fails does nothing else.
#include <doctest/doctest.h>

#include "simt/cudart/call.h"
#include "simt/cudart/export.h"
#include "simt/cudart/faults.h"

using simt::cudart::fault_of;
using simt::cudart::injected_fault;
using simt::cudart::state;

namespace {

/// The error of the call that was made to fail, or 0.
int failed() { return simt_call_failed(nullptr); }

/// No fault before and after.
struct NoFault {
  NoFault() { simt_fail_call(0, 1); }
  ~NoFault() { simt_fail_call(0, 1); }
};

/// What the function `call` would return before it does anything.
cudaError_t begins(const char* call) {
  return injected_fault(state(), call, {});
}

const simt::report::Diagnostic& last_finding() {
  return state().session.report().diagnostics.back();
}

}  // namespace

TEST_CASE(
    "the call that was asked to fail does, once, and the report says so") {
  const NoFault none;
  simt_fail_call(2, 1);
  CHECK(begins("cudaMalloc") == cudaSuccess);
  CHECK(failed() == 0);
  CHECK(begins("cudaStreamCreate") == cudaErrorMemoryAllocation);
  CHECK(failed() == cudaErrorMemoryAllocation);
  CHECK(last_finding().name == "injected-fault");
  CHECK(last_finding().message ==
        "`cudaStreamCreate` returned cudaErrorMemoryAllocation, because "
        "fail_call(2) asked for it");
  CHECK(begins("cudaStreamCreate") == cudaSuccess);
}

TEST_CASE("a caller that tells itself which call failed needs no report") {
  const NoFault none;
  simt_fail_call(1, 1);
  CHECK(begins("cudaMalloc") == cudaErrorMemoryAllocation);
  simt_fail_call(1, 0);
  CHECK(begins("cudaMemset") == cudaErrorLaunchFailure);
  CHECK(failed() == cudaErrorLaunchFailure);
  CHECK(last_finding().message.starts_with("`cudaMalloc` returned"));
}

TEST_CASE("calls that never fail are not counted") {
  const NoFault none;
  simt_fail_call(2, 1);
  CHECK(begins("cudaMalloc") == cudaSuccess);
  CHECK(begins("cudaFree") == cudaSuccess);
  CHECK(begins("cudaGetDevice") == cudaSuccess);
  CHECK(state().faults.calls == 1);
  CHECK(begins("cudaLaunchKernel") == cudaErrorLaunchOutOfResources);
}

TEST_CASE("the calls after the one that failed are counted") {
  const NoFault none;
  simt_fail_call(1, 1);
  uint64_t later = 7;
  CHECK(simt_call_failed(&later) == 0);
  CHECK(later == 0);
  CHECK(begins("cudaMemcpy") == cudaErrorLaunchFailure);
  CHECK(begins("cudaFree") == cudaSuccess);
  CHECK(simt_call_failed(&later) == cudaErrorLaunchFailure);
  CHECK(later == 0);
  CHECK(begins("cudaMemcpy") == cudaSuccess);
  CHECK(begins("cudaLaunchKernel") == cudaSuccess);
  CHECK(simt_call_failed(&later) == cudaErrorLaunchFailure);
  CHECK(later == 2);
}

TEST_CASE("only one call fails: the device goes on") {
  const NoFault none;
  simt_fail_call(1, 1);
  CHECK(begins("cudaDeviceSynchronize") == cudaErrorLaunchFailure);
  CHECK(state().sticky == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("zero takes the order back") {
  const NoFault none;
  simt_fail_call(1, 1);
  simt_fail_call(0, 1);
  CHECK(begins("cudaDeviceSynchronize") == cudaSuccess);
  CHECK(failed() == 0);
}

TEST_CASE("each kind of call fails in its way") {
  CHECK(fault_of("cudaMallocManaged") == cudaErrorMemoryAllocation);
  CHECK(fault_of("cudaEventCreateWithFlags") == cudaErrorMemoryAllocation);
  CHECK(fault_of("cudaGraphInstantiate") == cudaErrorMemoryAllocation);
  CHECK(fault_of("cudaFuncSetAttribute") == cudaErrorMemoryAllocation);
  CHECK(fault_of("cudaFuncSetCacheConfig") == cudaErrorMemoryAllocation);
  CHECK(fault_of("cudaLaunchKernel") == cudaErrorLaunchOutOfResources);
  CHECK(fault_of("cudaGraphLaunch") == cudaErrorLaunchOutOfResources);
  CHECK(fault_of("cudaMemcpyToSymbol") == cudaErrorLaunchFailure);
  CHECK(fault_of("cudaMemset2DAsync") == cudaErrorLaunchFailure);
  CHECK(fault_of("cudaEventSynchronize") == cudaErrorLaunchFailure);
  for (const char* never : {"cudaFree", "cudaGetDeviceCount", "cudaStreamQuery",
                            "cudaFuncGetAttributes", "cudaStreamDestroy",
                            "cudaDeviceReset", "cudaGetLastError", "a call"}) {
    CAPTURE(never);
    CHECK(fault_of(never) == cudaSuccess);
  }
}
