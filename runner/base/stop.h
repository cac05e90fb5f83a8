// SPDX-License-Identifier: MIT
// The one exception that ends a verb. Knows nothing else.
#pragma once

#include <string>

namespace learn {

/// An error that the user can act on; `exit_code` is what ./learn returns.
struct Stop {
  std::string sentence;
  int exit_code = 2;
};

}  // namespace learn
