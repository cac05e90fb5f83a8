// SPDX-License-Identifier: MIT
// Each host thread runs a Grid over its share of the blocks and marks the words
// that it touches. The marks are compared pair by pair; when two conflict,
// ops::Undo restores memory and the launch runs in order.
#include "simt/machine/threads.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "simt/ops/marks.h"
#include "simt/ops/owners.h"
#include "simt/ops/sums.h"

namespace simt {
namespace {

/// Fewer are not worth a host thread, but where each has a loop to run.
constexpr uint64_t kLeastThreads = 1 << 14, kLeastLooping = 1 << 12;
constexpr uint64_t kMostBytes = uint64_t{64} << 30;  // that are watched
constexpr uint64_t kLeastJudged = 1 << 11;           // nor these a part
constexpr uint64_t kResident = 2048;  // threads of a part, see resident_of

uint64_t blocks_of(const Launch& launch) {
  return uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}
uint64_t threads_of_block(const Launch& launch) {
  return uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
}
/// Of whole warps.
uint64_t padded_threads(const Launch& launch) {
  return (threads_of_block(launch) + kWarpSize - 1) / kWarpSize * kWarpSize;
}

/// How far allocations reach, in whole pages of marks; nullopt when one is the
/// host's own memory, which has no marks.
std::optional<uint64_t> bytes_of(const DeviceMemory& memory) {
  constexpr uint64_t kMarkedPage = 4096;
  uint64_t end = memory.base() + 1;
  for (const auto& [begin, a] : memory.all()) {
    if (a->freed) continue;
    if (!memory.contains(begin)) return std::nullopt;
    end = std::max(end, a->end);
  }
  return (end - memory.base() + kMarkedPage - 1) / kMarkedPage * kMarkedPage;
}

/// Cells serve one launch after another of the thread that launches; not when
/// they are many.
constexpr uint64_t kMostSpare = uint64_t{1} << 28;
std::vector<ops::Owners>& spare_owners() {
  thread_local std::vector<ops::Owners> spare;
  return spare;
}

/// What one host thread runs: its share of the blocks.
struct Part {
  Part(Settings s, DeviceMemory& memory, const Launch& launch)
      : settings(std::move(s)) {
    observer = settings.observer->part();
    settings.observer = observer.get();
    grid = std::make_unique<Grid>(settings, memory, launch);
  }
  Grid::Watch watch(bool beside, uint32_t resident) {
    return {marks ? &*marks : nullptr, owners, sums ? &*sums : nullptr, beside,
            resident};
  }
  Settings settings;
  std::optional<ops::Marks> marks;  // or
  ops::Owners* owners = nullptr;
  std::optional<ops::Sums> sums;  // beside owners, where atomics add
  std::unique_ptr<Observer> observer;
  std::unique_ptr<Grid> grid;
  Outcome outcome = Outcome::kStuck;
};

using Parts = std::vector<std::unique_ptr<Part>>;

bool all_done(const Parts& parts, uint64_t limit) {
  uint64_t steps = 0;
  for (const auto& part : parts) {
    if (part->outcome != Outcome::kDone || !part->observer->clean())
      return false;
    if (part->marks && part->marks->lost()) return false;
    steps += part->grid->clock();
  }
  return limit == 0 || steps <= limit;
}

bool meet(const Part& a, const Part& b, const Allocation& in) {
  if (a.owners != nullptr)
    return ops::Owners::meet(*a.owners, *b.owners, in.begin, in.end);
  return ops::Marks::meet(*a.marks, *b.marks, in.begin, in.end);
}

bool any_meet(const Parts& parts, const DeviceMemory& memory) {
  for (const auto& [begin, a] : memory.all()) {
    if (a->freed || a->only_read) continue;
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (meet(*parts[i], *parts[j], *a)) return true;
  }
  return false;
}

/// While it lives, allocations say whether the launch only reads them, as far
/// as its code and its arguments tell.
class ReadOnly {
 public:
  ReadOnly(DeviceMemory& memory, const Launch& launch) : memory_(memory) {
    const program::Footprint& stores = launch.kernel->footprint;
    if (stores.anywhere) return;
    for (const auto& [begin, a] : memory.all()) a->only_read = true;
    for (const uint64_t address : stores.addresses) take_out(address);
    for (const uint32_t offset : stores.parameters) {
      uint64_t address = 0;
      if (offset + sizeof(address) > launch.params.size()) continue;
      std::memcpy(&address, launch.params.data() + offset, sizeof(address));
      take_out(address);
    }
  }
  ~ReadOnly() {
    for (const auto& [begin, a] : memory_.all()) a->only_read = false;
  }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;

 private:
  void take_out(uint64_t address) {
    if (Allocation* a = memory_.find(address)) a->only_read = false;
  }

  DeviceMemory& memory_;
};

/// True when the host may look at what the launch stores while it runs: a try
/// that is put back must not be seen. Or when the launch may wait for the host.
bool shows_host(const DeviceMemory& memory, const Launch& launch) {
  const auto& all = memory.all();
  return std::any_of(all.begin(), all.end(), [&](const auto& entry) {
    const Allocation& a = *entry.second;
    return !a.freed && a.host_visible && (!a.only_read || launch.kernel->polls);
  });
}

/// Of a part, where the order of blocks does not matter: few stay in the cache
/// of a core. A block that waits for one that is not there gets no further, and
/// the launch runs in its one order.
uint32_t resident_of(const Launch& launch) {
  if (launch.kernel->independence != program::Independence::kAny)
    return std::numeric_limits<uint32_t>::max();
  const uint64_t threads = padded_threads(launch);
  return static_cast<uint32_t>(std::max<uint64_t>(1, kResident / threads));
}

/// Runs every part, the first one here.
void run_all(Parts& parts, const Launch& launch) {
  const uint64_t blocks = blocks_of(launch);
  const uint32_t resident = resident_of(launch);
  const auto run = [&](size_t i) {
    const uint64_t begin = blocks * i / parts.size();
    const uint64_t end = blocks * (i + 1) / parts.size();
    Part& part = *parts[i];
    part.outcome = part.grid->run_blocks(
        begin, end, part.watch(parts.size() > 1, resident));
  };
  std::vector<std::thread> threads;
  try {
    for (size_t i = 1; i < parts.size(); ++i) threads.emplace_back(run, i);
    run(0);
  } catch (const std::system_error&) {
    // No thread to be had: its part keeps the outcome that says so.
  }
  for (std::thread& thread : threads) thread.join();
}

/// Makes the parts' watches. False: no room.
bool watch(Parts& parts, const DeviceMemory& memory, const Launch& launch,
           bool owners, uint64_t bytes, ops::Undo& undo) {
  std::vector<ops::Owners>& spare = spare_owners();
  if (owners && spare.size() < parts.size()) spare.resize(parts.size());
  const program::Kernel& kernel = *launch.kernel;
  const uint64_t threads = padded_threads(launch);
  const ops::Owners::Threads named{blocks_of(launch) * threads,
                                   static_cast<uint32_t>(threads)};
  const auto ordered =
      kernel.independence == program::Independence::kInOrder && kernel.flags
          ? ops::Owners::Ordered::kMeets
          : ops::Owners::Ordered::kAlone;
  for (size_t i = 0; i < parts.size(); ++i) {
    Part& part = *parts[i];
    if (owners) {
      part.owners = &spare[i];
      if (!part.owners->start(memory.base(), bytes, kernel.footprint.narrowest,
                              named, ordered, undo))
        return false;
      if (kernel.adds && parts.size() > 1) {
        part.sums.emplace(memory.base(), bytes);
        if (!part.sums->ready()) return false;
      }
    } else {
      part.marks.emplace(memory.base(), bytes, undo);
      if (!part.marks->ready()) return false;
    }
  }
  return true;
}

/// How many parts a launch has: one where the order of its blocks may be seen,
/// none where it must not be tried.
uint64_t count_parts(const Settings& settings, const Launch& launch) {
  using program::Independence;
  const Observer* const observer = settings.observer;
  const program::Kernel& kernel = *launch.kernel;
  const uint64_t blocks = blocks_of(launch);
  const uint64_t threads = blocks * threads_of_block(launch);
  if (settings.schedule != 0 || observer == nullptr || launch.cooperative ||
      launch.cluster != std::array<uint32_t, 3>{1, 1, 1} ||
      kernel.independence == Independence::kNone || !observer->has_parts())
    return 0;
  const bool judged = observer->judges_threads();
  const uint64_t least = kernel.loops ? kLeastLooping : kLeastThreads;
  if (threads < (judged ? kLeastJudged : least)) return 0;
  if (kernel.blocks_met || (judged && !launch.alone)) return 0;
  auto workers = static_cast<uint64_t>(std::max(settings.workers, 1));
  if (kernel.independence == Independence::kInOrder || blocks < 2 * workers ||
      threads < least)
    workers = 1;
  return workers > 1 || judged ? workers : 0;
}

}  // namespace

bool run_on_threads(const Settings& settings, DeviceMemory& memory,
                    const Launch& launch, Grid& whole) {
  const uint64_t count = count_parts(settings, launch);
  if (count == 0) return false;
  const std::optional<uint64_t> bytes = bytes_of(memory);
  if (!bytes || *bytes > kMostBytes) return false;
  const ReadOnly read_only(memory, launch);
  if (shows_host(memory, launch)) return false;
  const bool owners = settings.observer->judges_threads();
  ops::Undo undo(memory.base(), *bytes, memory.delta());
  if (!undo.ready()) return false;
  Parts parts;
  for (uint64_t i = 0; i < count; ++i)
    parts.push_back(std::make_unique<Part>(settings, memory, launch));
  if (!watch(parts, memory, launch, owners, *bytes, undo)) return false;
  if (parts.size() == 1 && settings.workers > 1)
    parts.front()->observer->use_other_thread();
  run_all(parts, launch);
  const bool apart =
      all_done(parts, settings.instruction_limit) && !any_meet(parts, memory);
  if (*bytes > kMostSpare) spare_owners().clear();
  if (!apart) {
    launch.kernel->blocks_met = true;
    undo.put_back(memory.base() + *bytes);
    return false;
  }
  for (const auto& part : parts) {
    if (part->sums) part->sums->put(memory.delta());
    settings.observer->join(*part->observer);
    whole.add(*part->grid);
  }
  return true;
}

}  // namespace simt
