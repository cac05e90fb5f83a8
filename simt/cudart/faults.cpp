// SPDX-License-Identifier: MIT
// The rows are beginnings of names: cudaMemcpy2DAsync is a cudaMemcpy. Errors
// are such as a right program can meet, on a GPU that is shared or worn.
#include "simt/cudart/faults.h"

#include <string>

#include "simt/context/error_names.h"
#include "simt/context/host_calls.h"

namespace simt::cudart {
namespace {

struct Row {
  std::string_view begins;
  cudaError_t error;
};

constexpr Row kRows[] = {
    {"cudaMalloc", cudaErrorMemoryAllocation},
    {"cudaHostAlloc", cudaErrorMemoryAllocation},
    {"cudaHostRegister", cudaErrorMemoryAllocation},
    {"cudaMemPoolCreate", cudaErrorMemoryAllocation},
    {"cudaStreamCreate", cudaErrorMemoryAllocation},
    {"cudaEventCreate", cudaErrorMemoryAllocation},
    {"cudaGraphCreate", cudaErrorMemoryAllocation},
    {"cudaGraphClone", cudaErrorMemoryAllocation},
    {"cudaGraphAdd", cudaErrorMemoryAllocation},
    {"cudaGraphInstantiate", cudaErrorMemoryAllocation},
    {"cudaFuncSet", cudaErrorMemoryAllocation},  // it may load the code first
    {"cudaCreateSurfaceObject", cudaErrorMemoryAllocation},
    {"cudaCreateTextureObject", cudaErrorMemoryAllocation},
    {"cudaLaunch", cudaErrorLaunchOutOfResources},
    {"cudaGraphLaunch", cudaErrorLaunchOutOfResources},
    {"cudaStreamAddCallback", cudaErrorLaunchOutOfResources},
    {"cudaMemcpy", cudaErrorLaunchFailure},
    {"cudaMemset", cudaErrorLaunchFailure},
    {"cudaMemPrefetchAsync", cudaErrorLaunchFailure},
    {"cudaDeviceSynchronize", cudaErrorLaunchFailure},
    {"cudaStreamSynchronize", cudaErrorLaunchFailure},
    {"cudaEventSynchronize", cudaErrorLaunchFailure},
};

void tell(State& s, const std::string& call, cudaError_t error,
          const CallPlace& place) {
  const Faults& faults = s.faults;
  report::Diagnostic d;
  d.name = "injected-fault";
  d.severity = report::Severity::kWarning;
  d.message = "`" + call + "` returned " + error_name(error) + ", because " +
              faults.asked_by + " asked for it";
  d.notes = host_note(place);
  d.notes.push_back({"text", error_text(error)});
  d.why = "it is number " + std::to_string(faults.calls) +
          " of the calls that can fail; it did nothing";
  if (error == cudaErrorLaunchFailure) {
    d.why += "; on a GPU every later call that uses the device would fail, too";
  }
  d.hint = "what does the program tell its user now, and how does it end?";
  diagnose(s, std::move(d));
}

}  // namespace

cudaError_t fault_of(std::string_view call) {
  for (const Row& row : kRows) {
    if (call.starts_with(row.begins)) return row.error;
  }
  return cudaSuccess;
}

cudaError_t injected_fault(State& s) {
  if (s.faults.at == 0) return cudaSuccess;
  const CallPlace place = call_place();
  return injected_fault(s, call_name(place), place);
}

cudaError_t injected_fault(State& s, const std::string& call,
                           const CallPlace& place) {
  Faults& faults = s.faults;
  const cudaError_t error = fault_of(call);
  if (faults.at == 0 || error == cudaSuccess) return cudaSuccess;
  if (++faults.calls != faults.at) return cudaSuccess;
  faults.error = error;
  if (faults.told) tell(s, call, error, place);
  // That it was injected says nothing of whether the program noticed.
  call_begins();
  return error;
}

}  // namespace simt::cudart
