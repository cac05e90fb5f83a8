// SPDX-License-Identifier: MIT
// The arguments of one call as bytes of a message, and what comes back as
// values of theirs.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/apart/calls.h"
#include "simt/apart/client.h"
#include "simt/apart/side.h"
#include "simt/apart/wire.h"

namespace simt::apart {

class Parcel {
 public:
  /// Sizes of the parameters of the kernel with this stub.
  using ParametersOf = const std::vector<uint64_t>& (*)(uint64_t stub);

  Parcel(const Call& call, const uint64_t* words, ParametersOf parameters_of);

  /// False when an argument is too large for a message.
  bool complete() const { return complete_; }
  const Bytes& bytes() const { return bytes_; }
  /// The words as the caller gave them, and as they go out.
  const Words& words() const { return words_; }
  const Words& sent() const { return sent_; }
  /// Most bytes that may come back.
  uint64_t expected() const;
  /// Puts what came back where the arguments point.
  void take(const Answer& answer) const;

 private:
  bool add(size_t at);
  bool add_memory(const Argument& argument, size_t at);
  void add_arguments(uint64_t stub, void** arguments);
  bool add_node(uint64_t node);
  bool add_config(uint64_t config);
  void put(uint64_t from, uint64_t bytes);
  uint64_t shown(uint64_t pointer) const;
  uint64_t shown_stub(uint64_t stub) const;
  bool comes_back(size_t at) const;
  void take_one(size_t at, const std::byte* from, uint64_t bytes,
                const Answer& answer) const;
  void check(const Argument& argument, const std::byte* from) const;

  const Call& call_;
  const Side side_;
  ParametersOf parameters_of_;
  Words words_{}, sent_{};
  Bytes bytes_;
  bool complete_ = true;
};

}  // namespace simt::apart
