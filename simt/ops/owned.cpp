// SPDX-License-Identifier: MIT
// Lanes side by side are noted at once: loops that the compiler turns into
// vector instructions.
#include "simt/ops/owned.h"

#include <bit>

#include "simt/ops/owners.h"

namespace simt::ops::SIMT_ISA {
namespace {

/// Of `count` cells, 1 << `share` for each owner from `owner` on: nobody but
/// the owner is named there.
bool only_mine(const uint32_t* named, uint32_t count, int share, Owner owner,
               Owner first) {
  uint32_t met = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Owner me = owner + (i >> share);
    met |= static_cast<uint32_t>(named[i] >= first) &
           static_cast<uint32_t>(named[i] != me);
  }
  return met == 0;
}

/// They are the readers, beside those that were.
void add_readers(uint32_t* reader, uint32_t count, int share, Owner owner,
                 Owner first, Owner many) {
  for (uint32_t i = 0; i < count; ++i) {
    const Owner me = owner + (i >> share);
    const uint32_t r = reader[i];
    reader[i] = r < first || r == me ? me : many;
  }
}

void set_writers(uint32_t* writer, uint32_t count, int share, Owner owner) {
  for (uint32_t i = 0; i < count; ++i) writer[i] = owner + (i >> share);
}

/// One lane of owner `me`, one cell wide.
bool own_cell(Owners& o, uint64_t address, Owner me, bool store) {
  const Owner first = o.first();
  const uint64_t end = address + (uint64_t{1} << o.shift());
  uint32_t* const writer = o.writer(address);
  uint32_t* const reader = o.reader(address);
  const auto mine = [&](Owner named) { return named < first || named == me; };
  if (store) {
    const bool was_read = o.keep(address, end);
    const bool apart = mine(*writer) && (!was_read || mine(*reader));
    *writer = me;
    return apart;
  }
  const bool was_written = o.touch(address, end);
  *reader = mine(*reader) ? me : o.many();
  return !was_written || mine(*writer);
}

/// `lanes` lanes side by side, each `width` bytes wide, of owners from `owner`
/// on. Pages that were only read, or only written, need half the looks.
bool own_run(Owners& o, uint64_t address, uint32_t width, uint32_t lanes,
             Owner owner, bool store) {
  const uint64_t bytes = uint64_t{width} * lanes;
  if (!o.holds(address, bytes) || width >> o.shift() == 0) return false;
  const int share = std::countr_zero(width) - o.shift();
  const auto count = static_cast<uint32_t>(bytes >> o.shift());
  const Owner first = o.first();
  if (store) {
    const bool was_read = o.keep(address, address + bytes);
    if (!was_read && share == 0 && o.is_line(address, count) &&
        o.write_line(address, owner))
      return true;
    uint32_t* const writer = o.writers(address, address + bytes);
    const bool apart =
        only_mine(writer, count, share, owner, first) &&
        (!was_read || only_mine(o.reader(address), count, share, owner, first));
    set_writers(writer, count, share, owner);
    return apart;
  }
  const bool was_written = o.touch(address, address + bytes);
  add_readers(o.reader(address), count, share, owner, first, o.many());
  return !was_written || only_mine(o.writers(address, address + bytes), count,
                                   share, owner, first);
}

/// Owners::Ordered::kAlone: an atomic, beside others of its kind. A loop of its
/// own: a histogram has little else to do.
bool own_atomics(Owners& o, const Addresses& a, LaneMask mask, uint32_t width) {
  if (!o.holds(a.low, a.high - a.low) || width >> o.shift() == 0) return false;
  const size_t count = width >> o.shift();
  const Owner first = o.first(), atomics = o.atomics();
  uint32_t met = 0;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const uint64_t address = at(a, std::countr_zero(left), width);
    uint32_t* const writer = o.updated(address, width);
    const uint32_t* const reader = o.reader(address);
    const auto update = [&](size_t i) {
      met |= static_cast<uint32_t>(reader[i] >= first) |
             (static_cast<uint32_t>(writer[i] >= first) &
              static_cast<uint32_t>(writer[i] != atomics));
      writer[i] = atomics;
    };
    update(0);
    for (size_t i = 1; i < count; ++i) update(i);
  }
  return met == 0;
}

/// Owners::Ordered::kMeets: an atomic of one lane, beside others of its kind,
/// or a relaxed store.
bool own_update(Owners& o, uint64_t address, uint32_t width, Owner me) {
  o.keep(address, address + width);
  o.tell(me, address, false);
  const size_t count = width >> o.shift();
  uint32_t* const writer = o.writer(address);
  const uint32_t* const reader = o.reader(address);
  bool apart = true;
  for (size_t i = 0; i < count; ++i) {
    apart = apart && (reader[i] < o.first() || reader[i] == o.listeners()) &&
            (writer[i] < o.first() || writer[i] == o.atomics());
    writer[i] = o.atomics();
  }
  return apart;
}

/// A volatile store of one lane. Two threads never store so to one word.
bool own_flag(Owners& o, uint64_t address, uint32_t width, Owner me) {
  o.keep(address, address + width);
  o.tell(me, address, true);
  const size_t count = width >> o.shift();
  uint32_t* const writer = o.writer(address);
  uint32_t* const reader = o.reader(address);
  uint32_t* const teller = o.teller(address);
  bool apart = true;
  for (size_t i = 0; i < count; ++i) {
    const bool flag = writer[i] == o.flag() || writer[i] == o.old_flag();
    const bool mine =
        flag ? teller[i] == me : writer[i] < o.first() || writer[i] == me;
    // Who read a flag of mine is of another block; who read before, may be of
    // my own warp.
    const bool listener =
        reader[i] == o.listeners() && (flag || teller[i] == me);
    apart =
        apart && mine && (reader[i] < o.first() || reader[i] == me || listener);
    writer[i] = o.flag();
    teller[i] = me;
  }
  return apart;
}

/// A load with an order, of one lane.
bool own_look(Owners& o, uint64_t address, uint32_t width, Owner me) {
  o.touch(address, address + width);
  const size_t count = width >> o.shift();
  const uint32_t* const writer = o.writer(address);
  uint32_t* const reader = o.reader(address);
  uint32_t* const teller = o.teller(address);
  bool apart = true;
  for (size_t i = 0; i < count; ++i) {
    const Owner by = writer[i];
    const bool flag = by == o.flag() || by == o.old_flag();
    if (flag)
      apart = apart && (teller[i] == me ||
                        (by == o.flag() && !o.same_block(teller[i], me)));
    else
      apart = apart && (by < o.first() || by == me || by == o.atomics());
    if (reader[i] < o.first()) {
      reader[i] = o.listeners();
      if (!flag) teller[i] = me;
    } else if (reader[i] != o.listeners()) {
      reader[i] = reader[i] == me ? me : o.many();
    } else if (!flag && teller[i] != me) {
      teller[i] = o.many();
    }
  }
  return apart;
}

/// Owners::Ordered::kMeets: an atomic, or a load or a store with an order,
/// element by element.
bool own_ordered(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
                 AccessKind kind, const Form& form) {
  Owners& o = *c.owners;
  const bool atomic = kind == AccessKind::kAtomic;
  const uint32_t bytes = atomic ? width : width / form.vector;
  const auto element = [&](uint64_t address, Owner me) {
    if (kind == AccessKind::kLoad) return own_look(o, address, bytes, me);
    return !atomic && form.order == MemoryOrder::kVolatile
               ? own_flag(o, address, bytes, me)
               : own_update(o, address, bytes, me);
  };
  bool apart = true;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint64_t begin = at(a, lane, width);
    if (!o.holds(begin, width) || bytes >> o.shift() == 0) return false;
    for (uint32_t i = 0; i < width; i += bytes)
      apart = element(begin + i, c.owner + static_cast<Owner>(lane)) && apart;
  }
  return apart;
}

/// Runs of lanes side by side.
bool own_lanes(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
               bool store) {
  Owners& o = *c.owners;
  bool apart = true;
  for (LaneMask left = mask; left != 0;) {
    const int first = std::countr_zero(left);
    const uint64_t begin = at(a, first, width);
    int next = first + 1;
    while (next < kWarpSize && (left >> next & 1) != 0 &&
           at(a, next, width) ==
               begin + uint64_t{width} * static_cast<uint32_t>(next - first))
      ++next;
    const auto lanes = static_cast<uint32_t>(next - first);
    const Owner owner = c.owner + static_cast<Owner>(first);
    apart = (lanes == 1 && width >> o.shift() == 1 && o.holds(begin, width)
                 ? own_cell(o, begin, owner, store)
                 : own_run(o, begin, width, lanes, owner, store)) &&
            apart;
    left = next == kWarpSize ? 0 : left & (kAllLanes << next);
  }
  return apart;
}

/// Lanes that load what nobody may store, not even their own threads: whoever
/// stored it, they meet him.
bool read_only(Context& c, const Addresses& a, LaneMask mask, uint32_t width) {
  Owners& o = *c.owners;
  bool apart = true;
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const uint64_t begin = at(a, std::countr_zero(left), width);
    apart = own_run(o, begin, width, 1, o.many(), false) && apart;
  }
  return apart;
}

bool stays_apart(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
                 AccessKind kind, const Allocation* allocation,
                 const Form& form) {
  if (allocation == nullptr) return false;
  if (allocation->only_read) return kind == AccessKind::kLoad;
  Owners& o = *c.owners;
  if (form.nc) return read_only(c, a, mask, width);
  const bool atomic = kind == AccessKind::kAtomic;
  if (o.ordered_meet() && (atomic || form.order != MemoryOrder::kWeak))
    return own_ordered(c, a, mask, width, kind, form);
  if (atomic) return own_atomics(o, a, mask, width);
  const bool store = kind == AccessKind::kStore;
  const bool several = (mask & (mask - 1)) != 0;
  if (a.shape == Shape::kUniform && several)  // one store stays, whose?
    return !store && own_run(o, a.base, width, 1, o.many(), false);
  if (a.shape == Shape::kConsecutive && mask == kAllLanes)
    return own_run(o, a.base, width, kWarpSize, c.owner, store);
  return own_lanes(c, a, mask, width, store);
}

}  // namespace

bool own(Context& c, const Addresses& a, LaneMask mask, uint32_t width,
         AccessKind kind, const Allocation* allocation, const Form& form) {
  if (stays_apart(c, a, mask, width, kind, allocation, form)) return true;
  c.fault = Fault{};
  c.fault.kind = Fault::Kind::kMet;
  c.fault.lanes = mask;
  return false;
}

}  // namespace simt::ops::SIMT_ISA
