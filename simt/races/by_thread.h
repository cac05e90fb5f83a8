// SPDX-License-Identifier: MIT
// Values of some threads of a block, found by the thread's number. Knows
// nothing of the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace simt::races {

template <class Value>
class ByThread {
 public:
  bool empty() const { return count_ == 0; }
  void clear() {
    all_.clear();
    count_ = 0;
  }
  /// Null: the thread has none.
  Value* find(uint32_t thread) const {
    return thread < all_.size() ? all_[thread].get() : nullptr;
  }
  /// That of the thread, which gets a copy of `first` if it has none.
  Value& at(uint32_t thread, const Value& first) {
    if (thread >= all_.size()) all_.resize(thread + 1);
    std::unique_ptr<Value>& one = all_[thread];
    if (one == nullptr) {
      one = std::make_unique<Value>(first);
      ++count_;
    }
    return *one;
  }
  /// Calls `act(value)` for each, in the order of the threads.
  template <class Act>
  void each(const Act& act) {
    for (const std::unique_ptr<Value>& one : all_)
      if (one != nullptr) act(*one);
  }

 private:
  std::vector<std::unique_ptr<Value>> all_;  // by thread
  size_t count_ = 0;
};

}  // namespace simt::races
