// SPDX-License-Identifier: MIT
// A launch made by hand: a kernel with one instruction on each source line,
// and events that name lines, warps and addresses.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/checks/session.h"
#include "simt/ops/syntax.h"
#include "simt/ops/table.h"
#include "simt/program/program.h"

namespace simt::checks {

/// The row that says what an instruction without operands does: of those with
/// its opcode the one of whose words, classes apart, it has all, and most.
inline const ops::Op* row_like(const ptx::Instruction& in) {
  const ops::Op* best = nullptr;
  size_t most = 0;
  for (const auto family : ops::table()) {
    for (const ops::Op& row : family) {
      if (row.opcode() != in.opcode) continue;
      size_t has = 1;
      const ops::Syntax syntax = ops::parse_syntax(row.syntax);
      for (const ops::SyntaxWord& word : syntax.words) {
        if (word.text.starts_with("type") || !ops::words_of(word.text).empty())
          continue;
        const auto& own = in.modifiers;
        const bool there =
            std::find(own.begin(), own.end(), word.text) != own.end();
        if (!there && word.optional) continue;
        has = there ? has + 1 : 0;
        if (!there) break;
      }
      if (has > most) best = &row;
      most = std::max(most, has);
    }
  }
  return best;
}

class HandLaunch {
 public:
  /// Instructions stand on lines 1, 2, ... of "k.cu"; `opcodes` name them.
  explicit HandLaunch(const std::vector<std::string>& opcodes,
                      std::array<uint32_t, 3> threads = {64, 1, 1},
                      const ChosenChecks& settings = {},
                      std::span<const Row> rows = table())
      : session(settings, rows) {
    for (const std::string& opcode : opcodes) add(opcode);
    kernel.code.resize(opcodes.size());
    kernel.name = "k()";
    kernel.symbol = "_Z1kv";
    kernel.static_shared = 1024;
    kernel.shared = {{"buf", 0, 1024, false}};
    info.kernel = &kernel;
    info.block = threads;
    info.grid = {4, 1, 1};
    info.static_shared = 1024;
    info.slots = 2;
  }

  /// One instruction, "ld.shared.u32" or "bar.sync 0, 64".
  void add(const std::string& text) {
    ptx::Instruction instruction;
    std::string words = text.substr(0, text.find(' '));
    size_t dot;
    while ((dot = words.rfind('.')) != std::string::npos) {
      instruction.modifiers.insert(instruction.modifiers.begin(),
                                   words.substr(dot + 1));
      words.resize(dot);
    }
    instruction.opcode = words;
    const size_t commas =
        static_cast<size_t>(std::count(text.begin(), text.end(), ','));
    const bool any = text.find(' ') != std::string::npos;
    instruction.operands.resize(any ? commas + 1 : 0);
    instructions.push_back(instruction);
    program::InstInfo facts;
    facts.source = &instructions.back();
    facts.op = row_like(instruction);
    facts.line = {"k.cu", static_cast<int>(instructions.size()), 3};
    facts.innermost = facts.line;
    kernel.info.push_back(facts);
  }

  void start() {
    session.on_launch(info);
    if (in_part) part = session.part();
    heard().on_block_start({0, 0, 0});
  }

  void end() {
    Executions executions;
    executions.warps.resize(kernel.info.size());
    executions.idle.resize(kernel.info.size());
    executions.divergent.resize(kernel.info.size());
    session.on_launch_end(executions);
  }

  /// An access by lanes of `active`: lane i at `first + i * step`.
  void access(int line, AccessKind kind, uint32_t warp, uint64_t first,
              int64_t step, LaneMask active = kAllLanes, uint8_t bytes = 4) {
    uint64_t address[kWarpSize];
    for (int i = 0; i < kWarpSize; ++i)
      address[i] = first + static_cast<uint64_t>(step * i);
    access_at(line, kind, warp, address, shape(step, bytes), active, bytes);
  }
  /// Lane i at `address[i]`.
  void access_at(int line, AccessKind kind, uint32_t warp,
                 const uint64_t* address, Shape form = Shape::kGeneral,
                 LaneMask active = kAllLanes, uint8_t bytes = 4) {
    Access a;
    a.pc = static_cast<uint32_t>(line - 1);
    a.space = space;
    a.kind = kind;
    a.order = order;
    a.scope = scope;
    a.allocation = allocation;
    a.bytes = bytes;
    a.active = active;
    a.address = address;
    a.shape = form;
    a.base = form == Shape::kGeneral ? 0 : address[0];
    a.at = {block, slot, warp};
    if (!looks) a.inst = &kernel.code[a.pc];
    Stored stored;
    stored.row[0] = reinterpret_cast<const std::byte*>(values.data());
    stored.bytes = bytes;
    stored.stride = sizeof(uint64_t);
    if (kind == AccessKind::kStore && !values.empty()) a.stored = &stored;
    heard().on_access(a);
  }
  void load(int line, uint32_t warp, uint64_t first, int64_t step,
            LaneMask active = kAllLanes, uint8_t bytes = 4) {
    access(line, AccessKind::kLoad, warp, first, step, active, bytes);
  }
  void store(int line, uint32_t warp, uint64_t first, int64_t step,
             LaneMask active = kAllLanes, uint8_t bytes = 4) {
    access(line, AccessKind::kStore, warp, first, step, active, bytes);
  }
  void atomic(int line, uint32_t warp, uint64_t first, int64_t step,
              LaneMask active = kAllLanes) {
    access(line, AccessKind::kAtomic, warp, first, step, active);
  }

  /// Every thread of the block meets at `line`.
  void barrier(int line) { meet(line, {0, 1}, true); }
  void meet(int line, const std::vector<uint32_t>& warps, bool whole) {
    std::vector<BarrierDone::Arrival> arrivals;
    for (uint32_t warp : warps)
      arrivals.push_back({static_cast<uint32_t>(line - 1), warp, kAllLanes, 0});
    BarrierDone done;
    done.at = {block, slot, 0};
    done.whole = whole;
    done.arrivals = &arrivals;
    heard().on_barrier(done);
  }
  /// A vote, or a shuffle where `from` says whose register each lane reads.
  void exchange(uint32_t warp, const int8_t* from, LaneMask active) {
    Exchange exchange;
    exchange.at = {block, slot, warp};
    exchange.active = exchange.mask = active;
    exchange.from = from;
    if (session.traces) session.on_exchange(exchange);
  }
  void shuffle(uint32_t warp, int8_t from, LaneMask active = kAllLanes) {
    const std::vector<int8_t> source(kWarpSize, from);
    exchange(warp, source.data(), active);
  }
  void vote(uint32_t warp, LaneMask active = kAllLanes) {
    exchange(warp, nullptr, active);
  }
  void sync_warp(uint32_t warp, LaneMask lanes = kAllLanes) {
    heard().on_warp_sync({{block, slot, warp}, 0, lanes, true});
  }

  const std::vector<report::Diagnostic>& found() {
    return session.report().diagnostics;
  }
  /// Names of all findings, "shared-race:2-3" with their lines.
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const report::Diagnostic& d : found()) {
      std::string name = d.name;
      char sign = ':';
      for (const report::Place& p : d.places) {
        name += sign + std::to_string(p.line);
        sign = '-';
      }
      all.push_back(name);
    }
    return all;
  }

  Shape shape(int64_t step, int bytes) const {
    if (!fast_shapes) return Shape::kGeneral;
    if (step == 0) return Shape::kUniform;
    return step == bytes ? Shape::kConsecutive : Shape::kGeneral;
  }

  Observer& heard() { return part != nullptr ? *part : session; }

  Session session;
  bool in_part = false;  // a part of the launch gets the events
  std::unique_ptr<Observer> part;
  program::Kernel kernel;
  LaunchInfo info;
  std::deque<ptx::Instruction> instructions;
  ptx::Space space = ptx::Space::kShared;
  MemoryOrder order = MemoryOrder::kWeak;
  Scope scope = Scope::kNone;
  const Allocation* allocation = nullptr;  // that holds all lanes
  bool looks = true;        // whether the results of atomics are used
  bool fast_shapes = true;  // name the shape of an access where it has one
  uint32_t block = 0, slot = 0;
  std::vector<uint64_t> values;  // of a store's lanes; empty: not known
};

using Names = std::vector<std::string>;

inline ChosenChecks only_race() { return ChosenChecks::only({"race"}); }

}  // namespace simt::checks
