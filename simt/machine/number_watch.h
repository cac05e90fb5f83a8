// SPDX-License-Identifier: MIT
// Runs the arithmetic of a kernel under watch: tells of each instruction that
// makes a NaN where no operand is one, or an infinity from finite numbers. The
// machine has one only while an observer asks for it, and then runs this copy
// of the code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/ops/inst.h"
#include "simt/ops/observer.h"
#include "simt/program/program.h"

namespace simt {

class NumberWatch {
 public:
  NumberWatch(const program::Kernel& kernel, Observer& observer);

  /// The kernel's code; what is watched asks Machine::run_watched.
  const ops::Inst* code() const { return code_.data(); }
  /// Runs a watched instruction of code().
  ops::Step run(ops::Context& c, const ops::Inst& in, LaneMask mask);

 private:
  static constexpr size_t kMost = 4;        // sources
  static constexpr size_t kRowBytes = 256;  // of the widest number

  struct Operand {
    ops::Ref row = ops::kNoRef;
    ptx::Type type = ptx::Type::kNone;
  };
  struct Watched {
    ops::Handler run = nullptr;  // null: it is not watched
    Operand result;
    std::array<Operand, kMost> sources;
    uint8_t count = 0;
  };
  using Rows = std::array<std::array<std::byte, kRowBytes>, kMost>;

  static Watched watched(const program::InstInfo& info, const ops::Inst& in);
  void look(ops::Context& c, const Watched& w, const Rows& rows, uint32_t pc,
            LaneMask mask);

  Observer& observer_;
  std::vector<ops::Inst> code_;
  std::vector<Watched> watched_;  // by pc
};

}  // namespace simt
