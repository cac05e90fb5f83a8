// SPDX-License-Identifier: MIT
// Copies of a few pages, made at the end of each call.
#include "simt/context/host_contents.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "simt/fatbin/mapped.h"

namespace simt::cudart {

/// False: it cannot be read. Memory of the program's own may be gone, so the
/// system reads it, which then only says so.
bool HostContents::read(uint64_t begin, const Range& range,
                        std::vector<std::byte>& to) {
  to.resize(range.size);
  if (range.bytes) {
    std::copy_n(range.bytes, range.size, to.begin());
    return true;
  }
  const iovec here{to.data(), range.size};
  const iovec there{reinterpret_cast<void*>(begin), range.size};
  // Some systems forbid this call, and qemu-user lacks it.
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) ==
             static_cast<ssize_t>(range.size) ||
         fatbin::read_mapped(there.iov_base, to.data(), range.size);
}

void HostContents::keep(uint64_t begin, uint64_t end, const std::byte* bytes) {
  const auto known = ranges_.find(begin);
  if (known != ranges_.end() && known->second.size == end - begin &&
      known->second.bytes == bytes) {
    return;
  }
  if (ranges_.size() >= kMost) return;
  ranges_[begin] = {bytes, end - begin, {}};
}

void HostContents::forget(uint64_t begin, uint64_t end) {
  ranges_.erase(ranges_.lower_bound(begin), ranges_.lower_bound(end));
}

void HostContents::refresh() {
  for (auto& [begin, range] : ranges_) {
    if (!read(begin, range, range.before)) range.before.clear();
  }
}

}  // namespace simt::cudart
