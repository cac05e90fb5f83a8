// SPDX-License-Identifier: MIT
// Tries every source of every load.
#include "tests/litmus/axioms.h"

#include <bit>

#include "tests/litmus/execution.h"

namespace litmus {
namespace {

/// Fixes which guarded operations run, and what each load reads.
class Candidates {
 public:
  explicit Candidates(const Program& program) : cluster_(program.cluster) {
    for (int place = 0; place < kMostPlaces; ++place) {
      Event start;
      start.op.kind = Op::Kind::kStore;
      start.op.place = place;
      all_.push_back(start);
    }
    for (size_t t = 0; t < program.threads.size(); ++t)
      for (const Op& op : program.threads[t].ops)
        add(op, static_cast<int>(t), program.threads[t].block);
  }

  Verdicts run() {
    source_.assign(all_.size(), -1);
    choose(0);
    return verdicts_;
  }

 private:
  /// One event for each word.
  void add(Op op, int thread, int block) {
    const auto access = static_cast<int>(all_.size());
    all_.push_back({op, thread, block, block / cluster_, access});
    if (op.size == Size::kWord) return;
    op.place = 2;
    if (op.loaded >= 0) ++op.loaded;
    all_.push_back({op, thread, block, block / cluster_, access});
  }

  bool runs(size_t i) const {
    const int guard = all_[i].op.guard;
    if (guard < 0) return true;
    for (size_t j = 0; j < i; ++j)
      if (reads(all_[j]) && all_[j].op.loaded == guard)
        return source_[j] >= 0 && all_[source_[j]].op.value != 0;
    return false;
  }

  void choose(size_t i) {
    while (i < all_.size() && !(reads(all_[i]) && runs(i))) {
      source_[i] = -1;
      ++i;
    }
    if (i == all_.size()) return judge();
    for (size_t w = 0; w < all_.size(); ++w) {
      if (w == i || !writes(all_[w]) || !overlap(all_[w], all_[i])) continue;
      source_[i] = static_cast<int>(w);
      choose(i + 1);
    }
    source_[i] = -1;
  }

  void judge() {
    std::vector<Event> events;
    std::vector<int> index(all_.size(), -1), source;
    for (size_t i = 0; i < all_.size(); ++i) {
      if (!runs(i)) continue;
      index[i] = static_cast<int>(events.size());
      events.push_back(all_[i]);
    }
    Outcome outcome{};
    for (size_t i = 0; i < all_.size(); ++i) {
      if (index[i] < 0) continue;
      int from = -1;
      if (reads(all_[i])) {
        from = index[source_[i]];
        if (from < 0) return;  // reads what is not stored
        if (all_[i].op.loaded >= 0)
          outcome[all_[i].op.loaded] =
              static_cast<int8_t>(all_[source_[i]].op.value);
      }
      source.push_back(from);
    }
    Execution(events, source)
        .each([&](bool racy, bool told,
                  const std::array<Bits, kMostPlaces>& last) {
          note(events, outcome, {racy || told, !racy}, last, 0);
        });
  }

  /// The host reads any of a place's last writes.
  void note(const std::vector<Event>& events, Outcome outcome, Verdict one,
            const std::array<Bits, kMostPlaces>& last, int place) {
    if (place == kMostPlaces) {
      Verdict& verdict = verdicts_[outcome];
      verdict.racy = verdict.racy || one.racy;
      verdict.clean = verdict.clean || one.clean;
      return;
    }
    for (Bits left = last[place]; left != 0; left &= left - 1) {
      const int w = std::countr_zero(left);
      outcome[kMostRegisters + place] = static_cast<int8_t>(events[w].op.value);
      note(events, outcome, one, last, place + 1);
    }
  }

  const int cluster_;  // blocks of one
  std::vector<Event> all_;
  std::vector<int> source_;  // into all_
  Verdicts verdicts_;
};

}  // namespace

Verdicts allowed(const Program& program) { return Candidates(program).run(); }

}  // namespace litmus
