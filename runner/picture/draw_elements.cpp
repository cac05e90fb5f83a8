// SPDX-License-Identifier: MIT
// An array, each element with the block, warp, thread or line that touched it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/base/stop.h"
#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kMostElementRows = 40;
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
  if (panel.by == "thread") return static_cast<int>(event.warp) * 32 + lane;
  return static_cast<int>(panel.by == "warp" ? event.warp : event.block);
}

bool counts(const Panel& panel, const TraceEvent& event) {
  if (panel.by == "warp") {
    return event.block == static_cast<uint32_t>(panel.block);
  }
  return panel.by != "thread" || is_of_warp(panel, event);
}

Array array_of(const Panel& panel, const Trace& trace) {
  const int launch = launch_of(panel, trace);
  Array array;
  array.variable = panel.variable;
  std::string access = panel.access;
  for (const auto& event : trace.events) {
    if (event.launch != launch || !event.is_access()) continue;
    if (!access.empty() && name_of(event.kind) != access) continue;
    if (array.variable.empty()) array.variable = event.variable;
    if (event.variable != array.variable || !counts(panel, event)) continue;
    if (access.empty() && panel.lines.size() == 1) access = name_of(event.kind);
    if (array.element_bytes == 0) {
      array.element_bytes =
          panel.element_bytes == 0 ? event.bytes : panel.element_bytes;
    }
    for (int lane = 0; lane < 32; ++lane) {
      if (!event.has(lane)) continue;
      const int64_t first = event.offset[lane] / array.element_bytes;
      const int64_t last =
          (event.offset[lane] + event.bytes - 1) / array.element_bytes;
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

/// Where the elements stand.
struct Layout {
  int64_t begin = 0, size = 0;  // elements drawn
  int columns = 32, rows = 1;
  int width = kCell, height = kCell;
  bool shaped = false;  // the array has rows of its own
};

Layout layout_of(const Panel& panel, const Array& array) {
  Layout layout;
  layout.begin = panel.range[0];
  layout.size = (panel.range[1] < 0 ? array.owners.rbegin()->first
                                    : int64_t{panel.range[1]}) +
                1 - layout.begin;
  layout.shaped = panel.shape[1] != 0;
  layout.columns =
      layout.shaped ? panel.shape[1]
                    : static_cast<int>(std::clamp<int64_t>(layout.size, 1, 32));
  if (layout.columns > kArea / 4) {
    throw Stop{
        fmt::format("the panel \"{}\": {} columns do not fit; draw at most {}",
                    panel.caption, layout.columns, kArea / 4)};
  }
  const auto needed = (layout.size + layout.columns - 1) / layout.columns;
  layout.rows = std::max(static_cast<int>(needed), panel.shape[0]);
  layout.width = std::clamp(kArea / layout.columns, 4, 2 * kCell);
  layout.height = row_height(array.owners, layout.begin,
                             layout.begin + layout.size, layout.width);
  return layout;
}

/// A shape says that the array has so many rows. A row that nothing touches
/// means that the elements have another size: a load of 8 bytes is two floats.
void require_no_empty_row(const Panel& panel, const Array& array,
                          const Layout& layout) {
  for (int64_t row = 0; row < panel.shape[0]; ++row) {
    const auto first = layout.begin + row * layout.columns;
    const auto touched = array.owners.lower_bound(first);
    if (touched != array.owners.end() &&
        touched->first < first + layout.columns) {
      continue;
    }
    throw Stop{fmt::format(
        "the panel \"{}\": nothing touches row {} of the shape [{}, {}], with "
        "elements of {} bytes; give another shape or element_bytes",
        panel.caption, row, panel.shape[0], panel.shape[1],
        array.element_bytes)};
  }
}

/// The owners of an element; none when nobody touched it.
std::set<int> owners_at(const Array& array, int64_t element) {
  const auto found = array.owners.find(element);
  return found == array.owners.end() ? std::set<int>{} : found->second;
}

void draw_heads(Svg& svg, const Layout& layout, int top) {
  const bool narrow = layout.width < kNarrow;
  // A single line of elements needs no row number: it counts on from `begin`.
  const int64_t first = !layout.shaped && layout.rows == 1 ? layout.begin : 0;
  for (int column = 0; column < layout.columns; ++column) {
    if (narrow && column % 8 != 0) continue;
    svg.text(kLeft + column * layout.width + layout.width / 2, top + 10,
             fmt::format("{}", first + column),
             narrow || first > 99 ? "tiny mid" : "small mid");
  }
}

void draw_row(Svg& svg, const Panel& panel, const Array& array,
              const Layout& layout, int row, int y) {
  const int64_t first = layout.begin + int64_t{row} * layout.columns;
  if (layout.shaped || layout.rows > 1) {
    svg.text(
        kLeft - 8, y + layout.height / 2 + 4,
        layout.shaped ? fmt::format("row {}", row) : fmt::format("{}", first),
        "small end");
  }
  const auto end = static_cast<int>(std::min<int64_t>(
      layout.columns,
      layout.shaped ? layout.columns : layout.begin + layout.size - first));
  for (int column = 0; column < end;) {
    const auto who = owners_at(array, first + column);
    int next = column + 1;
    while (next < end && owners_at(array, first + next) == who) ++next;
    const int x = kLeft + column * layout.width;
    if (who.empty()) {
      draw_part(svg, "", "empty", x, y, next - column, layout.width,
                layout.height);
    } else {
      draw_run(svg, panel, who, x, y, next - column, layout.width,
               layout.height);
    }
    column = next;
  }
}

int draw_explanation(Svg& svg, const Panel& panel, const Array& array, int y) {
  // The n-th cudaMalloc tells a reader nothing; the caption names the array.
  const bool named = array.variable.rfind("cuda", 0) != 0;
  svg.text(kLeft, y + 16,
           fmt::format("{}elements of {} bytes; the {} is the {} that touches "
                       "the element",
                       named ? fmt::format("`{}`: ", array.variable) : "",
                       array.element_bytes,
                       panel.by == "line" ? "letter" : "number", panel.by),
           "note");
  if (panel.by != "line") return y + 22;
  std::vector<std::pair<std::string, std::string>> legend;
  for (size_t i = 0; i < panel.labels.size(); ++i) {
    const auto owner = static_cast<int>(i);
    legend.emplace_back(Svg::colour(owner),
                        name_of(panel, owner) + ": " + panel.labels[i]);
  }
  return draw_legend(svg, y + 22, legend);
}

}  // namespace

int draw_elements(Svg& svg, const Panel& given, const Trace& trace, int top) {
  Panel panel = given;
  if (panel.by.empty()) panel.by = "block";
  const auto array = array_of(panel, trace);
  const auto layout = layout_of(panel, array);
  require_no_empty_row(panel, array, layout);
  draw_heads(svg, layout, top);
  int y = top + 16;
  const int shown = std::min(layout.rows, kMostElementRows);
  for (int row = 0; row < shown; ++row, y += layout.height) {
    draw_row(svg, panel, array, layout, row, y);
  }
  if (shown < layout.rows) {
    svg.text(kLeft, y + 12,
             fmt::format("... and {} rows more", layout.rows - shown), "small");
    y += 16;
  }
  return draw_explanation(svg, panel, array, y);
}

}  // namespace learn
