// SPDX-License-Identifier: MIT
// A report in which every field that JSON has is set, each number to another
// value. The bindings name all fields of a struct: a new field does not
// compile until it is set here.
#pragma once

#include <array>
#include <concepts>
#include <map>
#include <string>
#include <vector>

#include "simt/report/report.h"

namespace simt::report::full {

/// Sets fields to values that come once.
class Setter {
 public:
  template <typename... T>
  void operator()(T&... all) {
    (set(all), ...);
  }

 private:
  template <typename T>
  requires std::integral<T>
  void set(T& number) {
    ++last_;  // a lane is a number of one byte
    number = static_cast<T>(sizeof(T) == 1 ? last_ % 32 : last_);
  }
  void set(bool& value) { value = true; }
  void set(std::string& text) { text = "text " + std::to_string(++last_); }
  template <typename T, size_t kCount>
  void set(std::array<T, kCount>& numbers) {
    for (T& number : numbers) set(number);
  }
  void set(std::map<std::string, uint64_t>& counts) {
    set(counts["fma.rn.f32"]);
    set(counts["ld.global.f32"]);
  }
  template <typename T>
  void set(std::vector<T>& all) {
    all.resize(2);
    for (T& one : all) set(one);
  }

  void set(GlobalTraffic& traffic) {
    auto& [requests, sectors, ideal, bytes] = traffic;
    (*this)(requests, sectors, ideal, bytes);
  }
  void set(SharedTraffic& traffic) {
    auto& [requests, wavefronts, ideal, conflicts] = traffic;
    (*this)(requests, wavefronts, ideal, conflicts);
  }
  void set(Counters& counters) {
    auto& [warps, threads, branches, divergent, barriers, warp_barriers,
           shuffles, votes, atomics, fences, system_releases, matrix_multiplies,
           float_multiplies, instructions, load, store, shared_load,
           shared_store, atomic, texture, bulk_read, bulk_write, shared_atomic,
           local_loads, local_stores] = counters;
    (*this)(warps, threads, branches, divergent, barriers, warp_barriers,
            shuffles, votes, atomics, fences, system_releases,
            matrix_multiplies, float_multiplies, instructions, load, store,
            shared_load, shared_store, atomic, texture, bulk_read, bulk_write,
            shared_atomic, local_loads, local_stores);
  }
  void set(AllocationTraffic& allocation) {
    auto& [name, bytes, loads, stores, atomics, textures, reads, writes] =
        allocation;
    (*this)(name, bytes, loads, stores, atomics, textures, reads, writes);
  }
  void set(Line& of_line) {
    auto& [file, line, counters] = of_line;
    (*this)(file, line, counters);
  }
  void set(FloorPart& part) {
    auto& [resource, amount, ns] = part;
    (*this)(resource, amount, ns);
  }
  void set(Floor& floor) {
    auto& [limit, ns, parts] = floor;
    (*this)(limit, ns, parts);
  }
  void set(LongestLaunch& longest) {
    auto& [launch, kernel, device, limit, ns] = longest;
    (*this)(launch, kernel, device, limit, ns);
  }
  void set(Launch& launch) {
    auto& [index, kernel, symbol, grid, block, dynamic, fixed, touched, device,
           counted_on, node, registers, registers_from, resident, cooperative,
           allocations, busiest, floor, counters, lines] = launch;
    (*this)(index, kernel, symbol, grid, block, dynamic, fixed, touched, device,
            counted_on, node, registers, registers_from, resident, cooperative,
            allocations, busiest.instructions, busiest.block, busiest.warp,
            floor, counters, lines);
    block = {8, 4, 2};  // a block has 1,024 threads at most
  }
  void set(Place& place) {
    auto& [file, line, column, what, block, thread, has, number, primary] =
        place;
    (*this)(file, line, column, what, block, thread, has);
    number = 0, primary = false;  // of the text form
  }
  void set(Note& note) {
    auto& [key, text] = note;
    (*this)(key, text);
  }
  void set(Diagnostic& d) {
    auto& [name, severity, launch, kernel, count, launches, weight, stuck,
           message, places, notes, why, seen, hint, site] = d;
    (*this)(name, launch, kernel, count, message, places, notes, why, seen);
    severity = last_ % 2 == 0 ? Severity::kError : Severity::kWarning;
    launches = 1, weight = 0, hint = "", stuck = false;  // of the text form
    site = "";
  }
  void set(TracePoint& point) {
    auto& [file, line] = point;
    (*this)(file, line);
  }
  void set(TraceDevice& device) {
    auto& [name, processors, warps, blocks, shared, registers, banks, bytes] =
        device;
    (*this)(name, processors, warps, blocks, shared, registers);
    banks = 16, bytes = 8;
  }
  void set(TraceCopy& copy) {
    auto& [bytes, box, row_bytes, swizzle, pieces, blocks] = copy;
    (*this)(bytes, box, row_bytes, swizzle, pieces, blocks);
  }
  void set(TraceEvent& event) {
    auto& [kind, launch, point, until, first, last, times, block, warp, active,
           space, variable, bytes, begin, offset, cost, ideal, instruction,
           mask, source, in_range, predicate, result, copy, left_out] = event;
    (*this)(launch, first, last, times, block, active, left_out);
    point = 0, until = 1, warp = 63;
    if (kind == TraceKind::kShuffle)
      (*this)(instruction, mask, source, in_range);
    if (kind == TraceKind::kVote) (*this)(instruction, mask, predicate, result);
    if (kind == TraceKind::kAsync) (*this)(instruction);
    if (kind == TraceKind::kCopy) (*this)(instruction, variable, begin, copy);
    if (kind > TraceKind::kAtomic) return;
    (*this)(variable, begin, offset, cost, ideal);
    space = kind == TraceKind::kLoad ? "shared" : "global";
    bytes = 16;
  }
  void set(Trace& trace) {
    auto& [points, summary, device, events, dropped, left_out] = trace;
    for (const TraceKind kind :
         {TraceKind::kLoad, TraceKind::kStore, TraceKind::kAtomic,
          TraceKind::kShuffle, TraceKind::kVote, TraceKind::kWarpSync,
          TraceKind::kAsync, TraceKind::kArrive, TraceKind::kOpen,
          TraceKind::kExit, TraceKind::kWork, TraceKind::kCopy}) {
      events.emplace_back().kind = kind;
      set(events.back());
    }
    (*this)(points, summary, device, dropped, left_out);
  }
  void set(Report& report) {
    auto& [emulator, device, schedule, counted_on, longest, launches,
           diagnostics, dropped, suppressed, unseen, unwatched, refused,
           trace] = report;
    (*this)(emulator, device, schedule, counted_on, longest, launches,
            diagnostics, dropped, suppressed, unseen, unwatched, refused,
            trace);
  }

  uint64_t last_ = 0;
};

inline Report report() {
  Report all;
  Setter()(all);
  return all;
}

}  // namespace simt::report::full
