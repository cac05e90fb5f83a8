// SPDX-License-Identifier: MIT
// An anonymous mapping with MAP_NORESERVE. Where the system refuses it, the
// object stays empty.
#include "simt/ops/pages.h"

#include <sys/mman.h>

namespace simt::ops {

Pages::Pages(uint64_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return;
  begin_ = pages;
  bytes_ = bytes;
}

Pages::~Pages() {
  if (begin_ != nullptr) munmap(begin_, bytes_);
}

}  // namespace simt::ops
