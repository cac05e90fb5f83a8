// SPDX-License-Identifier: MIT
// Block barriers: they wait for every thread that has not exited (CUDA
// Programming Guide, Volta and later), or for a stated number of threads.
// Before Volta a warp that arrives counts whole, whoever of it is there (PTX
// ISA, `bar`).
#include <bit>

#include "simt/machine/grid.h"

namespace simt {
namespace {

using Wait = Split::Wait;

}  // namespace

void Grid::arrive(Block& block, Warp& warp, Split& split, LaneMask mask) {
  const ops::Context::Barrier asked = context_.barrier;
  Barrier& barrier = block.barriers[asked.id];
  barrier.open = true;
  barrier.threads = asked.threads;
  barrier.arrived[warp.index] |= mask;
  observer_.on_arrival({block.index, block.slot, warp.index}, split.pc, mask);
  if (!context_.compare_stores) ++context_.effects;
  if (asked.arrive_only) {
    barrier.passed.push_back({split.pc, warp.index, mask, 0, 0, false});
    observer_.on_barrier_arrive({block.index, block.slot, warp.index}, mask,
                                asked.id);
    ++split.pc;
  } else {
    Split& here = divergence_.leave_behind(warp, split, mask);
    here.wait = Wait::kBarrier;
    here.barrier = asked.id;
    here.value = asked.value & mask;
  }
  try_barrier(block, asked.id);
}

bool Grid::complete(const Block& block, const Barrier& barrier) const {
  if (barrier.threads == 0) {
    for (const Warp& w : block.warps) {
      const LaneMask here = barrier.arrived[w.index];
      const bool counts =
          lockstep_ ? w.live == 0 || here != 0 : (w.live & ~here) == 0;
      if (!counts) return false;
    }
    return true;
  }
  int threads = 0;  // a whole warp counts as 32, as the hardware counts
  for (const Warp& w : block.warps) {
    const LaneMask here = barrier.arrived[w.index];
    const bool whole = here != 0 && (lockstep_ || (w.live & ~here) == 0);
    threads += whole ? kWarpSize : std::popcount(here);
  }
  return threads >= barrier.threads;
}

void Grid::try_barrier(Block& block, int id) {
  if (complete(block, block.barriers[id])) open(block, id);
}

void Grid::open(Block& block, int id) {
  Barrier& barrier = block.barriers[id];
  std::vector<BarrierDone::Arrival> arrivals;
  LaneMask gone = 0;
  for (Warp& w : block.warps) {
    for (Split& s : w.splits)
      if (s.wait == Wait::kBarrier && s.barrier == id)
        arrivals.push_back({s.pc, w.index, s.mask, barrier.late[w.index],
                            lockstep_ ? w.live & ~s.mask : 0, true});
    gone |= w.present & ~w.live;
  }
  BarrierDone event;
  event.at = {block.index, block.slot, 0};
  event.id = id;
  event.whole = barrier.threads == 0 ||
                barrier.threads >= static_cast<int>(block.live_threads);
  // A barrier with a count is never short of threads: who exited had arrived.
  event.exited_any = barrier.threads == 0 ? gone : 0;
  event.exited_threads = barrier.threads == 0 ? block.exited_threads : 0;
  event.arrivals = &arrivals;
  barrier.open = false;
  barrier.arrived.assign(barrier.arrived.size(), 0);
  barrier.late.assign(barrier.late.size(), 0);
  const bool waiting = !arrivals.empty();
  arrivals.insert(arrivals.end(), barrier.passed.begin(), barrier.passed.end());
  barrier.passed.clear();
  if (!waiting) return;  // everyone exited
  if (context_.delay_stores)
    for (const auto& a : arrivals)
      stores_.publish(block, block.warps[a.warp], a.lanes, Scope::kCta);
  observer_.on_barrier(event);
  reduce(block, id);
  for (Warp& w : block.warps) {
    for (Split& s : w.splits) {
      if (s.wait != Wait::kBarrier || s.barrier != id) continue;
      s.wait = Wait::kNone;
      ++s.pc;
    }
  }
}

// bar.red: the predicates of all threads, combined, go to every thread.
void Grid::reduce(Block& block, int id) {
  uint32_t count = 0, threads = 0;
  bool any_reduction = false;
  for (Warp& w : block.warps) {
    for (const Split& s : w.splits) {
      if (s.wait != Wait::kBarrier || s.barrier != id) continue;
      count += static_cast<uint32_t>(std::popcount(s.value & s.mask));
      threads += static_cast<uint32_t>(std::popcount(s.mask));
      any_reduction |= kernel_.code[s.pc].form->red;
    }
  }
  if (!any_reduction) return;
  for (Warp& w : block.warps) {
    for (const Split& s : w.splits) {
      const ops::Inst& in = kernel_.code[s.pc];
      if (s.wait != Wait::kBarrier || s.barrier != id || !in.form->red)
        continue;
      std::byte* d = s.frame->registers.get() + (in.d & 0x3fffffffu);
      if (in.form->combine == ops::Combine::kPopc) {
        for (int i = 0; i < kWarpSize; ++i)
          if (s.mask >> i & 1) reinterpret_cast<uint32_t*>(d)[i] = count;
        continue;
      }
      const bool yes = in.form->combine == ops::Combine::kAnd ? count == threads
                                                              : count != 0;
      LaneMask& p = *reinterpret_cast<LaneMask*>(d);
      p = (p & ~s.mask) | (yes ? s.mask : 0);
    }
  }
}

}  // namespace simt
