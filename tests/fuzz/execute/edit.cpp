// SPDX-License-Identifier: MIT
// A label is an index into the body, so every edit of a body moves the targets
// behind it, those in branch tables too.
#include "tests/fuzz/execute/edit.h"

#include <algorithm>

namespace fuzz {

using namespace simt::ptx;

void shift_labels(Function& f, int at, int count) {
  const auto moved = [&](int target) {
    if (target <= at) return target;
    return std::max(at, target + count);
  };
  each_operand(f, [&](Operand& o) {
    if (o.kind == Operand::Kind::kLabel) o.target = moved(o.target);
  });
  for (auto& [name, table] : f.branch_tables)
    for (int& target : table) target = moved(target);
}

void insert_at(Function& f, size_t at, std::vector<Instruction> fresh) {
  if (f.body.size() + fresh.size() > kMostInstructions) return;
  shift_labels(f, static_cast<int>(at), static_cast<int>(fresh.size()));
  f.body.insert(f.body.begin() + static_cast<std::ptrdiff_t>(at), fresh.begin(),
                fresh.end());
}

std::vector<Function*> bodies(Module& module) {
  std::vector<Function*> all;
  for (Function& f : module.functions)
    if (!f.external) all.push_back(&f);
  return all;
}

}  // namespace fuzz
