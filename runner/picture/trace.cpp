// SPDX-License-Identifier: MIT
// The report of a run that was asked for a trace.
#include "runner/picture/trace.h"

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "simt/report/json.h"

namespace learn {

simt::report::Report read_trace(const fs::path& file) {
  std::string why;
  auto report = from_json(read_text(file), simt::report::Parts::kAll, why);
  if (report && report->trace.points.empty()) why = "it has none";
  if (why.empty()) return std::move(*report);
  throw Stop{"the emulator wrote no trace that can be read: " + why};
}

}  // namespace learn
