// SPDX-License-Identifier: MIT
// What calls of the API end with.
#include "simt/cudart/call.h"

#include "simt/launch/submit.h"

namespace simt::cudart {

cudaError_t and_wait(cudaError_t done) {
  if (done != cudaSuccess) return done;
  Entry entry;  // the call itself was counted already (injected_fault)
  const cudaError_t refusal = entry.refusal(true);
  if (refusal != cudaSuccess) return Entry::leave(refusal);
  return Entry::leave(host_waits(entry.state(), nullptr));
}

}  // namespace simt::cudart
