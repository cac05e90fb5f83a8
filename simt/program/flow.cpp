// SPDX-License-Identifier: MIT
// Basic blocks and their weak topological order.
#include "simt/program/flow.h"

#include <algorithm>

#include "simt/program/postdominator.h"
#include "simt/program/program.h"

namespace simt::program {
namespace {

// Bourdoncle's algorithm over blocks. Depth of recursion is bounded by the
// number of blocks on a path, so the stack is kept on the heap.
class WeakOrder {
 public:
  explicit WeakOrder(const std::vector<std::vector<uint32_t>>& next)
      : next_(next), number_(next.size(), 0) {}

  // Blocks in order; those that cannot be reached come last.
  std::vector<uint32_t> run() {
    visit_tree(0);
    std::reverse(out_.begin(), out_.end());
    std::vector<uint8_t> seen(next_.size(), 0);
    for (uint32_t b : out_) seen[b] = 1;
    for (uint32_t b = 0; b < next_.size(); ++b)
      if (!seen[b]) out_.push_back(b);
    return out_;
  }

 private:
  static constexpr uint32_t kDone = 0xffffffffu;

  struct Visit {
    uint32_t block, child, head;
    bool loop, component;
  };

  void visit_tree(uint32_t root) {
    frames_.push_back(enter(root));
    while (!frames_.empty()) step();
  }

  Visit enter(uint32_t block) {
    stack_.push_back(block);
    number_[block] = ++count_;
    return {block, 0, count_, false, false};
  }

  void step() {
    Visit& v = frames_.back();
    if (v.child < next_[v.block].size()) {
      const uint32_t to = next_[v.block][v.child++];
      if (number_[to] == 0) {
        frames_.push_back(enter(to));
      } else if (!v.component) {
        note(v, number_[to]);
      }
      return;
    }
    finish();
  }

  static void note(Visit& v, uint32_t min) {
    if (min > v.head) return;
    v.head = min;
    v.loop = true;
  }

  void finish() {
    Visit& v = frames_.back();
    const bool closes = v.component || v.head == number_[v.block];
    if (closes && !v.component) {
      number_[v.block] = kDone;
      uint32_t top = pop();
      if (v.loop) {
        for (; top != v.block; top = pop()) number_[top] = 0;
        v.component = true;  // visit the members again, below this head
        v.child = 0;
        return;
      }
    }
    const Visit done = v;
    frames_.pop_back();
    if (closes) {
      out_.push_back(done.block);
    } else if (!frames_.empty() && !frames_.back().component) {
      note(frames_.back(), done.head);
    }
  }

  uint32_t pop() {
    const uint32_t top = stack_.back();
    stack_.pop_back();
    return top;
  }

  const std::vector<std::vector<uint32_t>>& next_;
  std::vector<uint32_t> number_;
  std::vector<uint32_t> stack_, out_;
  std::vector<Visit> frames_;
  uint32_t count_ = 0;
};

}  // namespace

Flow find_flow(const std::vector<std::vector<uint32_t>>& successors,
               const std::vector<uint8_t>& falls, const std::vector<End>& ends,
               const std::vector<uint8_t>& extra_leaders) {
  const size_t n = falls.size();
  Flow flow;
  flow.rank.assign(n, 0);
  flow.leader = extra_leaders;
  flow.join.assign(n, kNoJoin);
  if (n == 0) return flow;
  flow.leader[0] = 1;
  for (size_t i = 0; i < n; ++i) {
    for (uint32_t to : successors[i]) flow.leader[to] = 1;
    if ((!successors[i].empty() || !falls[i]) && i + 1 < n)
      flow.leader[i + 1] = 1;
  }
  std::vector<uint32_t> block_of(n), first, last;
  for (size_t i = 0; i < n; ++i) {
    if (flow.leader[i]) {
      first.push_back(static_cast<uint32_t>(i));
      last.push_back(0);
    }
    block_of[i] = static_cast<uint32_t>(last.size() - 1);
    last.back() = static_cast<uint32_t>(i);
  }
  std::vector<std::vector<uint32_t>> next(last.size());
  std::vector<End> block_ends(last.size(), End::kNone);
  for (size_t b = 0; b < last.size(); ++b) {
    const uint32_t end = last[b];
    block_ends[b] = ends[end];
    if (ends[end] == End::kExit && first[b] == end && !falls[end])
      block_ends[b] = End::kOnlyExit;
    for (uint32_t to : successors[end]) next[b].push_back(block_of[to]);
    if (falls[end] && end + 1 < n) next[b].push_back(block_of[end + 1]);
  }
  const std::vector<uint32_t> order = WeakOrder(next).run();
  std::vector<uint32_t> rank(last.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  const std::vector<uint32_t> meet = meeting_points(next, block_ends);
  for (size_t i = 0; i < n; ++i) {
    const uint32_t b = block_of[i];
    flow.rank[i] = rank[b];
    if (meet[b] != kNoJoin) flow.join[i] = first[meet[b]];
  }
  return flow;
}

}  // namespace simt::program
