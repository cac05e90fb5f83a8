// SPDX-License-Identifier: MIT
// Copies of a few pages, made at the end of each call.
#include "simt/context/host_contents.h"

#include <algorithm>

namespace simt::cudart {

void HostContents::keep(uint64_t begin, uint64_t end, const std::byte* bytes) {
  const auto known = ranges_.find(begin);
  if (known != ranges_.end() && known->second.before.size() == end - begin &&
      known->second.bytes == bytes) {
    return;
  }
  if (ranges_.size() >= kMost) return;
  ranges_[begin] = {bytes, std::vector<std::byte>(end - begin)};
}

void HostContents::forget(uint64_t begin, uint64_t end) {
  ranges_.erase(ranges_.lower_bound(begin), ranges_.lower_bound(end));
}

void HostContents::refresh() {
  for (auto& [begin, range] : ranges_) {
    std::copy_n(range.bytes, range.before.size(), range.before.begin());
  }
}

}  // namespace simt::cudart
