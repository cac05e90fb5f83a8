// SPDX-License-Identifier: MIT
// Products of warpgroups that are not made yet. In the plain order each is made
// as late as it can be, when its warp waits for it; under a seed at any time
// before. ptxas lets no instruction read a register before its product is made:
// neither do these. They tell who would have.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/dice.h"
#include "simt/ops/warpgroup.h"

namespace simt {

class Products {
 public:
  Products(ops::Context& context, Dice& dice)
      : context_(context), dice_(dice) {}

  /// What an instruction does to registers of products.
  struct Touch {
    std::vector<ops::Ref> reads, writes;
    bool pure = false;     // does nothing but compute
    bool renames = false;  // likewise: copies
    bool loads = false, stores = false;
    bool of_sums = false;  // makes accumulators of what products made
  };

  void start(const Block& block, ops::WarpProduct product);
  /// A fence, a commit, or a wait for groups: makes what it waits for, the
  /// parts of all four warps, since a group is one of the warpgroup (PTX ISA
  /// 9.7.15.7.2). False: others have not issued theirs, and it must wait.
  bool use(const Block& block, const WarpgroupStep& step);
  /// From now on a wait is for the warp's own parts. False: it was before.
  bool wait_alone() { return !std::exchange(alone_, true); }
  /// The running warp is about to execute such an instruction.
  void touch(const Block& block, const Touch& touch, uint32_t pc,
             LaneMask lanes);
  /// Under a seed: some products of the warp get on.
  void make_some(const Block& block, uint32_t warp);
  /// Makes all of the warp: its registers go.
  void finish(const Block& block, uint32_t warp);
  /// The block's threads have exited: whether all four warps of each warpgroup
  /// have issued the same number of products.
  bool all_took_part(const Block& block) const;
  /// It has ended.
  void forget(const Block& block) { queues_.erase(&block); }

  /// False: no block that runs has issued any.
  bool any() const { return !queues_.empty(); }

 private:
  /// A product that its warp has not waited for.
  struct Open {
    uint64_t number = 0;
    uint64_t nth = 0;  // of its warp, from 1
    uint32_t pc = 0, group = 0;
    const std::byte* frame = nullptr;
    std::span<const ops::Ref> sums, factors;
  };
  /// Of one warp; products are made in the order of their issue.
  struct Queue {
    std::vector<ops::WarpProduct> waiting;
    std::vector<Open> open;
    /// Computed from a product in flight; written since the last fence.
    std::map<ops::Ref, uint64_t> early;
    std::map<ops::Ref, uint32_t> written;
    uint32_t closed = 0;    // groups
    uint64_t products = 0;  // so far
    bool fenced = false;    // since the last wait
    bool first = true;
    /// Nothing of wgmma came since the last product. What is stored just then
    /// a compiler keeps in memory: after each statement without optimisation.
    bool just_issued = false;
  };

  Queue* find(const Block& block, uint32_t warp);
  void make(const Block& block, Queue& queue, size_t count);
  void make_up_to(const Block& block, Queue& queue, uint64_t number);
  void make_nth(const Block& block, Queue& queue, uint64_t nth);
  bool wait(const Block& block, const WarpgroupStep& step);
  static size_t count_over(const Queue& queue, uint32_t open);
  bool others_issued(const Block& block, uint32_t warp, uint64_t nth) const;
  const Open* open_at(const Queue& queue, ops::Ref ref, bool sums) const;
  const Open* source_of(const Queue& queue, ops::Ref ref) const;
  void check_fence(Queue& queue, const ops::WarpProduct& product);
  void write(const Block& block, Queue& queue, const Touch& touch, uint32_t pc,
             LaneMask lanes);
  void tell(WarpgroupStep::Kind kind, const WarpgroupProduct& product);
  void tell(const RegisterUse& use);
  /// Of a register of `product`, at `pc`.
  void tell(RegisterUse::Kind kind, uint32_t pc, const Queue& queue,
            const Open& product, LaneMask lanes);

  ops::Context& context_;
  Dice& dice_;
  uint64_t number_ = 0;
  bool alone_ = false;
  /// By block, then warp.
  std::map<const Block*, std::map<uint32_t, Queue>> queues_;
};

}  // namespace simt
