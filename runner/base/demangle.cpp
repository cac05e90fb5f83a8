// SPDX-License-Identifier: MIT
// The compiler's own library reads the name.
#include "runner/base/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace learn {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
      &std::free);
  return status == 0 && name ? name.get() : symbol;
}

}  // namespace learn
