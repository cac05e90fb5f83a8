// SPDX-License-Identifier: MIT
// Flow is not looked at: an instruction that names such a register is watched
// wherever it stands, and costs little where no product is in flight.
#include "simt/machine/register_watch.h"

#include <algorithm>

#include "simt/ops/match.h"
#include "simt/ops/observer.h"

namespace simt {
namespace {

using ops::Does;
using ops::Ref;
using SlotKind = ops::SyntaxOperand::Kind;

bool is_product(const program::InstInfo& info) {
  return info.op != nullptr && info.op->is(Does::kProduct);
}

bool is_register(Ref ref) {
  return ref != ops::kNoRef && ref >> 30 == 0 && ref >= ops::kFirstRegister;
}

void add(std::vector<Ref>& to, Ref ref) {
  if (is_register(ref)) to.push_back(ref);
}

ops::Step run_touching(ops::Context& c, const ops::Inst& in, LaneMask mask) {
  return c.machine->run_touching(in, mask);
}

bool meets(const std::vector<Ref>& refs, const std::set<Ref>& set) {
  return std::any_of(refs.begin(), refs.end(),
                     [&](Ref ref) { return set.count(ref) != 0; });
}

}  // namespace

bool RegisterWatch::needed(const program::Kernel& kernel) {
  return std::any_of(kernel.info.begin(), kernel.info.end(), is_product);
}

RegisterWatch::RegisterWatch(const program::Kernel& kernel,
                             const ops::Inst* code)
    : info_(kernel.info), code_(code, code + kernel.code.size()) {
  std::vector<Products::Touch> all(code_.size());
  for (size_t pc = 0; pc < code_.size(); ++pc) {
    if (!is_product(kernel.info[pc])) {
      all[pc] = touch_of(kernel, pc);
      continue;
    }
    const Ref* list = kernel.lists.data() + code_[pc].list;
    for (const bool first : {true, false}) {
      const Ref count = first || code_[pc].a == ops::kNoRef ? *list++ : 0;
      for (Ref i = 0; i < count; ++i, ++list) {
        (first ? sums_ : factors_).insert(*list);
        if (first && in_kernel(pc)) own_sums_.insert(*list);
      }
    }
  }
  find_derived(all);
  find_unset(all);
  for (size_t pc = 0; pc < code_.size(); ++pc) {
    Products::Touch& touch = all[pc];
    UnsetSums::Writes writes = unset_.of(names_of(touch, pc));
    const bool touches = meets(touch.reads, derived_) ||
                         meets(touch.writes, derived_) ||
                         meets(touch.writes, factors_);
    if (!touches && writes.empty()) continue;
    touch.of_sums = meets(touch.reads, derived_) && meets(touch.writes, sums_);
    watched_[static_cast<uint32_t>(pc)] = {code_[pc].run, std::move(touch),
                                           std::move(writes), touches};
    code_[pc].run = run_touching;
  }
}

/// Which registers it reads and writes. What stands first, and is d, is
/// written; of the lists so are the elements of that operand.
Products::Touch RegisterWatch::touch_of(const program::Kernel& kernel,
                                        size_t pc) const {
  Products::Touch touch;
  const program::InstInfo& info = kernel.info[pc];
  const ops::Inst& in = kernel.code[pc];
  if (info.op == nullptr || info.source == nullptr || info.source->calls() ||
      info.op->is(Does::kManyTargets))
    return touch;
  const ops::Row* row = ops::find_row(*info.source, *in.form);
  const bool writes = row != nullptr && !row->syntax.operands.empty() &&
                      row->syntax.operands[0].letter() == 'd';
  const bool fragments =
      row != nullptr &&
      std::any_of(row->syntax.operands.begin(), row->syntax.operands.end(),
                  [](auto& o) { return o.kind == SlotKind::kFragment; });
  touch.pure =
      (info.op->does == Does::kNoMore || info.op->does == Does::kRenames) &&
      info.op->event == ops::Event::kNothing &&
      (in.flags & ops::kConverge) == 0;
  touch.renames = info.op->is(Does::kRenames);
  // Of other memory: where a compiler keeps registers is local or generic.
  const bool named = in.form->space == ptx::Space::kShared ||
                     in.form->space == ptx::Space::kGlobal;
  touch.loads = info.op->is(Does::kReads) && named;
  touch.stores = info.op->is_all(Does::kWrites | Does::kPerLane) &&
                 info.op->event == ops::Event::kAccess;
  add(touch.writes, in.d);
  add(touch.writes, in.p);
  for (const Ref ref : {in.a, in.b, in.c, in.e, in.guard})
    add(touch.reads, ref);
  const size_t end = pc + 1 < kernel.code.size() ? kernel.code[pc + 1].list
                                                 : kernel.lists.size();
  bool first = writes;
  size_t left = in.count;
  for (size_t i = in.list; i < std::min(end, kernel.lists.size()); ++i) {
    if (fragments && (i == in.list || left == 0)) {
      first = writes && i == in.list;
      left = kernel.lists[i];
      continue;
    }
    add(first && left > 0 ? touch.writes : touch.reads, kernel.lists[i]);
    if (left > 0) --left;
  }
  return touch;
}

void RegisterWatch::find_derived(const std::vector<Products::Touch>& all) {
  derived_ = sums_;
  for (bool more = true; more;) {
    more = false;
    for (const Products::Touch& touch : all) {
      if (!touch.pure || !meets(touch.reads, derived_)) continue;
      for (const Ref ref : touch.writes) more |= derived_.insert(ref).second;
    }
  }
}

UnsetSums::Names RegisterWatch::names_of(const Products::Touch& touch,
                                         size_t pc) const {
  if (!in_kernel(pc)) return {};
  UnsetSums::Names names{touch.writes};
  const ops::Inst& in = code_[pc];
  if (touch.renames && in.d != ops::kNoRef && is_register(in.a))
    names.copied = in.a;
  return names;
}

void RegisterWatch::find_unset(const std::vector<Products::Touch>& all) {
  std::vector<UnsetSums::Names> names;
  for (size_t pc = 0; pc < all.size(); ++pc)
    names.push_back(names_of(all[pc], pc));
  unset_.find(own_sums_, names);
}

void RegisterWatch::issue(ops::Context& c, const Block& block,
                          const ops::WarpProduct& product) {
  const uint32_t pc = product.what.pc;
  if (!in_kernel(pc)) return;
  const LaneMask lanes = unset_.use(block, c.at.warp, product);
  if (lanes != 0 && c.observer != nullptr)
    c.observer->on_register_use(
        {RegisterUse::Kind::kUnset, c.at, pc, pc, lanes});
}

ops::Step RegisterWatch::run(ops::Context& c, Products& products,
                             const Block& block, const ops::Inst& in,
                             LaneMask mask) {
  const auto pc = static_cast<uint32_t>(&in - c.code);
  const Watched& watched = watched_.at(pc);
  if (!watched.writes.empty())
    unset_.write(block, c.at.warp, watched.writes, mask);
  if (watched.touches) products.touch(block, watched.touch, pc, mask);
  return watched.run(c, in, mask);
}

}  // namespace simt
