// SPDX-License-Identifier: MIT
// An archive that a student handed in: what is found at each wanted path is no
// more than the limits allow, and an archive that cannot be read says so.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "runner/grade/archive_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using Kind = learn::WantedMember::Kind;
  static const std::vector<std::string> kPaths{
      "lessons/01_x/exercise.cu", "01_x/exercise.cu", "exercise.cu"};
  constexpr uint64_t kMost = 4 << 20;  // bytes: 8 KB can unpack to a GB
  const auto found = learn::read_archive(
      {reinterpret_cast<const char*>(data), size}, kPaths, kMost);
  if (found.wanted.size() != kPaths.size()) std::abort();
  for (const auto& one : found.wanted) {
    if (one.text.size() > learn::kMostExercise) std::abort();
    if ((one.count == 0) != (one.kind == Kind::kAbsent)) std::abort();
    if (!one.text.empty() && one.kind != Kind::kText) std::abort();
    if (!one.text.empty() && one.count != 1) std::abort();
  }
  return 0;
}
