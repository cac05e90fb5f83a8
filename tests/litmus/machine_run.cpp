// SPDX-License-Identifier: MIT
// Each thread of a test is lane 0 of a warp of its own.
#include "tests/litmus/machine_run.h"

#include <cstring>
#include <stdexcept>

#include "simt/machine/machine.h"
#include "simt/ptx/module.h"
#include "simt/races/detector.h"
#include "tests/litmus/styles.h"

namespace litmus {
namespace {

// In the output: words far apart, then what the threads loaded.
constexpr int kPlaceBytes = 256, kRegisterBytes = 64;
constexpr int kResults = 2 * kPlaceBytes;

std::string modifiers(const Op& op) {
  switch (op.order) {
    case MemoryOrder::kWeak:
      return ".weak";
    case MemoryOrder::kVolatile:
      return ".volatile";
    case MemoryOrder::kRelaxed:
      return ".relaxed";
    case MemoryOrder::kAcquire:
      return ".acquire";
    case MemoryOrder::kRelease:
      return ".release";
    case MemoryOrder::kAcqRel:
      return ".acq_rel";
    default:
      return ".sc";
  }
}

int offset_of(int place) { return place == 2 ? 4 : place * kPlaceBytes; }

/// Of two words: a vector, or 64 bits.
std::string two_words(const Op& op, const std::string& words) {
  const std::string pair = "{%r" + std::to_string(10 + op.loaded) + ",%r" +
                           std::to_string(11 + op.loaded) + "}";
  const bool vector = op.size == Size::kVector;
  if (op.kind == Op::Kind::kLoad) {
    return vector ? "ld" + words + ".global.v2.u32 " + pair + ", [%rd1];"
                  : "ld" + words + ".global.b64 %rd2, [%rd1];\nmov.b64 " +
                        pair + ", %rd2;";
  }
  const std::string value = "mov.u32 %r5, " + std::to_string(op.value) + ";\n";
  return vector ? value + "st" + words + ".global.v2.u32 [%rd1], {%r5,%r5};"
                : value + "mov.b64 %rd2, {%r5,%r5};\nst" + words +
                      ".global.b64 [%rd1], %rd2;";
}

std::string line_of(const Op& op) {
  const std::string words = modifiers(op) + word(op.scope);
  if (op.size != Size::kWord) return two_words(op, words);
  const std::string place =
      "[%rd1+" + std::to_string(offset_of(op.place)) + "]";
  const std::string to = "%r" + std::to_string(10 + op.loaded);
  const std::string value = std::to_string(op.value);
  switch (op.kind) {
    case Op::Kind::kLoad:
      return "ld" + words + ".global.u32 " + to + ", " + place + ";";
    case Op::Kind::kStore:
      return "st" + words + ".global.u32 " + place + ", " + value + ";";
    case Op::Kind::kExchange:
      return "atom" + words + ".global.exch.b32 " +
             (op.loaded < 0 ? "%r5" : to) + ", " + place + ", " + value + ";";
    case Op::Kind::kFence:
      return "fence" + words + ";";
    default:
      return "bar.sync 0;";
  }
}

/// The instructions of one thread, and the stores of what it loaded.
std::string code_of(const Thread& thread, size_t number) {
  std::string text = "T" + std::to_string(number) + ":\n";
  std::string results;
  for (size_t i = 0; i < thread.ops.size(); ++i) {
    const Op& op = thread.ops[i];
    const std::string skip =
        "S" + std::to_string(number) + "_" + std::to_string(i);
    if (op.guard >= 0)
      text += "setp.eq.u32 %p2, %r" + std::to_string(10 + op.guard) +
              ", 0;\n@%p2 bra " + skip + ";\n";
    text += line_of(op) + "\n";
    if (op.guard >= 0) text += skip + ":\n";
    if (!reads(op) || op.loaded < 0) continue;
    const int last = op.loaded + (op.size == Size::kWord ? 0 : 1);
    for (int r = op.loaded; r <= last; ++r)
      results += "st.global.u32 [%rd1+" +
                 std::to_string(kResults + r * kRegisterBytes) + "], %r" +
                 std::to_string(10 + r) + ";\n";
  }
  return text + results + "bra END;\n";
}

class Told final : public simt::races::Detector {
 public:
  bool any = false;

 private:
  void on_race(const simt::races::Race&) override { any = true; }
};

/// The threads of one block are warps; the blocks are as many as are named.
struct Layout {
  uint32_t grid = 1, block = 32;
  std::vector<int> warp;  // of each thread

  explicit Layout(const Program& program) {
    std::map<int, int> warps;
    for (const Thread& thread : program.threads) {
      warp.push_back(warps[thread.block]++);
      grid = std::max(grid, static_cast<uint32_t>(thread.block) + 1);
      block = std::max(block, 32 * static_cast<uint32_t>(warps[thread.block]));
    }
    const auto cluster = static_cast<uint32_t>(program.cluster);
    grid = (grid + cluster - 1) / cluster * cluster;
  }
};

}  // namespace

std::string ptx_of(const Program& program) {
  const Layout shape(program);
  std::string text =
      std::string(".version 9.0\n.target sm_") +
      (program.cluster > 1 ? "90" : "75") +
      "\n.address_size 64\n"
      ".visible .entry k(.param .u64 k_param_0)\n{\n"
      ".reg .b32 %r<20>;\n.reg .b64 %rd<4>;\n.reg .pred %p<4>;\n"
      "ld.param.u64 %rd1, [k_param_0];\ncvta.to.global.u64 %rd1, %rd1;\n"
      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n";
  for (int r = 0; r < kMostRegisters; ++r)
    text += "mov.u32 %r" + std::to_string(10 + r) + ", 0;\n";
  for (size_t t = 0; t < program.threads.size(); ++t)
    text += "setp.eq.u32 %p1, %r1, " + std::to_string(32 * shape.warp[t]) +
            ";\nsetp.eq.and.u32 %p1, %r2, " +
            std::to_string(program.threads[t].block) + ", %p1;\n@%p1 bra T" +
            std::to_string(t) + ";\n";
  text += "bra END;\n";
  for (size_t t = 0; t < program.threads.size(); ++t)
    text += code_of(program.threads[t], t);
  return text + "END:\nret;\n}\n";
}

void run(const Program& program, uint64_t first_seed, uint64_t seeds,
         const std::function<void(uint64_t, const Outcome&, bool)>& seen) {
  const std::string text = ptx_of(program);
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(text, error);
  if (!module) throw std::runtime_error(error.message + "\n" + text);
  std::string problem;
  const auto kernel =
      simt::program::decode(*module, module->functions.front(), {}, problem);
  if (kernel == nullptr) throw std::runtime_error(problem);
  simt::DeviceMemory memory;
  simt::Allocation* out = memory.allocate(1024, "out", 1, false);
  auto* words =
      reinterpret_cast<std::byte*>(simt::DeviceMemory::host(*out, out->begin));
  Told told;
  simt::Settings settings;
  settings.profile = simt::find_profile("h200");
  settings.observer = &told;
  const Layout shape(program);
  simt::Launch launch;
  launch.kernel = kernel.get();
  launch.grid = {shape.grid, 1, 1};
  launch.block = {shape.block, 1, 1};
  launch.cluster[0] = static_cast<uint32_t>(program.cluster);
  launch.explicit_cluster = program.cluster > 1;
  launch.params.resize(kernel->param_bytes);
  std::memcpy(launch.params.data(), &out->begin, 8);
  for (uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
    std::memset(words, 0, 1024);
    told.any = false;
    settings.schedule = seed;
    launch.index = static_cast<int>(seed - first_seed);
    if (simt::run(settings, memory, launch) != simt::Outcome::kDone)
      throw std::runtime_error("did not end well:\n" + text);
    Outcome outcome{};
    const auto word = [&](int offset) {
      uint32_t value = 0;
      std::memcpy(&value, words + offset, 4);
      return static_cast<int8_t>(value);
    };
    for (int r = 0; r < kMostRegisters; ++r)
      outcome[r] = word(kResults + r * kRegisterBytes);
    for (int p = 0; p < kMostPlaces; ++p)
      outcome[kMostRegisters + p] = word(offset_of(p));
    seen(seed, outcome, told.any);
  }
}

}  // namespace litmus
