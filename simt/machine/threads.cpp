// SPDX-License-Identifier: MIT
// See threads.h.
#include "simt/machine/threads.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <thread>

#include "simt/machine/grid.h"
#include "simt/ops/marks.h"

namespace simt {
namespace {

constexpr uint64_t kLeastThreads = 1 << 14;  // fewer are not worth a thread
constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // to be kept, of memory

/// The row's opcode: a mov from a clock has a row of its own.
std::string_view opcode_of(const ops::Op& op) {
  return op.syntax.substr(0, op.syntax.find_first_of(". {"));
}

bool reads_clock(std::string_view opcode) {
  return opcode.substr(0, 5) == "read_";
}

bool names_smid(const ptx::Operand& operand) {
  return operand.name == "%smid" ||
         std::any_of(operand.parts.begin(), operand.parts.end(), names_smid);
}

bool is_independent(const program::InstInfo& info, const ops::Form& form) {
  if (info.op == nullptr || info.source == nullptr) return false;
  const std::string_view opcode = opcode_of(*info.op);
  const auto& operands = info.source->operands;
  if (std::any_of(operands.begin(), operands.end(), names_smid)) return false;
  switch (info.op->event) {
    case ops::Event::kAccess:
      return (opcode == "ld" || opcode == "st") && form.order == Order::kWeak;
    case ops::Event::kAtomic:
      return form.space == ptx::Space::kShared;
    case ops::Event::kFence:
      return false;
    case ops::Event::kNothing:
      return opcode != "cp" && opcode != "tex" && opcode != "nanosleep" &&
             !reads_clock(opcode);
    default:
      return true;
  }
}

/// What the device's memory held.
class Snapshot {
 public:
  explicit Snapshot(DeviceMemory& memory) : memory_(memory) {
    for (const auto& [begin, a] : memory.all())
      if (!a->freed) bytes_ += a->end - a->begin;
  }
  uint64_t bytes() const { return bytes_; }
  void take() {
    copy_.resize(bytes_);
    move([](std::byte* memory, std::byte* copy, size_t n) {
      std::memcpy(copy, memory, n);
    });
  }
  void put_back() {
    move([](std::byte* memory, std::byte* copy, size_t n) {
      std::memcpy(memory, copy, n);
    });
  }

 private:
  template <class Copy>
  void move(Copy copy) {
    std::byte* next = copy_.data();
    for (const auto& [begin, a] : memory_.all()) {
      if (a->freed) continue;
      const auto n = static_cast<size_t>(a->end - a->begin);
      copy(DeviceMemory::host(*a, a->begin), next, n);
      next += n;
    }
  }

  DeviceMemory& memory_;
  uint64_t bytes_ = 0;
  std::vector<std::byte> copy_;
};

/// One thread's share of the blocks.
struct Part {
  Part(Settings s, DeviceMemory& memory, const Launch& launch)
      : settings(std::move(s)), marks(memory.base(), memory.capacity()) {
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
    if (a->freed || !memory.contains(begin)) continue;
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
    part.outcome = part.grid->run_part(begin, end, part.marks);
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

bool blocks_are_independent(const program::Kernel& kernel) {
  for (size_t pc = 0; pc < kernel.code.size(); ++pc)
    if (!is_independent(kernel.info[pc], *kernel.code[pc].form)) return false;
  return std::all_of(
      kernel.calls.begin(), kernel.calls.end(),
      [](const auto& site) { return site.builtin == program::Builtin::kNone; });
}

std::optional<Outcome> run_on_threads(const Settings& settings,
                                      DeviceMemory& memory,
                                      const Launch& launch) {
  const uint64_t blocks =
      uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const uint64_t threads =
      uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const auto workers = static_cast<uint64_t>(settings.workers);
  if (workers < 2 || settings.schedule != 0 || settings.observer == nullptr ||
      launch.cooperative || blocks < 2 * workers ||
      blocks * threads < kLeastThreads ||
      !blocks_are_independent(*launch.kernel))
    return std::nullopt;
  Snapshot before(memory);
  if (before.bytes() > kMostBytes) return std::nullopt;
  Grid whole(settings, memory, launch);
  whole.announce();
  std::vector<std::unique_ptr<Part>> parts;
  for (uint64_t i = 0; i < workers; ++i) {
    parts.push_back(std::make_unique<Part>(settings, memory, launch));
    if (parts.back()->observer == nullptr || !parts.back()->marks.ready())
      return std::nullopt;
  }
  before.take();
  run_all(parts, blocks);
  if (!all_done(parts, settings.instruction_limit) || any_meet(parts, memory)) {
    before.put_back();
    return std::nullopt;
  }
  for (const auto& part : parts) {
    settings.observer->join(*part->observer);
    whole.add(*part->grid);
  }
  whole.finish();
  return Outcome::kDone;
}

}  // namespace simt
