// SPDX-License-Identifier: MIT
// Bars of eighths: a block character is as high as one to eight of eight.
#include "runner/picture/letters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <vector>

namespace learn {
namespace {

constexpr int kLanes = 32, kEighths = 8, kSector = 32;
constexpr const char* kBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

/// Rows of bars, the highest first; `label` stands before each.
std::string bars(const std::vector<int>& heights, const std::string& label) {
  const int most = *std::max_element(heights.begin(), heights.end());
  std::string text;
  for (int floor = (most - 1) / kEighths * kEighths; floor >= 0;
       floor -= kEighths) {
    std::string row = label;
    for (const int height : heights)
      row += kBlocks[std::clamp(height - floor, 0, kEighths)];
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

/// Bytes that the lanes touch, as offsets into the variable.
std::set<int64_t> bytes_of(const TraceEvent& event) {
  std::set<int64_t> bytes;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto offset = event.offset[static_cast<size_t>(lane)];
    if (!event.has(lane) || offset < 0) continue;
    for (int64_t i = 0; i < event.bytes; ++i) bytes.insert(offset + i);
  }
  return bytes;
}

std::string bank_bars(const TraceEvent& event, const TraceDevice& device) {
  const auto banks = static_cast<size_t>(device.banks);
  std::vector<std::set<int64_t>> words(banks);
  for (const int64_t byte : bytes_of(event)) {
    const auto word =
        (static_cast<int64_t>(event.begin) + byte) / device.bank_bytes;
    words[static_cast<size_t>(word) % banks].insert(word);
  }
  constexpr int kManyDigits = 9;
  std::vector<int> heights;
  std::string digits;
  for (const auto& bank : words) {
    const auto count = static_cast<int>(bank.size());
    heights.push_back(count);
    digits += count == 0            ? '.'
              : count > kManyDigits ? '#'
                                    : static_cast<char>('0' + count);
  }
  return fmt::format(
      "{}bank   0         10        20        30\n"
      "words  {}\n"
      "Each column is a bank: how many different words the warp wants from it\n"
      "(#: more than 9; a full block is 8). The fullest bank has {}; the "
      "request\n"
      "takes {} wavefront{}.\n",
      bars(heights, "       "), digits,
      *std::max_element(heights.begin(), heights.end()), event.cost,
      event.cost == 1 ? "" : "s");
}

std::string sector_bars(const TraceEvent& event) {
  std::map<int64_t, int> used;  // bytes, by sector
  for (const int64_t byte : bytes_of(event)) ++used[byte / kSector];
  std::vector<int> heights;
  for (const auto& [sector, bytes] : used) {
    if (heights.size() == kLanes) break;
    heights.push_back((bytes * kEighths + kSector - 1) / kSector);
  }
  if (heights.empty()) heights.push_back(0);
  const auto more = used.size() > kLanes
                        ? fmt::format(" The first {} are drawn.", kLanes)
                        : std::string();
  return fmt::format(
      "{}Each column is a sector of 32 bytes, in the order of addresses: how\n"
      "much of it the warp uses (a full block: all).{}\n"
      "{} lanes touch {} sectors; {} would do.\n",
      bars(heights, "       "), more, std::popcount(event.active), event.cost,
      event.ideal);
}

}  // namespace

std::string in_letters(const TraceEvent& event, const TraceDevice& device) {
  return event.space == "shared" ? bank_bars(event, device)
                                 : sector_bars(event);
}

}  // namespace learn
