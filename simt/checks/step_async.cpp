// SPDX-License-Identifier: MIT
// What goes on beside the threads, as steps: barrier objects, copies and
// products from their issue to their end, and the groups that wait for them.
#include <algorithm>
#include <bit>

#include "simt/checks/step_log.h"

namespace simt::checks {
namespace {

using ops::Does;
using steps::Act;
using steps::ActKind;
using steps::Work;
using UseKind = ObjectUse::Kind;

const char* name_of(UseKind kind) {
  switch (kind) {
    case UseKind::kInit:
      return "init";
    case UseKind::kInvalidate:
      return "invalidate";
    case UseKind::kArrive:
      return "arrive";
    case UseKind::kDrop:
      return "drop";
    case UseKind::kExpect:
      return "expect";
    case UseKind::kComplete:
      return "complete";
    case UseKind::kTest:
      break;
  }
  return "test";
}

}  // namespace

StepLog::Site::Copies StepLog::copies_of(const program::InstInfo& info) {
  const ops::Op& op = *info.op;
  if (!op.is(Does::kAsync) || op.is(Does::kBulk)) return Site::Copies::kNone;
  if (op.is(Does::kCommits)) return Site::Copies::kCommit;
  if (op.is(Does::kWaits)) return Site::Copies::kAwait;
  return op.is(Does::kWrites) ? Site::Copies::kIssue : Site::Copies::kNone;
}

StepLog::LaneGroups& StepLog::groups_of(Work work, const WarpPlace& at) {
  return groups_[{work, at.block, at.warp}];
}

void StepLog::issue(Work work, const WarpPlace& at, Act one) {
  one.kind = ActKind::kIssue;
  one.work = work;
  LaneGroups& groups = groups_of(work, at);
  for (LaneMask left = one.lanes; left != 0; left &= left - 1)
    ++groups[static_cast<size_t>(std::countr_zero(left))].loose;
  pending_.push_back(std::move(one));
}

void StepLog::commit(Work work, const WarpPlace& at, uint32_t pc,
                     LaneMask lanes) {
  Act one = act(ActKind::kCommit, lanes, pc);
  one.work = work;
  LaneGroups& groups = groups_of(work, at);
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    Groups& lane = groups[static_cast<size_t>(std::countr_zero(left))];
    one.size = std::max<uint64_t>(one.size, lane.loose);
    one.open = std::max(one.open, ++lane.open);
    lane.loose = 0;
  }
  pending_.push_back(std::move(one));
}

void StepLog::await(Work work, const WarpPlace& at, uint32_t pc, LaneMask lanes,
                    uint32_t left_open) {
  Act one = act(ActKind::kAwait, lanes, pc);
  one.work = work;
  LaneGroups& groups = groups_of(work, at);
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    Groups& lane = groups[static_cast<size_t>(std::countr_zero(left))];
    lane.open = std::min(lane.open, left_open);
    one.open = std::max(one.open, lane.open);
  }
  pending_.push_back(std::move(one));
}

/// cp.async: its accesses are pending.
void StepLog::add_threads_copies(const Stepped& stepped) {
  const Site& site = sites_[stepped.pc];
  if (stepped.lanes == 0 || site.copies == Site::Copies::kNone) return;
  const WarpPlace& at = stepped.at;
  if (site.copies == Site::Copies::kCommit)
    return commit(Work::kAsync, at, stepped.pc, stepped.lanes);
  if (site.copies == Site::Copies::kAwait) {
    const bool all = scene_.kernel().info[stepped.pc].op->is(Does::kAllGroups);
    if (all)
      for (LaneMask left = stepped.lanes; left != 0; left &= left - 1)
        groups_of(Work::kAsync, at)[std::countr_zero(left)].loose = 0;
    return await(Work::kAsync, at, stepped.pc, stepped.lanes, site.left);
  }
  Act one = act(ActKind::kIssue, stepped.lanes, stepped.pc);
  if (!pending_.empty()) one.size = pending_.back().bytes;
  issue(Work::kAsync, at, std::move(one));
}

/// What went on by itself comes after its issue.
void StepLog::went_on(uint32_t block, Act one) {
  const bool waits =
      std::any_of(pending_.begin(), pending_.end(), [&](const Act& other) {
        return other.kind == ActKind::kIssue && other.work == one.work &&
               other.id == one.id;
      });
  if (waits) {
    later_.emplace_back(block, std::move(one));
  } else {
    add_alone(block, std::move(one));
  }
}

void StepLog::flush_later() {
  for (auto& [block, one] : later_) add_alone(block, std::move(one));
  later_.clear();
}

steps::Object StepLog::object_at(uint32_t block, uint64_t address, bool over,
                                 uint32_t of_block) {
  const Counted& counted = objects_[{block, address}];
  const auto place = scene_.data_place(ptx::Space::kShared, address);
  steps::Object object;
  object.array = shared_array(place);
  object.at = static_cast<int64_t>(place.offset);
  object.phase = counted.phase;
  object.arrivals = counted.now.pending;
  object.bytes = counted.now.bytes;
  object.over = over;
  if (block != of_block) object.block = block;
  return object;
}

/// Its access is pending; that becomes the use of an object.
void StepLog::on_object(const ObjectUse& use) {
  if (run_.full()) return;
  const uint32_t block = use.peer.block_or(use.at);
  const auto ends = [&](int lane) {
    return use.kind != UseKind::kTest && (use.over >> lane & 1) != 0;
  };
  for (LaneMask left = use.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Counted& counted = objects_[{block, use.address[lane]}];
    counted.now = ops::BarrierObject::from(use.after[lane]);
    if (use.kind == UseKind::kInit) counted.phase = 0;
    if (ends(lane)) ++counted.phase;
  }
  for (Act& one : pending_) {
    if (!one.is_access() || (one.lanes & ~use.lanes) != 0) continue;
    one.kind = ActKind::kObject;
    one.use = name_of(use.kind);
    if (use.kind == UseKind::kTest) one.yes = use.over & one.lanes;
    std::map<uint64_t, bool> over;
    for (LaneMask left = one.lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      over[use.address[lane]] |= ends(lane);
    }
    one.objects.clear();
    for (const auto& [address, ended] : over)
      one.objects.push_back(object_at(block, address, ended, use.at.block));
  }
}

void StepLog::add_accesses(const BulkCopy& copy) {
  const auto add = [&](ActKind kind, ptx::Space space, uint64_t address,
                       uint64_t bytes) {
    const auto place = scene_.data_place(space, address);
    Act one = act(kind, LaneMask{1} << copy.lane, copy.pc);
    one.array = array_of(space, place, address);
    one.bytes = bytes;
    one.at = {static_cast<int64_t>(place.offset)};
    pending_.push_back(std::move(one));
  };
  each_range(copy, true, [&](uint64_t begin, uint64_t bytes) {
    add(ActKind::kLoad, copy.from, begin, bytes);
  });
  const ActKind kind = copy.reduces ? ActKind::kAtomic : ActKind::kStore;
  each_range(copy, false, [&](uint64_t begin, uint64_t bytes) {
    add(kind, copy.to, begin, bytes);
  });
}

void StepLog::on_bulk(const BulkStep& step) {
  if (run_.full()) return;
  using Kind = BulkStep::Kind;
  if (step.kind == Kind::kCommit)
    return commit(Work::kCopy, step.at, step.pc, step.lanes);
  if (step.kind == Kind::kWait)
    return await(Work::kCopy, step.at, step.pc, step.lanes, step.open);
  if (step.kind == Kind::kWaitRead) return;  // the groups stay open
  const BulkCopy& copy = *step.copy;
  const bool object = copy.end == BulkEnd::kObject;
  const uint32_t block = object ? copy.peer.block_or(copy.at) : copy.at.block;
  Act one = act(ActKind::kIssue, LaneMask{1} << copy.lane, copy.pc);
  one.work = Work::kCopy;
  one.id = copy.number;
  if (step.kind == Kind::kIssue) {
    add_accesses(copy);
    one.size = copy.bytes;
    if (object)
      one.objects = {object_at(block, copy.object, false, copy.at.block)};
    // Its object ends it: no group does.
    if (object) return pending_.push_back(std::move(one));
    return issue(Work::kCopy, copy.at, std::move(one));
  }
  one.kind = step.kind == Kind::kRead ? ActKind::kRead : ActKind::kDone;
  one.lanes = 0;
  one.op.clear();
  if (step.kind == Kind::kDone && object) {
    Counted& counted = objects_[{block, copy.object}];
    counted.now.complete(copy.bytes);
    if (step.ends_phase) ++counted.phase;
    one.objects = {object_at(block, copy.object, step.ends_phase, block)};
  }
  went_on(block, std::move(one));
}

void StepLog::on_warpgroup(const WarpgroupStep& step) {
  if (run_.full()) return;
  using Kind = WarpgroupStep::Kind;
  if (step.kind == Kind::kCommit)
    return commit(Work::kProduct, step.at, step.pc, step.lanes);
  if (step.kind == Kind::kWait)
    return await(Work::kProduct, step.at, step.pc, step.lanes, step.open);
  if (step.kind == Kind::kFence) return;
  Act one = act(ActKind::kIssue, step.lanes, step.pc);
  one.work = Work::kProduct;
  one.id = step.product->number;
  if (step.kind == Kind::kIssue)
    return issue(Work::kProduct, step.at, std::move(one));
  one.kind = ActKind::kDone;
  one.lanes = 0;
  one.op.clear();
  one.from = {static_cast<int>(step.product->at.warp)};
  went_on(step.at.block, std::move(one));
}

}  // namespace simt::checks
