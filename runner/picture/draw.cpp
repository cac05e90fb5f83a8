// SPDX-License-Identifier: MIT
// What the kinds of panels share: finding the event, labels, legends.
#include "runner/picture/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/base/stop.h"

namespace learn {
namespace {

std::string about(const Panel& panel) {
  return fmt::format("the panel \"{}\"", panel.caption);
}

bool is_access(const Panel& panel, const TraceEvent& event) {
  if (panel.access.empty() && panel.variable.empty()) return true;
  return event.is_access() &&
         (panel.access.empty() || name_of(event.kind) == panel.access) &&
         (panel.variable.empty() || event.variable == panel.variable);
}

}  // namespace

bool is_of_warp(const Panel& panel, const TraceEvent& event) {
  return event.block == static_cast<uint32_t>(panel.block) &&
         event.warp == static_cast<uint32_t>(panel.warp);
}

int launch_of(const Panel& panel, const Trace& trace) {
  std::vector<int> seen;
  for (const auto& event : trace.events) {
    if (event.point != 0) continue;
    if (std::find(seen.begin(), seen.end(), event.launch) == seen.end()) {
      seen.push_back(event.launch);
    }
  }
  if (panel.launch < static_cast<int>(seen.size())) return seen[panel.launch];
  throw Stop{fmt::format(
      "{} asks for launch {}, but {} launches did something at `{}`: they "
      "count from 0",
      about(panel), panel.launch, seen.size(), panel.lines.front())};
}

const TraceEvent& request_of(const Panel& panel, const Trace& trace,
                             const std::string& space) {
  const int launch = launch_of(panel, trace);
  const TraceEvent* first = nullptr;
  int left = panel.execution;
  for (const auto& event : trace.events) {
    if (event.launch != launch || event.point != 0 || event.space != space ||
        !is_of_warp(panel, event) || !is_access(panel, event)) {
      continue;
    }
    // Without a choice in lesson.toml it is what the line does first.
    if (first == nullptr) first = &event;
    if (event.kind != first->kind || event.variable != first->variable) {
      continue;
    }
    if (left-- == 0) return event;
  }
  throw Stop{fmt::format(
      "{}: warp {} of block {} made no such request to {} memory at `{}`",
      about(panel), panel.warp, panel.block, space, panel.lines.front())};
}

std::string lane_label(const std::vector<int>& lanes) {
  if (lanes.size() > 2) return fmt::format("×{}", lanes.size());
  return fmt::format("{}", fmt::join(lanes, ","));
}

int draw_legend(
    Svg& svg, int top,
    const std::vector<std::pair<std::string, std::string>>& styles_and_words) {
  int x = kLeft;
  for (const auto& [style, words] : styles_and_words) {
    const int width = 30 + static_cast<int>(words.size()) * 7;
    if (x > kLeft && x + width > Svg::kWidth) {
      x = kLeft;
      top += 18;
    }
    svg.rect(x, top + 2, 14, 12, style);
    svg.text(x + 20, top + 12, words, "note");
    x += width + 8;
  }
  return top + 20;
}

}  // namespace learn
