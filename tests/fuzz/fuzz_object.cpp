// SPDX-License-Identifier: MIT
// Any object file of a submission: its names, or one sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runner/base/stop.h"
#include "runner/grade/object_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto object = learn::read_object(bytes, "exercise.o");
    if (object.needed.count("") != 0) std::abort();
  } catch (const learn::Stop& stop) {
    if (stop.sentence.empty()) std::abort();
  }
  return 0;
}
