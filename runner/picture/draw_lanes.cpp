// SPDX-License-Identifier: MIT
// Shuffles and votes of one warp, one below the other.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "runner/base/stop.h"
#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kBox = 16;

int left_of(int lane) { return kLeft + lane * kCell; }
int middle_of(int lane) { return left_of(lane) + kCell / 2; }

std::vector<const TraceEvent*> steps_of(const Panel& panel,
                                        const Trace& trace) {
  const int launch = launch_of(panel, trace);
  std::vector<const TraceEvent*> steps;
  int skip = panel.execution;
  for (const auto& event : trace.events) {
    if (event.launch != launch || event.point < 0 ||
        !is_of_warp(panel, event) ||
        (event.kind != TraceKind::kShuffle && event.kind != TraceKind::kVote)) {
      continue;
    }
    if (skip-- > 0) continue;
    if (static_cast<int>(steps.size()) < panel.executions) {
      steps.push_back(&event);
    }
  }
  if (steps.empty()) {
    throw Stop{fmt::format(
        "the panel \"{}\": warp {} of block {} did no shuffle or vote there",
        panel.caption, panel.warp, panel.block)};
  }
  return steps;
}

/// Which lanes' values end up in lane `follow` after the last step: a mask
/// before each step, and one after the last.
std::vector<uint32_t> followed(const std::vector<const TraceEvent*>& steps,
                               int follow) {
  std::vector<uint32_t> masks(steps.size() + 1, 0);
  if (follow < 0) return masks;
  masks.back() = 1u << follow;
  for (size_t i = steps.size(); i-- > 0;) {
    masks[i] = masks[i + 1];  // a lane keeps its own value, and adds to it
    for (int lane = 0; lane < 32; ++lane) {
      const int from = steps[i]->source[lane];
      if (steps[i]->kind == TraceKind::kShuffle && steps[i]->has(lane) &&
          from >= 0 && (masks[i + 1] >> lane & 1) != 0) {
        masks[i] |= 1u << from;
      }
    }
  }
  return masks;
}

void draw_row(Svg& svg, int y, uint32_t active, uint32_t marked) {
  for (int lane = 0; lane < 32; ++lane) {
    const bool here = (active >> lane & 1) != 0;
    const bool mark = (marked >> lane & 1) != 0;
    svg.rect(left_of(lane), y, kCell, kBox, !here ? "off" : mark ? "c1" : "c6");
    svg.text(middle_of(lane), y + 12, fmt::format("{}", lane), "small mid");
  }
}

/// Room for the arrows: more for those that reach far.
int gap_of(const TraceEvent& step) {
  int far = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!step.has(lane) || step.source[lane] < 0) continue;
    far = std::max(far, std::abs(step.source[lane] - lane));
  }
  return 28 + 2 * far;
}

void draw_shuffle(Svg& svg, const TraceEvent& step, int y, uint32_t marked) {
  const int top = y + kBox;
  for (int pass = 0; pass < 2; ++pass) {  // followed arrows lie above
    for (int lane = 0; lane < 32; ++lane) {
      const int from = step.source[lane];
      const bool follow = (marked >> lane & 1) != 0;
      if (!step.has(lane) || from < 0 || follow != (pass == 1)) continue;
      const bool own = (step.in_range >> lane & 1) == 0;
      svg.arrow(middle_of(from), top, middle_of(lane), top + gap_of(step),
                own      ? "dash"
                : follow ? "follow"
                         : "rule");
    }
  }
}

void draw_vote(Svg& svg, const TraceEvent& step, int y) {
  for (int lane = 0; lane < 32; ++lane) {
    const bool yes = (step.predicate >> lane & 1) != 0;
    svg.rect(left_of(lane), y + kBox, kCell, kBox,
             !step.has(lane) ? "off"
             : yes           ? "c2"
                             : "empty");
    if (step.has(lane)) {
      svg.text(middle_of(lane), y + kBox + 12, yes ? "1" : "0", "small mid");
    }
  }
  svg.text(kLeft, y + 2 * kBox + 18,
           fmt::format("result 0x{:08x}: bit n is the answer of lane n",
                       step.result),
           "note");
}

/// "down", "ballot": the instruction's mode.
std::string mode_of(const TraceEvent& step) {
  const auto begin = step.instruction.find(".sync.");
  if (begin == std::string::npos) return step.instruction;
  const auto rest = step.instruction.substr(begin + 6);
  return rest.substr(0, rest.find('.'));
}

}  // namespace

int draw_lanes(Svg& svg, const Panel& panel, const Trace& trace, int top) {
  const auto steps = steps_of(panel, trace);
  const auto marks = followed(steps, panel.follow);
  int y = top;
  bool own = false;
  bool off = false;
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto& step = *steps[i];
    draw_row(svg, y, step.active, marks[i]);
    svg.text(kLeft - 8, y + 12, "lane", "small end");
    off |= step.active != 0xffffffffU;
    if (step.kind == TraceKind::kVote) {
      svg.text(kLeft - 8, y + kBox + 12, mode_of(step), "small end");
      draw_vote(svg, step, y);
      y += 2 * kBox + 28;
      continue;
    }
    const int gap = gap_of(step);
    svg.text(kLeft - 8, y + kBox + gap / 2 - 2, fmt::format("step {}", i + 1),
             "small end");
    svg.text(kLeft - 8, y + kBox + gap / 2 + 10, mode_of(step), "small end");
    own |= (step.active & ~step.in_range) != 0;
    draw_shuffle(svg, step, y, marks[i + 1]);
    y += kBox + gap;
    const bool last =
        i + 1 == steps.size() || steps[i + 1]->kind != TraceKind::kShuffle;
    if (last) {
      draw_row(svg, y, step.active, marks[i + 1]);
      svg.text(kLeft - 8, y + 12, "lane", "small end");
      y += kBox + 6;
    }
  }
  std::vector<std::pair<std::string, std::string>> legend;
  if (panel.follow >= 0) {
    legend.emplace_back("c1",
                        fmt::format("its value reaches lane {}", panel.follow));
  }
  if (off) legend.emplace_back("off", "lane does not take part");
  if (!legend.empty()) y = draw_legend(svg, y + 2, legend);
  if (own) {
    svg.text(kLeft, y + 12,
             "dashed: no such lane in the segment, so the lane gets its own "
             "value back",
             "note");
    y += 18;
  }
  return y;
}

}  // namespace learn
