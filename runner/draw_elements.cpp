// SPDX-License-Identifier: MIT
// An array, each element with the block, warp, thread or line that touched it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/draw.h"

namespace learn {
namespace {

constexpr int kMostRows = 40;
constexpr int kArea = 32 * kCell;
constexpr size_t kMostParts = 4;  // more owners: their number alone
constexpr int kNarrow = 14;       // a number does not fit below this

/// Element -> who touched it.
using Owners = std::map<int64_t, std::set<int>>;

struct Array {
  Owners owners;
  std::string variable;
  int element_bytes = 0;
};

int owner_of(const Panel& panel, const TraceEvent& event, int lane) {
  if (panel.by == "line") return event.point;
  if (panel.by == "thread") return event.warp * 32 + lane;
  return panel.by == "warp" ? event.warp : event.block;
}

bool counts(const Panel& panel, const TraceEvent& event) {
  if (panel.by == "warp") return event.block == panel.block;
  if (panel.by != "thread") return true;
  return event.block == panel.block && event.warp == panel.warp;
}

Array array_of(const Panel& panel, const Trace& trace) {
  const int launch = launch_of(panel, trace);
  Array array;
  array.variable = panel.variable;
  std::string access = panel.access;
  for (const auto& event : trace.events) {
    if (event.launch != launch || !event.is_access()) continue;
    if (!access.empty() && event.kind != access) continue;
    if (array.variable.empty()) array.variable = event.variable;
    if (event.variable != array.variable || !counts(panel, event)) continue;
    if (access.empty() && panel.lines.size() == 1) access = event.kind;
    if (array.element_bytes == 0) {
      array.element_bytes =
          panel.element_bytes == 0 ? event.bytes : panel.element_bytes;
    }
    for (int lane = 0; lane < 32; ++lane) {
      if (!event.has(lane)) continue;
      const int64_t first = event.offsets[lane] / array.element_bytes;
      const int64_t last =
          (event.offsets[lane] + event.bytes - 1) / array.element_bytes;
      for (int64_t i = first; i <= last; ++i) {
        array.owners[i].insert(owner_of(panel, event, lane));
      }
    }
  }
  if (array.owners.empty()) {
    throw Stop{fmt::format("the panel \"{}\": nothing touched {} there",
                           panel.caption,
                           array.variable.empty() ? "memory" : array.variable)};
  }
  return array;
}

std::string name_of(const Panel& panel, int owner) {
  if (panel.by == "line") return std::string(1, static_cast<char>('A' + owner));
  return fmt::format("{}", owner);
}

/// Rows are as high as the element with most owners needs.
int row_height(const Owners& owners, int64_t begin, int64_t end, int width) {
  size_t most = 1;
  for (auto at = owners.lower_bound(begin); at != owners.end(); ++at) {
    if (at->first >= end) break;
    if (at->second.size() <= kMostParts)
      most = std::max(most, at->second.size());
  }
  const int one = std::clamp(width, 11, kCell);
  return most == 1 ? one : std::max(one, static_cast<int>(most) * 11);
}

void draw_part(Svg& svg, const std::string& label, const std::string& style,
               int x, int y, int cells, int width, int height) {
  for (int i = 0; i < cells; ++i) {
    svg.rect(x + i * width, y, width, height, style);
  }
  const int needed = static_cast<int>(label.size()) * 5 + 2;
  const int base = y + height / 2 + 3;
  if (width >= needed) {
    for (int i = 0; i < cells; ++i) {
      svg.text(x + i * width + width / 2, base, label, "tiny mid");
    }
  } else if (cells * width >= needed) {
    svg.text(x + cells * width / 2, base, label, "tiny mid");
  }
}

/// Neighbours with the same owners: a label in each, or one in the middle when
/// the cells are too narrow.
void draw_run(Svg& svg, const Panel& panel, const std::set<int>& who, int x,
              int y, int cells, int width, int height) {
  if (who.size() > kMostParts) {
    draw_part(svg, fmt::format("*{}", who.size()), "c6", x, y, cells, width,
              height);
    return;
  }
  int part = 0;
  const int parts = static_cast<int>(who.size());
  for (const int owner : who) {
    const int top = y + height * part / parts;
    const int bottom = y + height * ++part / parts;
    draw_part(svg, name_of(panel, owner), Svg::colour(owner), x, top, cells,
              width, bottom - top);
  }
}

}  // namespace

int draw_elements(Svg& svg, const Panel& given, const Trace& trace, int top) {
  Panel panel = given;
  if (panel.by.empty()) panel.by = "block";
  const auto array = array_of(panel, trace);
  const int64_t begin = panel.range[0];
  const int64_t size = (panel.range[1] < 0 ? array.owners.rbegin()->first
                                           : int64_t{panel.range[1]}) +
                       1 - begin;
  const auto columns = panel.shape[1] == 0
                           ? static_cast<int>(std::min<int64_t>(size, 32))
                           : panel.shape[1];
  const auto needed = static_cast<int>((size + columns - 1) / columns);
  const int rows = std::max(needed, panel.shape[0]);
  const int width = std::clamp(kArea / columns, 4, 2 * kCell);
  const int height = row_height(array.owners, begin, begin + size, width);
  if (columns * width > kArea + 4) {
    throw Stop{
        fmt::format("the panel \"{}\": {} columns do not fit; draw at "
                    "most {}",
                    panel.caption, columns, kArea / 4)};
  }
  const int shown = std::min(rows, kMostRows);
  for (int column = 0; column < columns; ++column) {
    if (width < kNarrow && column % 8 != 0) continue;
    svg.text(kLeft + column * width + width / 2, top + 10,
             fmt::format("{}", column),
             width < kNarrow ? "tiny mid" : "small mid");
  }
  int y = top + 16;
  for (int row = 0; row < shown; ++row, y += height) {
    svg.text(kLeft - 8, y + height / 2 + 4,
             panel.shape[1] == 0 ? fmt::format("{}", begin + row * columns)
                                 : fmt::format("row {}", row),
             "small end");
    for (int column = 0; column < columns;) {
      const auto found =
          array.owners.find(begin + int64_t{row} * columns + column);
      const std::set<int> who =
          found == array.owners.end() ? std::set<int>{} : found->second;
      int end = column + 1;
      for (; end < columns; ++end) {
        const auto next =
            array.owners.find(begin + int64_t{row} * columns + end);
        if ((next == array.owners.end() ? std::set<int>{} : next->second) !=
            who) {
          break;
        }
      }
      const int x = kLeft + column * width;
      if (who.empty()) {
        for (int i = 0; i < end - column; ++i) {
          svg.rect(x + i * width, y, width, height, "empty");
        }
      } else {
        draw_run(svg, panel, who, x, y, end - column, width, height);
      }
      column = end;
    }
  }
  if (shown < rows) {
    svg.text(kLeft, y + 12, fmt::format("... and {} rows more", rows - shown),
             "small");
    y += 16;
  }
  // The n-th cudaMalloc tells a reader nothing; the caption names the array.
  const bool named = array.variable.rfind("cuda", 0) != 0;
  svg.text(kLeft, y + 16,
           fmt::format("{}elements of {} bytes; the {} is the {} that touches "
                       "the element",
                       named ? fmt::format("`{}`: ", array.variable) : "",
                       array.element_bytes,
                       panel.by == "line" ? "letter" : "number", panel.by),
           "note");
  y += 22;
  if (panel.by != "line") return y;
  std::vector<std::pair<std::string, std::string>> legend;
  for (size_t i = 0; i < panel.labels.size(); ++i) {
    legend.emplace_back(
        Svg::colour(static_cast<int>(i)),
        name_of(panel, static_cast<int>(i)) + ": " + panel.labels[i]);
  }
  return draw_legend(svg, y, legend);
}

}  // namespace learn
