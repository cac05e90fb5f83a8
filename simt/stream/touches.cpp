// SPDX-License-Identifier: MIT
// Pages of cells, as coarse as what was touched allows.
#include "simt/stream/touches.h"

#include <utility>

namespace simt::cudart {
namespace {

constexpr int kWordBits = 2;

bool on_cells(int shift, uint64_t begin, uint64_t end) {
  return ((begin | end) & ((uint64_t{1} << shift) - 1)) == 0;
}

}  // namespace

/// Makes the cells small enough that [begin, end) is whole ones.
void Touches::refine(Page& page, uint64_t begin, uint64_t end) {
  if (on_cells(page.shift, begin, end)) return;
  const int shift = on_cells(kWordBits, begin, end) ? kWordBits : 0;
  for (std::vector<Site>* cells : {&page.writer, &page.reader}) {
    std::vector<Site> finer(kPageBytes >> shift);
    for (size_t i = 0; i < finer.size(); ++i) {
      finer[i] = (*cells)[i >> (page.shift - shift)];
    }
    *cells = std::move(finer);
  }
  page.shift = shift;
}

Touches::Page& Touches::page_at(Chain chain, uint64_t number) {
  Recent& recent = recent_[number % recent_.size()];
  if (!recent.page || recent.chain != chain || recent.number != number) {
    recent = {&chains_[chain][number], chain, number};
  }
  return *recent.page;
}

void Touches::note(Chain chain, Site site, uint64_t begin, uint64_t end,
                   bool writes, Site first, std::vector<uint64_t>& fresh) {
  while (begin < end) {
    const uint64_t number = begin >> kPageBits;
    const uint64_t at = number << kPageBits;
    const uint64_t low = begin - at, high = std::min(end - at, kPageBytes);
    Page& page = page_at(chain, number);
    refine(page, low, high);
    Site& newest = writes ? page.newest_writer : page.newest_reader;
    if (newest < first) fresh.push_back(number);
    newest = std::max(newest, site);
    std::vector<Site>& cells = writes ? page.writer : page.reader;
    std::fill(cells.begin() + static_cast<int64_t>(low >> page.shift),
              cells.begin() + static_cast<int64_t>(high >> page.shift), site);
    begin = at + high;
  }
}

void Touches::forget(uint64_t begin, uint64_t end) {
  const uint64_t first = (begin + kPageBytes - 1) >> kPageBits;
  const uint64_t last = end >> kPageBits;
  recent_ = {};
  for (auto& [chain, pages] : chains_) {
    std::erase_if(pages, [&](const auto& page) {
      return page.first >= first && page.first < last;
    });
  }
}

}  // namespace simt::cudart
