// SPDX-License-Identifier: MIT
// Looks at each event by itself. Whether its launch ended is not asked: a
// trace also tells of launches that did not.
#include "simt/report/trace_rules.h"

#include <algorithm>

namespace simt::report {
namespace {

constexpr uint64_t kFar = uint64_t{1} << 50;  // no address is as large
constexpr uint32_t kMostWarps = 64;           // of a block
constexpr int kMostBytes = 16;                // of one lane
constexpr uint64_t kMostThreads = 1024;       // of a block
constexpr int kMostResident = 1024;           // warps of a multiprocessor
constexpr int kMostMultiprocessors = 4096;

bool moves_memory(TraceKind kind) {
  return kind == TraceKind::kLoad || kind == TraceKind::kStore ||
         kind == TraceKind::kAtomic;
}

bool is_possible_access(const TraceEvent& event) {
  if (event.space != "shared" && event.space != "global") return false;
  if (event.bytes < 1 || event.bytes > kMostBytes || event.begin > kFar)
    return false;
  for (int lane = 0; lane < 32; ++lane) {
    if (!event.has(lane)) continue;
    const int64_t offset = event.offset[lane];
    if (offset < 0 || static_cast<uint64_t>(offset) > kFar) return false;
  }
  return true;
}

/// What a drawing of a copy relies on.
bool is_possible(const TraceCopy& copy) {
  constexpr size_t kMostPieces = 64, kMostBlocks = 16, kMostRank = 5;
  constexpr uint32_t kMostRow = 1u << 24;
  const auto near = [](uint64_t at) { return at <= kFar; };
  return copy.bytes <= kFar && copy.row_bytes <= kMostRow &&
         copy.box.size() <= kMostRank && copy.blocks.size() <= kMostBlocks &&
         copy.pieces.size() <= kMostPieces &&
         std::all_of(copy.pieces.begin(), copy.pieces.end(), near);
}

bool is_possible(const TraceEvent& event, size_t points) {
  const auto is_point = [&](int point) {
    return point == -1 || (point >= 0 && static_cast<size_t>(point) < points);
  };
  if (!is_point(event.point) || !is_point(event.until)) return false;
  if (event.warp >= kMostWarps) return false;
  const auto& from = event.source;
  if (std::any_of(from.begin(), from.end(),
                  [](int lane) { return lane < -1 || lane > 31; }))
    return false;
  if (event.begin > kFar || !is_possible(event.copy)) return false;
  if (event.is_access() != moves_memory(event.kind)) return false;
  return !event.is_access() || is_possible_access(event);
}

}  // namespace

bool is_possible(const Launch& launch) {
  uint64_t threads = 1;
  for (const uint32_t size : launch.block) {
    if (size < 1 || size > kMostThreads) return false;
    threads *= size;
  }
  const auto& grid = launch.grid;
  return threads <= kMostThreads &&
         std::find(grid.begin(), grid.end(), 0u) == grid.end();
}

std::string fault_of(const Trace& trace) {
  const int banks = trace.device.banks, bytes = trace.device.bank_bytes;
  if ((banks != 16 && banks != 32) || (bytes != 4 && bytes != 8))
    return "its trace is of a device that has no such banks";
  const int warps = trace.device.warps, sms = trace.device.multiprocessors;
  if (warps < 0 || warps > kMostResident || sms < 0 ||
      sms > kMostMultiprocessors)
    return "its trace is of a device that is too large";
  for (size_t i = 0; i < trace.events.size(); ++i)
    if (!is_possible(trace.events[i], trace.points.size()))
      return "`trace.events[" + std::to_string(i) + "]` cannot be";
  return "";
}

}  // namespace simt::report
