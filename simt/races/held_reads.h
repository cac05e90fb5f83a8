// SPDX-License-Identifier: MIT
// Reads of a block's shared memory that wait. Knows no cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/record.h"

namespace simt::races {

class HeldReads {
 public:
  bool empty() const { return reads_.empty(); }
  /// False: no more may wait.
  bool add(const Access& access, const Record& record);
  /// f(access, record), the oldest first. Of an access only where it goes.
  template <class F>
  void each(F f) const {
    std::array<uint64_t, kWarpSize> address{};
    for (const Read& read : reads_) {
      Access access;
      access.pc = read.record.pc;
      access.space = ptx::Space::kShared;
      access.shape = read.shape;
      access.bytes = read.bytes;
      access.active = read.active;
      access.base = read.base;
      access.at = read.at;
      if (read.shape == Shape::kGeneral) {
        for (size_t lane = 0; lane < address.size(); ++lane)
          address[lane] = addresses_[read.first + lane];
        access.address = address.data();
      }
      f(access, read.record);
    }
  }
  /// Forgets them; their room goes to `spare`, which holds none, if it has
  /// less. One block runs at a time.
  void clear(HeldReads& spare);

 private:
  struct Read {
    Record record;
    WarpPlace at;
    LaneMask active;
    uint64_t base;
    uint32_t first;  // of its addresses
    Shape shape;
    uint8_t bytes;
  };

  std::vector<Read> reads_;
  std::vector<uint32_t> addresses_;
};

}  // namespace simt::races
