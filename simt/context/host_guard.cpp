// SPDX-License-Identifier: MIT
// Marks say how each page is closed; mprotect makes it so, neighbours at once.
#include "simt/context/host_guard.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace simt::cudart {
namespace {

constexpr uint8_t kHow = 3;   // of a mark: the Closing
constexpr uint8_t kEver = 4;  // of a mark: it was closed once
constexpr uint8_t kOnce = 8;  // of a mark: one more time open for now
constexpr uint8_t kOften = 31 * kOnce;

int protection_of(Closing how) {
  if (how == Closing::kAll) return PROT_NONE;
  return how == Closing::kWriting ? PROT_READ : PROT_READ | PROT_WRITE;
}

bool protect(uint64_t begin, uint64_t end, Closing how) {
  return mprotect(reinterpret_cast<void*>(begin), end - begin,
                  protection_of(how)) == 0;
}

uint64_t page_of(uint64_t address) { return address & ~(HostGuard::kPage - 1); }

/// Gathers neighbouring pages that want the same.
class Stretch {
 public:
  ~Stretch() { done(); }
  void add(uint64_t page, Closing how) {
    if (page != end_ || how != how_) {
      done();
      begin_ = page;
      how_ = how;
    }
    end_ = page + HostGuard::kPage;
  }

 private:
  void done() const {
    if (end_ != 0) protect(begin_, end_, how_);
  }
  uint64_t begin_ = 0, end_ = 0;
  Closing how_ = Closing::kOpen;
};

}  // namespace

HostGuard::HostGuard(uint64_t base, uint64_t bytes)
    : base_(base), bytes_(bytes), marks_(bytes / kPage) {}

HostGuard::~HostGuard() {
  for (const Foreign* range = foreign_; range;) {
    delete std::exchange(range, range->next);
  }
}

/// Null: the page can not be closed.
uint8_t* HostGuard::mark_at(uint64_t address) const {
  if (of_device(address)) {
    auto* marks = static_cast<uint8_t*>(marks_.get());
    return marks ? marks + (address - base_) / kPage : nullptr;
  }
  for (Foreign* range = foreign_; range; range = range->next) {
    const uint64_t begin = range->begin;
    if (address >= begin && address < range->end) {
      return range->marks.data() + (address - begin) / kPage;
    }
  }
  return nullptr;
}

Closing HostGuard::how(uint64_t address) const {
  const uint8_t* mark = mark_at(address);
  return mark ? static_cast<Closing>(*mark & kHow) : Closing::kOpen;
}

bool HostGuard::closed(uint64_t address) const {
  return how(address) != Closing::kOpen;
}

bool HostGuard::was_closed(uint64_t address) const {
  const uint8_t* mark = mark_at(address);
  return mark && (*mark & kEver) != 0;
}

bool HostGuard::open_page(uint64_t address) {
  uint8_t* mark = mark_at(address);
  if (!mark) return false;
  const uint64_t page = page_of(address);
  const bool done = protect(page, page + kPage, Closing::kOpen);
  *mark = kEver;  // last: who sees it finds the page open
  return done;
}

bool HostGuard::open_for_now(uint64_t address) {
  uint8_t* mark = mark_at(address);
  if (!mark || *mark >= kOften) return false;
  *mark = static_cast<uint8_t>(*mark + kOnce);
  const uint64_t page = page_of(address);
  return protect(page, page + kPage, Closing::kOpen);
}

void HostGuard::close_again(uint64_t address) {
  const uint64_t page = page_of(address);
  protect(page, page + kPage, how(address));
}

void HostGuard::leave_open(uint64_t address) {
  for (std::atomic<uint64_t>& left : left_) {
    uint64_t none = 0;
    if (left.compare_exchange_strong(none, address)) return;
  }
}

void HostGuard::close_left() {
  for (std::atomic<uint64_t>& left : left_) {
    if (left == 0) continue;
    if (const uint64_t address = left.exchange(0)) close_again(address);
  }
}

HostGuard::Foreign& HostGuard::unused_foreign() {
  for (Foreign* range = foreign_; range; range = range->next) {
    if (range->end == 0) return *range;
  }
  auto* made = new Foreign;
  made->next = foreign_;
  foreign_ = made;
  return *made;
}

void HostGuard::add(uint64_t begin, uint64_t end) {
  begin = (begin + kPage - 1) / kPage * kPage;
  end = end / kPage * kPage;
  if (begin >= end) return;
  Foreign& range = unused_foreign();
  range.marks.assign((end - begin) / kPage, 0);
  range.begin = begin;
  range.end = end;
}

void HostGuard::remove(uint64_t begin, uint64_t end) {
  for (Foreign* range = foreign_; range; range = range->next) {
    if (range->end == 0 || range->begin < begin || range->end > end) continue;
    range->end = 0;
    range->begin = 0;
  }
}

void HostGuard::forget(uint64_t begin, uint64_t end) {
  auto page = closed_.lower_bound(page_of(begin) / kPage);
  while (page != closed_.end() && page->first * kPage < end) {
    if (uint8_t* mark = mark_at(page->first * kPage)) *mark = 0;
    page = closed_.erase(page);
  }
}

// A page is open before its mark says so.
void HostGuard::open_others(const Pages& pages) {
  const auto each = [&](auto body) {
    for (const auto& [page, before] : closed_) {
      uint8_t* mark = mark_at(page * kPage);
      if (mark && (*mark & kHow) != 0 && !pages.contains(page)) {
        body(page * kPage, *mark);
      }
    }
  };
  {
    Stretch stretch;
    each([&](uint64_t at, uint8_t&) { stretch.add(at, Closing::kOpen); });
  }
  each([](uint64_t, uint8_t& mark) { mark = kEver; });
  closed_.clear();
}

void HostGuard::close(const Pages& pages, bool only) {
  if (only) open_others(pages);
  Stretch stretch;
  for (const auto& [page, closing] : pages) {
    uint8_t* mark = mark_at(page * kPage);
    if (!mark) continue;
    if ((*mark & kHow) != static_cast<uint8_t>(closing)) {
      *mark = static_cast<uint8_t>(static_cast<uint8_t>(closing) | kEver);
      stretch.add(page * kPage, closing);
    }
    closed_[page] = closing;
  }
}

void HostGuard::each_foreign_closing(bool open) {
  Stretch stretch;
  for (auto page = closed_.begin(); page != closed_.end(); ++page) {
    const uint64_t at = page->first * kPage;
    if (of_device(at)) {  // all of the device's lie together
      page = closed_.lower_bound((base_ + bytes_) / kPage);
      if (page == closed_.end()) return;
    }
    const Closing closing = how(page->first * kPage);
    if (closing == Closing::kOpen) continue;
    stretch.add(page->first * kPage, open ? Closing::kOpen : closing);
  }
}

}  // namespace simt::cudart
