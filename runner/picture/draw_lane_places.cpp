// SPDX-License-Identifier: MIT
// The lanes of one request in a row, each with an arrow to the bank or sector
// that holds its data.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kPlaceBox = 18;
constexpr int kPlaceGap = 90;  // room for the arrows

/// Where a lane's first byte lies: the column of its place, and which of the
/// things in that place it wants (a word of a bank; for sectors always 0).
struct LanePlace {
  int column = 0;
  int64_t thing = 0;
};

struct PlaceRow {
  std::vector<std::string> names;  // of the columns
  std::map<int, LanePlace> lanes;
};

/// For each column the most different things that lanes of one phase want.
std::vector<size_t> wanted(const PlaceRow& row, int columns, int phase) {
  std::map<std::pair<int, int>, std::set<int64_t>> things;
  for (const auto& [lane, place] : row.lanes) {
    things[{place.column, lane / phase}].insert(place.thing);
  }
  std::vector<size_t> most(columns, 0);
  for (const auto& [key, set] : things) {
    most[key.first] = std::max(most[key.first], set.size());
  }
  return most;
}

PlaceRow banks_row(const TraceEvent& event, const TraceDevice& device) {
  PlaceRow row;
  for (int bank = 0; bank < device.banks; ++bank) {
    row.names.push_back(fmt::format("{}", bank));
  }
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const auto byte = static_cast<int64_t>(event.begin) + event.offset[lane];
    const int64_t word = byte / device.bank_bytes;
    row.lanes[lane] = {static_cast<int>(word % device.banks),
                       word / device.banks};
  }
  return row;
}

PlaceRow sectors_row(const TraceEvent& event) {
  PlaceRow row;
  std::set<int64_t> sectors;
  for (int lane = 0; lane < 32; ++lane) {
    if (event.has(lane)) sectors.insert(event.offset[lane] / 32);
  }
  const std::vector<int64_t> order(sectors.begin(), sectors.end());
  for (const int64_t sector : order) {
    row.names.push_back(fmt::format("{}", sector));
  }
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const auto at =
        std::lower_bound(order.begin(), order.end(), event.offset[lane] / 32);
    row.lanes[lane] = {static_cast<int>(at - order.begin()), 0};
  }
  return row;
}

}  // namespace

int draw_lane_places(Svg& svg, const TraceEvent& event,
                     const TraceDevice& device, int top) {
  const bool shared = event.space == "shared";
  const PlaceRow row = shared ? banks_row(event, device) : sectors_row(event);
  const int count = std::max<int>(static_cast<int>(row.names.size()), 1);
  const int width = 32 * kCell / count;
  const auto things = wanted(row, count, phase_lanes(event, device));
  svg.text(kLeft - 8, top + 13, "lane", "small end");
  for (int lane = 0; lane < 32; ++lane) {
    const int x = kLeft + lane * kCell;
    svg.rect(x, top, kCell, kPlaceBox, event.has(lane) ? "c0" : "off");
    svg.text(x + kCell / 2, top + 13, fmt::format("{}", lane), "small mid");
  }
  const int below = top + kPlaceBox + kPlaceGap;
  for (const auto& [lane, place] : row.lanes) {
    const bool several = things[place.column] > 1;
    svg.arrow(kLeft + lane * kCell + kCell / 2, top + kPlaceBox,
              kLeft + place.column * width + width / 2, below,
              several ? "follow" : "rule");
  }
  svg.text(kLeft - 8, below + 13, shared ? "bank" : "sector", "small end");
  for (int i = 0; i < count && i < static_cast<int>(row.names.size()); ++i) {
    const int x = kLeft + i * width;
    svg.rect(x, below, width, kPlaceBox,
             things[i] > 1    ? "c5"
             : things[i] == 1 ? "c2"
                              : "empty");
    svg.text(x + width / 2, below + 13, row.names[i],
             row.names[i].size() > 3 ? "tiny mid" : "small mid");
  }
  int y = below + kPlaceBox + 6;
  if (!shared) {
    svg.text(kLeft, y + 12,
             fmt::format("sectors of 32 bytes of `{}` that lanes touch: {}",
                         event.variable, row.names.size()),
             "note");
    return y + 20;
  }
  return draw_legend(svg, y,
                     {{"c2", "gives one word"},
                      {"c5", "gives several words, one per wavefront"},
                      {"empty", "not asked"}});
}

}  // namespace learn
