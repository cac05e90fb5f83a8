// SPDX-License-Identifier: MIT
// What a check printed as doctest's XML, which its student can write: nothing,
// or cases of which each has a verdict.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runner/check/doctest_results.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto cases = learn::read_doctest_xml(text);
  if (!cases) return 0;
  for (const auto& [name, result] : *cases) {
    // A case that failed by an assertion did not pass.
    if (result.passed && result.failure) std::abort();
  }
  return 0;
}
