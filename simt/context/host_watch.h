// SPDX-License-Identifier: MIT
// Watches what the host touches while asynchronous work may touch it too: the
// ledger of works, the pages that are closed for them, and the faults there.
// Says nothing itself.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/context/caller.h"
#include "simt/context/host_contents.h"
#include "simt/context/host_guard.h"
#include "simt/context/works.h"
#include "simt/machine/device_memory.h"
#include "simt/ops/observer.h"

namespace simt::cudart {

/// The host touches a byte that work may touch still.
struct HostClash {
  WorkSide work;
  uint64_t address = 0;
  bool host_writes = false;
  bool before = false;  // `host` is the program's next call, not the touch
  CallPlace host;
};

class HostWatch final : public Observer {
 public:
  /// `closes`: the program that holds the memory is this process.
  HostWatch(LaunchOrder& order, DeviceMemory& memory, bool closes)
      : works(order),
        guard(memory.base(), memory.capacity()),
        memory_(memory),
        closes_(closes) {}

  /// `catches` is asked before pages are closed: whether faults there will come
  /// to fault(). Without it nothing is ever closed.
  void watch_faults(bool (*catches)()) { catches_ = catches; }

  Works works;
  HostGuard guard;

  /// Memory that work might write and that was not closed for it, or not all:
  /// a read by the host there is not seen. By the memory's name, the calls that
  /// began such work.
  const std::map<std::string, uint64_t>& unwatched() const {
    return unwatched_;
  }

  /// Whether the host can see memory that kernels and copies touch.
  bool anything_visible() const { return visible_ > 0; }

  /// A call of the API begins, `by_program` or by a thread of our own, and
  /// ends; no work waits to begin (`idle`). Both under the lock of the state.
  void enter(bool by_program);
  void leave(bool idle);

  /// A fault at a closed page: decides about it and opens the page. `again` is
  /// then the page to close after the instruction, or 0. Asks for no memory; a
  /// signal handler calls it under the lock.
  void fault(uint64_t address, bool writes, const void* instruction,
             uint64_t* again);
  /// What was found since the last time.
  std::vector<HostClash> take_clashes();
  bool has_clashes() const { return clashes_ > 0; }

  void on_allocate(const Allocation& allocation) override;
  void on_free(const Allocation& allocation) override;

 private:
  struct Found {
    Site site = 0;
    bool work_writes = false, host_writes = false, before = false;
    uint64_t address = 0;
    CallPlace host;
  };

  void name_next_call();
  bool closable(uint64_t page);
  void keep_contents(uint64_t page);
  void count_unwatched(const std::vector<uint64_t>& pages);

  DeviceMemory& memory_;
  bool closes_;
  bool (*catches_)() = nullptr;
  int visible_ = 0;  // live allocations
  std::array<Found, 64> found_;
  size_t clashes_ = 0;  // in found_
  HostContents contents_;
  std::map<std::string, uint64_t> unwatched_;
};

}  // namespace simt::cudart
