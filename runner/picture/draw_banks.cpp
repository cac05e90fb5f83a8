// SPDX-License-Identifier: MIT
// A request to shared memory over the banks: a column is a bank, a row the
// words that all banks hold side by side.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kBankRow = 16;
constexpr int kTwoLanes = 30;  // a row with a word of two lanes
constexpr int kLetter = 8;     // width of a "large" letter

/// One word of one bank: the lanes that touch it.
using Cells = std::map<std::pair<int64_t, int>, std::vector<int>>;

Cells cells_of(const TraceEvent& event, const TraceDevice& device) {
  Cells cells;
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const auto byte = static_cast<int64_t>(event.begin) + event.offset[lane];
    const int64_t last = (byte + event.bytes - 1) / device.bank_bytes;
    for (int64_t word = byte / device.bank_bytes; word <= last; ++word) {
      cells[{word / device.banks, static_cast<int>(word % device.banks)}]
          .push_back(lane);
    }
  }
  return cells;
}

/// For each bank the most different words that lanes of one phase ask for.
std::vector<int> words_a_bank(const Cells& cells, const TraceEvent& event,
                              const TraceDevice& device) {
  const int phase = phase_lanes(event, device);
  std::map<std::pair<int, int>, std::set<int64_t>> words;  // bank and phase
  for (const auto& [place, lanes] : cells) {
    for (const int lane : lanes) {
      words[{place.second, lane / phase}].insert(place.first);
    }
  }
  std::vector<int> most(device.banks, 0);
  for (const auto& [key, rows] : words) {
    most[key.first] = std::max(most[key.first], static_cast<int>(rows.size()));
  }
  return most;
}

const char* style_of(int words) { return words > 1 ? "c5" : "c2"; }

void draw_heads(Svg& svg, const std::vector<int>& words, int width, int top) {
  svg.text(kLeft - 8, top + 12, "bank", "large end");
  svg.text(kLeft - 8, top + 28, "words", "large end");
  for (size_t bank = 0; bank < words.size(); ++bank) {
    const int middle = kLeft + static_cast<int>(bank) * width + width / 2;
    svg.text(middle, top + 12, fmt::format("{}", bank), "large mid");
    if (words[bank] > 0) {
      svg.text(middle, top + 28, fmt::format("{}", words[bank]), "large mid");
    }
  }
}

/// True for two lanes whose numbers do not stand side by side in a cell.
bool is_stacked(const std::vector<int>& lanes, int width) {
  const auto letters = static_cast<int>(lane_label(lanes).size());
  return lanes.size() == 2 && letters * kLetter > width;
}

/// The lanes in a cell at (x, y); two of them one below the other.
void draw_lanes_of_cell(Svg& svg, const std::vector<int>& lanes, int x, int y,
                        int width, int height) {
  const int middle = x + width / 2;
  if (is_stacked(lanes, width)) {
    svg.text(middle, y + 13, fmt::format("{}", lanes[0]), "large mid");
    svg.text(middle, y + 27, fmt::format("{}", lanes[1]), "large mid");
    return;
  }
  const bool narrow = lanes.size() > 9 && 3 * kLetter > width;  // "×32"
  svg.text(middle, y + height / 2 + 5, lane_label(lanes),
           narrow ? "mid" : "large mid");
}

/// What the request costs and what the colours mean, in one line if it fits.
int draw_remarks(Svg& svg, const TraceEvent& event, const Cells& cells,
                 const std::vector<int>& words, int top) {
  constexpr int kWide = 8;  // a letter of "remark"
  const std::string cost = fmt::format(
      "{} of warp {}: {} {}{}", name_of(event.kind), event.warp, event.cost,
      event.cost == 1 ? "wavefront" : "wavefronts",
      event.cost == event.ideal ? ""
                                : fmt::format(" instead of {}", event.ideal));
  svg.text(kLeft, top + 16, cost, "remark");
  const bool many =
      std::any_of(cells.begin(), cells.end(),
                  [](const auto& cell) { return cell.second.size() > 2; });
  int x = kLeft + static_cast<int>(cost.size()) * kWide + 16;
  for (const bool several : {false, true}) {
    if (std::none_of(words.begin(), words.end(),
                     [&](int n) { return n > 0 && (n > 1) == several; })) {
      continue;
    }
    const std::string meaning =
        (many ? "×n: n lanes; their" : "number: lane; its") +
        std::string(several ? " bank gives several words"
                            : " bank gives one word");
    const int width = 24 + static_cast<int>(meaning.size()) * kWide;
    if (x + width > Svg::kWidth) {
      x = kLeft;
      top += 20;
    }
    svg.rect(x, top + 4, 14, 14, style_of(several ? 2 : 1));
    svg.text(x + 20, top + 16, meaning, "remark");
    x += width + 8;
  }
  return top + 22;
}

}  // namespace

int phase_lanes(const TraceEvent& event, const TraceDevice& device) {
  const int row = device.banks * device.bank_bytes;
  return std::min(device.banks, row / std::max(event.bytes, 4));
}

int draw_banks(Svg& svg, const Panel& panel, const Trace& trace, int top) {
  return draw_bank_grid(svg, request_of(panel, trace, "shared"), trace.device,
                        top);
}

int draw_bank_grid(Svg& svg, const TraceEvent& event, const TraceDevice& device,
                   int top) {
  const auto cells = cells_of(event, device);
  const auto words = words_a_bank(cells, event, device);
  const int width = kCell * 32 / device.banks;
  draw_heads(svg, words, width, top);
  const int begin = top + 34;
  int y = begin;
  int64_t before = -1;
  for (auto at = cells.begin(); at != cells.end();) {
    const int64_t row = at->first.first;
    if (before >= 0 && row > before + 1) {
      svg.text(kLeft - 8, y + 12, "...", "large end");
      y += kBankRow;
    }
    const auto end = cells.lower_bound({row + 1, 0});
    const int height = std::any_of(at, end,
                                   [&](const auto& cell) {
                                     return is_stacked(cell.second, width);
                                   })
                           ? kTwoLanes
                           : kBankRow;
    const std::string name = fmt::format("word {}", row * device.banks);
    svg.text(kLeft - 8, y + height / 2 + 5, name,
             name.size() > 8 ? "end" : "large end");
    svg.line(kLeft, y, kLeft + device.banks * width, y, "faint");
    for (; at != end; ++at) {
      const int x = kLeft + at->first.second * width;
      svg.rect(x, y, width, height, style_of(words[at->first.second]));
      draw_lanes_of_cell(svg, at->second, x, y, width, height);
    }
    y += height;
    svg.line(kLeft, y, kLeft + device.banks * width, y, "faint");
    before = row;
  }
  for (int bank = 0; bank <= device.banks; ++bank) {
    const int x = kLeft + bank * width;
    svg.line(x, begin, x, y, "faint");
  }
  return draw_remarks(svg, event, cells, words, y);
}

}  // namespace learn
