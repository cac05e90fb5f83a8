// SPDX-License-Identifier: MIT
// What every check is made from. Knows no check.
#pragma once

namespace simt::checks {

class CounterCheck;
class Scene;

struct Stage {
  Scene& scene;
  /// Of the running launch; it has counted all of it when checks are told of
  /// the end.
  const CounterCheck& counters;
};

}  // namespace simt::checks
