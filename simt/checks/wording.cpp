// SPDX-License-Identifier: MIT
// Neighbouring numbers become ranges (4..9), masks eight hexadecimal digits.
// Plain string building: no state, and the same text on every machine.
#include "simt/checks/wording.h"

#include <bit>

namespace simt::checks {

std::array<uint32_t, 3> unfold(uint64_t linear,
                               const std::array<uint32_t, 3>& size) {
  return {static_cast<uint32_t>(linear % size[0]),
          static_cast<uint32_t>(linear / size[0] % size[1]),
          static_cast<uint32_t>(linear / size[0] / size[1])};
}

std::string triple(const std::array<uint32_t, 3>& value) {
  return "(" + std::to_string(value[0]) + "," + std::to_string(value[1]) + "," +
         std::to_string(value[2]) + ")";
}

std::string count_of(uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string ranges(const std::vector<uint32_t>& numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1)
      ++end;
    if (end - i == 1) end = i;  // two in a row read best as "4, 5"
    if (!text.empty()) text += ", ";
    text += std::to_string(numbers[i]);
    if (end > i) text += ".." + std::to_string(numbers[end]);
    i = end + 1;
  }
  return text;
}

std::string lanes_name(LaneMask lanes) {
  std::vector<uint32_t> numbers;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    if (lanes >> lane & 1) numbers.push_back(lane);
  return (numbers.size() == 1 ? "lane " : "lanes ") + ranges(numbers);
}

std::string mask_name(LaneMask mask) {
  const char* digits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4)
    text += digits[mask >> shift & 15];
  return text;
}

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return "loads";
    case AccessKind::kStore:
      return "stores";
    default:
      return "updates";
  }
}

const char* noun(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return "load";
    case AccessKind::kStore:
      return "store";
    default:
      return "atomic";
  }
}

int first_lane(LaneMask lanes) { return std::countr_zero(lanes); }

}  // namespace simt::checks
