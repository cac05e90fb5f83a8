// SPDX-License-Identifier: MIT
// Which registers decide what a running loop does next: those that its
// branches, addresses and stored values come from. A counter that is only
// shown later does not belong to them. Knows nothing of warps and blocks.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "simt/ops/observer.h"
#include "simt/program/program.h"

namespace simt {

class Relevance {
 public:
  /// Nothing has run yet when the counts stand at `begin`.
  Relevance(const program::Kernel& kernel, const Executions& begin);

  /// Takes in the instructions that ran since; true when some are new.
  bool grow(const Executions& now);

  /// True when a clock is read: values that are computed from it do not
  /// matter, only what is decided by them.
  bool reads_clock() const { return reads_clock_; }

  /// Bytes of a frame that matter, without overlap. When calls run, all
  /// bytes of every frame do.
  struct Span {
    uint32_t offset = 0, bytes = 0;
  };
  const std::vector<Span>& spans(uint32_t function) const {
    return spans_[function];
  }

 private:
  struct Uses;
  void work_out();
  void take_all();
  void take_clocks_out(std::vector<std::set<uint32_t>>& matter);
  bool simple(uint32_t pc) const;
  std::vector<uint32_t> rows_of(uint32_t pc, bool results) const;

  const program::Kernel& kernel_;
  bool reads_clock_ = false;
  std::vector<uint64_t> begin_;
  std::vector<uint8_t> ran_;                 // by pc
  std::vector<std::vector<uint32_t>> rows_;  // by function: where rows begin
  std::vector<std::vector<Span>> spans_;
};

}  // namespace simt
