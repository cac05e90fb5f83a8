// SPDX-License-Identifier: MIT
// A request to global memory: rows of 128 bytes with their four sectors, and
// the lanes that use each word.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kSectorRow = 18;
constexpr int kMostSectorRows = 10;

/// The lanes that touch a word of 4 bytes.
using Words = std::map<int64_t, std::vector<int>>;

Words words_of(const TraceEvent& event, int64_t& used_bytes) {
  Words words;
  std::set<int64_t> bytes;
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const int64_t begin = event.offset[lane];
    for (int i = 0; i < event.bytes; ++i) bytes.insert(begin + i);
    const int64_t last = (begin + event.bytes - 1) / 4;
    for (int64_t word = begin / 4; word <= last; ++word) {
      words[word].push_back(lane);
    }
  }
  used_bytes = static_cast<int64_t>(bytes.size());
  return words;
}

void draw_row(Svg& svg, const Words& words, int64_t row, int y) {
  svg.text(kLeft - 8, y + 12, fmt::format("byte {}", row * 128), "small end");
  for (int sector = 0; sector < 4; ++sector) {
    const int64_t first = row * 32 + sector * 8;
    const auto at = words.lower_bound(first);
    const bool fetched = at != words.end() && at->first < first + 8;
    for (int i = 0; i < 8; ++i) {
      const int x = kLeft + (sector * 8 + i) * kCell;
      const auto found = words.find(first + i);
      const bool used = found != words.end();
      svg.rect(x, y, kCell, kSectorRow, used ? "c2" : fetched ? "c5" : "empty");
      if (used) {
        svg.text(x + kCell / 2, y + 12, lane_label(found->second),
                 found->second.size() == 2 ? "tiny mid" : "small mid");
      }
    }
    if (fetched) {
      svg.rect(kLeft + sector * 8 * kCell, y, 8 * kCell, kSectorRow, "none");
    }
  }
}

}  // namespace

int draw_sectors(Svg& svg, const Panel& panel, const Trace& trace, int top) {
  return draw_sector_rows(svg, request_of(panel, trace, "global"), top);
}

int draw_sector_rows(Svg& svg, const TraceEvent& event, int top) {
  int64_t used = 0;
  const auto words = words_of(event, used);
  std::set<int64_t> rows;
  for (const auto& [word, lanes] : words) rows.insert(word / 32);
  for (int sector = 0; sector < 4; ++sector) {
    svg.text(kLeft + (sector * 8 + 4) * kCell, top + 10,
             fmt::format("sector of 32 bytes, +{}", sector * 32), "small mid");
  }
  int y = top + 16;
  int drawn = 0;
  int64_t before = -1;
  for (const int64_t row : rows) {
    if (++drawn > kMostSectorRows) break;
    if (before >= 0 && row > before + 1) y += 6;
    draw_row(svg, words, row, y);
    y += kSectorRow;
    before = row;
  }
  if (static_cast<int>(rows.size()) > kMostSectorRows) {
    svg.text(kLeft, y + 13,
             fmt::format("... and {} rows more", rows.size() - kMostSectorRows),
             "small");
    y += 16;
  }
  svg.text(
      kLeft, y + 17,
      fmt::format("{} of warp {} from `{}`: {} sectors for {} bytes; {} "
                  "{} enough",
                  name_of(event.kind), event.warp, event.variable, event.cost,
                  used, event.ideal, event.ideal == 1 ? "is" : "are"),
      "note");
  return draw_legend(svg, y + 22,
                     {{"c2", "used by the lane(s) named"},
                      {"c5", "moved with its sector, not used"},
                      {"empty", "not moved"}});
}

}  // namespace learn
