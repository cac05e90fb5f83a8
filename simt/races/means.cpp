// SPDX-License-Identifier: MIT
// See means.h.
#include "simt/races/means.h"

#include <string>
#include <unordered_set>

namespace simt::races {

using ops::Does;

bool joins_a_part(const program::InstInfo& info) {
  if (info.op == nullptr || info.op->event != ops::Event::kBarrier)
    return false;
  if (info.op->is(Does::kArrives)) return true;
  const bool reduces = info.op->types != 0;  // to a count or a predicate
  return info.source->operands.size() > (reduces ? 3u : 1u);
}

std::vector<uint8_t> results_used(const program::Kernel& kernel) {
  std::unordered_set<ops::Ref> read(kernel.lists.begin(), kernel.lists.end());
  for (const ops::Inst& in : kernel.code)
    read.insert({in.a, in.b, in.c, in.e, in.guard});
  read.erase(ops::kNoRef);
  std::vector<uint8_t> used;
  for (const ops::Inst& in : kernel.code) used.push_back(read.count(in.d));
  return used;
}

bool waits_by_object(const program::InstInfo& info) {
  return info.op != nullptr && info.op->event == ops::Event::kAtomic &&
         info.op->is(Does::kOrders);
}

void add_means(const program::InstInfo& info, bool used, Means& means) {
  if (info.op == nullptr) return;
  const bool object = waits_by_object(info);
  if (object || info.op->event == ops::Event::kFence) means.order = true;
  if (object || (info.op->event == ops::Event::kAtomic && used))
    means.look = true;
  const bool loads = info.op->is_all(Does::kReads | Does::kPerLane);
  for (const std::string& word : info.source->modifiers) {
    if (word == "acquire" || word == "release" || word == "acq_rel")
      means.order = true;
    if (loads && (word == "volatile" || word == "relaxed" || word == "acquire"))
      means.look = true;
  }
}

}  // namespace simt::races
