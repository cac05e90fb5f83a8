// SPDX-License-Identifier: MIT
// Runs a lesson's programs under the emulator's trace and draws what they did.
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/check/judge.h"
#include "runner/contract/contract.h"
#include "runner/lesson/region.h"
#include "runner/picture/draw.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// Where the program of a panel lies, and what it is called.
struct Drawn {
  std::string target;
  std::vector<fs::path> sources;  // in which a line may stand
  fs::path frame;                 // the same, but for its region; or empty
};

Drawn program_of(const Place& place, const Lesson& lesson, const Panel& panel) {
  const auto folder = lesson.folder(place);
  const auto answers = lesson.answers(place);
  const std::vector<fs::path> headers{folder / "rungs.cuh",
                                      folder / "lesson.h"};
  Drawn program;
  const auto target = lesson.name + ".";
  if (panel.program == "example") {
    program = {target + "example", {folder / "example.cu"}, {}};
  } else if (panel.program == "solution") {
    program = {target + "solution", {answers / "solution.cu"}, {}};
  } else {
    const auto name = panel.program.substr(panel.program.find(' ') + 1);
    program = {target + "mistake." + name,
               {answers / "mistakes" / (name + ".cu")},
               answers / "solution.cu"};
  }
  if (!fs::exists(program.sources.front())) {
    throw Stop{fmt::format("the picture's program `{}` is missing: {}",
                           panel.program,
                           place.shown(program.sources.front()))};
  }
  for (const auto& header : headers) {
    if (fs::exists(header)) program.sources.push_back(header);
  }
  return program;
}

/// FILE:LINE of the one line that holds `part`.
std::string place_of(const Place& place, const Drawn& program,
                     const std::string& part) {
  std::vector<std::string> found;
  const auto look = [&](const fs::path& source, const Region& region) {
    for (size_t i = 0; i < region.lines.size(); ++i) {
      const bool left_out = region.begin <= i && i + 1 < region.end;
      if (left_out || region.lines[i].find(part) == std::string::npos) continue;
      found.push_back(fmt::format("{}:{}", place.shown(source), i + 1));
    }
  };
  for (const auto& source : program.sources) {
    look(source, {split_lines(read_text(source)), 0, 0});
  }
  if (!program.frame.empty()) {
    const auto frame = find_region(read_text(program.frame));
    if (frame) look(program.frame, *frame);
  }
  if (found.size() == 1) return found.front();
  const auto where = place.shown(program.sources.front());
  if (found.empty()) {
    throw Stop{fmt::format("the picture's line `{}` stands nowhere in {}", part,
                           where)};
  }
  throw Stop{fmt::format(
      "the picture's line `{}` must stand in one line of {}, not in {}", part,
      where, fmt::join(found, ", "))};
}

/// Runs the panel's program with its lines traced.
simt::report::Report run_traced(const Place& place, const Lesson& lesson,
                                const Panel& panel, bool built) {
  const auto program = program_of(place, lesson, panel);
  std::vector<std::string> points;
  for (const auto& line : panel.lines) {
    points.push_back(place_of(place, program, line));
  }
  // Of a launch alone nothing need be traced; a point switches the trace on.
  if (points.empty()) points.emplace_back("no_such_file:1");
  const auto build = built ? require_built(place, program.target)
                           : build_target(place, program.target);
  if (!build.ok) {
    throw Stop{program.target + " does not compile:\n" + build.shown};
  }
  const ScratchFolder scratch;
  const auto report_file = scratch.path() / "report.json";
  Command command;
  command.argv = {place.program(program.target).string()};
  if (!panel.test_case.empty()) {
    // doctest takes a comma for the end of a name.
    auto name = panel.test_case;
    for (auto& c : name) c = c == ',' ? '?' : c;
    command.argv.push_back("--test-case=" + name);
  }
  command.folder = place.root;
  command.environment = {
      {"LD_LIBRARY_PATH", place.emulator().string()},
      {"SIMT_JSON", report_file.string()},
      {"SIMT_TRACE", fmt::format("{}", fmt::join(points, ","))},
      {"SIMT_REPORT", "0"}};
  command.unset = {"SIMT_SMS", "SIMT_BLOCK_ORDER"};
  set_machine(lesson, command);
  command.environment.emplace_back("SIMT_DEVICE", panel.device);
  Limits limits;
  limits.seconds = lesson.time_limit_s;
  const auto outcome = run_limited(command, limits);
  if (!fs::exists(report_file)) {
    throw Stop{fmt::format("{} wrote no report:\n{}", program.target,
                           outcome.err.text())};
  }
  return read_trace(report_file);
}

int draw(Svg& svg, const Panel& panel, const simt::report::Report& report,
         int top) {
  const auto& trace = report.trace;
  if (panel.kind == "banks") return draw_banks(svg, panel, trace, top);
  if (panel.kind == "sectors") return draw_sectors(svg, panel, trace, top);
  if (panel.kind == "lanes") return draw_lanes(svg, panel, trace, top);
  if (panel.kind == "elements") return draw_elements(svg, panel, trace, top);
  if (panel.kind == "barriers") return draw_barriers(svg, panel, trace, top);
  return draw_blocks(svg, panel, report, top);
}

std::string drawn(const Place& place, const Lesson& lesson, bool built) {
  Svg svg;
  int y = 10;
  for (const auto& panel : lesson.picture->panels) {
    svg.text(20, y + 16, panel.caption, "caption");
    y = draw(svg, panel, run_traced(place, lesson, panel, built), y + 26) + 12;
  }
  return svg.finish(y, lesson.heading(), lesson.picture->alt);
}

}  // namespace

void check_picture(const Place& place, const Lesson& lesson, bool update,
                   Complaints& complaints, bool built) {
  const auto path = lesson.folder(place) / "picture.svg";
  if (!lesson.picture) {
    complaints.errors.push_back(
        place.shown(lesson.folder(place) / "lesson.toml") +
        ": it has no table [picture] (docs/lesson-contract.md)");
    return;
  }
  if (lesson.picture->panels.empty()) {
    complaints.errors.push_back(
        place.shown(lesson.folder(place) / "lesson.toml") +
        ": [picture] has no [[picture.panel]]; the copy that students get has "
        "none, so draw it in the course itself");
    return;
  }
  for (const auto& panel : lesson.picture->panels) {
    if (lesson.kind != "exam" || panel.program == "example") continue;
    complaints.errors.push_back(fmt::format(
        "{}: the panel \"{}\" shows the {}; an exam's picture stands on its "
        "sheet, so it is drawn from the example",
        place.shown(lesson.folder(place) / "lesson.toml"), panel.caption,
        panel.program));
    return;
  }
  std::string wanted;
  try {
    wanted = drawn(place, lesson, built);
  } catch (const Stop& stop) {
    complaints.errors.push_back(
        place.shown(lesson.folder(place) / "lesson.toml") + ": " +
        stop.sentence);
    return;
  }
  if (fs::exists(path) && read_text(path) == wanted) return;
  if (update) {
    write_text(path, wanted);
    return;
  }
  complaints.errors.push_back(
      fmt::format("{}: it is not what the lesson's run draws; type ./learn dev "
                  "picture {} --update",
                  place.shown(path), lesson.number));
}

}  // namespace learn
