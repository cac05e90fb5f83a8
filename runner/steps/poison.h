// SPDX-License-Identifier: MIT
// Which bytes a run had written before each step; what is read else is poison.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "runner/steps/read.h"

namespace learn {

/// Bytes written so far: by the host, or by a step. The shared memory of a
/// block begins anew with each launch.
class Written {
 public:
  explicit Written(const Steps& run);

  /// Takes in what `act` writes.
  void take(const Step& step, const Act& act);
  /// The lanes of a load or an atomic that read a byte that nothing wrote.
  uint32_t poisoned(const Step& step, const Act& act) const;

 private:
  using Ranges = std::map<int64_t, int64_t>;      // end by begin, apart
  using Memory = std::tuple<int, int, uint32_t>;  // array, launch, block

  Memory memory_of(const Step& step, const Act& act) const;
  static void add(Ranges& ranges, int64_t begin, int64_t end);
  static bool holds(const Ranges& ranges, int64_t begin, int64_t end);

  const Steps& run_;
  std::map<Memory, Ranges> ranges_;
};

/// By step and act: the lanes that read poison.
std::vector<std::vector<uint32_t>> poison_of(const Steps& run);

}  // namespace learn
