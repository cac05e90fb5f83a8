// SPDX-License-Identifier: MIT
// The pictures of a launch, drawn as those of the lessons are.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/page/html.h"
#include "runner/page/parts.h"
#include "runner/picture/draw.h"
#include "runner/picture/svg.h"
#include "runner/picture/trace.h"

namespace learn {
namespace {

constexpr size_t kMostWarps = 8;
constexpr int kLastRows = 14;

using Events = std::vector<const TraceEvent*>;

/// "exercise.cu:26" of a point, or words that say there is none.
std::string place_of(const RunModel& run, int point) {
  if (point < 0) return "a line that the compiler does not name";
  const auto& at = run.report.trace.points[point];
  return fmt::format("{}:{}", fs::path(at.file).filename().string(), at.line);
}

std::string figure(const Svg& svg, int height, const std::string& caption) {
  return fmt::format("<figure>\n<figcaption>{}</figcaption>\n{}</figure>\n",
                     escape_html(caption), svg.inlined(height, caption));
}

/// Lane by lane, for those who cannot see the picture.
std::string lanes_table(const TraceEvent& event, const TraceDevice& device) {
  const bool shared = event.space == "shared";
  std::string out = fmt::format(
      "<details>\n<summary>The lanes as a table</summary>\n<table>\n"
      "<caption>Where each lane goes in <code>{}</code></caption>\n<thead><tr>"
      "<th scope=col>Lane<th scope=col>Byte<th scope=col>{}\n<tbody>\n",
      escape_html(event.variable), shared ? "Bank" : "Sector");
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const int64_t byte = event.offset[lane];
    const int64_t where = shared ? (static_cast<int64_t>(event.begin) + byte) /
                                       device.bank_bytes % device.banks
                                 : byte / 32;
    out += fmt::format("<tr><th scope=row>{}<td>{}<td>{}\n", lane, byte, where);
  }
  return out + "</table>\n</details>\n";
}

std::string request_words(const RunModel& run, const TraceEvent& event) {
  const bool shared = event.space == "shared";
  const char* unit = shared ? (event.cost == 1 ? "wavefront" : "wavefronts")
                            : (event.cost == 1 ? "sector" : "sectors");
  auto text =
      fmt::format("Line {}: the {} of `{}` by warp {} of block {} takes {} {}",
                  place_of(run, event.point), name_of(event.kind),
                  event.variable, event.warp, event.block, event.cost, unit);
  text += event.cost > event.ideal ? fmt::format(" instead of {}", event.ideal)
                                   : ", which is the least possible";
  return text;
}

std::string request_html(const PageParts& parts, const Launch& launch,
                         const std::string& space) {
  Events found;
  for (const auto& event : parts.run.report.trace.events) {
    if (event.launch == launch.index && event.space == space) {
      found.push_back(&event);
    }
  }
  if (found.empty()) {
    const bool sectors =
        space == "global" && counts_of(launch.counters).requests > 0;
    return fmt::format("<p>{}</p>\n",
                       sectors ? "This device does not move memory in sectors: "
                                 "there is nothing to draw."
                               : "No request to " + space + " memory.");
  }
  const auto& event = *found.front();  // the most expensive comes first
  const auto& device = parts.run.report.trace.device;
  Svg where, lanes;
  const int height = space == "shared" ? draw_bank_grid(where, event, device, 4)
                                       : draw_sector_rows(where, event, 4);
  const auto words = request_words(parts.run, event);
  std::string out =
      figure(where, height + 4,
             words + (space == "shared" ? ". The banks:" : ". The sectors:"));
  out += figure(lanes, draw_lane_places(lanes, event, device, 4) + 4,
                "The same request, from its lanes:");
  out += lanes_table(event, device);
  if (found.size() == 1) return out;
  out += "<p>The most expensive request of other lines:</p>\n<ul>\n";
  for (size_t i = 1; i < found.size(); ++i) {
    out += fmt::format("<li>{}\n",
                       escape_html(request_words(parts.run, *found[i])));
  }
  return out + "</ul>\n";
}

std::string copy_words(const RunModel& run, const TraceEvent& event) {
  const auto& copy = event.copy;
  auto text =
      fmt::format("Line {}: `{}` by warp {} of block {}, {} bytes at `{}`",
                  place_of(run, event.point), event.instruction, event.warp,
                  event.block, copy.bytes, event.variable);
  if (!copy.box.empty())
    text += fmt::format(", a box of {} elements", fmt::join(copy.box, " x "));
  if (copy.swizzle != 0)
    text += fmt::format(", swizzled over {} bytes", copy.swizzle);
  const bool own = copy.blocks.size() == 1 && copy.blocks[0] == event.block;
  if (own || copy.blocks.empty()) return text;
  return fmt::format("{}; {} {}", text,
                     copy.blocks.size() == 1
                         ? "the shared memory is that of block"
                         : "it goes to the blocks",
                     fmt::join(copy.blocks, ", "));
}

/// The first copies of the launch's lines; a box is drawn.
std::string copies_html(const PageParts& parts, const Launch& launch) {
  std::string out;
  for (const auto& event : parts.run.report.trace.events) {
    if (event.launch != launch.index || event.kind != TraceKind::kCopy)
      continue;
    const auto words = copy_words(parts.run, event);
    if (event.copy.box.size() < 2) {
      out += fmt::format("<p>{}.</p>\n", escape_html(words));
      continue;
    }
    Svg svg;
    const int height = draw_tile(svg, event, 4) + 4;
    out += figure(svg, height, words + ". In shared memory:");
  }
  if (out.empty()) return out;
  return "<h3>The first bulk copy of each line</h3>\n" + out;
}

bool is_step(const TraceEvent& event) {
  return event.kind == TraceKind::kWork || event.kind == TraceKind::kAsync ||
         event.kind == TraceKind::kArrive || event.kind == TraceKind::kOpen ||
         event.kind == TraceKind::kExit;
}

/// At most eight warps; where there are more, some of each way to end and of
/// each set of lines that use barrier objects and copies.
std::vector<int> warps_to_show(const Events& events) {
  std::map<uint32_t, std::string> last;
  std::map<uint32_t, std::set<int>> async;  // a producer's lines are its own
  for (const auto* event : events) {
    last[event->warp] = name_of(event->kind);
    if (event->kind == TraceKind::kAsync)
      async[event->warp].insert(event->point);
  }
  std::map<std::pair<std::string, std::set<int>>, std::vector<int>> by_end;
  for (const auto& [warp, kind] : last)
    by_end[{kind, async[warp]}].push_back(static_cast<int>(warp));
  std::vector<int> chosen;
  for (size_t turn = 0; chosen.size() < std::min(kMostWarps, last.size());
       ++turn) {
    for (const auto& [way, warps] : by_end) {
      if (turn < warps.size() && chosen.size() < kMostWarps) {
        chosen.push_back(warps[turn]);
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

/// What a warp does to a barrier object or to copies, in two words or three.
const char* async_words(const std::string& instruction) {
  const auto has = [&](const char* part) {
    return instruction.find(part) != std::string::npos;
  };
  if (has("mbarrier.init") || has("mbarrier.inval")) return "sets up";
  if (has("mbarrier.expect")) return "expects bytes";
  if (has("mbarrier.arrive")) return "arrives";
  if (has("mbarrier.")) return "phase over";
  if (has("fence")) return "proxy fence";
  if (has("commit")) return "closes a group";
  return has("wait") ? "copies done" : "begins a copy";
}

std::string step_words(const RunModel& run, const TraceEvent& event) {
  const auto line = [&](int point) {
    return point < 0 ? std::string("?")
                     : fmt::format("{}", run.report.trace.points[point].line);
  };
  if (event.kind == TraceKind::kArrive)
    return "waits, line " + line(event.point);
  if (event.kind == TraceKind::kAsync)
    return fmt::format("{}, {}", async_words(event.instruction),
                       line(event.point));
  const auto lines = event.point == event.until || event.until < 0
                         ? line(event.point)
                         : line(event.point) + "-" + line(event.until);
  return fmt::format("{}, {} request{}", lines, event.times,
                     event.times == 1 ? "" : "s");
}

std::string steps_html(const RunModel& run, const Events& events,
                       uint32_t block) {
  const bool waits =
      std::any_of(events.begin(), events.end(), [](const TraceEvent* event) {
        return event->kind == TraceKind::kArrive ||
               event->kind == TraceKind::kAsync;
      });
  if (!waits) {
    return fmt::format(
        "<p>Block {} meets no barrier: its warps run from beginning to end on "
        "their own.</p>\n",
        block);
  }
  std::map<uint32_t, int> warps;
  for (const auto* event : events) ++warps[event->warp];
  StepsShown shown;
  shown.columns = warps_to_show(events);
  shown.words = [&run](const TraceEvent& event, uint64_t) {
    return step_words(run, event);
  };
  shown.last = kLastRows;
  Svg svg;
  const int height = draw_steps(svg, events, shown, 4) + 4;
  auto caption = fmt::format("Block {}, its warps between barriers", block);
  if (warps.size() > shown.columns.size()) {
    caption += fmt::format("; {} of {} warps are shown", shown.columns.size(),
                           warps.size());
  }
  return figure(svg, height,
                caption +
                    ". A box names the lines of its first and last "
                    "request to memory or to other lanes, or the line of what "
                    "it does to a barrier object or a bulk copy.");
}

std::string timeline_html(const PageParts& parts, const Launch& launch) {
  std::vector<std::pair<uint32_t, Events>> blocks;
  for (const auto& event : parts.run.report.trace.events) {
    if (event.launch != launch.index || !is_step(event)) continue;
    if (blocks.empty() || blocks.back().first != event.block) {
      blocks.emplace_back(event.block, Events());
    }
    blocks.back().second.push_back(&event);
  }
  std::string out;
  for (const auto& [block, events] : blocks) {
    out += steps_html(parts.run, events, block);
  }
  return out;
}

}  // namespace

std::string figures_html(const PageParts& parts, const Launch& launch) {
  const auto& events = parts.run.report.trace.events;
  const bool there = std::any_of(
      events.begin(), events.end(),
      [&](const TraceEvent& event) { return event.launch == launch.index; });
  if (!there) {
    return "<p class=note>The emulator kept no pictures of this launch. It "
           "keeps those of a kernel's first three launches, of later ones that "
           "cost more than all before, and of those that did not end well.</p>"
           "\n";
  }
  return "<h3>The most expensive request to shared memory</h3>\n" +
         request_html(parts, launch, "shared") +
         "<h3>The most expensive request to global memory</h3>\n" +
         request_html(parts, launch, "global") + copies_html(parts, launch) +
         "<h3>Warps between barriers</h3>\n" + timeline_html(parts, launch);
}

}  // namespace learn
