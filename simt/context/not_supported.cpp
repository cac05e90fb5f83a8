// SPDX-License-Identifier: MIT
// Reports the error unsupported-call with the host function that made the call,
// and gives back cudaErrorNotSupported.
#include "simt/context/not_supported.h"

#include <string>

#include "simt/context/caller.h"

namespace simt::cudart {

cudaError_t not_supported(State& s, const char* what) {
  report::Diagnostic d;
  d.name = "unsupported-call";
  d.severity = report::Severity::kError;
  d.message = "the emulator does not have " + std::string(what);
  d.notes = host_note(call_place());
  d.why = "the call did nothing; on a GPU it may work";
  diagnose(s, d);
  return cudaErrorNotSupported;
}

}  // namespace simt::cudart
