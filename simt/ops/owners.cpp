// SPDX-License-Identifier: MIT
// Owners of a launch are above those of all launches before it, so that nothing
// is cleared.
#include "simt/ops/owners.h"

#include <bit>

namespace simt::ops {
namespace {

constexpr Owner kLast = 0xf0000000u;
constexpr uint64_t kNames = 6;  // many(), atomics() and so on

/// What a part did somewhere in a page or a line.
struct Did {
  bool reads = false, writes = false;
};

bool may_meet(Did a, Did b) {
  return (a.writes && (b.writes || b.reads)) || (b.writes && a.reads);
}

}  // namespace

bool Owners::start(uint64_t base, uint64_t bytes, int shift,
                   const Threads& threads, Ordered ordered, Undo& undo) {
  const uint64_t needed = threads.all + kNames;
  if (needed >= kLast - 1) return false;
  const uint64_t cells = (bytes >> shift) * sizeof(uint32_t);
  const uint64_t pages = ((bytes >> kPageBits) + 1) * sizeof(uint32_t);
  if (next_ > kLast - needed || writers_.bytes() < cells ||
      read_pages_.bytes() < pages || base != base_) {
    *this = Owners();
    writers_ = Pages(std::bit_ceil(cells));  // room for a few allocations more
    lines_ = Pages(std::bit_ceil(cells / kLine));
    readers_ = Pages(std::bit_ceil(cells));
    tellers_ = Pages(std::bit_ceil(cells));
    read_pages_ = Pages(std::bit_ceil(pages));
    written_pages_ = Pages(std::bit_ceil(pages));
    writer_ = static_cast<uint32_t*>(writers_.get());
    line_ = static_cast<uint32_t*>(lines_.get());
    reader_ = static_cast<uint32_t*>(readers_.get());
    teller_ = static_cast<uint32_t*>(tellers_.get());
    read_ = static_cast<uint32_t*>(read_pages_.get());
    written_ = static_cast<uint32_t*>(written_pages_.get());
    if (writer_ == nullptr || line_ == nullptr || reader_ == nullptr ||
        teller_ == nullptr || read_ == nullptr || written_ == nullptr)
      return false;
  }
  base_ = base;
  bytes_ = bytes;
  shift_ = shift;
  undo_ = &undo;
  ordered_ = ordered;
  first_ = next_;
  flags_.start(first_, threads.block);
  next_ += static_cast<Owner>(needed);
  return true;
}

/// Of the cells of a line, which each of the two may have touched.
bool Owners::meet_in(const Owners& a, const Owners& b, size_t line) {
  for (size_t i = line * kLine; i < (line + 1) * kLine; ++i) {
    const Owner wa = a.writer_of(i), wb = b.writer_of(i);
    const bool wrote_a = wa >= a.first_, wrote_b = wb >= b.first_;
    if (wrote_a && b.reader_[i] >= b.first_) return true;
    if (wrote_b && a.reader_[i] >= a.first_) return true;
    if (wrote_a && wrote_b && (wa != a.atomics() || wb != b.atomics()))
      return true;
  }
  return false;
}

bool Owners::meet(const Owners& a, const Owners& b, uint64_t begin,
                  uint64_t end) {
  const uint64_t last = (end - 1 - a.base_) >> kPageBits;
  const size_t lines = (size_t{1} << (kPageBits - a.shift_)) / kLine;
  for (uint64_t page = (begin - a.base_) >> kPageBits; page <= last; ++page) {
    Did did_a{a.read_[page] == a.first_, a.written_[page] == a.first_};
    Did did_b{b.read_[page] == b.first_, b.written_[page] == b.first_};
    if (!may_meet(did_a, did_b)) continue;
    for (size_t line = page * lines; line < (page + 1) * lines; ++line) {
      did_a.writes = a.line_[line] >= a.first_;
      did_b.writes = b.line_[line] >= b.first_;
      // Cells that nobody touched stay without memory.
      if (may_meet(did_a, did_b) && meet_in(a, b, line)) return true;
    }
  }
  return false;
}

}  // namespace simt::ops
