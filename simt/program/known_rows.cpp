// SPDX-License-Identifier: MIT
// One pass: a row is known from an access that uses it until an instruction
// writes it or the lanes may change. Inst::target holds the instruction that
// looked at it.
#include "simt/program/known_rows.h"

#include <map>

namespace simt::program {
namespace {

using Rows = std::map<ops::Ref, uint32_t>;  // row -> 1 + pc that looked at it

bool loads_or_stores(const InstInfo& info) {
  return info.op != nullptr && info.op->is(ops::Does::kPerLane);
}

/// Goes on to the next instruction with the same lanes, whatever happens.
bool goes_straight(const InstInfo& info, const ops::Inst& in) {
  if (info.op == nullptr || (in.flags & ops::kConverge) != 0) return false;
  return info.op->event == ops::Event::kNothing ||
         info.op->event == ops::Event::kAccess;
}

/// Forgets the rows that `in` writes.
void forget_written(const Kernel& kernel, const InstInfo& info,
                    const ops::Inst& in, Rows& rows) {
  rows.erase(in.d);
  rows.erase(in.p);
  if (in.count <= 1) return;
  if (!loads_or_stores(info)) return rows.clear();  // lists of several kinds
  for (uint32_t i = 0; i < in.count; ++i) rows.erase(kernel.lists[in.list + i]);
}

}  // namespace

void find_known_rows(Kernel& kernel) {
  Rows rows;
  for (uint32_t pc = 0; pc < kernel.code.size(); ++pc) {
    ops::Inst& in = kernel.code[pc];
    const InstInfo& info = kernel.info[pc];
    if (in.flags & ops::kLeader) rows.clear();
    if (loads_or_stores(info) && (in.flags & ops::kAddress32) != 0) {
      const auto found = rows.find(in.a);
      in.target = found != rows.end() ? found->second : 0;
      if (in.guard == ops::kNoRef) rows[in.a] = pc + 1;
    }
    forget_written(kernel, info, in, rows);
    if (!goes_straight(info, in)) rows.clear();
  }
}

}  // namespace simt::program
