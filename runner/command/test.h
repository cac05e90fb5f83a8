// SPDX-License-Identifier: MIT
// The verb test: the repository's own tests, step by step.
#pragma once

#include "runner/lesson/place.h"

namespace learn {

/// `all`: also format, tidy, sanitizers and bounded fuzzing. `gpu`: also the
/// solutions and examples on the real runtime. 0 when every step passed.
int test(const Place& place, bool all, bool gpu);

}  // namespace learn
