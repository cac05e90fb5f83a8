// SPDX-License-Identifier: MIT
// Source lines and mnemonics of one kernel, numbered, so that counting by
// line or by mnemonic is an array access. Built once per kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/checks/kernel_work.h"
#include "simt/program/program.h"

namespace simt::checks {

class KernelIndex {
 public:
  struct Line {
    std::string file;  // never empty
    int line = 0;
  };

  explicit KernelIndex(const program::Kernel& kernel);

  /// True when this index still describes `kernel`.
  bool fits(const program::Kernel& kernel) const;

  /// Lines that have instructions, by file, then line.
  const std::vector<Line>& lines() const { return lines_; }
  /// Index into lines(), or -1 for an instruction without a line.
  int line_of(uint32_t pc) const { return line_of_[pc]; }

  /// "ld.global.f32": opcode and modifiers, sorted, each once.
  const std::vector<std::string>& mnemonics() const { return mnemonics_; }
  int mnemonic_of(uint32_t pc) const { return mnemonic_of_[pc]; }
  const std::string& mnemonic(uint32_t pc) const {
    return mnemonics_[static_cast<size_t>(mnemonic_of_[pc])];
  }

  const KernelWork& work() const { return work_; }

  /// A number that two instructions share when a person would point at the
  /// same place: same line, or the same instruction where lines are unknown.
  uint32_t site_of(uint32_t pc) const {
    const int line = line_of_[pc];
    return line >= 0 ? static_cast<uint32_t>(line)
                     : static_cast<uint32_t>(lines_.size()) + pc;
  }

 private:
  const program::Kernel* kernel_;
  const ops::Inst* code_;
  size_t size_;
  std::vector<Line> lines_;
  std::vector<int> line_of_;
  std::vector<std::string> mnemonics_;
  std::vector<int> mnemonic_of_;
  KernelWork work_;
};

/// Opcode and modifiers without operands; "?" when the source is unknown.
std::string mnemonic_of(const program::InstInfo& info);

}  // namespace simt::checks
