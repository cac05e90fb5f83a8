// SPDX-License-Identifier: MIT
// A column for each warp of a block, or for each block, from the top down in
// the order in which the emulator ran them: what it does, where it waits.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kPhaseRow = 18;
constexpr int kMostSteps = 40;

/// A box of one column: events of one kind at one line that follow each other.
struct Step {
  int column = 0, row = 0;
  const TraceEvent* event = nullptr;
  uint64_t times = 0;

  TraceKind kind() const { return event->kind; }
};

struct Chart {
  std::vector<Step> steps;
  int rows = 0;
  bool cut = false;        // there were more rows
  int gap = -1;            // this row stands for those left out
  uint64_t gap_steps = 0;  // so many
};

bool belongs(const Panel& panel, int launch, const TraceEvent& event) {
  if (event.launch != launch) return false;
  return panel.by == "block"
             ? event.warp == static_cast<uint32_t>(panel.warp)
             : event.block == static_cast<uint32_t>(panel.block);
}

int key_of(const std::string& by, const TraceEvent& event) {
  return static_cast<int>(by == "block" ? event.block : event.warp);
}

std::vector<int> columns_of(const Panel& panel,
                            const std::vector<const TraceEvent*>& events) {
  std::vector<int> columns;
  for (const auto* event : events) {
    const int key = key_of(panel.by, *event);
    if (std::find(columns.begin(), columns.end(), key) == columns.end()) {
      columns.push_back(key);
    }
  }
  std::sort(columns.begin(), columns.end());
  const auto most = static_cast<size_t>(panel.count == 0 ? 8 : panel.count);
  if (columns.size() > most) columns.resize(most);
  return columns;
}

/// Whether the event goes into the box before it: one line may do several
/// things, and stays one box. What a warp did between barriers is one already.
bool same_box(const Step& last, int column, const TraceEvent& event) {
  return last.column == column && last.event->point == event.point &&
         event.kind != TraceKind::kOpen && last.kind() != TraceKind::kOpen &&
         event.kind != TraceKind::kWork && last.kind() != TraceKind::kWork;
}

/// Takes rows out of the middle, or from the end on when `last` is 0.
void cut_rows(Chart& chart, int last) {
  if (chart.rows <= kMostSteps) return;
  chart.cut = true;
  const int first = kMostSteps - last;
  const int from = last == 0 ? chart.rows : chart.rows - last;
  std::vector<Step> kept;
  for (auto step : chart.steps) {
    if (step.row >= first && step.row < from) {
      ++chart.gap_steps;
      continue;
    }
    if (step.row >= from) step.row += first + 1 - from;
    kept.push_back(step);
  }
  chart.steps = std::move(kept);
  chart.rows = last == 0 ? kMostSteps : kMostSteps + 1;
  if (last != 0) chart.gap = first;
}

Chart chart_of(const std::vector<const TraceEvent*>& events,
               const StepsShown& shown) {
  Chart chart;
  for (const auto* event : events) {
    const int key = key_of(shown.by, *event);
    chart.gap_steps += event->left_out;
    const auto at = std::find(shown.columns.begin(), shown.columns.end(), key);
    if (at == shown.columns.end()) continue;
    const auto column = static_cast<int>(at - shown.columns.begin());
    auto* last = chart.steps.empty() ? nullptr : &chart.steps.back();
    if (last != nullptr && same_box(*last, column, *event)) {
      if (last->kind() == event->kind) last->times += event->times;
      continue;
    }
    // The warps that a barrier lets go stand in one row.
    const bool same_row = event->kind == TraceKind::kOpen && last != nullptr &&
                          last->kind() == TraceKind::kOpen &&
                          last->column != column;
    if (!same_row) ++chart.rows;
    chart.steps.push_back({column, chart.rows - 1, event, event->times});
  }
  cut_rows(chart, shown.last);
  return chart;
}

std::string words_of(const StepsShown& shown, const Step& step) {
  if (step.kind() == TraceKind::kExit) return "ends";
  if (step.kind() == TraceKind::kOpen) return "goes on";
  return shown.words(*step.event, step.times);
}

int column_width(const StepsShown& shown) {
  const auto count = std::max<size_t>(shown.columns.size(), 1);
  return std::min(170, (Svg::kWidth - 30) / static_cast<int>(count));
}

std::string style_of(const Step& step) {
  if (step.kind() == TraceKind::kExit) return "off";
  if (step.kind() == TraceKind::kOpen) return "empty";
  return Svg::colour(std::max(step.event->point, 0));
}

/// Hatched from each arrival down to where the same column goes on.
void draw_waits(Svg& svg, const Chart& chart, int top, int width) {
  for (size_t i = 0; i < chart.steps.size(); ++i) {
    const auto& step = chart.steps[i];
    if (step.kind() != TraceKind::kArrive) continue;
    int until = chart.rows;
    for (size_t j = i + 1; j < chart.steps.size(); ++j) {
      if (chart.steps[j].column == step.column) {
        until = chart.steps[j].row;
        break;
      }
    }
    const int begin = top + (step.row + 1) * kPhaseRow;
    const int height = top + until * kPhaseRow - begin;
    if (height > 0) {
      svg.rect(20 + step.column * width + 4, begin, width - 8, height, "wait");
    }
  }
}

}  // namespace

int draw_barriers(Svg& svg, const Panel& given, const Trace& trace, int top) {
  Panel panel = given;
  if (panel.by.empty()) panel.by = "warp";
  const int launch = launch_of(panel, trace);
  std::vector<const TraceEvent*> events;
  for (const auto& event : trace.events) {
    if (belongs(panel, launch, event)) events.push_back(&event);
  }
  StepsShown shown{panel.by, columns_of(panel, events), {}, 0};
  shown.words = [&panel](const TraceEvent& event, uint64_t times) {
    const auto& words = panel.labels[event.point];
    return times > 1 ? fmt::format("{} ×{}", words, times) : words;
  };
  return draw_steps(svg, events, shown, top);
}

int draw_steps(Svg& svg, const std::vector<const TraceEvent*>& events,
               const StepsShown& shown, int top) {
  const auto chart = chart_of(events, shown);
  const int width = column_width(shown);
  for (size_t i = 0; i < shown.columns.size(); ++i) {
    const int x = 20 + static_cast<int>(i) * width;
    svg.text(x + width / 2, top + 12,
             fmt::format("{} {}", shown.by, shown.columns[i]), "small mid");
    svg.line(x + width / 2, top + 18, x + width / 2,
             top + 18 + chart.rows * kPhaseRow, "faint");
  }
  const int begin = top + 18;
  draw_waits(svg, chart, begin, width);
  for (const auto& step : chart.steps) {
    const int x = 20 + step.column * width;
    const int y = begin + step.row * kPhaseRow;
    svg.rect(x + 4, y + 1, width - 8, kPhaseRow - 2, style_of(step));
    svg.text(x + width / 2, y + 13, words_of(shown, step),
             width < 110 ? "tiny mid" : "small mid");
  }
  if (chart.gap >= 0) {
    svg.rect(20, begin + chart.gap * kPhaseRow, Svg::kWidth - 40, kPhaseRow,
             "empty");
    svg.text(24, begin + chart.gap * kPhaseRow + 13,
             fmt::format("... {} steps left out", chart.gap_steps), "small");
  }
  int y = begin + chart.rows * kPhaseRow;
  if (chart.cut && chart.gap < 0) {
    svg.text(20, y + 14, "... and so on", "small");
    y += 18;
  }
  svg.text(20, y + 16,
           "From the top down: the order in which the emulator ran them, which "
           "is one of the possible orders.",
           "note");
  y += 22;
  const bool waits = std::any_of(
      chart.steps.begin(), chart.steps.end(),
      [](const Step& step) { return step.kind() == TraceKind::kArrive; });
  if (!waits) return y;
  svg.rect(20, y + 2, 14, 12, "wait");
  svg.text(40, y + 12, "waits at the barrier", "note");
  return y + 20;
}

}  // namespace learn
