// SPDX-License-Identifier: MIT
// Asks each instruction's row what it does. Clocks, %smid, ordered accesses and
// runtime calls say no; loads, stores and atomics pass, since machine/threads.h
// watches them.
#include "simt/program/independence.h"

#include <algorithm>

#include "simt/program/program.h"
#include "simt/program/results.h"

namespace simt::program {
namespace {

bool names_smid(const ptx::Operand& operand) {
  return operand.name == "%smid" ||
         std::any_of(operand.parts.begin(), operand.parts.end(), names_smid);
}

bool relaxed(const ops::Form& form) {
  return form.order == simt::MemoryOrder::kWeak ||
         form.order == simt::MemoryOrder::kVolatile ||
         form.order == simt::MemoryOrder::kRelaxed;
}

/// An atomic that may come in any order with others of its kind: nobody looks
/// at what it found, and integers have one sum.
bool commutes(const ops::Inst& in, const ops::Form& form, bool used) {
  using ops::Combine;
  using ptx::Type;
  const bool whole = form.type == Type::kU32 || form.type == Type::kS32 ||
                     form.type == Type::kU64 || form.type == Type::kS64 ||
                     form.type == Type::kB32 || form.type == Type::kB64;
  const bool any_order =
      form.combine == Combine::kAdd || form.combine == Combine::kMin ||
      form.combine == Combine::kMax || form.combine == Combine::kAnd ||
      form.combine == Combine::kOr || form.combine == Combine::kXor;
  return whole && any_order && in.count <= 1 && !used;
}

Independence of(const InstInfo& info, const ops::Inst& in, bool used) {
  if (info.op == nullptr || info.source == nullptr) return Independence::kNone;
  using ops::Does;
  const ops::Form& form = *in.form;
  const auto when = [](bool yes) {
    return yes ? Independence::kAny : Independence::kNone;
  };
  // Of copies and barrier objects it is not known.
  if (info.op->is(Does::kAsync | Does::kBulk) ||
      (info.op->event != ops::Event::kFence &&
       info.op->event != ops::Event::kBarrier && info.op->is(Does::kOrders) &&
       info.op->event != ops::Event::kWarpBarrier))
    return Independence::kNone;
  const auto& operands = info.source->operands;
  if (std::any_of(operands.begin(), operands.end(), names_smid))
    return Independence::kNone;
  switch (info.op->event) {
    case ops::Event::kAccess:
      return when(info.op->is(Does::kPerLane) && relaxed(form));
    case ops::Event::kAtomic:
      if (form.space == ptx::Space::kShared) return Independence::kAny;
      if (!relaxed(form) || form.scope == Scope::kCta ||
          form.scope == Scope::kCluster)
        return Independence::kNone;
      return commutes(in, form, used) ? Independence::kAny
                                      : Independence::kInOrder;
    case ops::Event::kFence:
      return Independence::kAny;
    case ops::Event::kNothing:
      return when(!info.op->is(Does::kReads | Does::kWrites | Does::kAsync |
                               Does::kWaits | Does::kReadsClock));
    default:
      return Independence::kAny;
  }
}

bool beyond_the_block(const ops::Form& form) {
  return form.space == ptx::Space::kGlobal ||
         form.space == ptx::Space::kGeneric;
}

/// An atomic, or a load or store with an order.
bool has_order(const InstInfo& info, const ops::Form& form) {
  if (info.op == nullptr) return false;
  if (info.op->event == ops::Event::kAtomic) return true;
  return info.op->event == ops::Event::kAccess &&
         info.op->is(ops::Does::kPerLane) &&
         form.order != simt::MemoryOrder::kWeak;
}

/// Bytes that an atomic beyond shared memory updates, or 0.
int updated(const InstInfo& info, const ops::Form& form) {
  if (info.op == nullptr || info.op->event != ops::Event::kAtomic ||
      form.space == ptx::Space::kShared)
    return 0;
  return ptx::size_of(form.type);
}

/// Two that commute with their own kind, and with each other.
bool commute(const ops::Form& a, const ops::Form& b) {
  using ops::Combine;
  const bool by_sign = a.combine == Combine::kMin || a.combine == Combine::kMax;
  return a.combine == b.combine && (!by_sign || a.type == b.type);
}

/// A load beyond shared memory that expects others to store there.
bool looks_again(const InstInfo& info, const ops::Form& form) {
  return info.op != nullptr &&
         info.op->is_all(ops::Does::kReads | ops::Does::kPerLane) &&
         form.order != simt::MemoryOrder::kWeak &&
         form.space != ptx::Space::kShared;
}

/// An instruction of it has the flag.
bool has(const Kernel& kernel, uint32_t flag) {
  return std::any_of(
      kernel.code.begin(), kernel.code.end(),
      [flag](const ops::Inst& in) { return (in.flags & flag) != 0; });
}

}  // namespace

bool has_flags(const Kernel& kernel) {
  int bytes = 0;
  for (size_t pc = 0; pc < kernel.code.size(); ++pc) {
    const ops::Form& form = *kernel.code[pc].form;
    if (!has_order(kernel.info[pc], form) || !beyond_the_block(form)) continue;
    const int here = ptx::size_of(form.type);
    const bool packed =
        form.type == ptx::Type::kF16x2 || form.type == ptx::Type::kBf16x2;
    const bool narrow =
        form.scope == Scope::kCta || form.scope == Scope::kCluster;
    if (packed || narrow || (bytes != 0 && here != bytes)) return false;
    bytes = here;
  }
  return bytes != 0;
}

bool has_loops(const Kernel& kernel) { return has(kernel, ops::kBackward); }
bool has_polls(const Kernel& kernel) { return has(kernel, ops::kPolls); }

bool only_adds(const Kernel& kernel) {
  bool any = false;
  for (size_t pc = 0; pc < kernel.code.size(); ++pc) {
    const ops::Form& form = *kernel.code[pc].form;
    if (updated(kernel.info[pc], form) == 0) continue;
    if (form.combine != ops::Combine::kAdd) return false;
    any = true;
  }
  return any;
}

Independence independence(const Kernel& kernel) {
  const std::vector<uint8_t> used = results_used(kernel);
  auto least = Independence::kAny;
  bool looks = false;
  int bytes = 0;  // atomics of two sizes are not atomic to each other
  const ops::Form* first = nullptr;  // of the atomics
  for (size_t pc = 0; pc < kernel.code.size(); ++pc) {
    const ops::Inst& in = kernel.code[pc];
    least = std::min(least, of(kernel.info[pc], in, used[pc] != 0));
    const int here = updated(kernel.info[pc], *in.form);
    if (here != 0 && bytes != 0 && here != bytes) return Independence::kNone;
    if (here != 0) bytes = here;
    if (here != 0 && first == nullptr) first = in.form;
    if (here != 0 && !commute(*first, *in.form))
      least = std::min(least, Independence::kInOrder);
    looks = looks || looks_again(kernel.info[pc], *in.form);
  }
  if (looks && kernel.polls) {
    if (!kernel.flags) return Independence::kNone;
    least = std::min(least, Independence::kInOrder);
  }
  const bool builtins =
      std::any_of(kernel.calls.begin(), kernel.calls.end(),
                  [](const auto& s) { return s.builtin != Builtin::kNone; });
  return builtins ? Independence::kNone : least;
}

}  // namespace simt::program
