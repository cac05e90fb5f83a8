// SPDX-License-Identifier: MIT
// Blocks of a launch: started as far as they fit, run in turns, so that a
// block that waits for another one always lets it run.
#include "simt/machine/grid.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "simt/machine/independent_scheduler.h"
#include "simt/machine/lockstep_scheduler.h"
#include "simt/machine/stuck.h"
#include "simt/ops/owners.h"

namespace simt {
namespace {

constexpr uint32_t kQuantum = 2048;   // instructions a warp runs in a row
constexpr uint64_t kIdleTurn = 4096;  // instructions without any effect
constexpr uint64_t kLongTurn = 1 << 18;
// Instructions that are left to a launch when the program ends; fewer where it
// stores nothing, so that one that waits is not looked at as a livelock.
constexpr uint64_t kGrace = 1 << 22, kQuietGrace = 1 << 15;
// Somebody waits for that end: where each instruction has much to tell, less.
constexpr std::chrono::seconds kLongestGrace{1};
constexpr uint32_t kSettle = 64;  // turns, on average, until stores arrive

std::unique_ptr<WarpScheduler> make_scheduler(const Settings& settings,
                                              const program::Kernel& kernel,
                                              Dice& dice) {
  const bool random = settings.schedule != 0;
  if (settings.profile->independent_threads)
    return std::make_unique<IndependentScheduler>(kernel, dice, random);
  return std::make_unique<LockstepScheduler>(kernel, dice, random);
}

StartOrder start_order(const Settings& settings) {
  if (settings.schedule == 0) return StartOrder::kPlain;
  return settings.any_block_first ? StartOrder::kAny : StartOrder::kFitting;
}

}  // namespace

Grid::Grid(const Settings& settings, DeviceMemory& memory, const Launch& launch)
    : settings_(settings),
      launch_(launch),
      kernel_(*launch.kernel),
      code_(kernel_.code.data()),
      shape_(settings, launch),
      fresh_blocks_(settings, launch, shape_),
      constants_(constants_by_rank(kernel_, shape_.cluster_blocks)),
      lockstep_(!settings.profile->independent_threads),
      observer_(settings.observer != nullptr ? *settings.observer : idle_),
      dice_(settings.schedule),
      stores_(memory, dice_, context_.effects),
      copies_(context_, dice_),
      products_(context_, dice_),
      scheduler_(make_scheduler(settings, *launch.kernel, dice_)),
      divergence_(kernel_, *scheduler_),
      convergence_(kernel_, divergence_, stores_, observer_, executions_,
                   lockstep_),
      barriers_(kernel_, stores_, observer_, lockstep_),
      cluster_barrier_(kernel_, stores_, observer_),
      calls_(kernel_, shape_.stack_bytes),
      builtins_(settings, memory, context_, observer_),
      blocks_(fresh_blocks_, shape_, launch.first_slot, dice_,
              start_order(settings)),
      livelock_(settings, kernel_, blocks_.all(), context_, executions_),
      control_(settings, shape_.blocks, dice_),
      pauses_(dice_) {
  executions_.warps.assign(kernel_.code.size(), 0);
  executions_.idle.assign(kernel_.code.size(), 0);
  executions_.divergent.assign(kernel_.code.size(), 0);
  context_.code = code_;
  context_.lists = kernel_.lists.data();
  context_.shared_bytes = shape_.shared_bytes;
  context_.local_stride = shape_.stack_bytes;
  context_.params = launch.params.data();
  context_.param_bytes = static_cast<uint32_t>(launch.params.size());
  context_.memory = &memory;
  context_.device_bit = uint32_t{1} << launch.device;
  context_.observer = settings.watch_accesses ? settings.observer : nullptr;
  context_.machine = this;
  context_.clusters = launch.explicit_cluster;
  context_.delay_stores = settings.schedule != 0;
}

void Grid::announce() {
  LaunchInfo info;
  info.index = launch_.index;
  info.kernel = &kernel_;
  info.grid = launch_.grid;
  info.block = launch_.block;
  info.static_shared = kernel_.static_shared;
  info.dynamic_shared = launch_.dynamic_shared;
  info.dynamic_begin = shape_.dynamic_begin;
  info.registers = launch_.registers;
  info.registers_from = launch_.registers_from;
  info.device = settings_.profile->name;
  info.device_number = launch_.device;
  info.counted_on = launch_.counted_on;
  info.banks = launch_.banks;
  info.counts_sectors = settings_.profile->counts_sectors;
  info.resident_blocks_per_sm = shape_.per_sm;
  info.slots = end_of_slots();
  info.cooperative = launch_.cooperative;
  info.cluster_blocks = shape_.cluster_blocks;
  info.cluster = launch_.cluster;
  if (launch_.grid_workspace != 0)
    info.grid_barrier = launch_.grid_workspace + kGridBarrierOffset;
  info.independent_threads = settings_.profile->independent_threads;
  info.concurrent = launch_.concurrent;
  info.prerequisites = launch_.prerequisites;
  info.alone = launch_.alone;
  info.oldest_open = launch_.oldest_open;
  info.graph_run = launch_.graph_run;
  info.graph_node = launch_.graph_node;
  observer_.on_launch(info);
  if (observer_.steps) steps_ = std::make_unique<StepWatch>(kernel_, observer_);
  if (observer_.numbers) watch_numbers();
  if (!RegisterWatch::needed(kernel_)) return;
  registers_ = std::make_unique<RegisterWatch>(kernel_, code_);
  context_.code = code_ = registers_->code();
}

void Grid::watch_numbers() {
  numbers_ = std::make_unique<NumberWatch>(kernel_, observer_);
  context_.code = code_ = numbers_->code();
  context_.numbers = &observer_;
}

void Grid::ask_for_tallies() {
  if (context_.observer == nullptr) return;
  // What is counted is told late, and a peer may store to it meanwhile.
  if (shape_.cluster_blocks == 1) context_.tallies = observer_.tallies();
  context_.global_tallies = observer_.global_tallies();
}

Outcome Grid::run() {
  ask_for_tallies();
  pauses_.begin(settings_.others_ready && settings_.others_ready(false), now_);
  control_.go_on(blocks_.all());
  const Outcome outcome = schedule();
  if (outcome != Outcome::kPaused) drain_stores();
  return outcome;
}

Outcome Grid::run_blocks(uint64_t begin, uint64_t end, const Watch& watch) {
  ask_for_tallies();
  context_.marks = watch.marks;
  context_.owners = watch.owners;
  context_.sums = watch.sums;
  context_.shared_updates = watch.beside;
  first_block_ = begin;
  blocks_.limit_to(begin, end, watch.resident);
  return schedule();
}

void Grid::add(const Grid& other) {
  const auto sum = [](std::vector<uint64_t>& to,
                      const std::vector<uint64_t>& from) {
    for (size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  sum(executions_.warps, other.executions_.warps);
  sum(executions_.idle, other.executions_.idle);
  sum(executions_.divergent, other.executions_.divergent);
  if (other.executions_.busiest.before(executions_.busiest))
    executions_.busiest = other.executions_.busiest;
}

void Grid::note_busiest(const Block& block) {
  for (const Warp& warp : block.warps) {
    const BusiestWarp one{warp.issued, block.index, warp.index};
    if (one.before(executions_.busiest)) executions_.busiest = one;
  }
}

void Grid::finish() {
  for (const Block* block : blocks_.all()) note_busiest(*block);
  observer_.on_launch_end(executions_);
}

bool Grid::start_block() {
  const std::vector<Block*>& fresh = blocks_.start();
  for (const Block* block : fresh)
    observer_.on_block_start({block->index, block->slot, 0});
  return !fresh.empty();
}

// False: a warp was missing where its warpgroup multiplied. An H100 calls that
// an illegal instruction.
bool Grid::finish_block(Block& block) {
  note_busiest(block);
  copies_.finish(block);
  const bool whole = products_.all_took_part(block);
  products_.forget(block);
  if (registers_ != nullptr) registers_->forget(block);
  control_.end(block);
  observer_.on_block_end({block.index, block.slot, 0});
  if (context_.delay_stores) stores_.depart(block);
  blocks_.finish(block);
  ++ended_;
  return whole;
}

bool Grid::is_asked_to_end() const {
  return settings_.interrupted != nullptr && *settings_.interrupted;
}

// Plain order: one block at a time, as long as it gets on; when it only
// waits, one more is started and the turn passes on.
Outcome Grid::schedule() {
  size_t idle = 0;   // blocks in a row that could not run at all
  size_t quiet = 0;  // turns in a row without any effect
  while (true) {
    // Nothing is told of a launch that has not begun, or has done all. One that
    // stores may be about to end.
    const bool stops = is_asked_to_end();
    const bool left = !blocks_.all().empty() || blocks_.not_started() > 0;
    if (settings_.progress) settings_.progress(std::exchange(ended_, 0));
    if (stops && asked_ == 0) {
      asked_ = now_;
      asked_at_ = std::chrono::steady_clock::now();
    }
    const bool late =
        now_ - asked_ > (quiet > 0 ? kQuietGrace : kGrace) ||
        (stops && std::chrono::steady_clock::now() - asked_at_ > kLongestGrace);
    if (stops && left && now_ > 0 && late)
      return explain(Stuck::Kind::kInterrupted);
    if (settings_.instruction_limit != 0 && now_ > settings_.instruction_limit)
      return explain(Stuck::Kind::kTooLong);
    if (builtins_.printed_too_much()) return explain(Stuck::Kind::kTooMuchText);
    if (control_.gives_way(has_begun())) return Outcome::kWaits;
    if (pauses_.due(now_)) {
      if (settings_.others_ready(has_fresh_blocks())) return Outcome::kPaused;
      pauses_.begin(true, now_);
    }
    if (settings_.schedule != 0 && dice_.below(4) == 0) start_block();
    if (blocks_.all().empty() && !start_block())
      return pauses_.before_end() ? Outcome::kPaused : Outcome::kDone;
    Block& block = blocks_.take_turn();
    const uint64_t before = now_, effects = context_.effects;
    if (!turn(block)) return outcome_;
    if (block.live_threads == 0) {
      if (!finish_block(block)) return Outcome::kIllegal;
      idle = 0;
      continue;
    }
    idle = now_ == before ? idle + 1 : 0;
    quiet = context_.effects == effects ? quiet + 1 : 0;
    blocks_.pass(now_, quiet == 0);
    const bool all_quiet = quiet >= blocks_.all().size();
    // A wait may be for a store that is held back.
    if (context_.delay_stores && (all_quiet || dice_.below(kSettle) == 0))
      drain_stores();
    // The blocks of a cluster first wait for each other.
    const bool may_start = shape_.cluster_blocks == 1 || all_quiet;
    if (may_start && start_block()) {
      idle = 0;
      blocks_.last_first();  // the fresh block runs next
    } else if (idle >= blocks_.all().size()) {
      // A random order may pick one block twice: look at each before giving up.
      if (blocks_.any_runnable() || give_up_warpgroups()) continue;
      return control_.holds(blocks_.all()) ? Outcome::kWaits
                                           : explain(Stuck::Kind::kDeadlock);
    } else if (livelock_.due(now_, all_quiet)) {
      if (control_.holds(blocks_.all())) {
        livelock_.begin_again(now_);
        return Outcome::kWaits;
      }
      drain_stores();
      using Verdict = Livelock::Verdict;
      const Verdict verdict = livelock_.look([this] { return look(); });
      if (verdict == Verdict::kLivelock && !give_up_warpgroups())
        return explain(Stuck::Kind::kLivelock);
      if (verdict == Verdict::kWaits) {
        livelock_.begin_again(now_);
        return Outcome::kWaits;
      }
      if (verdict == Verdict::kFault) return outcome_;
    }
  }
}

// Up to the first instruction that the limit forbids, or to a pause.
uint32_t Grid::quantum() {
  const uint32_t plain =
      settings_.schedule == 0 ? kQuantum : 1 + dice_.below(kQuantum / 4);
  const uint32_t wanted = pauses_.cut(plain, now_);
  const uint64_t limit = settings_.instruction_limit;
  if (limit == 0) return wanted;
  const uint64_t left = now_ > limit ? 0 : limit + 1 - now_;
  return static_cast<uint32_t>(std::min<uint64_t>(wanted, left));
}

void Grid::enter_block(const Block& block) {
  const auto& own = block.rank ? constants_[block.rank] : kernel_.constants;
  context_.pool[1] = const_cast<std::byte*>(own.data());
  context_.shared = block.shared.get();
  context_.rank = block.rank;
  if (context_.tallies != nullptr)
    context_.shared_log = observer_.shared_log(block.slot);
  if (context_.owners != nullptr)
    context_.owners->enter(block.slot - launch_.first_slot, block.met);
  context_.cluster = block.cluster == nullptr ? nullptr : &block.cluster->seen;
}

// Runs the block's warps in rounds until it ends, blocks, has run for long, or
// waits for another block: the warps that ran poll in vain, or none has had an
// effect for a while.
bool Grid::turn(Block& block) {
  const uint64_t begin = now_, limit = settings_.instruction_limit;
  uint64_t effects = context_.effects, last_effect = now_;
  enter_block(block);
  while (block.live_threads > 0) {
    bool ran = false, waits = true;
    const auto count = static_cast<uint32_t>(block.warps.size());
    const uint32_t first = settings_.schedule == 0 ? 0 : dice_.below(count);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t nth = first + i;
      Warp& warp = block.warps[nth < count ? nth : nth - count];
      if (!warp.runnable()) continue;
      ran = true;
      waits_ = false;
      const uint64_t start = now_;
      if (context_.delay_stores) {
        copies_.make_some();
        products_.make_some(block, warp.index);
      }
      const bool goes_on = run_warp(block, warp, quantum());
      warp.issued += now_ - start;
      if (!goes_on) return false;
      if (std::exchange(leaves_, false) || pauses_.due(now_)) return true;
      waits = waits && waits_;
      if (settings_.schedule != 0 && dice_.below(8) == 0) break;
    }
    if (!ran || waits) return true;
    if (context_.effects != effects) {
      effects = context_.effects;
      last_effect = now_;
    }
    if (now_ - last_effect > kIdleTurn || now_ - begin > kLongTurn) return true;
    if ((limit != 0 && now_ > limit) || is_asked_to_end()) return true;
    if (settings_.schedule != 0 && dice_.below(16) == 0) return true;
  }
  return true;
}

void Grid::drain_stores() {
  copies_.make_all();
  stores_.drain_all(blocks_.all());
}

bool Grid::delay(const ops::DelayedStore& store) {
  return stores_.delay(*running_warp_, store);
}
void Grid::settle(uint64_t low, uint64_t high) {
  stores_.settle(*running_block_, *running_warp_, low, high);
}
void Grid::publish(LaneMask lanes, Scope scope) {
  stores_.publish(*running_block_, *running_warp_, lanes, scope);
}

// Tells the observer why nothing gets on.
Outcome Grid::explain(Stuck::Kind kind) {
  Stuck stuck;
  stuck.kind = kind;
  stuck.blocks_not_started = blocks_.not_started();
  stuck.sms = sms_of(settings_);
  stuck.blocks_per_sm = shape_.per_sm;
  stuck.fit = occupancy_limit(*settings_.profile, shape_);
  stuck.limit = kind == Stuck::Kind::kTooMuchText ? kPrintLimit
                                                  : settings_.instruction_limit;
  stuck.blocks_resident = blocks_.all().size();
  stuck.host_waits = settings_.host_waits;
  for (const Block* block : blocks_.all()) {
    stuck.threads_exited += block->exited_threads;
    if (kind == Stuck::Kind::kDeadlock)
      for (const Warp& warp : block->warps)
        for (const MaskError& error : never_arriving(*block, warp))
          observer_.on_mask_error(error);
    const auto groups = stuck_groups(*block, livelock_.polls());
    stuck.groups.insert(stuck.groups.end(), groups.begin(), groups.end());
  }
  observer_.on_stuck(stuck);
  return Outcome::kStuck;
}

}  // namespace simt
