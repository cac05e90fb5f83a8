// SPDX-License-Identifier: MIT
// What happens in one run of a litmus test, and relations between it: row a of
// one has bit b when a precedes b. Knows no axiom.
#pragma once

#include <array>
#include <vector>

#include "tests/litmus/program.h"

namespace litmus {

inline constexpr int kMostEvents = 20;
using Bits = uint32_t;

struct Relation {
  std::array<Bits, kMostEvents> row{};

  bool has(int a, int b) const { return row[a] >> b & 1; }
  void add(int a, int b) { row[a] |= Bits{1} << b; }
  void add(const Relation& other) {
    for (int i = 0; i < kMostEvents; ++i) row[i] |= other.row[i];
  }
  /// Makes it transitive.
  void close() {
    for (int k = 0; k < kMostEvents; ++k)
      for (int i = 0; i < kMostEvents; ++i)
        if (has(i, k)) row[i] |= row[k];
  }
  bool cyclic() const {
    Relation all = *this;
    all.close();
    for (int i = 0; i < kMostEvents; ++i)
      if (all.has(i, i)) return true;
    return false;
  }
};

struct Event {
  Op op;
  int thread = -1;  // -1: the word's start value
  int block = -1, cluster = -1;
  int access = -1;  // the instruction: a word each of one have no order
};

inline bool is_fence(const Event& e) { return e.op.kind == Op::Kind::kFence; }
inline bool reads(const Event& e) { return e.thread >= 0 && reads(e.op); }
inline bool writes(const Event& e) { return e.thread < 0 || writes(e.op); }
inline bool is_barrier(const Event& e) {
  return e.op.kind == Op::Kind::kBarrier;
}
inline bool overlap(const Event& a, const Event& b) {
  return !is_fence(a) && !is_fence(b) && !is_barrier(a) && !is_barrier(b) &&
         a.op.place == b.op.place;
}
/// An atomic whose result nobody uses is a red, whose load begins no pattern.
inline bool is_reduction(const Event& e) {
  return e.op.kind == Op::Kind::kExchange && e.op.loaded < 0;
}
inline bool is_strong(const Event& e) {
  return e.thread >= 0 && (is_fence(e) || e.op.kind == Op::Kind::kExchange ||
                           e.op.order != MemoryOrder::kWeak);
}
inline bool is_sc(const Event& e) {
  return is_fence(e) && e.op.order == MemoryOrder::kSeqCst;
}
inline bool reaches(const Event& e, const Event& other) {
  const Scope scope =
      e.op.order == MemoryOrder::kVolatile ? Scope::kSys : e.op.scope;
  return e.block == other.block || scope == Scope::kGpu ||
         scope == Scope::kSys ||
         (scope == Scope::kCluster && e.cluster == other.cluster);
}

}  // namespace litmus
