// SPDX-License-Identifier: MIT
// What kernels printed and no call has written out yet. Knows no file.
#pragma once

#include <deque>
#include <string>

#include "simt/stream/order.h"

namespace simt::cudart {

/// What one launch printed.
struct Printed {
  Chain chain = 0;
  uint64_t number = 0;  // of the launch, in its chain
  std::string text;
};

class Output {
 public:
  void add(const Ticket& ticket, const std::string& text);
  /// Takes out the text of launches that `done` holds, in the order in which
  /// they printed.
  std::string take(const Clock& done);
  std::string take_all();
  /// What nobody has taken, by launch.
  const std::deque<Printed>& left() const { return left_; }
  size_t bytes() const { return bytes_; }

 private:
  template <class Which>
  std::string take_if(Which which);

  std::deque<Printed> left_;
  size_t bytes_ = 0;
};

}  // namespace simt::cudart
