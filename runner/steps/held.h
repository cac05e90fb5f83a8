// SPDX-License-Identifier: MIT
// What local variables hold, step by step: a step tells only what is new.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "runner/steps/cells.h"

namespace learn {

/// A variable after a step.
struct HeldNow {
  int local = 0;                    // index into Run::locals
  std::vector<std::string> values;  // of each lane of Step::on, as in Held
  uint32_t changed = 0;             // lanes whose value is new to the steps
};

/// Goes through the steps of a run, in order or not.
class HeldValues {
 public:
  explicit HeldValues(const Steps& run) : run_(run) {}

  /// The variables after step `index`, in the order of the file.
  std::vector<HeldNow> after(size_t index);

 private:
  using Lanes = std::array<std::string, simt::steps::kLanes>;
  using Key =
      std::tuple<int, uint32_t, int, int>;  // launch, block, warp, local

  std::vector<HeldNow> take(const Step& step);

  const Steps& run_;
  size_t next_ = 0;  // the step that take() comes to
  std::map<Key, Lanes> last_;
};

/// As a person reads it: "@2+64" of a `float*` is "tile + 16".
std::string held_text(const Steps& run, const simt::steps::Local& local,
                      const std::string& value);

}  // namespace learn
