// SPDX-License-Identifier: MIT
// Any exercise that a student hands in: refused with a sentence, or spliced
// into the teacher's file, of which then nothing outside of the region changed
// but for include lines above it: each one that may be taken, and once.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "runner/grade/region.h"

namespace {

const std::string kBefore = "int before;\n  // task-begin\n";
const std::string kAfter = "  // task-end\nint after;\n";

void require(bool holds) {
  if (!holds) std::abort();
}

/// What stands behind the lines taken from the student.
std::string_view without_lines_taken(std::string_view text) {
  std::set<std::string_view> seen;
  for (bool more = true; more;) {
    more = false;
    for (const auto line : learn::lines_taken()) {
      if (!text.starts_with(line)) continue;
      require(seen.insert(line).second);
      require(text.substr(line.size()).starts_with('\n'));
      text.remove_prefix(line.size() + 1);
      more = true;
    }
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string teacher = kBefore + "  x();\n" + kAfter;
  for (const auto& student : {text, kBefore + text + "\n" + kAfter}) {
    const auto splice = learn::splice_region(teacher, student);
    require(splice.text.empty() != splice.refusal.empty());
    if (!splice.refusal.empty()) continue;
    const auto whole = without_lines_taken(splice.text);
    require(whole.size() >= kBefore.size() + kAfter.size());
    require(whole.starts_with(kBefore) && whole.ends_with(kAfter));
  }
  return 0;
}
