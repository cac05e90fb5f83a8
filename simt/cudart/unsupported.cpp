// SPDX-License-Identifier: MIT
// The diagnostic unsupported-call.
#include "simt/cudart/unsupported.h"

#include <string>

#include "simt/context/caller.h"
#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"

namespace simt::cudart {

cudaError_t not_supported(State& s, const char* what) {
  report::Diagnostic d;
  d.name = "unsupported-call";
  d.severity = "error";
  d.message = "the emulator does not have " + std::string(what);
  d.notes = host_note(call_place());
  d.why = "the call did nothing; on a GPU it may work";
  diagnose(s, d);
  return cudaErrorNotSupported;
}

int unsupported_call(const char* what) {
  return call([&](State& s) { return not_supported(s, what); });
}

}  // namespace simt::cudart
