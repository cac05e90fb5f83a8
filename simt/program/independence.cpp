// SPDX-License-Identifier: MIT
// See independence.h.
#include "simt/program/independence.h"

#include <algorithm>
#include <string_view>

namespace simt::program {
namespace {

/// The row's opcode: a mov from a clock has a row of its own.
std::string_view opcode_of(const ops::Op& op) {
  return op.syntax.substr(0, op.syntax.find_first_of(". {"));
}

bool reads_clock(std::string_view opcode) {
  return opcode.substr(0, 5) == "read_";
}

bool names_smid(const ptx::Operand& operand) {
  return operand.name == "%smid" ||
         std::any_of(operand.parts.begin(), operand.parts.end(), names_smid);
}

bool is_independent(const InstInfo& info, const ops::Form& form) {
  if (info.op == nullptr || info.source == nullptr) return false;
  const std::string_view opcode = opcode_of(*info.op);
  const auto& operands = info.source->operands;
  if (std::any_of(operands.begin(), operands.end(), names_smid)) return false;
  switch (info.op->event) {
    case ops::Event::kAccess:
      return (opcode == "ld" || opcode == "st") &&
             form.order == simt::Order::kWeak;
    case ops::Event::kAtomic:
      return form.space == ptx::Space::kShared;
    case ops::Event::kFence:
      return false;
    case ops::Event::kNothing:
      return opcode != "cp" && opcode != "tex" && opcode != "nanosleep" &&
             !reads_clock(opcode);
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
