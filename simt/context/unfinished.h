// SPDX-License-Identifier: MIT
// Kernels, copies and fills that the host may not have waited for: what a
// program leaves behind when it ends. Decides nothing of what it means.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "simt/context/caller.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct KernelEntry;  // simt/context/modules.h; it stays until the end

struct IssuedWork {
  Chain chain = 0;
  uint64_t number = 0;                  // in its chain
  const KernelEntry* kernel = nullptr;  // null: a copy or a fill
  std::string graph_node;               // "node 2 of graph #1"; or empty
  CallPlace place;                      // only of the first ones after a wait
};

/// "kernel `fill(int*)`, in main", "`cudaMemcpyAsync`, in main".
std::string describe(const IssuedWork& work);

class Unfinished {
 public:
  /// Work that the running call issues. `host`: what the host has waited for
  /// until now.
  void add(IssuedWork work, const Clock& host);
  /// The kernel that is `number` in its chain has printed.
  void prints(Chain chain, uint64_t number);
  /// What the host has not waited for, in the order in which it was issued.
  std::vector<IssuedWork> left(const Clock& host) const;
  /// The kernel that printed; null: it is not one of the last.
  const IssuedWork* printed_by(Chain chain, uint64_t number) const;

 private:
  std::deque<IssuedWork> works_;
  std::deque<IssuedWork> printing_;  // the last ones
  size_t look_at_ = 64;  // works, before it looks which of them are done
};

}  // namespace simt::cudart
