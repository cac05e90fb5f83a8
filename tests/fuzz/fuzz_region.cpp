// SPDX-License-Identifier: MIT
// Any exercise that a student hands in: refused with a sentence, or spliced
// into the teacher's file, of which then nothing outside of the region changed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runner/grade/region.h"

namespace {

const std::string kBefore = "int before;\n  // task-begin\n";
const std::string kAfter = "  // task-end\nint after;\n";

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string teacher = kBefore + "  x();\n" + kAfter;
  for (const auto& student : {text, kBefore + text + "\n" + kAfter}) {
    const auto splice = learn::splice_region(teacher, student);
    require(splice.text.empty() != splice.refusal.empty());
    if (!splice.refusal.empty()) continue;
    require(splice.text.rfind(kBefore, 0) == 0);
    require(splice.text.size() >= kBefore.size() + kAfter.size());
    require(splice.text.substr(splice.text.size() - kAfter.size()) == kAfter);
  }
  return 0;
}
