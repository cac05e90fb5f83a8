// SPDX-License-Identifier: MIT
// An anonymous mapping with MAP_NORESERVE. Where the system refuses it, the
// object stays empty.
#include "simt/ops/pages.h"

#include <sys/mman.h>

namespace simt::ops {
namespace {

/// Of a mapping that gets huge pages: rows that lie far apart then miss the
/// TLB less often. In a larger one a few touches here and there would take too
/// much memory.
constexpr uint64_t kLeastHuge = uint64_t{1} << 21;
constexpr uint64_t kMostHuge = uint64_t{1} << 25;

}  // namespace

Pages::Pages(uint64_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return;
  if (bytes >= kLeastHuge && bytes <= kMostHuge)  // where the system has them
    madvise(pages, bytes, MADV_HUGEPAGE);
  begin_ = pages;
  bytes_ = bytes;
}

Pages::~Pages() {
  if (begin_ != nullptr) munmap(begin_, bytes_);
}

}  // namespace simt::ops
