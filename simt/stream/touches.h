// SPDX-License-Identifier: MIT
// What work has touched of memory: for each chain and each byte, who wrote it
// last and who read it last. Knows no clock, and nothing of what a site is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "simt/stream/order.h"

namespace simt::cudart {

/// A place that touches memory: a line of one launch, or one copy. Later work
/// of a chain has greater sites. 0: nobody.
using Site = uint32_t;

/// Who touched the bytes [begin, end) last, of one chain.
struct Touched {
  uint64_t begin = 0, end = 0;
  Site writer = 0, reader = 0;
};

class Touches {
 public:
  static constexpr int kPageBits = 12;
  static constexpr uint64_t kPageBytes = uint64_t{1} << kPageBits;

  /// `site` of `chain` touches [begin, end). Where a page is touched so for the
  /// first time by a site from `first` on, its number goes into `fresh`.
  void note(Chain chain, Site site, uint64_t begin, uint64_t end, bool writes,
            Site first, std::vector<uint64_t>& fresh);

  /// Calls `body(const Touched&)` for each stretch of [begin, end) that `chain`
  /// touched, in rising order.
  template <class Body>
  void each(Chain chain, uint64_t begin, uint64_t end, Body body) const;
  /// The newest sites of each page that `chain` touched, in no fixed order.
  template <class Body>
  void each_page(Chain chain, Body body) const;
  /// The same of one page, by its number; nothing when it was not touched.
  template <class Body>
  void page(Chain chain, uint64_t number, Body body) const;
  /// Calls `body(Chain)` for each chain that touched something.
  template <class Body>
  void each_chain(Body body) const;

  void forget(Chain chain) {
    chains_.erase(chain);
    recent_ = {};
  }
  /// The memory [begin, end) is gone.
  void forget(uint64_t begin, uint64_t end);

 private:
  /// Cells of 1 << shift bytes: the whole page, words or bytes.
  struct Page {
    int shift = kPageBits;
    std::vector<Site> writer{0}, reader{0};
    Site newest_writer = 0, newest_reader = 0;
  };
  using Pages = std::unordered_map<uint64_t, Page>;

  Page& page_at(Chain chain, uint64_t number);
  static void refine(Page& page, uint64_t begin, uint64_t end);
  template <class Body>
  static void each_cell(const Page& page, uint64_t begin, uint64_t low,
                        uint64_t high, Body body);

  std::map<Chain, Pages> chains_;
  /// A page that was noted lately: the next one is mostly such.
  struct Recent {
    Page* page = nullptr;
    Chain chain = 0;
    uint64_t number = 0;
  };
  std::array<Recent, 64> recent_;  // by the page's number
};

template <class Body>
void Touches::each_cell(const Page& page, uint64_t begin, uint64_t low,
                        uint64_t high, Body body) {
  const uint64_t last = (high - 1) >> page.shift;
  for (uint64_t cell = low >> page.shift; cell <= last; ++cell) {
    const Touched found{
        std::max(begin + (cell << page.shift), begin + low),
        std::min(begin + ((cell + 1) << page.shift), begin + high),
        page.writer[cell], page.reader[cell]};
    if (found.writer != 0 || found.reader != 0) body(found);
  }
}

template <class Body>
void Touches::each(Chain chain, uint64_t begin, uint64_t end, Body body) const {
  const auto pages = chains_.find(chain);
  if (pages == chains_.end() || begin >= end) return;
  for (uint64_t n = begin >> kPageBits; n <= (end - 1) >> kPageBits; ++n) {
    const auto page = pages->second.find(n);
    if (page == pages->second.end()) continue;
    const uint64_t at = n << kPageBits;
    each_cell(page->second, at, std::max(begin, at) - at,
              std::min(end - at, kPageBytes), body);
  }
}

template <class Body>
void Touches::page(Chain chain, uint64_t number, Body body) const {
  const auto pages = chains_.find(chain);
  if (pages == chains_.end()) return;
  const auto page = pages->second.find(number);
  if (page == pages->second.end()) return;
  const uint64_t at = number << kPageBits;
  body(Touched{at, at + kPageBytes, page->second.newest_writer,
               page->second.newest_reader});
}

template <class Body>
void Touches::each_page(Chain chain, Body body) const {
  const auto pages = chains_.find(chain);
  if (pages == chains_.end()) return;
  for (const auto& [number, page] : pages->second) {
    const uint64_t at = number << kPageBits;
    body(Touched{at, at + kPageBytes, page.newest_writer, page.newest_reader});
  }
}

template <class Body>
void Touches::each_chain(Body body) const {
  for (const auto& [chain, pages] : chains_) {
    if (!pages.empty()) body(chain);
  }
}

}  // namespace simt::cudart
