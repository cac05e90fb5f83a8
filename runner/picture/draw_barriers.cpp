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
  std::string kind;
  int point = -1;
  uint64_t times = 0;
};

struct Chart {
  std::vector<int> columns;  // warps or blocks
  std::vector<Step> steps;
  int rows = 0;
  bool cut = false;
};

bool belongs(const Panel& panel, int launch, const TraceEvent& event) {
  if (event.launch != launch) return false;
  return panel.by == "block" ? event.warp == panel.warp
                             : event.block == panel.block;
}

std::vector<int> columns_of(const Panel& panel, const Trace& trace,
                            int launch) {
  std::vector<int> columns;
  for (const auto& event : trace.events) {
    if (!belongs(panel, launch, event)) continue;
    const int key = panel.by == "block" ? event.block : event.warp;
    if (std::find(columns.begin(), columns.end(), key) == columns.end()) {
      columns.push_back(key);
    }
  }
  std::sort(columns.begin(), columns.end());
  const auto most = static_cast<size_t>(panel.count == 0 ? 8 : panel.count);
  if (columns.size() > most) columns.resize(most);
  return columns;
}

Chart chart_of(const Panel& panel, const Trace& trace) {
  const int launch = launch_of(panel, trace);
  Chart chart;
  chart.columns = columns_of(panel, trace, launch);
  for (const auto& event : trace.events) {
    if (!belongs(panel, launch, event)) continue;
    const int key = panel.by == "block" ? event.block : event.warp;
    const auto at = std::find(chart.columns.begin(), chart.columns.end(), key);
    if (at == chart.columns.end()) continue;
    const auto column = static_cast<int>(at - chart.columns.begin());
    auto* last = chart.steps.empty() ? nullptr : &chart.steps.back();
    const bool opens = event.kind == "open";
    // One line may do several things: it stays one box.
    if (last != nullptr && last->column == column &&
        last->point == event.point && !opens && last->kind != "open") {
      if (last->kind == event.kind) last->times += event.times;
      continue;
    }
    // The warps that a barrier lets go stand in one row.
    const bool same_row = opens && last != nullptr && last->kind == "open" &&
                          last->column != column;
    if (!same_row) ++chart.rows;
    if (chart.rows > kMostSteps) {
      chart.rows = kMostSteps;
      chart.cut = true;
      break;
    }
    chart.steps.push_back(
        {column, chart.rows - 1, event.kind, event.point, event.times});
  }
  return chart;
}

std::string words_of(const Panel& panel, const Step& step) {
  if (step.kind == "exit") return "ends";
  if (step.kind == "open") return "goes on";
  const auto words = panel.labels[step.point];
  return step.times > 1 ? fmt::format("{} ×{}", words, step.times) : words;
}

int column_width(const Chart& chart) {
  const auto count = std::max<size_t>(chart.columns.size(), 1);
  return std::min(170, (Svg::kWidth - 30) / static_cast<int>(count));
}

std::string style_of(const Step& step) {
  if (step.kind == "exit") return "off";
  if (step.kind == "open") return "empty";
  return Svg::colour(step.point);
}

/// Hatched from each arrival down to where the same column goes on.
void draw_waits(Svg& svg, const Chart& chart, int top, int width) {
  for (size_t i = 0; i < chart.steps.size(); ++i) {
    const auto& step = chart.steps[i];
    if (step.kind != "arrive") continue;
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
  const auto chart = chart_of(panel, trace);
  const int width = column_width(chart);
  for (size_t i = 0; i < chart.columns.size(); ++i) {
    const int x = 20 + static_cast<int>(i) * width;
    svg.text(x + width / 2, top + 12,
             fmt::format("{} {}", panel.by, chart.columns[i]), "small mid");
    svg.line(x + width / 2, top + 18, x + width / 2,
             top + 18 + chart.rows * kPhaseRow, "faint");
  }
  const int begin = top + 18;
  draw_waits(svg, chart, begin, width);
  for (const auto& step : chart.steps) {
    const int x = 20 + step.column * width;
    const int y = begin + step.row * kPhaseRow;
    svg.rect(x + 4, y + 1, width - 8, kPhaseRow - 2, style_of(step));
    svg.text(x + width / 2, y + 13, words_of(panel, step),
             width < 110 ? "tiny mid" : "small mid");
  }
  int y = begin + chart.rows * kPhaseRow;
  if (chart.cut) {
    svg.text(20, y + 14, "... and so on", "small");
    y += 18;
  }
  svg.text(20, y + 16,
           "From the top down: the order in which the emulator ran them, which "
           "is one of the possible orders.",
           "note");
  y += 22;
  const bool waits =
      std::any_of(chart.steps.begin(), chart.steps.end(),
                  [](const Step& step) { return step.kind == "arrive"; });
  if (!waits) return y;
  svg.rect(20, y + 2, 14, 12, "wait");
  svg.text(40, y + 12, "waits at the barrier", "note");
  return y + 20;
}

}  // namespace learn
