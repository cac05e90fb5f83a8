// SPDX-License-Identifier: MIT
// One candidate execution of a litmus test, and the axioms that it must obey
// (PTX ISA, chapter "Memory Consistency Model").
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "tests/litmus/events.h"

namespace litmus {

/// One way to run a program: which events happen, and what each load reads.
class Execution {
 public:
  /// `source`: of each event that loads, the event that wrote the value.
  Execution(std::vector<Event> events, std::vector<int> source);

  /// Takes: racy, racy without luck (Verdict), last writes by place.
  using Found =
      std::function<void(bool, bool, const std::array<Bits, kMostPlaces>&)>;
  /// Calls `found` for each order of fences and each coherence order that the
  /// axioms allow.
  void each(const Found& found);

 private:
  int size() const { return static_cast<int>(events_.size()); }
  bool strong(int a, int b) const;
  void observe();
  std::vector<int> releases_to(int w) const;
  std::vector<int> acquires_from(int r) const;
  void patterns();
  void meet();
  Relation causality(const Relation& base, bool reductions) const;
  bool told(const Relation& base, int first, int second) const;
  Bits before(const Relation& base, int event) const;
  void find_told();
  void order_fences(const std::vector<int>& fences);
  bool fence_order_holds(const std::vector<int>& fences) const;
  void choose_coherence(const Found& found);
  Relation communication() const;
  bool holds() const;
  bool coherent_by_place() const;
  bool pairwise_strong(Bits some) const;
  bool races(const Relation& causes) const;
  std::array<Bits, kMostPlaces> last_writes() const;

  std::vector<Event> events_;
  std::vector<int> source_;  // of each load
  Relation po_, seen_, synchronises_, told_;
  Relation fence_order_, causes_, coherence_;  // of the present choice
};

}  // namespace litmus
