// SPDX-License-Identifier: MIT
// Judges how a launch does its work: how many requests, on how many lanes, how
// evenly over its warps and blocks. A check of technique states the bounds.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/counters.h"

namespace lockstep {

/// What each launch may do at most, and must do at least. A request is one
/// execution by a warp, of however many lanes; reads and writes hold atomics.
struct Work {
  static constexpr uint64_t kAny = ~uint64_t{0};

  uint64_t global_reads = kAny, global_writes = kAny;  // by warps, at most
  uint64_t global_atomics = kAny, shared = kAny;       // of shared: all kinds
  uint64_t shared_loads = kAny, shared_stores = kAny, shared_atomics = kAny;
  uint64_t barriers = kAny;        // executions by warps, at most
  uint64_t lanes_percent = 60;     // of a warp's 32 lanes, on average, at least
  uint64_t busiest_percent = 400;  // one warp's instructions, of the mean
  uint64_t blocks = 1;             // of the grid, at least
};

/// The verdict, and a line that says what exceeds its bound, and where.
struct WorkVerdict {
  bool fair;
  std::string text;
};

/// Judges one launch; says the first bound that it does not keep.
inline WorkVerdict judge(const SimtLaunch& launch, const Work& most) {
  const SimtCounters& c = launch.counters;
  const auto number = [](uint64_t n) { return std::to_string(n); };
  const auto times = [&](uint64_t percent) {  // "4", "1.5", "1.25"
    std::string text = number(percent / 100);
    if (percent % 100 != 0) text += "." + number(percent % 100 + 100).substr(1);
    if (percent % 100 != 0 && text.back() == '0') text.pop_back();
    return text;
  };
  std::string name = launch.kernel;
  name = "kernel " + name.substr(0, name.find('(')) + ": ";
  const auto refuse = [&](const std::string& why) {
    return WorkVerdict{false, name + why};
  };
  const auto product = [](const uint32_t(&s)[3]) {
    return uint64_t{s[0]} * s[1] * s[2];
  };
  const uint64_t blocks = product(launch.grid);
  if (blocks < most.blocks) {
    return refuse("the grid has " + number(blocks) +
                  " block(s); this work needs at least " + number(most.blocks));
  }
  const struct {
    const char* what;
    uint64_t seen, bound;
  } kinds[] = {
      {"requests that read global memory",
       c.global_read.requests - c.bulk_read.requests, most.global_reads},
      {"requests that write global memory",
       c.global_write.requests - c.bulk_write.requests, most.global_writes},
      {"atomic requests to global memory", c.global_atomic.requests,
       most.global_atomics},
      {"requests to shared memory", c.shared.requests, most.shared},
      {"loads from shared memory", c.shared_load.requests, most.shared_loads},
      {"stores to shared memory", c.shared_store.requests, most.shared_stores},
      {"atomic requests to shared memory", c.shared_atomic.requests,
       most.shared_atomics},
      {"barriers, counted per warp", c.barriers, most.barriers},
  };
  for (const auto& kind : kinds) {
    if (kind.seen <= kind.bound) continue;
    return refuse(number(kind.seen) + " " + kind.what + "; this work needs " +
                  number(kind.bound) + " at most");
  }
  const uint64_t warps = blocks * ((product(launch.block) + 31) / 32);
  const uint64_t all = c.warp_instructions;
  if (launch.busiest_warp_instructions * warps * 100 >
      most.busiest_percent * all) {
    const auto& at = launch.busiest_warp_block;
    return refuse("warp " + number(launch.busiest_warp) + " of block (" +
                  number(at[0]) + "," + number(at[1]) + "," + number(at[2]) +
                  ") executed " + number(launch.busiest_warp_instructions) +
                  " instructions, the mean of all " + number(warps) +
                  " warps is " + number(all / warps) + "; at most " +
                  times(most.busiest_percent) +
                  " times the mean is an even share");
  }
  const uint64_t threads = product(launch.block);
  const std::string odd =
      threads % 32 == 0 ? ""
                        : "; a block has " + number(threads) + " thread(s)";
  if (c.thread_instructions * 100 < most.lanes_percent * 32 * all) {
    return refuse("on average " + number(c.thread_instructions / all) +
                  " of 32 lanes execute an instruction (" +
                  number(c.thread_instructions * 100 / (32 * all)) +
                  " %); this work can keep at least " +
                  number(most.lanes_percent) + " % of them busy" + odd);
  }
  return {true, ""};
}

/// Judges each launch of the recording whose kernel's name holds `kernel`.
/// False when there is none, so a GPU's missing counters fail the case.
inline WorkVerdict judge(const Recording& recording, const Work& most,
                         const char* kernel = "") {
  WorkVerdict verdict{false, "no launch was counted"};
  for (const SimtLaunch& launch : recording.list(kernel)) {
    verdict = judge(launch, most);
    if (!verdict.fair) break;
  }
  return verdict;
}

/// A size in [low, high], drawn from the schedule's seed and `salt`.
inline int drawn_size(int low, int high, unsigned salt) {
  const char* seed = std::getenv("SIMT_SCHEDULE");
  std::seed_seq mix{salt, seed ? unsigned(std::atoi(seed)) : 0u};
  std::mt19937 random(mix);
  return low + int(random() % unsigned(high - low + 1));
}

}  // namespace lockstep
