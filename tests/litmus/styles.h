// SPDX-License-Identifier: MIT
// How a thread of a litmus test does its accesses: their orders, their scopes
// and the fence between them. Knows no shape.
#pragma once

#include <string>
#include <vector>

#include "tests/litmus/program.h"
#include "tests/litmus/shapes.h"

namespace litmus {

inline constexpr MemoryOrder kWeak = MemoryOrder::kWeak,
                             kRelaxed = MemoryOrder::kRelaxed,
                             kVolatile = MemoryOrder::kVolatile,
                             kAcquire = MemoryOrder::kAcquire,
                             kRelease = MemoryOrder::kRelease,
                             kAcqRel = MemoryOrder::kAcqRel,
                             kSc = MemoryOrder::kSeqCst;
inline const std::vector<Scope> kScopes = {Scope::kCta, Scope::kGpu,
                                           Scope::kSys};
using Kind = Op::Kind;

/// How a thread does one access.
struct Way {
  MemoryOrder order = kWeak;
  bool exchange = false;

  std::string text() const;
};

/// Two accesses of one thread, and the fence between them.
struct Style {
  Way first, second;
  MemoryOrder fence = kWeak;  // kWeak: none
  Scope scope = Scope::kNone;

  std::string text() const;
};

const char* word(MemoryOrder order);
const char* word(Scope scope);

/// Each style at every scope; of those that mean the same at each, one.
std::vector<Style> with_scopes(const std::vector<Style>& styles,
                               const std::vector<Scope>& scopes = kScopes);

Op load(const Way& way, Scope scope, int place, int loaded);
Op store(const Way& way, Scope scope, int place, int value);

/// A thread with its fence, if the style has one.
Thread thread(int block, const Style& style, const Op& first, const Op& second);

/// Adds the program with its threads in the blocks of each placement.
void place_threads(Shape& shape, const std::string& name,
                   const std::vector<Thread>& threads,
                   const std::vector<std::vector<int>>& placements);

}  // namespace litmus
