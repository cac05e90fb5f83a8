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

constexpr int kBankRow = 13;

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
  svg.text(kLeft - 8, top + 10, "bank", "small end");
  svg.text(kLeft - 8, top + 23, "words", "small end");
  for (size_t bank = 0; bank < words.size(); ++bank) {
    const int middle = kLeft + static_cast<int>(bank) * width + width / 2;
    svg.text(middle, top + 10, fmt::format("{}", bank), "small mid");
    if (words[bank] > 0) {
      svg.text(middle, top + 23, fmt::format("{}", words[bank]), "small mid");
    }
  }
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
  const int begin = top + 28;
  int y = begin;
  int64_t before = -1;
  for (auto at = cells.begin(); at != cells.end();) {
    const int64_t row = at->first.first;
    if (before >= 0 && row > before + 1) {
      svg.text(kLeft - 8, y + 9, "...", "small end");
      y += kBankRow;
    }
    svg.text(kLeft - 8, y + 10, fmt::format("word {}", row * device.banks),
             "small end");
    svg.line(kLeft, y, kLeft + device.banks * width, y, "faint");
    for (; at != cells.end() && at->first.first == row; ++at) {
      const int x = kLeft + at->first.second * width;
      svg.rect(x, y, width, kBankRow, style_of(words[at->first.second]));
      svg.text(x + width / 2, y + 10, lane_label(at->second), "tiny mid");
    }
    y += kBankRow;
    svg.line(kLeft, y, kLeft + device.banks * width, y, "faint");
    before = row;
  }
  for (int bank = 0; bank <= device.banks; ++bank) {
    const int x = kLeft + bank * width;
    svg.line(x, begin, x, y, "faint");
  }
  svg.text(
      kLeft, y + 17,
      fmt::format("{} of warp {}: {} {}{}", name_of(event.kind), event.warp,
                  event.cost, event.cost == 1 ? "wavefront" : "wavefronts",
                  event.cost == event.ideal
                      ? ""
                      : fmt::format(" instead of {}", event.ideal)),
      "note");
  const bool several = *std::max_element(words.begin(), words.end()) > 1;
  std::vector<std::pair<std::string, std::string>> legend{
      {"c2", "number: lane; its bank gives one word"}};
  if (several) {
    legend.emplace_back("c5",
                        "lane; its bank gives several, one per wavefront");
  }
  return draw_legend(svg, y + 22, legend);
}

}  // namespace learn
