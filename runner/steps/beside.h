// SPDX-License-Identifier: MIT
// Two schedules of one program: where they part, and where a warp first reads
// something else. That is what a race looks like.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "runner/steps/read.h"

namespace learn {

/// Where two runs differ. An index past the end of a run: it has no more steps,
/// or its warp has none.
struct Difference {
  std::optional<size_t> first;  // nothing: all steps are alike
  /// The first step of the one run that its warp does otherwise in the other;
  /// nothing: only the order of the warps differs.
  std::optional<std::pair<size_t, size_t>> otherwise;
  /// Where that is nothing: the steps of either run at which an error of one
  /// name fires, `fired`. A race need not change a value.
  std::optional<std::pair<size_t, size_t>> fires;
  std::string fired;

  /// What this is, before any step is shown.
  std::string sentence(const Steps& one, const Steps& other) const;
};

Difference difference(const Steps& one, const Steps& other);

/// In sentences, with the steps that differ.
std::string beside(const Steps& one, const Steps& other, Sources& sources);

}  // namespace learn
