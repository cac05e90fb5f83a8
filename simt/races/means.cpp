// SPDX-License-Identifier: MIT
// Reads the words of each instruction; knows nothing of how a kernel runs.
#include "simt/races/means.h"

#include <string>

#include "simt/program/results.h"
#include "simt/program/updates.h"

namespace simt::races {
namespace {

using ops::Does;

/// A barrier instruction that may wait for fewer threads than the block has.
bool joins_a_part(const program::InstInfo& info) {
  if (info.op->event != ops::Event::kBarrier) return false;
  if (info.op->is(Does::kArrives)) return true;
  const bool reduces = info.op->types != 0;  // to a count or a predicate
  return info.source->operands.size() > (reduces ? 3u : 1u);
}

}  // namespace

Means::Means(const program::Kernel& kernel)
    : mbarrier_(kernel.info.size()),
      counts_(kernel.info.size()),
      used_(program::results_used(kernel)),
      updates_(program::volatile_updates(kernel)) {
  for (size_t pc = 0; pc < kernel.info.size(); ++pc)
    if (kernel.info[pc].op != nullptr) read(kernel.info[pc], pc);
}

void Means::read(const program::InstInfo& info, size_t pc) {
  const bool atomic = info.op->event == ops::Event::kAtomic;
  const bool mbarrier = info.op->uses_object();
  const bool used = pc < used_.size() && used_[pc] != 0;
  if (mbarrier || info.op->event == ops::Event::kFence) order_ = true;
  if (mbarrier || (atomic && used)) look_ = true;
  bool swaps = false;
  const bool loads = info.op->is_all(Does::kReads | Does::kPerLane);
  for (const std::string& word : info.source->modifiers) {
    swaps = swaps || word == "exch" || word == "cas";
    if (word == "acquire" || word == "release" || word == "acq_rel")
      order_ = true;
    if (loads && (word == "volatile" || word == "relaxed" || word == "acquire"))
      look_ = true;
  }
  if (mbarrier) objects_ = true, mbarrier_[pc] = 1;
  if (atomic && !mbarrier && !swaps) counts_[pc] = 1;
  partial_ = partial_ || joins_a_part(info);
  if (info.op->event == ops::Event::kShuffle ||
      info.op->event == ops::Event::kVote)
    exchanges_ = true;
}

}  // namespace simt::races
