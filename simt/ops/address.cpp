// SPDX-License-Identifier: MIT
// Gathers, classifies and resolves the addresses of a request.
#include "simt/ops/address.h"

#include <bit>

#include "simt/ops/observer.h"

namespace simt::ops::SIMT_ISA {
namespace {

// The expansion of a mask bit to all ones keeps the loops free of branches.
inline uint64_t spread(LaneMask mask, int lane) {
  return uint64_t{0} - ((mask >> lane) & 1u);
}

Addresses classify(const uint64_t* lanes, LaneMask mask, uint32_t width) {
  Addresses a;
  const int first = std::countr_zero(mask);
  const int last = 31 - std::countl_zero(mask);
  const uint64_t head = lanes[first];
  const uint64_t base = head - uint64_t{width} * first;
  uint64_t off_line = 0, off_head = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    const uint64_t keep = spread(mask, i);
    off_line |= (lanes[i] ^ (base + uint64_t{width} * i)) & keep;
    off_head |= (lanes[i] ^ head) & keep;
  }
  if (off_line == 0) {
    a.shape = Shape::kConsecutive;
    a.base = base;
    a.low = head;
    a.high = base + uint64_t{width} * (last + 1);
    return a;
  }
  if (off_head == 0) {
    a.shape = Shape::kUniform;
    a.base = a.low = head;
    a.high = head + width;
    return a;
  }
  a.lane = lanes;
  a.low = ~uint64_t{0};
  for (int i = 0; i < kWarpSize; ++i) {
    const uint64_t keep = spread(mask, i);
    const uint64_t low = lanes[i] | ~keep, high = lanes[i] & keep;
    a.low = low < a.low ? low : a.low;
    a.high = high > a.high ? high : a.high;
  }
  a.high += width;
  return a;
}

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
  c.fault.nearest = nearest;
  return false;
}

bool holds(const Allocation* a, uint64_t low, uint64_t high) {
  return a != nullptr && low >= a->begin && high <= a->end && high >= low;
}

// Lane by lane: finds every lane's allocation, or the fault to report.
bool resolve_slowly(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out) {
  LaneMask bad = 0;
  uint64_t bad_address = 0;
  const Allocation* only = nullptr;
  bool several = false;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const uint64_t address = at(a, i, width);
    const Allocation* found = c.memory->find(address);
    if (!holds(found, address, address + width) || found->freed) {
      if (bad == 0) bad_address = address;
      bad |= 1u << i;
      continue;
    }
    if (only == nullptr) only = found;
    several |= only != found;
  }
  if (bad != 0) {
    const Allocation* found = c.memory->find(bad_address);
    auto fault = Fault::Kind::kOutOfBounds;
    if (found != nullptr && found->freed) fault = Fault::Kind::kFreed;
    if (found == nullptr && !c.memory->contains(bad_address) &&
        bad_address >= 4096)
      fault = Fault::Kind::kHostPointer;
    if (found == nullptr) found = c.memory->below(bad_address);
    return fail(c, fault, bad, bad_address, width, kind, ptx::Space::kGlobal,
                found);
  }
  out.host = reinterpret_cast<std::byte*>(only->delta);
  out.allocation = several ? nullptr : only;
  if (!several) c.last = only;
  return true;
}

}  // namespace

Addresses gather(Context& c, const Inst& in, LaneMask mask, uint32_t width) {
  const uint64_t offset = static_cast<uint64_t>(in.offset);
  if (in.flags & kAddress32) {
    const uint32_t* base = row<uint32_t>(c, in.a);
    const uint32_t add = static_cast<uint32_t>(offset);
    for (int i = 0; i < kWarpSize; ++i) c.scratch[i] = base[i] + add;
  } else {
    const uint64_t* base = row<uint64_t>(c, in.a);
    for (int i = 0; i < kWarpSize; ++i) c.scratch[i] = base[i] + offset;
  }
  return classify(c.scratch, mask, width);
}

bool check_aligned(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, ptx::Space space) {
  const uint64_t low_bits = width - 1;
  uint64_t bits = 0;
  if (a.shape != Shape::kGeneral) {
    bits = a.base & low_bits;
  } else {
    for (int i = 0; i < kWarpSize; ++i)
      bits |= a.lane[i] & spread(mask, i) & low_bits;
  }
  if (bits == 0) return true;
  LaneMask bad = 0;
  for (int i = 0; i < kWarpSize; ++i)
    if ((mask >> i & 1) && (at(a, i, width) & low_bits)) bad |= 1u << i;
  const uint64_t address = at(a, std::countr_zero(bad), width);
  const Allocation* near = nullptr;
  if (space == ptx::Space::kGlobal) near = c.memory->below(address);
  return fail(c, Fault::Kind::kMisaligned, bad, address, width, kind, space,
              near);
}

bool resolve_global(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out) {
  if (!holds(c.last, a.low, a.high) || c.last->freed)
    return resolve_slowly(c, a, mask, width, kind, out);
  out.host = reinterpret_cast<std::byte*>(c.last->delta);
  out.allocation = c.last;
  return true;
}

bool resolve_shared(Context& c, const Addresses& a, LaneMask mask,
                    uint32_t width, AccessKind kind, Resolved& out) {
  out.host = c.shared;
  out.allocation = nullptr;
  if (a.high <= c.shared_bytes && a.high > a.low) return true;
  LaneMask bad = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const uint64_t address = at(a, i, width);
    if (address >= c.shared_bytes || width > c.shared_bytes - address)
      bad |= 1u << i;
  }
  return fail(c, Fault::Kind::kShared, bad, at(a, std::countr_zero(bad), width),
              width, kind, ptx::Space::kShared, nullptr);
}

bool resolve_local(Context& c, const Addresses& a, LaneMask mask,
                   uint32_t width, AccessKind kind, Resolved& out) {
  out.host = c.local;
  out.allocation = nullptr;
  if (a.high <= c.local_stride && a.high > a.low) return true;
  LaneMask bad = 0;
  for (int i = 0; i < kWarpSize; ++i) {
    if (!(mask >> i & 1)) continue;
    const uint64_t address = at(a, i, width);
    if (address >= c.local_stride || width > c.local_stride - address)
      bad |= 1u << i;
  }
  return fail(c, Fault::Kind::kLocal, bad, at(a, std::countr_zero(bad), width),
              width, kind, ptx::Space::kLocal, nullptr);
}

void report(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
            uint32_t width, AccessKind kind, ptx::Space space,
            const Allocation* allocation) {
  if (c.observer == nullptr) return;
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
  access.allocation = allocation;
  access.at = c.at;
  c.observer->on_access(access);
}

LaneMask select_space(Context& c, Addresses& a, LaneMask mask, uint32_t width,
                      ptx::Space& space) {
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
    if (same != mask) {  // gather() left every lane's address in scratch
      a = classify(c.scratch, same, width);
    }
  }
  space = kind == 0   ? ptx::Space::kShared
          : kind == 1 ? ptx::Space::kLocal
          : kind == 2 ? ptx::Space::kParam
                      : ptx::Space::kGlobal;
  if (space == ptx::Space::kGlobal) return same;
  const uint64_t begin = kSharedWindow + kind * kWindowBytes;
  for (int i = 0; i < kWarpSize; ++i)
    if (same >> i & 1) c.scratch[i] -= begin;
  a.base -= begin;
  a.low -= begin;
  a.high -= begin;
  return same;
}

}  // namespace simt::ops::SIMT_ISA
