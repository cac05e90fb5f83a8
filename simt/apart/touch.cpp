// SPDX-License-Identifier: MIT
// The part of libcudart that works in the process apart: a touch of device
// memory there is told to the process that judges.
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"
#include "simt/process/host_touch.h"

namespace simt::apart {
namespace {

/// In the process apart, in a signal's handler.
void tell(uint64_t address, uint64_t instruction) {
  Request request{.ask = kTouch};
  request.words = {address, instruction};
  Reply reply;
  // Whether somebody listens or not: the process ends next.
  if (send_all(kSocket, &request, sizeof request)) {
    receive_all(kSocket, &reply, sizeof reply);
  }
}

}  // namespace
}  // namespace simt::apart

extern "C" {

void simt_enter_apart() { simt::cudart::tell_touches(simt::apart::tell); }

}  // extern "C"
