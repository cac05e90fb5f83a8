// SPDX-License-Identifier: MIT
// Requests that are counted where that is all there is to do about them, so
// that no observer need hear of each.
#pragma once

#include <algorithm>
#include <bit>

#include "simt/ops/address.h"

namespace simt::ops::SIMT_ISA {

/// Keeps a load of a full warp back. False: it must be reported now.
inline bool keep_back(SharedLog& log, const Context& c, const Inst& in,
                      Pattern& p, uint32_t width) {
  const auto offset = static_cast<uint64_t>(in.offset);
  const uint64_t low = p.low + offset, high = p.high + offset;
  if (!log.open || log.reads == SharedLog::kMostReads ||
      (low < log.stored_high && log.stored_low < high))
    return false;
  if (p.shape == Shape::kGeneral && p.generation != log.generation) {
    if (log.rows == SharedLog::kMostRows) return false;
    SharedLog::Row& row = log.row[log.rows];
    std::copy_n(p.lanes, kWarpSize, row.lanes.begin());
    std::copy_n(p.runs, kRuns, row.runs.begin());
    p.generation = log.generation;
    p.kept = log.rows++;
  }
  SharedLog::Read& read = log.read[log.reads++];
  read.base = p.base + offset;
  read.pc = static_cast<uint32_t>(&in - c.code);
  read.warp = c.at.warp;
  read.row = p.kept;
  read.bytes = static_cast<uint8_t>(width);
  read.shape = p.shape;
  log.low = std::min(log.low, low);
  log.high = std::max(log.high, high);
  return true;
}

/// Counts a request where that is all there is to do about it now.
template <AccessKind kKind>
inline bool tallied(Context& c, const Inst& in, Pattern& p, uint32_t width) {
  if (c.observer == nullptr) return true;
  if (c.tallies == nullptr) return false;
  uint32_t wavefronts = 1;
  if (width > 4 || p.shape == Shape::kGeneral) {
    const PatternMemo& memo = p.memo[static_cast<int>(kKind)];
    if (width < 4 || !memo.known || memo.wavefronts != memo.ideal) return false;
    wavefronts = memo.wavefronts;
  }
  SharedTally& tally = c.tallies[&in - c.code];
  if (c.shared_log != nullptr) {
    if (kKind != AccessKind::kLoad || !tally.late) return false;
    if (!keep_back(*c.shared_log, c, in, p, width)) return false;
  }
  ++tally.requests;
  tally.wavefronts += wavefronts;
  tally.end = std::max(tally.end, p.high + static_cast<uint64_t>(in.offset));
  tally.kind = kKind;
  return true;
}

/// Marks sectors [from, to], counted from sector 64 * GlobalTally::first.
inline void mark(uint64_t* touched, uint64_t from, uint64_t to) {
  for (; from <= to; ++from) touched[from / 64] |= uint64_t{1} << (from % 64);
}

/// Marks `sectors` from sector `first` on. Most are marked already: then
/// nothing is stored that the next look would wait for.
inline void mark_all(uint64_t* touched, uint64_t first, uint64_t sectors) {
  uint64_t* const word = touched + first / 64;
  const uint64_t low = sectors << (first % 64);
  const uint64_t high = sectors >> 1 >> (63 - first % 64);
  if ((low & ~word[0]) != 0) word[0] |= low;
  if (high != 0 && (high & ~word[1]) != 0) word[1] |= high;
}

/// Calls mark(first, last) for the sectors of a request: eight lanes that are
/// one run take one call.
template <class Mark>
inline void each_sector(const Addresses& a, const Mark& mark) {
  const auto sector = [&](int lane) {
    return (a.base + a.lane[lane]) / kSectorBytes;
  };
  for (int i = 0; i < kWarpSize; i += kRunLanes) {
    if (a.runs[i / kRunLanes] != Run::kScattered) {
      mark(sector(i), sector(i + kRunLanes - 1));
      continue;
    }
    for (int k = i; k < i + kRunLanes; ++k) mark(sector(k), sector(k));
  }
}

/// Marks the sectors of a request that tallied_global() counts.
inline void mark_sectors(GlobalTally& tally, const Addresses& a) {
  tally.low = std::min(tally.low, a.low);
  tally.high = std::max(tally.high, a.high);
  const uint64_t begin = 64 * tally.first;
  const uint64_t first = a.low / kSectorBytes;
  const uint64_t last = (a.high - 1) / kSectorBytes;
  if (a.shape != Shape::kGeneral)
    return mark(tally.touched, first - begin, last - begin);
  uint64_t& marks = a.wide->marks[a.base % kSectorBytes];
  if (marks == 0 && last - first < 64) [[unlikely]]
    each_sector(a, [&](uint64_t from, uint64_t to) {
      mark(&marks, from - first, to - first);
    });
  if (marks != 0) return mark_all(tally.touched, first - begin, marks);
  each_sector(a, [&](uint64_t from, uint64_t to) {
    mark(tally.touched, from - begin, to - begin);
  });
}

/// Counts a request of global memory where that is all there is to do about it.
inline bool tallied_global(Context& c, const Inst& in, const Addresses& a,
                           LaneMask mask, uint32_t width,
                           const Allocation* allocation) {
  if (c.global_tallies == nullptr) return false;
  GlobalTally& tally = c.global_tallies[&in - c.code];
  if (tally.allocation != allocation || allocation == nullptr) return false;
  uint64_t sectors = 1, ideal = 1;
  if (a.shape == Shape::kConsecutive && mask == kAllLanes) {
    sectors = ((a.high - 1) / kSectorBytes) - a.low / kSectorBytes + 1;
    ideal = width;
  } else if (a.shape == Shape::kGeneral && a.wide != nullptr) {
    const SectorMemo memo = a.wide->sectors[a.base % kSectorBytes];
    if (memo.sectors == 0) return false;
    sectors = memo.sectors;
    ideal = memo.ideal;
  } else if (a.shape != Shape::kUniform) {
    return false;
  }
  if (sectors > ideal) {
    const uint64_t excess = sectors - ideal;
    const uint64_t at = uint64_t{c.at.block} << 32 | c.at.warp;
    if (excess > tally.excess || (excess == tally.excess && at < tally.at))
      return false;
    ++tally.costly;
  }
  ++tally.requests;
  tally.sectors += sectors;
  tally.ideal += ideal;
  tally.bytes += uint64_t{width} * static_cast<uint32_t>(std::popcount(mask));
  if (tally.touched != nullptr) mark_sectors(tally, a);
  return true;
}

}  // namespace simt::ops::SIMT_ISA
