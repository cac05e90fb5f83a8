// SPDX-License-Identifier: MIT
// A compare-and-swap on the page's state picks the thread that copies it; the
// others wait for that. The mapping for copies stays with the thread for its
// next launch.
#include "simt/ops/undo.h"

#include <cstring>
#include <thread>

namespace simt::ops {
namespace {

/// A place for copies. Its pages cost as much as the copies: the thread's next
/// launch gets them again, unless they are many.
Pages& room() {
  thread_local Pages pages;
  return pages;
}

constexpr uint64_t kMostBytes = uint64_t{1} << 26;  // that stay in the room

}  // namespace

Undo::Undo(uint64_t base, uint64_t bytes, int64_t delta)
    : base_(base),
      delta_(delta),
      pages_(bytes / kPage + 1),
      states_(static_cast<uint8_t*>(pages_.get())) {
  if (room().bytes() != bytes) room() = Pages(bytes);
  copies_ = static_cast<std::byte*>(room().get());
}

Undo::~Undo() {
  if (kept_.load() * kPage > kMostBytes) room() = Pages();
}

std::byte* Undo::memory(uint64_t page) const {
  return reinterpret_cast<std::byte*>(base_ + page * kPage +
                                      static_cast<uint64_t>(delta_));
}

void Undo::keep_page(uint64_t page) {
  uint8_t expected = kFresh;
  if (state(page).compare_exchange_strong(expected, kBusy)) {
    std::memcpy(copies_ + page * kPage, memory(page), kPage);
    kept_.fetch_add(1, std::memory_order_relaxed);
    state(page).store(kKept, std::memory_order_release);
    return;
  }
  while (state(page).load(std::memory_order_acquire) != kKept)
    std::this_thread::yield();
}

void Undo::put_back(uint64_t end) {
  const uint64_t pages = (end - base_ + kPage - 1) / kPage;
  for (uint64_t page = 0; page < pages; ++page)
    if (states_[page] == kKept)
      std::memcpy(memory(page), copies_ + page * kPage, kPage);
}

}  // namespace simt::ops
