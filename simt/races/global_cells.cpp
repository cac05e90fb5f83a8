// SPDX-License-Identifier: MIT
// Launches and pages, and where an access goes: to a list, a row or cells.
#include "simt/races/global_cells.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::races {

GlobalCells::GlobalCells(const Limits& limits)
    : History(limits.global_records, limits.entries) {}

void GlobalCells::start_launch(uint32_t launch, bool forget_all, bool clear,
                               bool orders) {
  launch_ = launch;
  orders_ = orders;
  direct_ = !clear;
  if (forget_all) {
    if (keeps_any()) {
      for (const auto& [number, page] : pages_) {
        let_go(kept_in(*page));
        page->more.clear();
      }
    }
    if (std::exchange(byte_cells_, false)) {
      // They take four times the room, and this launch may touch words again.
      std::erase_if(pages_,
                    [](const auto& page) { return page.second->shift == 0; });
      last_page_ = ~uint64_t{0};
    }
    drop();
  }
  base_ = clear ? records_.next() : records_.first();
  for (auto& [begin, region] : regions_) {
    region.in_cells = false;
    if (forget_all && region.listed.kept() != 0) region.listed.clear();
    if (direct_) bring_in(region);
  }
  if (forget_all) listed_ = 0;
}

void GlobalCells::go_on(uint32_t launch, bool orders) {
  start_launch(launch, false, false, orders);
}

void GlobalCells::start_block(uint32_t slot) { records_.start_block(slot); }

void GlobalCells::on_free(uint64_t begin, uint64_t end) {
  regions_.erase(begin);
  last_region_ = ~uint64_t{0};
  // Pages that other allocations share stay; addresses are not used again.
  const uint64_t first = (begin + kPageBytes - 1) >> kPageBits;
  for (uint64_t number = first; number < end >> kPageBits; ++number) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) continue;
    let_go(kept_in(*page->second));
    pages_.erase(page);
  }
  last_page_ = ~uint64_t{0};
}

void GlobalCells::clear() {
  pages_.clear();
  last_page_ = ~uint64_t{0};
  for (auto& [begin, region] : regions_) region.listed.clear();
  listed_ = 0;
  ordered_ = {};
}

size_t GlobalCells::kept_in(const Page& page) {
  size_t sum = 0;
  for (const auto& [cell, more] : page.more) sum += more.entries.size();
  return sum;
}

void GlobalCells::clear_more(Page& page, uint32_t cell) {
  if (page.more.empty()) return;
  const auto found = page.more.find(cell);
  if (found == page.more.end()) return;
  let_go(found->second.entries.size());
  page.more.erase(found);
}

GlobalCells::Page& GlobalCells::open_page(uint64_t number) {
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    const size_t cells = kPageBytes >> 2;
    page->writer.assign(cells, 0);
    page->writer_lane.assign(cells, 0);
  }
  last_page_ = number;
  last_ = page.get();
  return *last_;
}

void GlobalCells::add_touch(Page& page) {
  page.touch.assign(page.writer.size(), 0);
  page.touch_lanes.assign(page.writer.size(), 0);
  page.enough.assign(page.writer.size(), 0);
}

void GlobalCells::use_byte_cells(Page& page) {
  const auto spread = [](auto& cells) {
    std::remove_reference_t<decltype(cells)> bytes(cells.size() * 4);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = cells[i / 4];
    cells = std::move(bytes);
  };
  for (auto* values :
       {&page.writer, &page.touch, &page.writer_lane, &page.touch_lanes})
    spread(*values);
  spread(page.enough);
  std::unordered_map<uint32_t, More> more;
  for (const auto& [cell, rest] : page.more) {
    for (uint32_t i = 0; i < 4; ++i) more[cell * 4 + i] = rest;
    copied(rest.entries, 3);
  }
  page.more = std::move(more);
  page.shift = 0;
  byte_cells_ = true;
}

void GlobalCells::on_access(const Access& access, const Record& record,
                            uint64_t begin) {
  const Mark mark = mark_of(access.at.slot, record);
  const Use use = record.use;
  if (begin != last_region_) {
    region_ = &regions_[begin];
    last_region_ = begin;
  }
  Region& region = *region_;
  if (use == Use::kRead && !direct_ && begin != 0 && !region.in_cells &&
      list(access, mark, region))
    return;
  if (use != Use::kRead && use != Use::kVolatileRead && !region.in_cells) {
    region.in_cells = true;
    bring_in(region);
  }
  Now now;
  now.access = &access;
  now.record = &record;
  now.mark = mark;
  if (row(access, now) || uniform_read(access, now)) return;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    now.set_lane(std::countr_zero(left));
    visit_lane(access, now);
  }
}

}  // namespace simt::races
