// SPDX-License-Identifier: MIT
// A file of steps may have been written by the program itself: the room
// simt/steps believes nothing, and this one bounds its size.
#include "runner/steps/read.h"

#include <system_error>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "simt/report/paths.h"
#include "simt/steps/json.h"

namespace learn {
namespace {

/// Files, arrays and diagnostics come on top of the steps.
constexpr uintmax_t kMostFile = 4 * simt::steps::kMostBytes;
constexpr uintmax_t kMostSource = 2 << 20;

}  // namespace

Steps read_steps(const fs::path& file) {
  std::error_code none;
  const auto size = fs::file_size(file, none);
  if (none) throw Stop{"the program used no device: there are no steps"};
  if (size > kMostFile) throw Stop{"the file of the steps is too large"};
  std::string why;
  auto run = simt::steps::from_json(read_text(file), why);
  if (!run) throw Stop{"the steps cannot be read: " + why};
  return std::move(*run);
}

Act of_lanes(const Act& act, uint32_t lanes) {
  Act part = act;
  part.lanes &= lanes;
  part.yes &= lanes;
  part.at.clear();
  part.values.clear();
  part.before.clear();
  part.from.clear();
  const auto count = static_cast<size_t>(act.count);
  size_t lane = 0;
  for (uint32_t left = act.lanes; left != 0; left &= left - 1, ++lane) {
    if ((lanes & left & -left) == 0) continue;
    if (!act.at.empty()) part.at.push_back(act.at[lane]);
    if (!act.from.empty()) part.from.push_back(act.from[lane]);
    for (size_t e = lane * count; e < (lane + 1) * count; ++e) {
      if (!act.values.empty()) part.values.push_back(act.values[e]);
      if (!act.before.empty()) part.before.push_back(act.before[e]);
    }
  }
  return part;
}

const std::vector<std::string>& Sources::lines(const std::string& file) {
  const auto [found, fresh] = files_.try_emplace(file);
  const auto path = folder_ / file;
  std::error_code none;
  const bool there = !file.empty() && stays_inside(file) &&
                     fs::is_regular_file(path, none) &&
                     fs::file_size(path, none) <= kMostSource;
  if (fresh && there) found->second = split_lines(read_text(path));
  return found->second;
}

std::string Sources::line(const std::string& file, int number) {
  const auto& all = lines(file);
  if (number < 1 || static_cast<size_t>(number) > all.size()) return "";
  auto text = all[static_cast<size_t>(number) - 1];
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
  return simt::report::printable(text);
}

}  // namespace learn
