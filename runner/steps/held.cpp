// SPDX-License-Identifier: MIT
// To go back is to begin again.
#include "runner/steps/held.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace learn {

std::vector<HeldNow> HeldValues::take(const Step& step) {
  std::vector<HeldNow> all;
  for (const auto& held : step.held) {
    Lanes& last = last_[{step.launch, step.block, step.warp, held.local}];
    HeldNow now{held.local, {}, 0};
    auto value = held.values.begin();
    for (uint32_t left = step.on; left != 0; left &= left - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(left));
      if (!held.values.empty()) {
        if (last[lane] != *value) now.changed |= left & -left;
        last[lane] = *value++;
      }
      now.values.push_back(last[lane]);
    }
    all.push_back(std::move(now));
  }
  return all;
}

std::vector<HeldNow> HeldValues::after(size_t index) {
  if (index < next_) {
    next_ = 0;
    last_.clear();
  }
  for (; next_ < index; ++next_) take(run_.steps[next_]);
  ++next_;
  return take(run_.steps[index]);
}

std::string held_text(const Steps& run, const simt::steps::Local& local,
                      const std::string& value) {
  if (!value.starts_with('@'))
    return value == "local" || value == "other" ? value + " memory" : value;
  size_t array = 0;
  uint64_t offset = 0;
  const char* const end = value.data() + value.size();
  const auto at = std::from_chars(value.data() + 1, end, array).ptr;
  std::from_chars(at + 1, end, offset);
  const std::string& name = run.arrays[array].name;
  const uint64_t unit = std::max<uint64_t>(local.unit, 1);
  if (offset % unit != 0) return fmt::format("{} + {} bytes", name, offset);
  return fmt::format("{} + {}", name, offset / unit);
}

}  // namespace learn
