// SPDX-License-Identifier: MIT
// A report of the emulator, which a student's process can overwrite: as the
// runner judges by it, as pictures are drawn from it, and as a page shows it.
// And the steps of a run, in another file, as they are told in sentences.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runner/base/stop.h"
#include "runner/check/emulator_report.h"
#include "runner/page/run_model.h"
#include "runner/steps/beside.h"
#include "runner/steps/text.h"
#include "simt/report/json.h"
#include "simt/steps/json.h"

namespace {

using namespace simt::report;

/// What was read is written and read as the same; whatever reads all of it
/// also reads its findings.
void look_at(const std::string& text, const Report& report) {
  std::string why;
  const auto again = from_json(to_json(report, ""), Parts::kAll, why);
  auto findings = from_json(text, Parts::kFindings, why);
  if (!again || !findings || !why.empty()) std::abort();
  if (to_json(*again, "") != to_json(report, "")) std::abort();
  findings->launches = report.launches;
  findings->trace = report.trace;
  if (*findings != report) std::abort();
  learn::doubt(report);
  for (const auto& one : report.diagnostics) learn::where(one);
}

/// What was read is written and read as the same, and every step has a
/// paragraph.
void look_at_steps(const std::string& text) {
  std::string why;
  const auto run = simt::steps::from_json(text, why);
  if (!run) {
    if (why.empty()) std::abort();
    return;
  }
  const auto again =
      simt::steps::from_json(simt::steps::to_json(*run, ""), why);
  if (!again || again->steps != run->steps) std::abort();
  learn::Sources sources("/nowhere");
  learn::StepText words(*run, sources);
  words.chosen_steps(learn::read_choice({}));
  if (learn::beside(*run, *again, sources).find("alike") == std::string::npos)
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  look_at_steps(text);
  std::string why;
  if (const auto report = from_json(text, Parts::kAll, why)) {
    look_at(text, *report);
  } else if (why.empty()) {
    std::abort();
  }
  try {
    const auto report = learn::read_run(text);
    const learn::RunModel run(report);
    for (const auto& launch : report.launches) {
      for (const auto& line : run.lines(launch)) {
        if (size_t(line.file) >= run.files.size()) std::abort();
      }
    }
  } catch (const learn::Stop& stop) {
    if (stop.sentence.empty()) std::abort();
  }
  return 0;
}
