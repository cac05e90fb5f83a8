// SPDX-License-Identifier: MIT
// Copies of the asynchronous proxy that are not made yet. In the plain order
// each is made as late as it can be, when somebody waits for it; under a seed
// at any time before. Knows nothing of how threads run.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/dice.h"
#include "simt/ops/bulk.h"

namespace simt {

class BulkCopies {
 public:
  BulkCopies(ops::Context& context, Dice& dice)
      : context_(context), dice_(dice) {}

  void start(Block& block, const ops::BulkWork& work);
  /// A commit, or a wait for groups: makes what it waits for.
  void use_groups(Block& block, const BulkStep& step);
  /// Makes copies that end at `object`, until a phase is over there. False:
  /// there was none.
  bool hurry(const std::byte* object);
  /// Under a seed: some copies get on.
  void make_some();
  /// Nobody else can get on.
  void make_all();
  /// The block's threads have exited: all copies from and to it are made.
  void finish(Block& block);

 private:
  struct Copy {
    ops::BulkWork work;
    Block* block = nullptr;
    uint32_t group = 0;  // kGroup: of the thread
    bool read = false;   // `bytes` holds the source
    bool done = false;
    std::vector<std::byte> bytes;
  };

  void read(Copy& copy);
  void finish(Copy& copy);
  void tell(const Copy& copy, BulkStep::Kind kind, bool ends_phase);
  void forget_done();

  ops::Context& context_;
  Dice& dice_;
  uint64_t number_ = 0;
  std::vector<Copy> copies_;  // in the order of their issue
  /// By block, then thread: groups closed so far.
  std::map<const Block*, std::map<uint32_t, uint32_t>> groups_;
};

}  // namespace simt
