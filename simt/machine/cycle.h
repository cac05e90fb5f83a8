// SPDX-License-Identifier: MIT
// Finds out that a sequence of states has come back to an old one (Brent's
// algorithm). Knows nothing of what a state is; only one must be kept.
#pragma once

#include <cstdint>

namespace simt {

class CycleFinder {
 public:
  /// Takes in the next state, which `states` is in; true when it is the one
  /// that is kept: states.same(). That is renewed at every power of two, by
  /// states.keep().
  template <class States>
  bool comes_again(States& states) {
    if (power_ != 0 && states.same()) return true;
    if (power_ == 0 || ++steps_ == power_) {
      states.keep();
      power_ = power_ == 0 ? 1 : power_ * 2;
      steps_ = 0;
    }
    return false;
  }

  /// After comes_again(): how many states the cycle has.
  uint64_t period() const { return steps_ + 1; }

  /// States mean something else from now on.
  void forget() { power_ = 0; }

  /// The state that is kept is never renewed: only it counts from now on.
  void hold() {
    power_ = ~uint64_t{0};
    steps_ = 0;
  }

 private:
  uint64_t power_ = 0, steps_ = 0;  // power_ 0: none is kept
};

}  // namespace simt
