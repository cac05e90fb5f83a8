// SPDX-License-Identifier: MIT
// Names of functions as people write them.
#pragma once

#include <string>

namespace learn {

/// "f(int)" of "_Z1fi"; what is no mangled name stays as it is.
std::string demangled(const std::string& symbol);

}  // namespace learn
