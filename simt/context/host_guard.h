// SPDX-License-Identifier: MIT
// Pages that the host must not touch now are closed to it, so that a touch
// faults. Knows which pages, not why.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

#include "simt/context/works.h"
#include "simt/ops/pages.h"

namespace simt::cudart {

class HostGuard {
 public:
  using Pages = std::map<uint64_t, Closing>;  // by number
  static constexpr uint64_t kPage = Touches::kPageBytes;

  /// For the device's addresses, [base, base + bytes).
  HostGuard(uint64_t base, uint64_t bytes);
  ~HostGuard();
  HostGuard(const HostGuard&) = delete;
  HostGuard& operator=(const HostGuard&) = delete;

  /// Whether `address` lies in a closed page. This and the next five ask for
  /// no memory and take no lock: signal handlers call them.
  bool closed(uint64_t address) const;
  /// Whether it was closed since its memory was made.
  bool was_closed(uint64_t address) const;
  Closing how(uint64_t address) const;
  /// Opens the page for good; false: it cannot be.
  bool open_page(uint64_t address);
  /// Opens the page for one instruction: false when that was done often.
  bool open_for_now(uint64_t address);
  /// Closes what open_for_now() opened. Under the lock of the state.
  void close_again(uint64_t address);
  /// Likewise, in close_left(), for one who cannot get the lock. A page more
  /// than there is room for stays open.
  void leave_open(uint64_t address);
  void close_left();

  /// Memory of the host (cudaHostRegister) takes part, or no longer does.
  void add(uint64_t begin, uint64_t end);
  void remove(uint64_t begin, uint64_t end);

  /// Closes each of these pages (number, how), and opens all others if `only`.
  void close(const Pages& pages, bool only);
  /// While the emulator works: the host's own memory is open, the device's may
  /// stay closed, since the emulator has another view of it.
  void open_foreign() { each_foreign_closing(true); }
  void close_foreign() { each_foreign_closing(false); }
  void open_all() { close({}, true); }
  bool any_closed() const { return !closed_.empty(); }
  /// The range of the device is no more what it was: nothing is closed there.
  void forget(uint64_t begin, uint64_t end);

 private:
  /// Memory of the host, whole pages, with a mark for each. A list that only
  /// grows, since signal handlers read it; what is none is used again.
  struct Foreign {
    std::atomic<uint64_t> begin{0}, end{0};  // 0: none
    std::vector<uint8_t> marks;
    Foreign* next = nullptr;
  };

  uint8_t* mark_at(uint64_t address) const;
  Foreign& unused_foreign();
  void open_others(const Pages& pages);
  void each_foreign_closing(bool open);
  bool of_device(uint64_t address) const { return address - base_ < bytes_; }

  uint64_t base_, bytes_;
  /// A byte for each page: how it is closed, and above that how often it was
  /// open for now.
  ops::Pages marks_;
  std::atomic<Foreign*> foreign_{nullptr};        // the newest
  Pages closed_;                                  // all that may be
  std::array<std::atomic<uint64_t>, 16> left_{};  // open still; 0: none
};

}  // namespace simt::cudart
