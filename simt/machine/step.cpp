// SPDX-License-Identifier: MIT
// What an instruction leads to when the split does not just go on: the modules
// that it concerns are told, in order. Knows nothing of quotas and turns.
#include <algorithm>
#include <bit>

#include "simt/machine/grid.h"

namespace simt {
namespace {

constexpr uint32_t kTogether = 2;  // one activemask of so many sees all lanes
constexpr uint32_t kGoesOn = 4;    // after one atomic of so many others run

// Registers of each thread at the launch of a kernel that changes them: as many
// as its directives allow. 0: they say nothing, and ptxas ignores setmaxnreg.
uint32_t launch_registers(const ptx::Function& f) {
  constexpr int kAll = 65536, kMost = 255, kUnit = 8;
  const auto up = [](int n) {
    return static_cast<uint32_t>((n + kUnit - 1) / kUnit * kUnit);
  };
  if (f.maxnreg > 0) return up(f.maxnreg);
  const std::vector<int>& sides = f.reqntid.empty() ? f.maxntid : f.reqntid;
  if (sides.empty()) return 0;
  int threads = std::clamp(f.minnctapersm, 1, kAll);
  for (const int side : sides)  // of foreign PTX: any number
    threads = std::clamp(side, 1, kAll / threads) * threads;
  return up(std::min(kMost, kAll / threads / kUnit * kUnit));
}

// As a GPU ends (tests/recorded/hopper.txt).
Outcome outcome_of(const Fault& fault) {
  if (fault.kind == Fault::Kind::kShared && fault.peer.other)
    return Outcome::kTrap;
  // Of a tensor map: seen at compute capability 9.0.
  if (fault.kind == Fault::Kind::kDescriptor && fault.bytes == 0)
    return fault.space == ptx::Space::kLocal ||
                   fault.space == ptx::Space::kShared
               ? Outcome::kIllegalAddress
               : Outcome::kIllegal;
  switch (fault.kind) {
    case Fault::Kind::kMisaligned:
      return Outcome::kMisaligned;
    case Fault::Kind::kTrap:
    case Fault::Kind::kNoPeer:
      return Outcome::kTrap;
    case Fault::Kind::kForeign:
      return Outcome::kIllegal;
    case Fault::Kind::kAssert:
      return Outcome::kAssert;
    case Fault::Kind::kBadCall:
      return Outcome::kBadCall;
    case Fault::Kind::kUnsupported:
      return Outcome::kUnsupported;
    default:
      return Outcome::kIllegalAddress;
  }
}

}  // namespace

// What is not straight-line code. `split.pc` is the instruction's.
Grid::Stop Grid::special(Block& block, Warp& warp, Split& split, LaneMask mask,
                         ops::Step step) {
  const uint32_t pc = split.pc;
  const ops::Inst& in = kernel_.code[pc];
  switch (step) {
    case ops::Step::kBranch:
      ++executions_.divergent[pc];
      divergence_.branch(warp, split, mask, in.target);
      return Stop::kRepick;
    case ops::Step::kBranchMany:
      if (divergence_.branch_many(warp, split, mask, context_.lane_target))
        ++executions_.divergent[pc];
      return Stop::kRepick;
    case ops::Step::kExit:
      exit_lanes(block, warp, split, mask);
      return Stop::kRepick;
    case ops::Step::kReturn:
      leave(block, warp, split, mask);
      return Stop::kRepick;
    case ops::Step::kBarrier:
      if (context_.barrier.of_cluster)
        return meet_cluster(block, warp, split, mask);
      arrive(block, warp, split, mask);
      return Stop::kRepick;
    case ops::Step::kCall:
      return call(block, warp, split, mask);
    case ops::Step::kApart:
      divergence_.stay_behind(warp, split, context_.later);
      return Stop::kRepick;
    case ops::Step::kScarce:
      divergence_.leave_behind(warp, split, mask).wait =
          Split::Wait::kRegisters;
      return Stop::kRepick;
    case ops::Step::kGrids:
      divergence_.leave_behind(warp, split, mask).wait = Split::Wait::kGrids;
      return Stop::kRepick;
    case ops::Step::kProducts:
      --executions_.warps[pc];  // it comes to it again
      --warp.issued;
      divergence_.leave_behind(warp, split, mask).wait = Split::Wait::kProducts;
      return Stop::kRepick;
    case ops::Step::kYield:
      ++split.pc;
      now_ += 16;  // time, but no instructions of the warp
      warp.issued -= 16;
      return Stop::kPause;
    default:
      return fault(warp, split);
  }
}

// CUDA promises no reconvergence without a .sync instruction. A warp that never
// diverged is left whole, and so is one that is looked at for a livelock: there
// each round must be like the one before.
LaneMask Grid::together(LaneMask lanes) {
  const Warp& warp = *running_warp_;
  const bool whole = !warp.diverged && lanes == warp.present;
  if (whole || lockstep_ || looks_ || dice_.below(kTogether) == 0) return lanes;
  const LaneMask some = lanes & static_cast<LaneMask>(dice_.next());
  return some == 0 ? lanes : some;
}

// Whoever decides by what an atomic has read, and stores by another one, relies
// on nobody coming between the two.
ops::Step Grid::after_atomic() {
  if (looks_ || dice_.below(kGoesOn) != 0) return ops::Step::kNext;
  leaves_ = true;
  return ops::Step::kYield;
}

// The dependents that may begin now may do so between this and what follows.
ops::Step Grid::launch_dependents() {
  const bool all = control_.trigger(*running_block_);
  if (!all || settings_.schedule == 0 || looks_) return ops::Step::kNext;
  leaves_ = true;
  return ops::Step::kYield;
}

// What a warp gives back goes to the block, whose warps take it from there; one
// that exits gives nothing back (seen on an H100).
bool Grid::own_registers(uint32_t pc, uint32_t count, bool more) {
  Block& block = *running_block_;
  Warp& warp = *running_warp_;
  RegisterStep step;
  step.at = context_.at;
  step.pc = pc;
  step.more = more;
  step.wanted = count;
  const uint32_t first = launch_registers(*kernel_.functions[0].source);
  if (warp.registers == 0) warp.registers = first;
  step.before = warp.registers;
  step.pool = block.spare_registers;
  if (first == 0) {
    step.kind = RegisterStep::Kind::kIgnored;
  } else if (more && count > warp.registers) {
    const uint32_t missing = count - warp.registers;
    if (missing > block.spare_registers) {
      step.kind = RegisterStep::Kind::kWaits;
    } else {
      block.spare_registers -= missing;
      warp.registers = count;
    }
  } else if (!more && count < warp.registers) {
    block.spare_registers += warp.registers - count;
    warp.registers = count;
    for (Warp& other : block.warps)
      for (Split& split : other.splits)
        if (split.wait == Split::Wait::kRegisters)
          split.wait = Split::Wait::kNone;
  }
  observer_.on_registers(step);
  if (step.kind != RegisterStep::Kind::kWaits) ++context_.effects;
  return step.kind != RegisterStep::Kind::kWaits;
}

void Grid::start_product(ops::WarpProduct product) {
  const uint32_t warp = product.what.at.warp;
  registers_->issue(context_, *running_block_, product);
  products_.start(*running_block_, std::move(product));
  wake_warpgroup(*running_block_, warp);
}

void Grid::wake_warpgroup(Block& block, uint32_t warp) {
  for (Warp& other : block.warps)
    if (other.index / ops::kGroupWarps == warp / ops::kGroupWarps)
      for (Split& split : other.splits)
        if (split.wait == Split::Wait::kProducts)
          split.wait = Split::Wait::kNone;
}

// A warp that does not come to the products of its warpgroup, and nothing gets
// on: from now on nobody waits for it. It is told when its block ends.
bool Grid::give_up_warpgroups() {
  if (!products_.wait_alone()) return false;
  bool any = false;
  for (Block* block : blocks_.all())
    for (Warp& warp : block->warps)
      for (Split& split : warp.splits)
        if (split.wait == Split::Wait::kProducts) {
          split.wait = Split::Wait::kNone;
          any = true;
        }
  return any;
}

void Grid::exit_lanes(Block& block, Warp& warp, Split& split, LaneMask mask) {
  if (products_.any()) products_.finish(block, warp.index);
  warp.live &= ~mask;
  observer_.on_exit(place_of(block, warp), mask);
  const auto count = static_cast<uint32_t>(std::popcount(mask));
  block.live_threads -= count;
  block.exited_threads += count;
  ++context_.effects;
  const uint64_t steps = split.steps;
  calls_.unwind(split.frame, mask);
  Divergence::exit(warp, split, mask);
  barriers_.exit(block, warp, mask, steps);
  if (warp.live == 0 && products_.any()) wake_warpgroup(block, warp.index);
  cluster_barrier_.exit(block);
}

// Lanes whose wait is over need not wait for those whose is not.
Grid::Stop Grid::meet_cluster(Block& block, Warp& warp, Split& split,
                              LaneMask mask) {
  const bool arrives = context_.barrier.arrive_only;
  const auto refuse = [&](LaneMask lanes, const char* what) {
    ops::unsupported(context_, lanes, what);
    return fault(warp, split);
  };
  if (!context_.compare_stores) ++context_.effects;
  if (arrives) {
    const LaneMask again = cluster_barrier_.arrive(block, warp, split, mask);
    return again == 0 ? Stop::kRepick
                      : refuse(again,
                               "barrier.cluster.arrive again, before the wait "
                               "for the arrival before");
  }
  const LaneMask strangers = ClusterBarrier::not_arrived(warp, mask);
  if (strangers != 0)
    return refuse(strangers, "barrier.cluster.wait without an arrival before");
  const LaneMask open = ClusterBarrier::open_for(warp, mask);
  Split& here = divergence_.leave_behind(warp, split, mask);
  if (open == 0 || open == here.mask) {
    cluster_barrier_.wait(block, warp, here);
    return Stop::kRepick;
  }
  Split late = here;
  late.mask = here.mask & ~open;
  here.mask = open;
  cluster_barrier_.wait(block, warp, here);
  late.wait = Split::Wait::kCluster;
  warp.splits.push_back(late);
  return Stop::kRepick;
}

void Grid::arrive(Block& block, Warp& warp, Split& split, LaneMask mask) {
  if (!context_.compare_stores) ++context_.effects;
  Split& here = context_.barrier.arrive_only
                    ? split
                    : divergence_.leave_behind(warp, split, mask);
  barriers_.arrive(block, warp, here, mask, context_.barrier);
}

Grid::Stop Grid::call(Block& block, Warp& warp, Split& split, LaneMask mask) {
  const uint32_t index = kernel_.code[split.pc].target;
  const program::CallSite& site = kernel_.calls[index];
  if (site.builtin != program::Builtin::kNone) {
    // An assertion that fails orders nothing.
    if (site.builtin != program::Builtin::kAssertFail) stores_.drain(block);
    if (!builtins_.run(place_of(block, warp), warp, split, site, mask)) {
      return fault(warp, split);
    }
    ++split.pc;
    return Stop::kRepick;
  }
  Split& here = divergence_.leave_behind(warp, split, mask);
  if (site.pointer == ops::kNoRef)
    return enter(warp, here, index, site.function);
  // Through a pointer: the lanes that call one function go first; the others
  // come back to this instruction.
  const Calls::Target target =
      calls_.target(ops::row<uint64_t>(context_, site.pointer), mask);
  if (target.function < 0) {
    context_.fault = Fault{};
    context_.fault.kind = Fault::Kind::kBadCall;
    context_.fault.lanes = target.lanes;
    context_.fault.address = target.address;
    return fault(warp, here);
  }
  if (target.lanes == mask) return enter(warp, here, index, target.function);
  const Join join{here.pc + 1, here.frame, mask};
  Split others = here;
  others.mask &= ~target.lanes;
  here.mask = target.lanes;
  const Stop stop = enter(warp, here, index, target.function);
  divergence_.add(warp, others, join);
  return stop;
}

Grid::Stop Grid::enter(const Warp& warp, Split& split, uint32_t site,
                       int function) {
  const auto overflow = calls_.enter(split, site, function);
  if (!overflow) return Stop::kRepick;
  ops::overflow_stack(context_, split.mask, *overflow);
  return fault(warp, split);
}

// ret: in the kernel itself it is an exit.
void Grid::leave(Block& block, Warp& warp, Split& split, LaneMask mask) {
  const Frame* frame = split.frame;
  if (frame->parent == nullptr) return exit_lanes(block, warp, split, mask);
  products_.finish(block, warp.index);
  const Join join{frame->return_pc, frame->parent, split.mask};
  const Split back = calls_.leave(split, mask);
  if (mask == split.mask) {
    split = back;
    return;
  }
  split.mask &= ~mask;
  ++split.pc;
  divergence_.add(warp, back, join);
}

Grid::Stop Grid::fault(const Warp& warp, const Split& split) {
  Fault& f = context_.fault;
  f.pc = split.pc;
  f.at = context_.at;
  f.at.warp = warp.index;
  if (f.kind == Fault::Kind::kUnsupported && f.text.empty())
    f.text = kernel_.mnemonic(split.pc);
  observer_.on_fault(f);
  outcome_ = outcome_of(f);
  return Stop::kFault;
}

}  // namespace simt
