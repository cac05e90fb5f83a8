// SPDX-License-Identifier: MIT
// Each host thread runs a Grid over its share of the blocks and marks the words
// that it touches. The marks are compared pair by pair; when two conflict,
// ops::Undo restores memory and the launch runs in order.
#include "simt/machine/threads.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <thread>

#include "simt/ops/marks.h"

namespace simt {
namespace {

constexpr uint64_t kLeastThreads = 1 << 14;  // fewer are not worth a thread
constexpr uint64_t kMostBytes = uint64_t{64} << 30;  // of which marks are kept

/// How far allocations reach, in whole pages of marks; nullopt when one is the
/// host's own memory, which has no marks.
std::optional<uint64_t> bytes_of(const DeviceMemory& memory) {
  constexpr uint64_t kPage = 4096;
  uint64_t end = memory.base() + 1;
  for (const auto& [begin, a] : memory.all()) {
    if (a->freed) continue;
    if (!memory.contains(begin)) return std::nullopt;
    end = std::max(end, a->end);
  }
  return (end - memory.base() + kPage - 1) / kPage * kPage;
}

/// What one host thread runs: its share of the blocks.
struct Part {
  Part(Settings s, DeviceMemory& memory, const Launch& launch, uint64_t bytes,
       ops::Undo& undo)
      : settings(std::move(s)), marks(memory.base(), bytes, undo) {
    observer = settings.observer->part();
    settings.observer = observer.get();
    grid = std::make_unique<Grid>(settings, memory, launch);
  }
  Settings settings;
  ops::Marks marks;
  std::unique_ptr<Observer> observer;
  std::unique_ptr<Grid> grid;
  Outcome outcome = Outcome::kStuck;
};

bool all_done(const std::vector<std::unique_ptr<Part>>& parts, uint64_t limit) {
  uint64_t steps = 0;
  for (const auto& part : parts) {
    if (part->outcome != Outcome::kDone || part->marks.lost()) return false;
    steps += part->grid->clock();
  }
  return limit == 0 || steps <= limit;
}

bool any_meet(const std::vector<std::unique_ptr<Part>>& parts,
              const DeviceMemory& memory) {
  for (const auto& [begin, a] : memory.all()) {
    if (a->freed) continue;
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (ops::Marks::meet(parts[i]->marks, parts[j]->marks, a->begin,
                             a->end))
          return true;
  }
  return false;
}

/// Runs every part, the first one here.
void run_all(std::vector<std::unique_ptr<Part>>& parts, uint64_t blocks) {
  const auto run = [&](size_t i) {
    const uint64_t begin = blocks * i / parts.size();
    const uint64_t end = blocks * (i + 1) / parts.size();
    Part& part = *parts[i];
    part.outcome = part.grid->run_blocks(begin, end, part.marks);
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

}  // namespace

bool run_on_threads(const Settings& settings, DeviceMemory& memory,
                    const Launch& launch, Grid& whole) {
  const uint64_t blocks =
      uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const uint64_t threads =
      uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const auto workers = static_cast<uint64_t>(settings.workers);
  if (workers < 2 || settings.schedule != 0 || settings.observer == nullptr ||
      launch.cooperative || blocks < 2 * workers ||
      blocks * threads < kLeastThreads || !launch.kernel->independent_blocks ||
      !settings.observer->has_parts())
    return false;
  const std::optional<uint64_t> bytes = bytes_of(memory);
  if (!bytes || *bytes > kMostBytes) return false;
  ops::Undo undo(memory.base(), *bytes, memory.delta());
  if (!undo.ready()) return false;
  std::vector<std::unique_ptr<Part>> parts;
  for (uint64_t i = 0; i < workers; ++i) {
    parts.push_back(
        std::make_unique<Part>(settings, memory, launch, *bytes, undo));
    if (!parts.back()->marks.ready()) return false;
  }
  run_all(parts, blocks);
  if (!all_done(parts, settings.instruction_limit) || any_meet(parts, memory)) {
    undo.put_back(memory.base() + *bytes);
    return false;
  }
  for (const auto& part : parts) {
    settings.observer->join(*part->observer);
    whole.add(*part->grid);
  }
  return true;
}

}  // namespace simt
