// SPDX-License-Identifier: MIT
// A page is closed to writing while open work reads it, and to all while such
// work writes it. A fault at a byte that no such work touches opens the page
// for one instruction. What is not closed is compared from call to call.
#include "simt/context/host_watch.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <utility>

namespace simt::cudart {
namespace {

constexpr size_t kMostNamed = 16;  // unwatched, each by its own name
constexpr uint64_t kSmall = 4 * HostGuard::kPage;  // bytes of an allocation

/// Whether [begin, end) is plain memory that can be closed: private, open to
/// reading and writing, and no stack, on which a signal handler could run.
bool is_plain(uint64_t begin, uint64_t end) {
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  std::ifstream maps("/proc/self/maps");
  for (std::string line; begin < end && std::getline(maps, line);) {
    uint64_t low = 0, high = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &low, &high, rights) != 3) {
      return false;
    }
    if (begin < low || begin >= high) continue;
    const bool stack = (here >= low && here < high) ||
                       line.find("[stack") != std::string::npos;
    if (stack || std::string(rights) != "rw-p") return false;
    begin = high;
  }
  return begin >= end;
}

/// Whether the system can close so little: pages of arm64 may be larger.
bool has_small_pages() {
  static const bool kSmallPages =
      sysconf(_SC_PAGESIZE) == static_cast<long>(HostGuard::kPage);
  return kSmallPages;
}

}  // namespace

void HostWatch::on_allocate(const Allocation& allocation) {
  if (!allocation.host_visible) return;
  ++visible_;
  const bool foreign = !memory_.contains(allocation.begin);
  if (closes_ && foreign && is_plain(allocation.begin, allocation.end)) {
    guard.add(allocation.begin, allocation.end);
  }
}

void HostWatch::on_free(const Allocation& allocation) {
  works.forget(allocation.begin, allocation.end);
  if (!allocation.host_visible) return;
  --visible_;
  contents_.forget(allocation.begin, allocation.end);
  guard.forget(allocation.begin, allocation.end);
  if (!memory_.contains(allocation.begin)) {
    guard.remove(allocation.begin, allocation.end);
  }
}

/// Whether all of the page is one allocation's that the host can see. Those of
/// the device begin at pages, and nothing else lies in their last one. A call
/// of the system fails at a closed page, and a large or page-locked buffer may
/// be given to one while work uses a part beside: so that part's page stays
/// open.
bool HostWatch::closable(uint64_t page) {
  if (!has_small_pages()) return false;
  const Allocation* holder = memory_.find(page);
  if (!holder || holder->freed || !holder->host_visible) return false;
  const uint64_t end = std::min(page + HostGuard::kPage, holder->end);
  const bool whole = memory_.contains(page) || end == page + HostGuard::kPage;
  const bool small =
      !holder->page_locked && holder->end - holder->begin <= kSmall;
  return whole && (small || works.uses_all(page, end));
}

/// Of the program's own memory the whole page: a change beside what work uses
/// means nothing.
void HostWatch::keep_contents(uint64_t page) {
  if (!memory_.contains(page)) {
    if (closes_) contents_.keep(page, page + HostGuard::kPage, nullptr);
    return;
  }
  const Allocation* holder = memory_.find(page);
  if (!holder || holder->freed || !holder->host_visible) return;
  const uint64_t end = std::min(page + HostGuard::kPage, holder->end);
  contents_.keep(page, end, DeviceMemory::host(*holder, page));
}

void HostWatch::count_unwatched(const std::vector<uint64_t>& pages) {
  std::set<std::string> names;
  const Allocation* last = nullptr;  // neighbours are mostly of one
  for (const uint64_t page : pages) {
    const Allocation* holder = memory_.find(page);
    const bool visible = holder ? !holder->freed && holder->host_visible
                                : !memory_.contains(page);
    if (!visible || (holder == last && !names.empty())) continue;
    last = holder;
    names.insert(holder ? holder->name : "pageable memory");
  }
  for (const std::string& name : names) {
    const bool known = unwatched_.contains(name);
    const bool room = known || unwatched_.size() < kMostNamed;
    ++unwatched_[room ? name : "other memory"];
  }
}

/// What threads of our own found since the program's last call comes before
/// this one.
void HostWatch::name_next_call() {
  for (size_t i = 0; i < clashes_; ++i) {
    Found& found = found_[i];
    if (found.before && found.host == CallPlace{}) found.host = call_place();
  }
}

void HostWatch::enter(bool by_program) {
  guard.open_foreign();
  uint64_t past = 0;  // up to here
  contents_.each_changed([&](uint64_t address) {
    if (address < past) return;
    bool work_writes = false;
    const Site site = works.beside_host(address, true, &work_writes);
    if (site == 0 || clashes_ == found_.size()) return;
    found_[clashes_++] = {site, work_writes, true, true, address, {}};
    const Allocation* holder = memory_.find(address);
    past = holder ? holder->end : address + HostGuard::kPage;
  });
  if (by_program) name_next_call();
}

void HostWatch::leave(bool idle) {
  const bool waited = works.settle(idle);
  guard.close_left();
  if (waited) contents_.clear();
  std::vector<uint64_t> fresh;
  if (waited) fresh = works.fresh();
  std::sort(fresh.begin(), fresh.end());
  const auto begins = [&](uint64_t page) {
    return !waited || std::binary_search(fresh.begin(), fresh.end(),
                                         page / HostGuard::kPage);
  };
  HostGuard::Pages pages;
  std::vector<uint64_t> left_open;
  works.each_closing(waited, [&](uint64_t page, Closing closing) {
    if (!closes_) return keep_contents(page);
    if (!waited && guard.how(page) >= closing) return;
    if (!closable(page)) {
      if (closing == Closing::kAll && begins(page)) left_open.push_back(page);
      return keep_contents(page);
    }
    Closing& known = pages[page / HostGuard::kPage];
    known = std::max(known, closing);
  });
  // The program may have set a handler of its own since the last time.
  const bool closes = !pages.empty() || guard.any_closed();
  if (closes && (!catches_ || !catches_())) {
    for (const auto& [page, closing] : pages) {
      const uint64_t at = page * HostGuard::kPage;
      if (closing == Closing::kAll && begins(at)) left_open.push_back(at);
    }
    pages.clear();
    guard.open_all();
  }
  count_unwatched(left_open);
  if (waited || !pages.empty()) guard.close(pages, waited);
  guard.close_foreign();
  contents_.refresh();
}

void HostWatch::fault(uint64_t address, bool writes, const void* instruction,
                      uint64_t* again) {
  bool work_writes = false;
  const Site site = works.beside_host(address, writes, &work_writes);
  if (site == 0) {
    if (again && guard.open_for_now(address)) {
      *again = address;
    } else {
      guard.open_page(address);
    }
    return;
  }
  if (clashes_ < found_.size()) {
    found_[clashes_++] = {site,  work_writes, writes,
                          false, address,     interrupted_place(instruction)};
  }
  // The rest of the allocation would tell the same.
  const Allocation* holder = memory_.find(address);
  const uint64_t end = holder ? holder->end : address + 1;
  uint64_t page = holder ? holder->begin : address;
  for (; page < end; page += HostGuard::kPage) {
    if (guard.closed(page)) guard.open_page(page);
  }
  if (guard.closed(address)) guard.open_page(address);
}

std::vector<HostClash> HostWatch::take_clashes() {
  std::vector<HostClash> all;
  for (size_t i = 0; i < clashes_; ++i) {
    const Found& found = found_[i];
    all.push_back({works.side(found.site, found.work_writes), found.address,
                   found.host_writes, found.before, found.host});
  }
  clashes_ = 0;
  return all;
}

}  // namespace simt::cudart
