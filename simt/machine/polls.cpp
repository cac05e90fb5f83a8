// SPDX-License-Identifier: MIT
// An instruction is kept once for each warp, with all lanes that run it.
#include "simt/machine/polls.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

uint64_t key_of(const WarpPlace& at) {
  return uint64_t{at.block} << 32 | at.warp;
}

}  // namespace

void Polls::on_access(const Access& access) {
  if (access.kind == AccessKind::kStore || access.space == ptx::Space::kLocal)
    return;
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

}  // namespace simt
