// SPDX-License-Identifier: MIT
// Follows what a load gives through the registers of its basic block. A
// register that has the name of one of these anywhere else counts as a use.
#include "simt/program/updates.h"

#include <algorithm>

namespace simt::program {
namespace {

using ops::Does;
using ops::Ref;

class Update {
 public:
  Update(const Kernel& kernel, uint32_t load)
      : kernel_(kernel), load_(load), values_{kernel.code[load].d} {}

  /// The store that ends it; 0: it is none.
  uint32_t store() {
    const uint32_t store = find();
    return store != 0 && stays_inside(store) ? store : 0;
  }

 private:
  const ops::Inst& at(uint32_t pc) const { return kernel_.code[pc]; }

  bool is_value(Ref ref) const {
    return std::find(values_.begin(), values_.end(), ref) != values_.end();
  }

  bool names_value(const ops::Inst& in) const {
    const auto list = kernel_.lists.begin() + in.list;
    return is_value(in.a) || is_value(in.b) || is_value(in.c) ||
           is_value(in.e) || is_value(in.guard) ||
           (in.count > 1 && std::any_of(list, list + in.count, [&](Ref ref) {
              return is_value(ref);
            }));
  }

  bool stores_back(const InstInfo& info, const ops::Inst& in) const {
    const ops::Inst& load = at(load_);
    return info.op->is_all(Does::kWrites | Does::kPerLane) && in.count <= 1 &&
           in.form->order == MemoryOrder::kVolatile && in.a == load.a &&
           in.offset == load.offset && in.bytes == load.bytes &&
           in.form->space == load.form->space && !is_value(in.guard);
  }

  bool computes(const InstInfo& info, const ops::Inst& in) const {
    return info.op->event == ops::Event::kNothing && in.count <= 1 &&
           in.d != ops::kNoRef && in.p == ops::kNoRef && !is_value(in.guard) &&
           !info.op->is(Does::kReads | Does::kWrites | Does::kWaits |
                        Does::kBranches | Does::kCalls | Does::kDecides |
                        Does::kFrame | Does::kAsync);
  }

  uint32_t find() {
    const Ref address = at(load_).a;
    for (uint32_t pc = load_ + 1; pc < kernel_.code.size(); ++pc) {
      const ops::Inst& in = at(pc);
      const InstInfo& info = kernel_.info[pc];
      if ((in.flags & ops::kLeader) != 0 || info.op == nullptr) return 0;
      if (names_value(in)) {
        if (stores_back(info, in)) return pc;
        if (!computes(info, in)) return 0;
        values_.push_back(in.d);
      }
      if (in.d == address) return 0;
    }
    return 0;
  }

  bool stays_inside(uint32_t store) const {
    const uint32_t function = kernel_.info[load_].function;
    for (uint32_t pc = 0; pc < kernel_.code.size(); ++pc)
      if ((pc < load_ || pc > store) && kernel_.info[pc].function == function &&
          names_value(at(pc)))
        return false;
    return true;
  }

  const Kernel& kernel_;
  const uint32_t load_;
  std::vector<Ref> values_;  // the load's, and what is computed from it
};

bool is_volatile_load(const InstInfo& info, const ops::Inst& in) {
  return info.op != nullptr && in.form != nullptr &&
         info.op->is_all(Does::kReads | Does::kPerLane) &&
         in.form->order == MemoryOrder::kVolatile && in.count <= 1;
}

}  // namespace

std::vector<uint8_t> volatile_updates(const Kernel& kernel) {
  std::vector<uint8_t> found(kernel.code.size());
  for (uint32_t pc = 0; pc < kernel.code.size(); ++pc) {
    if (!is_volatile_load(kernel.info[pc], kernel.code[pc])) continue;
    const uint32_t store = Update(kernel, pc).store();
    if (store != 0) found[pc] = found[store] = 1;
  }
  return found;
}

}  // namespace simt::program
