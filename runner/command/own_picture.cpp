// SPDX-License-Identifier: MIT
// Takes the request from the report that a page is made of, and has it drawn by
// runner/picture. The form in letters is for terminals and screen readers.
#include "runner/command/own_picture.h"

#include <fmt/format.h>

#include <string>
#include <system_error>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/lesson/state.h"
#include "runner/picture/draw.h"
#include "runner/picture/letters.h"
#include "runner/picture/svg.h"
#include "simt/report/json.h"

namespace learn {
namespace {
using simt::report::Diagnostic;
using simt::report::TraceEvent;

bool failed_technique(const Lesson& lesson, const Verdict& verdict) {
  for (size_t i = 0; i < lesson.cases.size(); ++i) {
    if (lesson.cases[i].kind == CaseKind::kTechnique &&
        verdict.states[i] == CaseState::kFail) {
      return true;
    }
  }
  return false;
}

/// The first finding about what a request costs; null when there is none.
const Diagnostic* costly(const simt::report::Report& report) {
  for (const auto& one : report.diagnostics) {
    if (one.name == "bank-conflict" || one.name == "uncoalesced") return &one;
  }
  return nullptr;
}

/// The event of the finding's line and memory that costs most above the least.
const TraceEvent* request_of(const simt::report::Trace& trace,
                             const Diagnostic& finding) {
  const auto& at = finding.places.front();
  const bool shared = finding.name == "bank-conflict";
  const TraceEvent* found = nullptr;
  for (const auto& event : trace.events) {
    if (!event.is_access() || event.point < 0) continue;
    if ((event.space == "shared") != shared) continue;
    const auto& point = trace.points[static_cast<size_t>(event.point)];
    if (point.line != at.line || !at.file.ends_with(point.file)) continue;
    if (found == nullptr ||
        event.cost - event.ideal > found->cost - found->ideal) {
      found = &event;
    }
  }
  return found;
}

}  // namespace

fs::path own_picture(const Place& place, const Lesson& lesson) {
  return state_folder(place) / "pictures" / (lesson.name + ".svg");
}

fs::path own_picture_text(const Place& place, const Lesson& lesson) {
  return own_picture(place, lesson).replace_extension(".txt");
}

fs::path own_steps(const Place& place, const Lesson& lesson) {
  return own_picture(place, lesson).replace_extension(".html");
}

std::string draw_own_picture(const Place& place, const Lesson& lesson,
                             const Verdict& verdict) {
  const auto svg_file = own_picture(place, lesson);
  const auto text_file = own_picture_text(place, lesson);
  std::error_code ignored;
  fs::remove(svg_file, ignored);
  fs::remove(text_file, ignored);
  if (!failed_technique(lesson, verdict)) return "";
  const auto* finding = costly(verdict.last().report);
  if (finding == nullptr || finding->places.empty()) return "";
  std::string why;
  const auto report = simt::report::from_json(verdict.last().report_json,
                                              simt::report::Parts::kAll, why);
  if (!report) return "";
  const auto& at = finding->places.front();
  const auto* event = request_of(report->trace, *finding);
  if (event == nullptr) return "";
  const auto caption = fmt::format("{}:{}: {}", place.relative(at.file),
                                   at.line, finding->message);
  Svg svg;
  constexpr int kTop = 10, kLine = 26, kBelow = 12;
  svg.text(20, kTop + 16, caption, "caption");
  const int end =
      event->space == "shared"
          ? draw_bank_grid(svg, *event, report->trace.device, kTop + kLine)
          : draw_sector_rows(svg, *event, kTop + kLine);
  fs::create_directories(svg_file.parent_path(), ignored);
  write_text(svg_file, svg.finish(end + kBelow, lesson.heading(), caption));
  write_text(text_file,
             caption + "\n\n" + in_letters(*event, report->trace.device));
  return fmt::format("Picture: {} shows this request of yours.\n",
                     place.shown(svg_file));
}

std::string explain_picture(const Place& place, const std::string& line) {
  const bool one = line.find(".svg") != std::string::npos;
  fs::path found;
  std::error_code none;
  for (const auto& entry :
       fs::directory_iterator(state_folder(place) / "pictures", none)) {
    const auto& text = entry.path();
    if (text.extension() != ".txt") continue;
    const auto drawn = text.stem().string() + ".svg";
    const bool wanted = one ? line.find(drawn) != std::string::npos
                            : found.empty() || fs::last_write_time(text) >
                                                   fs::last_write_time(found);
    if (wanted) found = text;
  }
  if (found.empty()) {
    throw Stop{
        "that picture is not there. ./learn check draws one when a case of "
        "technique fails, and removes it at the next check of that lesson"};
  }
  const auto drawn = fs::path(found).replace_extension(".svg");
  return fmt::format("{}\n{} shows it. Open it in a browser.\n",
                     read_text(found), place.shown(drawn));
}

}  // namespace learn
