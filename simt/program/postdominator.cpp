// SPDX-License-Identifier: MIT
// First leaves out ways that only lead to an exit: an early return would
// otherwise move every reconvergence point to the end. Then iterates over the
// reversed graph in postorder, with one virtual end.
#include "simt/program/postdominator.h"

#include <algorithm>
#include <utility>

#include "simt/program/program.h"

namespace simt::program {
namespace {

using Graph = std::vector<std::vector<uint32_t>>;

/// What leads to the end of a kernel, and what can be left out of it.
class WaysOut {
 public:
  WaysOut(const Graph& next, const std::vector<End>& ends)
      : ends_(ends), all_(next), ways_in_(next.size(), 0) {
    for (const auto& to : next)
      for (uint32_t b : to) ++ways_in_[b];
    find_straight();
    const auto end = static_cast<uint32_t>(next.size());
    for (size_t b = 0; b < end; ++b)
      if (next[b].empty() || ends[b] == End::kReturn) all_[b].push_back(end);
    all_.emplace_back();
    for (uint32_t b = 0; b < end; ++b) leave_out(b);
  }
  /// The successors that are left; the last block is the end.
  const Graph& left() const { return all_; }

 private:
  bool known(uint32_t b) const {
    return ends_[b] == End::kOnlyExit || ways_in_[b] == 1;
  }

  // Blocks that one way leads to and from which all lead to an exit.
  void find_straight() {
    straight_.assign(all_.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t b = 0; b < all_.size(); ++b) {
        if (straight_[b] || !known(b)) continue;
        const bool exits = ends_[b] == End::kExit || ends_[b] == End::kOnlyExit;
        straight_[b] =
            all_[b].empty()
                ? exits
                : std::all_of(all_[b].begin(), all_[b].end(),
                              [&](uint32_t to) { return straight_[to] != 0; });
        changed = changed || straight_[b];
      }
    }
  }

  bool reaches(uint32_t from, uint32_t to) const {
    std::vector<uint8_t> seen(all_.size(), 0);
    std::vector<uint32_t> open{from};
    while (!open.empty()) {
      const uint32_t b = open.back();
      open.pop_back();
      for (uint32_t next : all_[b]) {
        if (next == to) return true;
        if (!seen[next]) open.push_back(next);
        seen[next] = 1;
      }
    }
    return false;
  }

  // Two sides that both end the kernel part for good. In a loop only a bare
  // exit is left out: which of several other ways out is the loop's own cannot
  // be told.
  void leave_out(uint32_t b) {
    const auto end = static_cast<uint32_t>(all_.size() - 1);
    if (all_[b].size() < 2) return;
    const bool all_straight =
        std::all_of(all_[b].begin(), all_[b].end(),
                    [&](uint32_t to) { return to != end && straight_[to]; });
    for (const uint32_t to : std::vector<uint32_t>(all_[b])) {
      if (to == end || !straight_[to]) continue;
      if (ends_[to] != End::kOnlyExit && (all_straight || reaches(b, b)))
        continue;
      const std::vector<uint32_t> before = all_[b];
      std::erase(all_[b], to);
      if (!reaches(b, end)) all_[b] = before;
    }
  }

  const std::vector<End>& ends_;
  Graph all_;
  std::vector<uint32_t> ways_in_;
  std::vector<uint8_t> straight_;
};

/// Blocks from which the end can be reached, in postorder from the end, which
/// comes last.
std::vector<uint32_t> backward_order(const Graph& before, uint32_t end) {
  std::vector<uint8_t> seen(before.size(), 0);
  std::vector<std::pair<uint32_t, size_t>> stack{{end, 0}};
  std::vector<uint32_t> order;
  seen[end] = 1;
  while (!stack.empty()) {
    auto& [block, child] = stack.back();
    if (child == before[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const uint32_t to = before[block][child++];
    if (!seen[to]) stack.emplace_back(to, 0);
    seen[to] = 1;
  }
  return order;
}

}  // namespace

std::vector<uint32_t> meeting_points(const Graph& next,
                                     const std::vector<End>& ends) {
  const auto end = static_cast<uint32_t>(next.size());
  const WaysOut ways(next, ends);
  const Graph& after = ways.left();
  Graph before(after.size());
  for (uint32_t b = 0; b < after.size(); ++b)
    for (uint32_t to : after[b]) before[to].push_back(b);
  const std::vector<uint32_t> order = backward_order(before, end);
  std::vector<uint32_t> place(after.size(), 0), meet(after.size(), kNoJoin);
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  meet[end] = end;
  const auto common = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (place[a] < place[b]) a = meet[a];
      while (place[b] < place[a]) b = meet[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size() - 1; i-- > 0;) {
      uint32_t found = kNoJoin;
      for (uint32_t to : after[order[i]])
        if (meet[to] != kNoJoin)
          found = found == kNoJoin ? to : common(found, to);
      changed = changed || meet[order[i]] != found;
      meet[order[i]] = found;
    }
  }
  meet.pop_back();
  for (uint32_t& b : meet)
    if (b == end) b = kNoJoin;
  return meet;
}

}  // namespace simt::program
