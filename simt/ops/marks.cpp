// SPDX-License-Identifier: MIT
// One mapping of zero pages: the bits of reads, of writes, of updates. A
// comparison takes 256 bytes of memory, one word of bits, at a time.
#include "simt/ops/marks.h"

namespace simt::ops {

Marks::Marks(uint64_t base, uint64_t bytes, Undo& undo)
    : base_(base),
      size_(bytes),
      undo_(undo),
      words_(bytes / 256 + 1),
      pages_(words_ * 3 * sizeof(uint64_t)),
      bits_(static_cast<uint64_t*>(pages_.get())) {}

bool Marks::meet(const Marks& a, const Marks& b, uint64_t begin, uint64_t end) {
  const uint64_t first = (begin - a.base_) / 256;
  const uint64_t last = (end - 1 - a.base_) / 256;
  for (uint64_t i = first; i <= last; ++i) {
    const uint64_t wrote_a = a.bits_[a.words_ + i];
    const uint64_t wrote_b = b.bits_[b.words_ + i];
    const uint64_t read_a = a.bits_[i], read_b = b.bits_[i];
    const uint64_t changed_a = a.bits_[2 * a.words_ + i] | wrote_a;
    const uint64_t changed_b = b.bits_[2 * b.words_ + i] | wrote_b;
    if ((changed_a & (read_b | wrote_b)) != 0) return true;
    if ((changed_b & (read_a | wrote_a)) != 0) return true;
  }
  return false;
}

}  // namespace simt::ops
