// SPDX-License-Identifier: MIT
// An explorer: the numbers that a reader chooses, and what the emulator says to
// each choice. Written as a table of all choices, or for one of them.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simt/explore/rig.h"

namespace simt::explore {

/// Something to choose, and the values that there are.
struct Input {
  std::string key;
  std::vector<std::string> values;
};

/// A value for each input.
class Choice {
 public:
  explicit Choice(std::map<std::string, std::string> values)
      : values_(std::move(values)) {}
  const std::string& text(const std::string& key) const {
    return values_.at(key);
  }
  int number(const std::string& key) const { return std::stoi(text(key)); }

 private:
  std::map<std::string, std::string> values_;
};

/// Names and values; the values are JSON.
using Result = std::vector<std::pair<std::string, std::string>>;

struct Explorer {
  std::string name;
  std::vector<Input> inputs;
  std::function<Result(Rig&, const Choice&)> answer;
};

/// "4", "5", ... "9" for (4, 9); every `step`th of them.
std::vector<std::string> numbers(int first, int last, int step = 1);

/// JSON of a list, and of text.
std::string list_of(std::span<const std::string> values);
std::string list_of(std::span<const int64_t> values);
std::string quoted(const std::string& text);
/// The same where neighbours are equally far apart: {"first": 0, "step": 4,
/// "count": 32}; else the list.
std::string sequence(std::span<const int64_t> values);

/// The result as one JSON object.
std::string json_of(const Result& result);

/// The choices in words ("stride=4"); an input that is not named has its first
/// value. Throws std::runtime_error for what there is not.
Choice choice_of(const Explorer& explorer, std::span<const std::string> words);

/// Every choice's result as one JSON object: the inputs, and for each field the
/// different values, the different lines of numbers of values along the last
/// input, and the line for each choice of the others, the last of which changes
/// fastest.
std::string table_of(const Explorer& explorer, Rig& rig);

Explorer banks();
Explorer sectors();
Explorer shuffles();
Explorer occupancy();
Explorer reduction();
Explorer grid_barrier();
Explorer warpgroup();

}  // namespace simt::explore
