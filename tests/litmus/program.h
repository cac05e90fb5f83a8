// SPDX-License-Identifier: MIT
// A litmus test: a few threads that each do a few things to a few words, all of
// them 0 at the start. Knows neither the axioms nor the machine.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/ops/event.h"

namespace litmus {

using simt::MemoryOrder;
using simt::Scope;

/// Place 2 is the word after place 0; place 1 lies elsewhere.
inline constexpr int kMostRegisters = 4, kMostPlaces = 3;

/// What a load or store moves: a word, a vector of two, or 64 bits at once. Of
/// two words the first one is at place 0, the second at place 2.
enum class Size : uint8_t { kWord, kVector, kWide };

struct Op {
  enum class Kind : uint8_t { kLoad, kStore, kExchange, kFence, kBarrier };
  Kind kind = Kind::kLoad;
  MemoryOrder order = MemoryOrder::kWeak;
  Scope scope = Scope::kNone;
  Size size = Size::kWord;
  int place = 0;
  int value = 0;   // stored, in each word; no two stores to a place have the
                   // same one
  int loaded = 0;  // the register that gets the old value, and the next one
                   // that of the second word; -1: none
  int guard = -1;  // runs only when this register is not 0
};

inline bool reads(const Op& op) {
  return op.kind == Op::Kind::kLoad || op.kind == Op::Kind::kExchange;
}
inline bool writes(const Op& op) {
  return op.kind == Op::Kind::kStore || op.kind == Op::Kind::kExchange;
}

struct Thread {
  int block = 0;
  std::vector<Op> ops;
};

struct Program {
  std::string shape;  // "MP"
  std::string name;   // with its orders and scopes
  std::vector<Thread> threads;
  int cluster = 1;  // blocks of each cluster
};

/// What the registers hold at the end (0 where nothing was loaded), then the
/// words.
using Outcome = std::array<int8_t, kMostRegisters + kMostPlaces>;

/// What the axioms say of one outcome that they allow.
struct Verdict {
  /// Some execution with it has a data race, or has none only by an order that
  /// differs from run to run: of two fence.sc that no value tells, or after an
  /// atomic whose result nobody uses.
  bool racy = false;
  bool clean = false;  // some execution with it has no data race
};
using Verdicts = std::map<Outcome, Verdict>;

}  // namespace litmus
