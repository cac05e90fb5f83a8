// SPDX-License-Identifier: MIT
// An instruction is kept once for each warp, with all lanes that run it.
#include "simt/machine/polls.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

constexpr size_t kMostSeen = 4096;

uint64_t key_of(const WarpPlace& at) {
  return uint64_t{at.block} << 32 | at.warp;
}

}  // namespace

void Polls::on_access(const Access& access) {
  if (access.kind == AccessKind::kStore || access.space == ptx::Space::kLocal)
    return;
  if (access.space == ptx::Space::kGlobal) {
    for (LaneMask left = access.active; left != 0; left &= left - 1) {
      const uint64_t address = access.lane_address(std::countr_zero(left));
      if (seen_.size() >= kMostSeen && !seen_.contains(address)) {
        complete_ = false;
        break;
      }
      auto& bytes = seen_[address];
      bytes.resize(std::max<size_t>(bytes.size(), access.bytes));
    }
  }
  auto& polls = found_[key_of(access.at)];
  for (Stuck::Poll& known : polls) {
    if (known.pc != access.pc) continue;
    known.lanes |= access.active;
    return;
  }
  Stuck::Poll poll;
  poll.pc = access.pc;
  poll.kind = access.kind;
  poll.space = access.space;
  poll.address = access.lane_address(std::countr_zero(access.active));
  poll.lanes = access.active;
  poll.host_visible =
      access.allocation != nullptr && access.allocation->host_visible;
  polls.push_back(poll);
}

std::vector<Stuck::Poll> Polls::of(const WarpPlace& at, LaneMask lanes) const {
  std::vector<Stuck::Poll> all;
  const auto found = found_.find(key_of(at));
  if (found == found_.end()) return all;
  for (const Stuck::Poll& poll : found->second)
    if ((poll.lanes & lanes) != 0) all.push_back(poll);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.pc < b.pc; });
  return all;
}

bool Polls::any_host_visible() const {
  for (const auto& [warp, polls] : found_)
    for (const Stuck::Poll& poll : polls)
      if (poll.host_visible) return true;
  return false;
}

void Polls::remember(DeviceMemory& memory) {
  for (auto& [address, bytes] : seen_) {
    const std::byte* now = memory.host(address, bytes.size());
    if (now != nullptr) bytes.assign(now, now + bytes.size());
  }
}

bool Polls::changed(DeviceMemory& memory) const {
  return std::any_of(seen_.begin(), seen_.end(), [&](const auto& seen) {
    const auto& [address, bytes] = seen;
    const std::byte* now = memory.host(address, bytes.size());
    return now == nullptr || !std::equal(bytes.begin(), bytes.end(), now);
  });
}

}  // namespace simt
