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

bool taken(const std::string& name) {
  return name == "mma.h" || name == "cub/cub.cuh";
}

/// What stands behind the lines taken from the student: each once.
std::string_view without_lines_taken(std::string_view text) {
  std::set<std::string_view> seen;
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view line :
         {"#include <mma.h>\n", "#include <cub/cub.cuh>\n"}) {
      if (!text.starts_with(line)) continue;
      require(seen.insert(line).second);
      text.remove_prefix(line.size());
      more = true;
    }
  }
  return text;
}

/// A region that was taken holds no sign that compilers read in two ways, and
/// reading it once more changes nothing.
void require_plain(const std::string& region) {
  require(region.find('\r') == std::string::npos);
  require(region.find("\\\n") == std::string::npos);
  const auto again = learn::scan_text(region, {.header = taken});
  require(again.refusal.empty() && again.text == region);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string teacher = kBefore + "  x();\n" + kAfter;
  for (const auto& student : {text, kBefore + text + "\n" + kAfter}) {
    const auto splice = learn::splice_region(teacher, student, taken);
    require(splice.text.empty() != splice.refusal.empty());
    if (!splice.refusal.empty()) continue;
    const auto whole = without_lines_taken(splice.text);
    require(whole.size() >= kBefore.size() + kAfter.size());
    require(whole.starts_with(kBefore) && whole.ends_with(kAfter));
    require_plain(learn::cut_at_marks(splice.text)->region);
  }
  return 0;
}
