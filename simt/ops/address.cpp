// SPDX-License-Identifier: MIT
// Gathers, classifies and resolves the addresses of a request.
#include "simt/ops/address.h"

#include <bit>
#include <cstring>

#include "simt/ops/classify.h"
#include "simt/ops/observer.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Space;

bool fail(Context& c, Fault::Kind kind, LaneMask lanes, uint64_t address,
          uint32_t width, AccessKind access, ptx::Space space,
          const Allocation* nearest) {
  c.fault = Fault{};
  c.fault.kind = kind;
  c.fault.lanes = lanes;
  c.fault.address = address;
  c.fault.bytes = static_cast<uint8_t>(width);
  c.fault.access = access;
  c.fault.space = space;
  c.fault.peer = Peer::of(c.home, c.at);
  c.fault.nearest = nearest;
  return false;
}

// True when earlier stores come before this access. Barrier objects, which
// have no combining operation, release when nothing is said.
bool publishes(const Form& form, AccessKind kind) {
  if (kind == AccessKind::kLoad) return false;
  return releases(form.order) ||
         (kind == AccessKind::kAtomic && form.combine == Combine::kNone);
}

/// Memory that begins at address 0, and what an access outside it is.
struct Bounds {
  uint64_t bytes;
  Fault::Kind kind;
  Space space;
};

// Lane by lane: true when every address lies within; else fills in the fault.
bool resolve_within(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, const Bounds& within) {
  LaneMask bad = 0;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const uint64_t address = at(a, i, width);
    if (address >= within.bytes || width > within.bytes - address)
      bad |= 1u << i;
  }
  if (bad == 0) return true;
  return fail(c, within.kind, bad, at(a, std::countr_zero(bad), width), width,
              kind, within.space, nullptr);
}

/// Why an address cannot be used; `found` is what lies there, or null.
Fault::Kind why_closed(const Context& c, const Allocation* found,
                       uint64_t address) {
  if (found != nullptr && found->freed) return Fault::Kind::kFreed;
  if (found != nullptr && !(found->reach & c.device_bit))
    return found->reach != 0 ? Fault::Kind::kPeer : Fault::Kind::kOutOfBounds;
  // Nothing of the host lies in the upper half: there the address is negative.
  const bool of_host = found == nullptr && !c.memory->is_of_device(address) &&
                       address >= kNullPage &&
                       static_cast<int64_t>(address) > 0;
  return of_host ? Fault::Kind::kHostPointer : Fault::Kind::kOutOfBounds;
}

// Lane by lane: finds every lane's allocation, or the fault to report.
bool resolve_lanes(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out) {
  LaneMask bad = 0;
  uint64_t bad_address = 0;
  const Allocation* only = nullptr;
  bool several = false;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const uint64_t address = at(a, i, width);
    const Allocation* found = c.memory->find(address);
    if (!opens(c, found, address, address + width)) {
      if (bad == 0) bad_address = address;
      bad |= 1u << i;
      continue;
    }
    if (only == nullptr) only = found;
    several |= only != found;
  }
  if (bad != 0) {
    const Allocation* found = c.memory->find(bad_address);
    const Fault::Kind fault = why_closed(c, found, bad_address);
    if (found == nullptr) found = c.memory->near(bad_address);
    return fail(c, fault, bad, bad_address, width, kind, ptx::Space::kGlobal,
                found);
  }
  out.host = reinterpret_cast<std::byte*>(only->delta);
  out.allocation = several ? nullptr : only;
  return true;
}

// Of a row that is the known one moved by some bytes, only the place is new:
// the warps of a block mostly differ in that alone.
bool move_row(const uint32_t* lanes, uint32_t width, Pattern& p) {
  if (p.width != width) return false;
  const uint32_t step = lanes[0] - p.row[0];
  uint32_t differs = 0, bits = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    differs |= (lanes[i] - p.row[i]) ^ step;
    bits |= lanes[i];
  }
  const int64_t by = int64_t{lanes[0]} - p.row[0];
  const int64_t low = static_cast<int64_t>(p.low) + by;
  const int64_t high = static_cast<int64_t>(p.high) + by;
  if (differs != 0 || low < 0 || high > int64_t{UINT32_MAX}) return false;
  std::memcpy(p.row, lanes, sizeof(p.row));
  p.base += static_cast<uint64_t>(by);
  p.low = static_cast<uint64_t>(low);
  p.high = static_cast<uint64_t>(high);
  p.bits = bits;
  if (step % width == 0) return true;  // see PatternMemo
  for (PatternMemo& memo : p.memo) memo.known = false;
  return true;
}

}  // namespace

void learn_row(const uint32_t* lanes, uint32_t width, Pattern& p) {
  if (move_row(lanes, width, p)) return;
  std::memcpy(p.row, lanes, sizeof(p.row));
  const Addresses found =
      classify<uint32_t, true>(lanes, 0, p.lanes, kAllLanes, width);
  p.width = width;
  p.generation = 0;
  p.shape = found.shape;
  p.base = found.base;
  p.low = found.low;
  p.high = found.high;
  p.bits = found.bits;
  for (int r = 0; r < kRuns; ++r)
    p.runs[r] = run_of(lanes + r * kRunLanes, width);
  for (PatternMemo& memo : p.memo) memo.known = false;
}

Addresses recall_row(Context& c, const Inst& in, Pattern& p, uint32_t width) {
  const Addresses a = recall(p, in);
  // A larger offset leads into a window of generic addresses.
  const bool within = a.low < a.high && a.high <= uint64_t{1} << 32;
  if (within || in.offset != static_cast<int32_t>(in.offset)) [[likely]]
    return a;
  return classify<uint32_t>(row<uint32_t>(c, in.a),
                            static_cast<uint32_t>(in.offset), c.scratch,
                            kAllLanes, width);
}

// One address for all lanes.
static Addresses uniform(uint64_t address, uint32_t width) {
  Addresses a;
  a.shape = Shape::kUniform;
  a.base = a.low = a.bits = address;
  a.high = address + width;
  return a;
}

Addresses gather(Context& c, const Inst& in, LaneMask mask, uint32_t width) {
  const auto offset = static_cast<uint64_t>(in.offset);
  if ((in.flags & kAddress32) && mask == kAllLanes)
    return recall_row(c, in, compare_row(c, in, width), width);
  if (in.flags & kAddress32)
    return classify<uint32_t>(row<uint32_t>(c, in.a),
                              static_cast<uint32_t>(offset), c.scratch, mask,
                              width);
  if (is_one_value(in.a) && mask == kAllLanes)
    return uniform(*row<uint64_t>(c, in.a) + offset, width);
  return classify<uint64_t>(row<uint64_t>(c, in.a), offset, c.scratch, mask,
                            width);
}

bool check_aligned(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, ptx::Space space) {
  const uint64_t low_bits = width - 1;
  if ((a.bits & low_bits) == 0) return true;
  LaneMask bad = 0;
  for (int i = 0; i < kWarpSize; ++i)
    if ((mask >> i & 1) && (at(a, i, width) & low_bits)) bad |= 1u << i;
  if (bad == 0) return true;  // the offset made up for the row
  const uint64_t address = at(a, std::countr_zero(bad), width);
  const Allocation* near = nullptr;
  if (space == ptx::Space::kGlobal) near = c.memory->near(address);
  return fail(c, Fault::Kind::kMisaligned, bad, address, width, kind, space,
              near);
}

bool find_global(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
                 uint32_t width, AccessKind kind, Resolved& out) {
  if (c.delay_stores) [[unlikely]]
    c.machine->settle(a.low, a.high);
  const Allocation*& recent = c.recent[(&in - c.code) & 15];
  if (!opens(c, recent, a.low, a.high)) {
    recent = c.memory->find(a.low);
    if (!opens(c, recent, a.low, a.high))
      return resolve_lanes(c, a, mask, width, kind, out);
  }
  out.host = reinterpret_cast<std::byte*>(recent->delta);
  out.allocation = recent;
  return true;
}

LaneMask BlockVisit::enter_some(Addresses& a, LaneMask mask, uint32_t width,
                                bool own) {
  const uint64_t rank = at(a, std::countr_zero(mask), width) >> kRankShift;
  LaneMask same = mask;
  if (a.low >> kRankShift != rank || (a.high - 1) >> kRankShift != rank) {
    same = 0;
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (at(a, i, width) >> kRankShift == rank) same |= LaneMask{1} << i;
    }
    uint64_t all[kWarpSize] = {};
    for (LaneMask left = same; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      all[i] = at(a, i, width);
    }
    a = classify<uint64_t>(all, 0, lanes_, same, width);
  }
  const Cluster& cluster = *c_.cluster;
  const bool known = rank < cluster.blocks;
  c_.shared = known ? cluster.member[rank].shared : nullptr;
  if (known) c_.home = cluster.member[rank].at;
  c_.foreign = known && own && rank != c_.rank;
  if (c_.foreign) c_.shared = nullptr;
  const uint64_t begin = rank << kRankShift;
  a.base -= begin;
  a.low -= begin;
  a.high -= begin;
  return same;
}

bool resolve_shared(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out) {
  out = {c.shared, nullptr};
  if (c.shared == nullptr) [[unlikely]] {
    const auto fault = c.foreign ? Fault::Kind::kForeign : Fault::Kind::kNoPeer;
    fail(c, fault, mask, at(a, std::countr_zero(mask), width), width, kind,
         Space::kShared, nullptr);
    if (!c.fault.peer.other) c.fault.text = "no block of the cluster";
    return false;
  }
  if (a.high <= c.shared_bytes && a.high > a.low) return true;
  return resolve_within(c, a, mask, width, kind,
                        {c.shared_bytes, Fault::Kind::kShared, Space::kShared});
}

bool resolve_local(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out) {
  out = {c.local, nullptr};
  if (a.high <= c.local_stride && a.high > a.low) return true;
  return resolve_within(c, a, mask, width, kind,
                        {c.local_stride, Fault::Kind::kLocal, Space::kLocal});
}

bool resolve_param(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out) {
  out = {const_cast<std::byte*>(c.params), nullptr};
  if (kind != AccessKind::kLoad)
    return fail(c, Fault::Kind::kReadOnly, mask,
                at(a, std::countr_zero(mask), width), width, kind,
                Space::kParam, nullptr);
  if (a.high <= c.param_bytes && a.high > a.low) return true;
  return resolve_within(
      c, a, mask, width, kind,
      {c.param_bytes, Fault::Kind::kOutOfBounds, Space::kParam});
}

namespace {

Access access_of(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
                 uint32_t width, AccessKind kind, ptx::Space space,
                 const Allocation* allocation) {
  Access access;
  access.inst = &in;
  access.pc = static_cast<uint32_t>(&in - c.code);
  access.space = space;
  access.kind = kind;
  access.order = in.form->order;
  access.scope = in.form->scope;
  access.shape = a.shape;
  access.bytes = static_cast<uint8_t>(width);
  access.active = mask;
  access.base = a.base;
  access.address = a.lane;
  access.low = a.low;
  access.end = a.high;
  if (a.pattern != nullptr && (in.offset & (width - 1)) == 0)
    access.memo = &a.pattern->memo[static_cast<int>(kind)];
  if (a.shape == Shape::kGeneral) access.runs = a.runs;
  if (a.wide != nullptr && a.shape == Shape::kGeneral)
    access.sectors = &a.wide->sectors[a.base % kSectorBytes];
  access.allocation = allocation;
  access.at = c.at;
  access.peer = Peer::of(c.home, c.at);
  return access;
}

}  // namespace

void report(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
            uint32_t width, AccessKind kind, ptx::Space space,
            const Allocation* allocation, const Stored* stored) {
  if (c.delay_stores && publishes(*in.form, kind)) [[unlikely]]
    c.machine->publish(mask, in.form->scope);
  const bool constant = space == ptx::Space::kConst;
  if (c.observer == nullptr || (constant && !c.observer->constants)) return;
  Access access = access_of(c, in, a, mask, width, kind, space, allocation);
  access.stored = stored;
  constant ? c.observer->on_constant(access) : c.observer->on_access(access);
}

LaneMask select_space(Context& c, Addresses& a, LaneMask mask, uint32_t width,
                      ptx::Space& space) {
  if (a.pattern != nullptr) {  // a known row must not move: take it out
    for (int i = 0; i < kWarpSize; ++i) c.scratch[i] = at(a, i, width);
    a = classify<uint64_t>(c.scratch, 0, c.scratch, mask, width);
  }
  auto window = [](uint64_t address) {
    return (address >> 48) == 1 ? (address >> 28) & 0xf : 15;
  };
  const uint64_t kind = window(at(a, std::countr_zero(mask), width));
  LaneMask same = mask;
  if (window(a.low) != kind || window(a.high - 1) != kind) {
    same = 0;
    for (int i = 0; i < kWarpSize; ++i) {
      if (!(mask >> i & 1)) continue;
      if (window(at(a, i, width)) == kind) same |= 1u << i;
    }
    if (same != mask)  // scratch holds every lane's address
      a = classify<uint64_t>(c.scratch, 0, c.scratch, same, width);
  }
  space = kind == 0   ? ptx::Space::kShared
          : kind == 1 ? ptx::Space::kLocal
          : kind == 2 ? ptx::Space::kParam
                      : ptx::Space::kGlobal;
  if (space == ptx::Space::kGlobal) return same;
  const uint64_t begin = kSharedWindow + kind * kWindowBytes;
  for (int i = 0; i < kWarpSize; ++i)
    if (same >> i & 1) c.scratch[i] -= begin;
  if (a.shape != Shape::kGeneral) a.base -= begin;  // else the lanes moved
  a.low -= begin;
  a.high -= begin;
  return same;
}

}  // namespace simt::ops::SIMT_ISA
