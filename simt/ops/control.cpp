// SPDX-License-Identifier: MIT
// Branches, calls, barriers and fences: what the machine must act on. The
// handlers only say what is asked; who runs next is not decided here.
#include <bit>

#include "simt/ops/families.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

template <Step kStep>
Step stop(Context&, const Inst&, LaneMask) {
  return kStep;
}
template <Step kStep>
Handler select_stop(const Form&) {
  return stop<kStep>;
}

// brx: the decoder laid the targets out in Context::lists.
Step branch_many(Context& c, const Inst& in, LaneMask mask) {
  const uint32_t* index = row<uint32_t>(c, in.a);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint32_t which = index[i] < in.target ? index[i] : in.target - 1;
    c.lane_target[i] = c.lists[in.list + which];
  }
  return Step::kBranchMany;
}
Handler select_branch_many(const Form&) { return branch_many; }

Step fault(Context& c, LaneMask mask, Fault::Kind kind) {
  c.fault = Fault{};
  c.fault.kind = kind;
  c.fault.lanes = mask;
  return Step::kFault;
}
Step trap(Context& c, const Inst&, LaneMask mask) {
  return fault(c, mask, Fault::Kind::kTrap);
}
Handler select_trap(const Form&) { return trap; }

constexpr uint32_t kBarriers = 16;  // of a block

Step barrier(Context& c, const Inst& in, LaneMask mask) {
  const int first = std::countr_zero(mask);
  const uint32_t id = row<uint32_t>(c, in.a)[first];
  if (id >= kBarriers) {
    fault(c, mask, Fault::Kind::kUnsupported);
    c.fault.text = "a barrier that a block does not have: it has 0 to 15";
    return Step::kFault;
  }
  c.barrier.id = static_cast<int>(id);
  c.barrier.threads =
      in.b == kNoRef ? 0 : static_cast<int>(row<uint32_t>(c, in.b)[first]);
  c.barrier.arrive_only = in.form->arrive;
  c.barrier.of_cluster = false;
  if (in.form->red) {
    c.barrier.value = predicate(c, in.c);
    if (in.flags & kNegatedC) c.barrier.value = ~c.barrier.value;
  }
  return Step::kBarrier;
}
Handler select_barrier(const Form&) { return barrier; }
// Counts threads into a register, or combines predicates into one.
Handler select_reduction(const Form& f) {
  const bool counts = f.combine == Combine::kPopc && f.type == Type::kU32;
  const bool combines =
      (f.combine == Combine::kAnd || f.combine == Combine::kOr) &&
      f.type == Type::kPred;
  return counts || combines ? barrier : nullptr;
}

// kPlain: its order when the instruction names none.
template <MemoryOrder kPlain>
Step fence(Context& c, const Inst& in, LaneMask mask) {
  const Form& f = *in.form;
  const MemoryOrder order = f.order == MemoryOrder::kWeak ? kPlain : f.order;
  if (c.observer != nullptr) c.observer->on_fence(c.at, mask, order, f.scope);
  if (c.delay_stores && releases(order)) c.machine->publish(mask, f.scope);
  return Step::kNext;
}
template <MemoryOrder kPlain>
Handler select_fence(const Form&) {
  return fence<kPlain>;
}

// Which memory: the one named, or all.
template <ProxyFence::Kind kKind>
Step proxy_fence(Context& c, const Inst& in, LaneMask mask) {
  if (c.observer == nullptr) return Step::kNext;
  const ptx::Space space = in.form->space;
  ProxyFence event;
  event.kind = kKind;
  event.at = c.at;
  event.pc = static_cast<uint32_t>(&in - c.code);
  event.lanes = mask;
  event.shared = space != ptx::Space::kGlobal;
  event.global = space != ptx::Space::kShared;
  c.observer->on_proxy_fence(event);
  return Step::kNext;
}
Handler select_proxy_fence(const Form&) {
  return proxy_fence<ProxyFence::Kind::kAsync>;
}
Handler select_init_fence(const Form&) {
  return proxy_fence<ProxyFence::Kind::kInits>;
}

// griddepcontrol (9.7.13.13).
Step launch_dependents(Context& c, const Inst&, LaneMask) {
  return c.machine->launch_dependents();
}
Handler select_launch_dependents(const Form&) { return launch_dependents; }
Step wait_for_grids(Context& c, const Inst& in, LaneMask mask) {
  if (!c.machine->grids_are_done()) return Step::kGrids;
  if (c.observer != nullptr)
    c.observer->on_grid_wait(c.at, static_cast<uint32_t>(&in - c.code), mask);
  return Step::kNext;
}
Handler select_wait_for_grids(const Form&) { return wait_for_grids; }

Step nothing(Context&, const Inst&, LaneMask) { return Step::kNext; }
Handler select_nothing(const Form&) { return nothing; }

constexpr TypeSet kReduce = types(Type::kPred, Type::kU32);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.12, 9.7.13), types, execute, counts as, does
    {"bar{.scope}.arrive a:u32<16, b:u32", 0, select_barrier, Event::kBarrier, Does::kOrders | Does::kArrives},
    {"bar{.scope}.red.op.type d, a:u32<16, c:pred", kReduce, select_reduction, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"bar{.scope}.red.op.type d, a:u32<16, b:u32, c:pred", kReduce, select_reduction, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"bar{.scope}.sync a:u32<16{, b:u32}", 0, select_barrier, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"barrier{.scope}.arrive{.aligned} a:u32<16, b:u32", 0, select_barrier, Event::kBarrier, Does::kOrders | Does::kArrives},
    {"barrier{.scope}.red{.aligned}.op.type d, a:u32<16, c:pred", kReduce, select_reduction, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"barrier{.scope}.red{.aligned}.op.type d, a:u32<16, b:u32, c:pred", kReduce, select_reduction, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"barrier{.scope}.sync{.aligned} a:u32<16{, b:u32}", 0, select_barrier, Event::kBarrier, Does::kOrders | Does::kWaits},
    {"bra{.uni} label", 0, select_stop<Step::kBranch>, Event::kBranch, Does::kBranches},
    {"brkpt", 0, select_nothing, Event::kNothing},
    {"brx.idx{.uni} a:u32, table", 0, select_branch_many, Event::kBranch, Does::kBranches | Does::kManyTargets},
    {"call{.uni}", 0, select_stop<Step::kCall>, Event::kNothing, Does::kCalls},
    {"exit", 0, select_stop<Step::kExit>, Event::kNothing, Does::kEnds},
    {"fence{.sem}{.scope}", 0, select_fence<MemoryOrder::kAcqRel>, Event::kFence, Does::kOrders},
    {"fence.acquire.sync_restrict::shared::cluster{.scope}", 0, select_fence<MemoryOrder::kAcquire>, Event::kFence, Does::kOrders},
    {"fence.mbarrier_init{.sem}{.scope}", 0, select_init_fence, Event::kNothing, Does::kOrders},
    {"fence.proxy.alias", 0, select_nothing, Event::kNothing, Does::kOrders},
    {"fence.proxy.async{.space}", 0, select_proxy_fence, Event::kNothing, Does::kOrders},
    {"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster{.scope}", 0, select_proxy_fence, Event::kNothing, Does::kOrders},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cta{.scope}", 0, select_proxy_fence, Event::kNothing, Does::kOrders},
    {"fence.release.sync_restrict::shared::cta{.scope}", 0, select_fence<MemoryOrder::kRelease>, Event::kFence, Does::kOrders},
    {"griddepcontrol.launch_dependents", 0, select_launch_dependents, Event::kNothing, Does::kOrders},
    {"griddepcontrol.wait", 0, select_wait_for_grids, Event::kNothing, Does::kOrders | Does::kWaits},
    {"membar.scope", 0, select_fence<MemoryOrder::kSeqCst>, Event::kFence, Does::kOrders},
    {"nanosleep.type a", types(Type::kU32), select_stop<Step::kYield>, Event::kNothing, Does::kWaits},
    {"pmevent a:u32<16", 0, select_nothing, Event::kNothing},
    {"pmevent.mask a:u32", 0, select_nothing, Event::kNothing},
    {"ret{.uni}", 0, select_stop<Step::kReturn>, Event::kNothing, Does::kReturns},
    {"trap", 0, select_trap, Event::kNothing, Does::kEnds},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> control_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
