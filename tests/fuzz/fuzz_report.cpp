// SPDX-License-Identifier: MIT
// A report of the emulator, which a student's process can overwrite: as the
// runner judges by it, as pictures are drawn from it, and as a page shows it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runner/base/stop.h"
#include "runner/check/emulator_report.h"
#include "runner/page/run_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto report = learn::parse_emulator_report(text)) {
    if (report->launches < 0) std::abort();
  }
  try {
    const auto run = learn::read_run(text);
    for (const auto& launch : run.launches) {
      for (const auto& line : launch.lines) {
        if (line.file < 0 || size_t(line.file) >= run.files.size())
          std::abort();
      }
    }
  } catch (const learn::Stop& stop) {
    if (stop.sentence.empty()) std::abort();
  }
  return 0;
}
