// SPDX-License-Identifier: MIT
// What calls of the API end with.
#include "simt/cudart/call.h"

#include "simt/launch/submit.h"

namespace simt::cudart {

cudaError_t and_wait(cudaError_t done) {
  if (done != cudaSuccess) return done;
  return call([](State& s) { return host_waits(s, nullptr); });
}

}  // namespace simt::cudart
