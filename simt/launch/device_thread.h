// SPDX-License-Identifier: MIT
// A thread that goes on with a launch that waits for the host, and begins work
// that waits in streams, while the program calls nothing. It is there only as
// long as there is such work.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Starts it, if there is none; under the lock. It calls `go_on` now and then.
/// Not `soon`: only when the program has called nothing for about a second, so
/// that a seed's order does not hang on time. Without it work goes on in calls.
void start_device_thread(void (*go_on)(State&), bool soon);

}  // namespace simt::cudart
