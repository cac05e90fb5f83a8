// SPDX-License-Identifier: MIT
// What pages of device memory held before the parts of a launch wrote to them,
// so that all can be as it was. The first to write to a page keeps it; nobody
// writes to it before that is done.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "simt/ops/pages.h"

namespace simt::ops {

/// May be used by several host threads at once, but for put_back().
class Undo {
 public:
  /// For device addresses [base, base + bytes), base at the start of a page;
  /// the host finds them `delta` bytes further on.
  Undo(uint64_t base, uint64_t bytes, int64_t delta);
  ~Undo();
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  /// False: there was no room.
  bool ready() const { return states_ != nullptr && copies_ != nullptr; }
  /// To be called before [begin, end), which lies in the range, is written.
  void keep(uint64_t begin, uint64_t end) {
    const uint64_t last = (end - 1 - base_) / kPage;
    for (uint64_t page = (begin - base_) / kPage; page <= last; ++page)
      if (state(page).load(std::memory_order_acquire) != kKept) keep_page(page);
  }
  /// Gives every page below address `end` that was kept its old bytes.
  void put_back(uint64_t end);

 private:
  static constexpr uint64_t kPage = 4096;
  static constexpr uint8_t kFresh = 0, kBusy = 1, kKept = 2;

  std::atomic_ref<uint8_t> state(uint64_t page) const {
    return std::atomic_ref<uint8_t>(states_[page]);
  }
  std::byte* memory(uint64_t page) const;
  void keep_page(uint64_t page);

  uint64_t base_;
  int64_t delta_;
  Pages pages_;
  uint8_t* states_;                 // of each page of memory
  std::byte* copies_ = nullptr;     // a place for each page
  std::atomic<uint64_t> kept_ = 0;  // pages
};

}  // namespace simt::ops
