// SPDX-License-Identifier: MIT
// Builds the process's state from its options.
#include "simt/cudart/state.h"

#include <utility>

namespace simt::cudart {

State::State(Options wanted)
    : options(std::move(wanted)),
      session(options.checks),
      memory(options.profile->global_bytes, session) {
  if (!options.trace.empty()) session.trace(options.trace);
}

void diagnose(State& s, report::Diagnostic diagnostic) {
  s.session.add(std::move(diagnostic));
}

}  // namespace simt::cudart
