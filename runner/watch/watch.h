// SPDX-License-Identifier: MIT
// The watch mode: one lesson on the screen, checked whenever its exercise is
// saved.
#pragma once

#include "runner/base/place.h"

namespace learn {

/// Until the user quits; 0. Needs on_a_terminal(). A signal that ends it ends
/// this process by the same signal, with the terminal as it was.
int watch(const Place& place);

}  // namespace learn
