// SPDX-License-Identifier: MIT
// A copy reads its source, then writes its target and tells the barrier object.
#include "simt/machine/bulk_copies.h"

#include <algorithm>
#include <cstring>

#include "simt/ops/barrier_object.h"
#include "simt/ops/observer.h"

namespace simt {
namespace {

uint32_t thread_of(const WarpPlace& at, int lane) {
  return at.warp * kWarpSize + static_cast<uint32_t>(lane);
}

}  // namespace

void BulkCopies::start(Block& block, const ops::BulkWork& work) {
  Copy copy;
  copy.work = work;
  copy.work.copy.number = ++number_;
  copy.block = &block;
  if (work.copy.end == BulkEnd::kGroup)
    copy.group = groups_[&block][thread_of(work.copy.at, work.copy.lane)];
  ++context_.effects;
  tell(copy, BulkStep::Kind::kIssue, false);
  copies_.push_back(std::move(copy));
  // Under a seed some are made at once.
  if (context_.delay_stores && dice_.below(4) == 0) finish(copies_.back());
}

void BulkCopies::tell(const Copy& copy, BulkStep::Kind kind, bool ends_phase) {
  if (context_.observer == nullptr) return;
  BulkStep step;
  step.kind = kind;
  step.copy = &copy.work.copy;
  step.at = copy.work.copy.at;
  step.pc = copy.work.copy.pc;
  step.lanes = LaneMask{1} << copy.work.copy.lane;
  step.ends_phase = ends_phase;
  context_.observer->on_bulk(step);
}

void BulkCopies::read(Copy& copy) {
  if (copy.read) return;
  copy.read = true;
  ++context_.effects;
  const ops::BulkWork& work = copy.work;
  ops::read_source(work, copy.bytes);
  tell(copy, BulkStep::Kind::kRead, false);
}

void BulkCopies::finish(Copy& copy) {
  if (copy.done) return;
  read(copy);
  copy.done = true;
  const ops::BulkWork& work = copy.work;
  const BulkCopy& what = work.copy;
  ops::write_target(work, copy.bytes);
  bool over = false;
  if (what.end == BulkEnd::kObject) {
    std::byte* place = work.object;
    uint64_t word = 0;
    std::memcpy(&word, place, sizeof(word));
    auto object = ops::BarrierObject::from(word);
    over = object.complete(what.bytes);
    word = object.word();
    std::memcpy(place, &word, sizeof(word));
  }
  tell(copy, BulkStep::Kind::kDone, over);
}

void BulkCopies::forget_done() {
  std::erase_if(copies_, [](const Copy& copy) { return copy.done; });
}

void BulkCopies::use_groups(Block& block, const BulkStep& step) {
  auto& groups = groups_[&block];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if ((step.lanes >> lane & 1) == 0) continue;
    uint32_t& closed = groups[thread_of(step.at, lane)];
    if (step.kind == BulkStep::Kind::kCommit) {
      ++closed;
      continue;
    }
    for (Copy& copy : copies_) {
      const BulkCopy& what = copy.work.copy;
      const bool mine = copy.block == &block && what.at.warp == step.at.warp &&
                        what.lane == lane && what.end == BulkEnd::kGroup;
      if (!mine || copy.group + uint64_t{step.open} >= closed) continue;
      step.kind == BulkStep::Kind::kWaitRead ? read(copy) : finish(copy);
    }
  }
  forget_done();
  if (context_.observer != nullptr) context_.observer->on_bulk(step);
}

bool BulkCopies::hurry(const std::byte* object) {
  if (copies_.empty()) return false;
  // Under a seed they may take longer; somebody asks again.
  if (context_.delay_stores && dice_.below(2) == 0) return false;
  bool any = false;
  for (Copy& copy : copies_) {
    if (copy.work.copy.end != BulkEnd::kObject || copy.work.object != object)
      continue;
    any = true;
    const auto phase = [&] {
      uint64_t word = 0;
      std::memcpy(&word, object, sizeof(word));
      return ops::BarrierObject::from(word).phase;
    };
    const uint32_t before = phase();
    finish(copy);
    if (phase() != before) break;
  }
  forget_done();
  return any;
}

void BulkCopies::make_some() {
  if (copies_.empty()) return;
  for (Copy& copy : copies_) {
    const uint32_t roll = dice_.below(8);
    if (roll == 0) finish(copy);
    if (roll == 1) read(copy);
  }
  forget_done();
}

void BulkCopies::make_all() {
  for (Copy& copy : copies_) finish(copy);
  copies_.clear();
}

void BulkCopies::finish(Block& block) {
  if (copies_.empty() && groups_.empty()) return;
  for (Copy& copy : copies_)
    if (copy.block == &block ||
        copy.work.copy.peer.slot_or(copy.work.copy.at) == block.slot)
      finish(copy);
  forget_done();
  groups_.erase(&block);
}

}  // namespace simt
