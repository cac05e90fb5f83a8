// SPDX-License-Identifier: MIT
// A call that the emulator does not have is a call like any other.
#include "simt/cudart/unsupported.h"

#include "simt/context/not_supported.h"
#include "simt/cudart/call.h"

namespace simt::cudart {

int unsupported_call(const char* what) {
  return call([&](State& s) { return not_supported(s, what); });
}

}  // namespace simt::cudart
