// SPDX-License-Identifier: MIT
// An instruction is heard of twice: while it runs, what it does to memory or
// asks of other lanes; and after it, with the registers. Both make one act.
#include "simt/checks/step_log.h"

#include <algorithm>
#include <bit>

#include "simt/checks/step_values.h"
#include "simt/steps/json.h"

namespace simt::checks {
namespace {

using ops::Does;
using ops::Event;
using steps::Act;
using steps::ActKind;
using steps::Step;

ActKind act_kind_of(AccessKind kind) {
  if (kind == AccessKind::kAtomic) return ActKind::kAtomic;
  return kind == AccessKind::kLoad ? ActKind::kLoad : ActKind::kStore;
}

/// The entries of `all`, one for each of `from`, that belong to `some`.
std::vector<std::string> of_lanes(const std::vector<std::string>& all,
                                  LaneMask from, LaneMask some, int count) {
  std::vector<std::string> found;
  auto next = all.begin();
  for (LaneMask left = from; left != 0 && next != all.end(); left &= left - 1) {
    const auto end = next + count;
    if ((some & left & -left) != 0) found.insert(found.end(), next, end);
    next = end;
  }
  return found;
}

}  // namespace

void add_range(Ranges& ranges, uint64_t begin, uint64_t end) {
  if (begin >= end) return;
  const auto first = std::find_if(ranges.begin(), ranges.end(),
                                  [&](const auto& r) { return r[1] >= begin; });
  auto last = first;
  for (; last != ranges.end() && (*last)[0] <= end; ++last) {
    begin = std::min(begin, (*last)[0]);
    end = std::max(end, (*last)[1]);
  }
  ranges.insert(ranges.erase(first, last), {begin, end});
}

void StepLog::on_launch(const LaunchInfo& launch) {
  close();
  if (run_.full()) return;
  const program::Kernel& kernel = *launch.kernel;
  run_.launches.push_back(
      {launch.index, kernel.name, launch.grid, launch.block});
  exited_.clear();
  groups_.clear();
  objects_.clear();
  locals_.begin(kernel);
  sites_.assign(kernel.info.size(), {});
  for (uint32_t pc = 0; pc < sites_.size(); ++pc) {
    const program::InstInfo& info = kernel.info[pc];
    Site& site = sites_[pc];
    if (!info.line.file.empty() && info.line.line > 0) {
      site.file = file_of(info.line.file);
      site.line = info.line.line;
    }
    site.op = mnemonic_of(info);
    site.type = moved_type(kernel, pc);
    if (info.op == nullptr) continue;
    site.event = info.op->event;
    site.branches = info.op->is(Does::kBranches);
    site.other = info.op->is(Does::kOrders | Does::kWaits | Does::kArrives |
                             Does::kAsync);
    site.copies = copies_of(info);
    if (site.copies == Site::Copies::kAwait && info.source != nullptr &&
        !info.source->operands.empty())
      site.left = static_cast<uint32_t>(info.source->operands[0].bits);
  }
}

Step& StepLog::step_at(const WarpPlace& at, uint32_t pc, LaneMask on) {
  const Site& site = sites_[pc];
  if (open_ && site.file >= 0) {
    Step& last = run_.steps.back();
    if (last.block == at.block && last.warp == static_cast<int>(at.warp) &&
        last.file == site.file && last.line == site.line && last.on == on &&
        pc > last_pc_) {
      last_pc_ = pc;
      locals_.keep(at);
      return last;
    }
  }
  close();
  open_ = true;
  last_pc_ = pc;
  Step step;
  step.launch = static_cast<int>(run_.launches.size()) - 1;
  step.block = at.block;
  step.warp = static_cast<int>(at.warp);
  step.file = site.file;
  step.line = site.line;
  step.on = on;
  step.exited = exited_[{at.block, at.warp}];
  locals_.keep(at);
  run_.steps.push_back(std::move(step));
  return run_.steps.back();
}

void StepLog::close() {
  if (!open_) return;
  open_ = false;
  if (run_.cut) return run_.steps.pop_back();  // began as the last one ended
  locals_.write(run_.steps.back(),
                [this](uint64_t address) { return pointer_text(address); });
  bytes_ += steps::to_line(run_.steps.back()).size();
  run_.cut = run_.steps.size() >= run_.most;
  if (bytes_ <= steps::kMostBytes) return;
  run_ = {};
  run_.too_large = true;
}

void StepLog::on_access(const Access& access) {
  if (run_.full()) return;
  if (access.space == ptx::Space::kLocal) return locals_.access(access);
  // Lanes that fall into another array make an act of their own.
  for (LaneMask left = access.active; left != 0;) {
    Act one = act(act_kind_of(access.kind), 0, access.pc);
    program::DataPlace first;
    for (LaneMask rest = left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const uint64_t address = access.lane_address(lane);
      const auto place = scene_.data_place(access.space, address);
      if (one.lanes == 0) {
        first = place;
        one.array = array_of(access.space, place, address);
      } else if (place.name != first.name) {
        continue;
      }
      one.lanes |= LaneMask{1} << lane;
      one.at.push_back(static_cast<int64_t>(place.offset));
    }
    one.bytes = access.bytes;
    left &= ~one.lanes;
    pending_.push_back(std::move(one));
  }
}

void StepLog::on_exchange(const Exchange& exchange) {
  if (run_.full()) return;
  const bool shuffle = exchange.from != nullptr;
  Act one = act(shuffle ? ActKind::kShuffle : ActKind::kVote, exchange.active,
                exchange.pc);
  for (LaneMask left = shuffle ? exchange.active : 0; left != 0;
       left &= left - 1)
    one.from.push_back(exchange.from[std::countr_zero(left)]);
  one.yes = exchange.predicate & exchange.active;
  one.result = exchange.result;
  pending_.push_back(std::move(one));
}

void StepLog::take_pending(const Stepped& stepped, Step& step) {
  const ptx::Type type = sites_[stepped.pc].type;
  const bool takes = stepped.operand.count != 0;
  const Stored& rows = takes ? stepped.operand : stepped.result;
  const auto values = value_texts(type, rows, stepped.lanes);
  std::vector<std::string> before;
  if (takes) before = value_texts(type, stepped.result, stepped.lanes);
  const int count = std::max<int>(rows.count, 1);
  for (Act& one : pending_) {
    const bool access = one.is_access();
    if (access && rows.count != 0) {
      one.count = count;
      one.bytes /= static_cast<uint64_t>(count);
    }
    const bool moves = access && one.kind != ActKind::kObject;
    if (moves || one.kind == ActKind::kShuffle) {
      one.values = of_lanes(values, stepped.lanes, one.lanes, count);
      one.before = of_lanes(before, stepped.lanes, one.lanes, count);
    }
    step.acts.push_back(std::move(one));
  }
  pending_.clear();
}

void StepLog::on_stepped(const Stepped& stepped) {
  if (run_.full()) return;
  locals_.ran(stepped);
  add_step(stepped);
  // What a line computes after its last act belongs to its step.
  const Site& site = sites_[stepped.pc];
  if (!open_ || !locals_.any() || site.file < 0) return;
  const Step& last = run_.steps.back();
  if (last.block == stepped.at.block &&
      last.warp == static_cast<int>(stepped.at.warp) &&
      last.file == site.file && last.line == site.line &&
      last.on == stepped.came && stepped.pc >= last_pc_)
    locals_.keep(stepped.at);
}

void StepLog::add_step(const Stepped& stepped) {
  stepped_pc_ = stepped.pc;
  came_ = stepped.came;
  exited_[{stepped.at.block, stepped.at.warp}] = stepped.exited;
  const Site& site = sites_[stepped.pc];
  const bool guarded = scene_.kernel().code[stepped.pc].guard != ops::kNoRef;
  const bool branch = site.branches && guarded;
  const bool barrier = site.event == Event::kBarrier;
  const bool fence = site.event == Event::kFence;
  const bool other = site.other && site.event == Event::kNothing;
  add_threads_copies(stepped);
  const bool told = !pending_.empty();
  if (!branch && (stepped.lanes == 0 || !(told || barrier || fence || other)))
    return;
  Step& step = step_at(stepped.at, stepped.pc, stepped.came);
  step.waiting = stepped.waiting;
  step.exited = stepped.exited;
  if (told) {
    take_pending(stepped, step);
    return flush_later();
  }
  const ActKind kind = branch    ? ActKind::kBranch
                       : barrier ? ActKind::kBarrier
                       : fence   ? ActKind::kFence
                                 : ActKind::kOther;
  step.acts.push_back(act(kind, stepped.lanes, stepped.pc));
  const uint32_t target = scene_.kernel().code[stepped.pc].target;
  if (branch && target < sites_.size())
    step.acts.back().target = sites_[target].line;
}

void StepLog::on_warp_sync(const WarpSync& sync) {
  if (run_.full() || !sync.memory) return;
  step_at(sync.at, sync.pc, sync.lanes)
      .acts.push_back(act(ActKind::kWarpSync, sync.lanes, sync.pc));
}

void StepLog::add_alone(uint32_t block, Act one) {
  close();
  if (run_.full()) return;
  Step step;
  step.launch = static_cast<int>(run_.launches.size()) - 1;
  step.block = block;
  step.acts.push_back(std::move(one));
  run_.steps.push_back(std::move(step));
  open_ = true;
  close();
}

void StepLog::on_barrier(const BarrierDone& barrier) {
  Act opens{.kind = ActKind::kOpens, .op = std::to_string(barrier.id)};
  for (const BarrierDone::Arrival& arrival : *barrier.arrivals) {
    const auto warp = static_cast<int>(arrival.warp);
    auto& from = opens.from;
    if (arrival.waits &&
        std::find(from.begin(), from.end(), warp) == from.end())
      from.push_back(warp);
  }
  add_alone(barrier.at.block, std::move(opens));
}

void StepLog::on_exit(const WarpPlace& at, LaneMask lanes) {
  if (run_.full()) return;
  Step& step = step_at(at, stepped_pc_, came_);
  step.acts.push_back({.kind = ActKind::kExit, .lanes = lanes});
  exited_[{at.block, at.warp}] |= lanes;
}

void StepLog::on_fault(const Fault& fault) {
  pending_.clear();
  flush_later();
  if (run_.full() || fault.pc >= sites_.size()) return;
  step_at(fault.at, fault.pc, fault.lanes)
      .acts.push_back(act(ActKind::kFault, fault.lanes, fault.pc));
}

int StepLog::file_of(const std::string& file) {
  const auto [found, fresh] =
      files_.try_emplace(file, static_cast<int>(run_.files.size()));
  if (fresh) run_.files.push_back(file);
  return found->second;
}

int StepLog::add_array(steps::Array array) {
  run_.arrays.push_back(std::move(array));
  return static_cast<int>(run_.arrays.size()) - 1;
}

int StepLog::shared_array(const program::DataPlace& place) {
  const LaunchInfo& launch = scene_.launch();
  uint64_t bytes = 0, begin = 0;
  for (const program::SharedSymbol& symbol : scene_.kernel().shared) {
    if (symbol.name != place.name) continue;
    begin = symbol.begin;
    bytes = symbol.dynamic ? launch.dynamic_shared : symbol.end - symbol.begin;
  }
  const auto [found, fresh] = arrays_.try_emplace(
      place.name + ":" + std::to_string(bytes) + ":" + std::to_string(begin),
      static_cast<int>(arrays_.size()));
  if (fresh)
    found->second = add_array({place.name, "shared", bytes, {}, begin});
  return found->second;
}

StepLog::Memory* StepLog::memory_at(uint64_t address, uint64_t& begin) {
  const auto next = memory_.upper_bound(address);
  if (next == memory_.begin()) return nullptr;
  const auto found = std::prev(next);
  begin = found->first;
  return address < found->second.end ? &found->second : nullptr;
}

int StepLog::array_of(ptx::Space space, const program::DataPlace& place,
                      uint64_t address) {
  if (space == ptx::Space::kShared) return shared_array(place);
  uint64_t begin = 0;
  Memory* const memory = memory_at(address, begin);
  if (memory == nullptr) {  // a fault is about to be told
    return add_array({place.name, "global", 0, {}});
  }
  if (memory->array < 0)
    memory->array =
        add_array({place.name, "global", memory->end - begin, memory->written});
  return memory->array;
}

/// "@2+64", see steps::Held. The end of an array is a place of it.
std::string StepLog::pointer_text(uint64_t address) {
  if (address == 0) return "null";
  if (address - kLocalWindow < kWindowBytes) return "local";
  const auto text = [](int array, uint64_t offset) {
    return "@" + std::to_string(array) + "+" + std::to_string(offset);
  };
  if (address - kSharedWindow < kWindowBytes) {
    const auto place = scene_.kernel().shared_place(address - kSharedWindow);
    return text(shared_array(place), place.offset);
  }
  for (const uint64_t back : {0, 1}) {
    uint64_t begin = 0;
    if (memory_at(address - back, begin) == nullptr) continue;
    const auto place = scene_.data_place(ptx::Space::kGlobal, address - back);
    return text(array_of(ptx::Space::kGlobal, place, address - back),
                address - begin);
  }
  return "other";
}

void StepLog::on_allocate(const Allocation& allocation) {
  Memory& memory = memory_[allocation.begin];
  memory = {.end = allocation.end};
  const bool seen = allocation.host_visible || allocation.variable;
  if (seen) add_range(memory.written, 0, allocation.end - allocation.begin);
}

void StepLog::on_host_write(uint64_t begin, uint64_t bytes) {
  uint64_t base = 0;
  Memory* const memory = memory_at(begin, base);
  if (memory == nullptr || run_.full()) return;
  if (memory->array < 0)
    return add_range(memory->written, begin - base, begin - base + bytes);
  Act wrote{.kind = ActKind::kHost, .array = memory->array, .bytes = bytes};
  wrote.at = {static_cast<int64_t>(begin - base)};
  add_alone(0, std::move(wrote));
}

}  // namespace simt::checks
