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
        let_go(page->kept());
        page->drop_more();
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
    let_go(page->second->kept());
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

size_t GlobalCells::Page::kept() const {
  size_t sum = 0;
  for (const More& more : more_) sum += more.entries.size();
  return sum;
}

GlobalCells::More& GlobalCells::Page::add_more(uint32_t cell) {
  if (More* const known = more(cell)) return *known;
  if (more_at_.empty()) more_at_.assign(writer.size(), 0);
  if (spare_.empty()) {
    more_.emplace_back();
    spare_.push_back(static_cast<uint32_t>(more_.size()));
  }
  more_at_[cell] = spare_.back();
  spare_.pop_back();
  return *more(cell);
}

void GlobalCells::Page::drop_more(uint32_t cell) {
  More* const known = more(cell);
  if (known == nullptr) return;
  known->entries.clear();
  known->tidy = {};
  spare_.push_back(std::exchange(more_at_[cell], 0));
}

void GlobalCells::Page::drop_more() {
  more_at_.clear();
  more_.clear();
  spare_.clear();
}

void GlobalCells::Page::split() {
  const auto spread = [](auto& cells) {
    std::remove_reference_t<decltype(cells)> bytes(cells.size() * 4);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = cells[i / 4];
    cells = std::move(bytes);
  };
  for (auto* values : {&writer, &touch, &writer_lane, &touch_lanes})
    spread(*values);
  spread(enough);
  shift = 0;
  const std::vector<uint32_t> old_at = std::exchange(more_at_, {});
  const std::vector<More> old = std::exchange(more_, {});
  spare_.clear();
  for (size_t i = 0; i < old_at.size() * 4; ++i)
    if (old_at[i / 4] != 0)
      add_more(static_cast<uint32_t>(i)) = old[old_at[i / 4] - 1];
}

void GlobalCells::clear_more(Page& page, uint32_t cell) {
  const More* const rest = page.more(cell);
  if (rest == nullptr) return;
  let_go(rest->entries.size());
  page.drop_more(cell);
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
  const size_t before = page.kept();
  page.split();
  kept_more(page.kept() - before);
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
  if (row(access, now) || uniform_read(access, now) ||
      uniform_touch(access, now))
    return;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    now.set_lane(std::countr_zero(left));
    visit_lane(access, now);
  }
}

}  // namespace simt::races
