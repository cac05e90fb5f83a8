// SPDX-License-Identifier: MIT
// The checks that there are, each a row, and which of them run. Knows nothing
// of how a user names his choice.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "simt/checks/fan_out.h"
#include "simt/checks/stage.h"

namespace simt::checks {

struct Row {
  std::string_view name;  // in SIMT_CHECKS; empty: it always runs; neighbours
                          // may share one
  bool on = true;         // where nothing is chosen
  /// `first`, where not null, was made by this, too: the check is for launches
  /// that run beside those of `first`.
  Listener (*make)(const Stage& stage, const Observer* first) = nullptr;
};

/// Makes a check for a row: an observer whose constructor takes a Stage. One
/// that has something in common with the check of launches beside its own takes
/// that check after it.
template <class T>
Listener make_check(const Stage& stage, const Observer* first) {
  if constexpr (std::is_constructible_v<T, const Stage&, const T&>) {
    if (first != nullptr) {
      return {std::make_unique<T>(stage, static_cast<const T&>(*first)),
              callbacks_of<T>()};
    }
  }
  return {std::make_unique<T>(stage), callbacks_of<T>()};
}

/// In the order in which they hear of an event, and report.
std::span<const Row> table();

/// The names that can be chosen, in the order of `rows`: "memory, init".
std::string names_of(std::span<const Row> rows);

/// Which checks run.
class ChosenChecks {
 public:
  /// Those that are on where nothing is chosen.
  ChosenChecks() = default;
  /// Those named, and those that always run.
  static ChosenChecks only(std::vector<std::string> names);

  bool on(const Row& row) const;
  /// True when the check of the table that has this name runs.
  bool on(std::string_view name) const;

 private:
  std::optional<std::vector<std::string>> chosen_;
};

}  // namespace simt::checks
