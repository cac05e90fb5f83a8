// SPDX-License-Identifier: MIT
// Every order of fences, every coherence order, and the axioms one by one.
#include "tests/litmus/execution.h"

#include <algorithm>
#include <bit>

namespace litmus {

Execution::Execution(std::vector<Event> events, std::vector<int> source)
    : events_(std::move(events)), source_(std::move(source)) {
  for (int a = 0; a < size(); ++a)
    for (int b = a + 1; b < size(); ++b)
      if (events_[a].thread == events_[b].thread && events_[a].thread >= 0 &&
          events_[a].access != events_[b].access)
        po_.add(a, b);
  observe();
  patterns();
  meet();
  find_told();
}

void Execution::each(const Found& found) {
  std::vector<int> fences;
  for (int i = 0; i < size(); ++i)
    if (is_sc(events_[i])) fences.push_back(i);
  do {
    order_fences(fences);
    if (fence_order_holds(fences)) choose_coherence(found);
  } while (std::next_permutation(fences.begin(), fences.end()));
}

bool Execution::strong(int a, int b) const {
  if (po_.has(a, b) || po_.has(b, a)) return true;
  const Event &x = events_[a], &y = events_[b];
  // The words of a vector are accesses of their own; 64 bits overlap a word
  // only in part.
  const bool alike = (x.op.size == Size::kWide) == (y.op.size == Size::kWide);
  return is_strong(x) && is_strong(y) && reaches(x, y) && reaches(y, x) &&
         (is_fence(x) || is_fence(y) || (overlap(x, y) && alike));
}

/// Observation order: from a write to a load that reads it, or what a chain
/// of atomics made of it.
void Execution::observe() {
  for (int r = 0; r < size(); ++r)
    if (reads(events_[r]) && strong(source_[r], r)) seen_.add(source_[r], r);
  seen_.close();
}

/// Of a release pattern that ends with the write `w`, each first operation.
std::vector<int> Execution::releases_to(int w) const {
  std::vector<int> first;
  if (!is_strong(events_[w])) return first;
  for (int f = 0; f < size(); ++f) {
    const bool same_place = overlap(events_[f], events_[w]);
    const bool before = po_.has(f, w) && (is_fence(events_[f]) ||
                                          (same_place && writes(events_[f])));
    if ((f == w || before) && simt::releases(events_[f].op.order))
      first.push_back(f);
  }
  return first;
}

/// Of an acquire pattern that begins with the load `r`, each last operation.
std::vector<int> Execution::acquires_from(int r) const {
  std::vector<int> last;
  if (is_reduction(events_[r])) return last;
  for (int f = 0; f < size(); ++f) {
    const bool same_place = overlap(events_[f], events_[r]);
    const bool after =
        po_.has(r, f) &&
        (is_fence(events_[f]) ||
         (same_place && reads(events_[f]) && !is_reduction(events_[f])));
    if ((f == r || after) && simt::acquires(events_[f].op.order))
      last.push_back(f);
  }
  return last;
}

void Execution::patterns() {
  for (int w = 0; w < size(); ++w)
    for (int r = 0; r < size(); ++r) {
      if (!seen_.has(w, r)) continue;
      for (int first : releases_to(w))
        for (int last : acquires_from(r))
          if (strong(first, last)) synchronises_.add(first, last);
    }
}

/// What comes before a barrier of the block comes before what follows it.
void Execution::meet() {
  const auto number = [&](int barrier) {
    int before = 0;
    for (int i = 0; i < size(); ++i)
      before += is_barrier(events_[i]) && po_.has(i, barrier);
    return before;
  };
  for (int a = 0; a < size(); ++a)
    for (int b = 0; b < size(); ++b) {
      if (a == b || !is_barrier(events_[a]) || !is_barrier(events_[b]) ||
          events_[a].block != events_[b].block || number(a) != number(b))
        continue;
      for (int x = 0; x < size(); ++x)
        if (po_.has(x, a)) synchronises_.row[x] |= po_.row[b];
    }
}

/// Causality from base causality: what was seen of a store, then that.
Relation Execution::causality(const Relation& base, bool reductions) const {
  Relation all = base;
  for (int a = 0; a < size(); ++a)
    for (int z = 0; z < size(); ++z)
      if (seen_.has(a, z) && (reductions || !is_reduction(events_[z])))
        all.row[a] |= base.row[z];
  // What the host wrote comes before all.
  for (int a = 0; a < size(); ++a)
    for (int b = 0; b < size(); ++b)
      if (events_[a].thread < 0 && events_[b].thread >= 0) all.add(a, b);
  return all;
}

/// True when a store after `first` was seen before `second`: two fence.sc
/// which that puts in order.
bool Execution::told(const Relation& base, int first, int second) const {
  for (int w = 0; w < size(); ++w)
    if (base.has(first, w) && (seen_.row[w] & before(base, second)) != 0)
      return true;
  return false;
}

Bits Execution::before(const Relation& base, int event) const {
  Bits all = 0;
  for (int i = 0; i < size(); ++i)
    if (base.has(i, event)) all |= Bits{1} << i;
  return all;
}

/// Causality without what differs from run to run; see Verdict::racy.
void Execution::find_told() {
  Relation base = po_;
  base.add(synchronises_);
  base.close();
  for (bool more = true; more;) {
    more = false;
    for (int a = 0; a < size(); ++a)
      for (int b = 0; b < size(); ++b) {
        if (a == b || !is_sc(events_[a]) || !is_sc(events_[b]) ||
            base.has(a, b) || !strong(a, b) || !told(base, a, b))
          continue;
        base.add(a, b);
        base.close();
        more = true;
      }
  }
  told_ = causality(base, false);
}

void Execution::order_fences(const std::vector<int>& fences) {
  fence_order_ = {};
  for (size_t i = 0; i < fences.size(); ++i)
    for (size_t j = i + 1; j < fences.size(); ++j)
      if (strong(fences[i], fences[j])) fence_order_.add(fences[i], fences[j]);
  Relation base = po_;
  base.add(synchronises_);
  base.add(fence_order_);
  base.close();
  causes_ = causality(base, true);
}

bool Execution::fence_order_holds(const std::vector<int>& fences) const {
  for (int a : fences)
    for (int b : fences)
      if (a != b && strong(a, b) && causes_.has(a, b) &&
          !fence_order_.has(a, b))
        return false;
  for (int i = 0; i < size(); ++i)
    if (causes_.has(i, i)) return false;
  return true;
}

void Execution::choose_coherence(const Found& found) {
  std::vector<std::pair<int, int>> open;
  Relation fixed;
  for (int a = 0; a < size(); ++a)
    for (int b = 0; b < size(); ++b) {
      if (a == b || !writes(events_[a]) || !writes(events_[b]) ||
          !overlap(events_[a], events_[b]))
        continue;
      if (causes_.has(a, b))
        fixed.add(a, b);
      else if (a < b && !causes_.has(b, a) && strong(a, b))
        open.push_back({a, b});
    }
  for (Bits choice = 0; choice < Bits{1} << open.size(); ++choice) {
    coherence_ = fixed;
    for (size_t i = 0; i < open.size(); ++i) {
      const auto [a, b] = open[i];
      choice >> i & 1 ? coherence_.add(a, b) : coherence_.add(b, a);
    }
    if (coherence_.cyclic()) continue;
    coherence_.close();
    if (holds()) found(races(causes_), races(told_), last_writes());
  }
}

/// Communication order: coherence, reads-from, and from a load to the writes
/// after its source.
Relation Execution::communication() const {
  Relation all = coherence_;
  for (int r = 0; r < size(); ++r) {
    if (!reads(events_[r])) continue;
    all.add(source_[r], r);
    Bits after = coherence_.row[source_[r]];
    all.row[r] |= after & ~(Bits{1} << r);
  }
  return all;
}

bool Execution::holds() const {
  for (int r = 0; r < size(); ++r) {
    if (!reads(events_[r])) continue;
    const int from = source_[r];
    for (int w = 0; w < size(); ++w) {
      if (w == r || !writes(events_[w]) || !overlap(events_[w], events_[r]))
        continue;
      // Causality.
      if (w == from && causes_.has(r, w)) return false;
      if (causes_.has(w, r) && coherence_.has(from, w)) return false;
      // Atomicity.
      if (writes(events_[r]) && strong(r, w) && coherence_.has(from, w) &&
          coherence_.has(w, r))
        return false;
    }
    if (from == r) return false;
  }
  return coherent_by_place();
}

/// Sequential consistency per location, among events that are pairwise
/// morally strong.
bool Execution::coherent_by_place() const {
  Relation order = communication();
  order.add(po_);
  for (int place = 0; place < kMostPlaces; ++place) {
    Bits all = 0;
    for (int i = 0; i < size(); ++i)
      if (overlap(events_[i], events_[i]) && events_[i].op.place == place)
        all |= Bits{1} << i;
    for (Bits some = all; some != 0; some = (some - 1) & all) {
      if (!pairwise_strong(some)) continue;
      Relation inside;
      for (int i = 0; i < size(); ++i)
        if (some >> i & 1) inside.row[i] = order.row[i] & some;
      if (inside.cyclic()) return false;
    }
  }
  return true;
}

bool Execution::pairwise_strong(Bits some) const {
  for (int a = 0; a < size(); ++a)
    for (int b = a + 1; b < size(); ++b)
      if ((some >> a & 1) && (some >> b & 1) && !strong(a, b)) return false;
  return true;
}

bool Execution::races(const Relation& causes) const {
  for (int a = 0; a < size(); ++a)
    for (int b = a + 1; b < size(); ++b) {
      const bool conflict = overlap(events_[a], events_[b]) &&
                            (writes(events_[a]) || writes(events_[b]));
      if (conflict && !strong(a, b) && !causes.has(a, b) && !causes.has(b, a))
        return true;
    }
  return false;
}

std::array<Bits, kMostPlaces> Execution::last_writes() const {
  std::array<Bits, kMostPlaces> last{};
  for (int w = 0; w < size(); ++w)
    if (writes(events_[w]) && coherence_.row[w] == 0)
      last[events_[w].op.place] |= Bits{1} << w;
  return last;
}

}  // namespace litmus
