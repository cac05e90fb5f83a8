// SPDX-License-Identifier: MIT
// Asks each instruction's row what it does. Fences, clocks, %smid, ordered
// accesses, atomics beyond shared memory and runtime calls say no; weak loads
// and stores pass, since machine/threads.h watches them.
#include "simt/program/independence.h"

#include <algorithm>

namespace simt::program {
namespace {

bool names_smid(const ptx::Operand& operand) {
  return operand.name == "%smid" ||
         std::any_of(operand.parts.begin(), operand.parts.end(), names_smid);
}

bool is_independent(const InstInfo& info, const ops::Form& form) {
  if (info.op == nullptr || info.source == nullptr) return false;
  using ops::Does;
  const auto& operands = info.source->operands;
  if (std::any_of(operands.begin(), operands.end(), names_smid)) return false;
  switch (info.op->event) {
    case ops::Event::kAccess:
      return info.op->is(Does::kPerLane) &&
             form.order == simt::MemoryOrder::kWeak;
    case ops::Event::kAtomic:
      return form.space == ptx::Space::kShared;
    case ops::Event::kFence:
      return false;
    case ops::Event::kNothing:
      return !info.op->is(Does::kReads | Does::kWrites | Does::kAsync |
                          Does::kWaits | Does::kReadsClock);
    default:
      return true;
  }
}

}  // namespace

bool blocks_are_independent(const Kernel& kernel) {
  for (size_t pc = 0; pc < kernel.code.size(); ++pc)
    if (!is_independent(kernel.info[pc], *kernel.code[pc].form)) return false;
  return std::all_of(
      kernel.calls.begin(), kernel.calls.end(),
      [](const auto& site) { return site.builtin == Builtin::kNone; });
}

}  // namespace simt::program
