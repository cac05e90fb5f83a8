// SPDX-License-Identifier: MIT
// A barrier opens when the last thread arrives, or when the last one that it
// waits for exits.
#include "simt/machine/barriers.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

using Wait = Split::Wait;

constexpr uint64_t kEarlyReturn = 2;  // a branch to the end, and ret

template <class Visit>
void for_each_waiting(Block& block, int id, const Visit& visit) {
  for (Warp& w : block.warps)
    for (Split& s : w.splits)
      if (s.wait == Wait::kBarrier && s.barrier == id) visit(w, s);
}

}  // namespace

void Barriers::arrive(Block& block, const Warp& warp, Split& split,
                      LaneMask lanes, const ops::Context::Barrier& asked) {
  Barrier& barrier = block.barriers[asked.id];
  barrier.open = true;
  barrier.threads = asked.threads;
  const LaneMask again = barrier.arrived[warp.index] & lanes;
  if (again != 0)
    barrier.repeated +=
        (warp.live & ~lanes) == 0 ? kWarpSize : std::popcount(again);
  barrier.arrived[warp.index] |= lanes;
  observer_.on_arrival(place_of(block, warp), split.pc, lanes);
  if (asked.arrive_only) {
    barrier.passed.push_back({split.pc, warp.index, lanes, 0, 0, false});
    observer_.on_barrier_arrive(place_of(block, warp), lanes, asked.id);
    ++split.pc;
  } else {
    split.wait = Wait::kBarrier;
    split.barrier = asked.id;
    split.value = asked.value & lanes;
  }
  open_if_complete(block, asked.id);
}

void Barriers::exit(Block& block, const Warp& warp, LaneMask lanes,
                    uint64_t steps) {
  for (int id = 0; id < 16; ++id) {
    Barrier& barrier = block.barriers[id];
    if (!barrier.open) continue;
    if (barrier.arrived[warp.index] != 0 && steps > kEarlyReturn)
      barrier.late[warp.index] |= lanes;
    open_if_complete(block, id);
  }
}

bool Barriers::complete(const Block& block, const Barrier& barrier) const {
  if (barrier.threads == 0) {
    // They mostly come in order: the last one shows soonest that some are left.
    return std::all_of(block.warps.rbegin(), block.warps.rend(),
                       [&](const Warp& w) {
                         const LaneMask here = barrier.arrived[w.index];
                         return whole_warps_ ? w.live == 0 || here != 0
                                             : (w.live & ~here) == 0;
                       });
  }
  // A whole warp counts as 32, as the hardware counts. One that arrives and
  // then waits counts twice (PTX ISA 9.7.13.1: each adds to the count).
  int threads = barrier.repeated;
  for (const Warp& w : block.warps) {
    const LaneMask here = barrier.arrived[w.index];
    const bool whole = here != 0 && (whole_warps_ || (w.live & ~here) == 0);
    threads += whole ? kWarpSize : std::popcount(here);
  }
  return threads >= barrier.threads;
}

void Barriers::open_if_complete(Block& block, int id) {
  if (complete(block, block.barriers[id])) open(block, id);
}

void Barriers::open(Block& block, int id) {
  Barrier& barrier = block.barriers[id];
  std::vector<BarrierDone::Arrival>& arrivals = arrivals_;
  arrivals.clear();
  bool reduces = false;
  for_each_waiting(block, id, [&](const Warp& w, const Split& s) {
    arrivals.push_back({s.pc, w.index, s.mask, barrier.late[w.index],
                        whole_warps_ ? w.live & ~s.mask : 0, true});
    reduces |= kernel_.code[s.pc].form->red;
  });
  LaneMask gone = 0;
  for (const Warp& w : block.warps) gone |= w.present & ~w.live;
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
  barrier.repeated = 0;
  std::ranges::fill(barrier.arrived, 0);
  std::ranges::fill(barrier.late, 0);
  const bool waiting = !arrivals.empty();
  arrivals.insert(arrivals.end(), barrier.passed.begin(), barrier.passed.end());
  barrier.passed.clear();
  if (!waiting) return;  // everyone exited
  ++block.met;
  for (const auto& a : arrivals)
    stores_.publish(block, block.warps[a.warp], a.lanes, Scope::kCta);
  observer_.on_barrier(event);
  if (reduces) reduce(block, id);
  for_each_waiting(block, id, [](const Warp&, Split& s) {
    s.wait = Wait::kNone;
    ++s.pc;
  });
}

// bar.red: the predicates of all threads, combined, go to every thread.
void Barriers::reduce(Block& block, int id) const {
  uint32_t count = 0, threads = 0;
  for_each_waiting(block, id, [&](const Warp&, const Split& s) {
    count += static_cast<uint32_t>(std::popcount(s.value & s.mask));
    threads += static_cast<uint32_t>(std::popcount(s.mask));
  });
  for_each_waiting(block, id, [&](const Warp&, const Split& s) {
    const ops::Inst& in = kernel_.code[s.pc];
    if (!in.form->red) return;
    std::byte* d = s.frame->registers.get() + (in.d & 0x3fffffffu);
    if (in.form->combine == ops::Combine::kPopc) {
      for (int i = 0; i < kWarpSize; ++i)
        if (s.mask >> i & 1) reinterpret_cast<uint32_t*>(d)[i] = count;
      return;
    }
    const bool yes =
        in.form->combine == ops::Combine::kAnd ? count == threads : count != 0;
    LaneMask& p = *reinterpret_cast<LaneMask*>(d);
    p = (p & ~s.mask) | (yes ? s.mask : 0);
  });
}

}  // namespace simt
