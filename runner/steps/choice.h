// SPDX-License-Identifier: MIT
// Which steps of a run are shown.
#pragma once

#include <optional>
#include <string>

#include "runner/steps/read.h"

namespace learn {

/// As typed; "" where nothing was.
struct StepWords {
  std::string warp = {}, from = {}, to = {}, until = {}, cell = {}, beside = {};

  bool any() const { return *this != StepWords{}; }
  bool operator==(const StepWords&) const = default;
};

struct StepChoice {
  int warp = -1;            // in any block; -1: all
  size_t from = 0, to = 0;  // steps; the last one is shown
  bool until_diagnostic = false;
  std::string cell;  // "": none
};

/// Throws Stop for words that cannot be, before anything runs.
StepChoice read_choice(const StepWords& words);

/// Whether step `index` is shown.
bool chosen(const StepChoice& choice, const Steps& run, size_t index);

/// The first step at which a diagnostic fires; nothing: none does.
std::optional<size_t> first_fire(const Steps& run);

}  // namespace learn
