// SPDX-License-Identifier: MIT
// Programming guide, "Global Memory": __ldg is for data that are read-only for
// the whole life of the kernel.
// A load before the store is let pass: whoever reads his own input and writes
// his result over it loses nothing.
#include "simt/checks/stale_load_check.h"

#include <algorithm>
#include <bit>

#include "simt/checks/wording.h"
#include "simt/ops/inst.h"

namespace simt::checks {
namespace {

bool reads_so(const ops::Inst& in) { return in.form != nullptr && in.form->nc; }

constexpr uint64_t kWordBytes = 4;  // bytes, a bit for each in an entry
constexpr uint32_t kBytes = 0xf;

/// A bit for each byte of the word that [begin, end) touches.
uint32_t bytes_of(uint64_t word, uint64_t begin, uint64_t end) {
  uint32_t bits = 0;
  for (uint64_t i = 0; i < kWordBytes; ++i) {
    const uint64_t byte = word * kWordBytes + i;
    if (byte >= begin && byte < end) bits |= 1u << i;
  }
  return bits;
}

}  // namespace

void StaleLoadCheck::on_launch(const LaunchInfo& launch) {
  stored_.clear();
  found_.clear();
  const auto& code = launch.kernel->code;
  loads_so_ = std::any_of(code.begin(), code.end(), reads_so);
}

void StaleLoadCheck::look(const Access& access) {
  const bool loads = access.kind == AccessKind::kLoad;
  if (loads &&
      (stored_.empty() || access.inst == nullptr || !reads_so(*access.inst)))
    return;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    loads ? load(access, lane) : store(access, lane);
  }
}

void StaleLoadCheck::store(const Access& access, int lane) {
  const uint64_t begin = access.lane_address(lane), end = begin + access.bytes;
  auto& page = stored_[begin >> kPageBits];  // an access stays inside one
  if (page == nullptr) page = std::make_unique<Page>();
  for (uint64_t word = begin / kWordBytes; word * kWordBytes < end; ++word) {
    uint32_t& entry = (*page)[word % page->size()];
    entry =
        access.pc << kWordBytes | (entry & kBytes) | bytes_of(word, begin, end);
  }
}

void StaleLoadCheck::load(const Access& access, int lane) {
  const uint64_t begin = access.lane_address(lane), end = begin + access.bytes;
  const auto page = stored_.find(begin >> kPageBits);
  if (page == stored_.end()) return;
  for (uint64_t word = begin / kWordBytes; word * kWordBytes < end; ++word) {
    const uint32_t entry = (*page->second)[word % page->second->size()];
    if ((entry & bytes_of(word, begin, end)) == 0) continue;
    return note(access, lane, entry >> kWordBytes);
  }
}

void StaleLoadCheck::note(const Access& access, int lane, uint32_t store) {
  const auto site = [&](uint32_t pc) { return scene_.index().site_of(pc); };
  const uint64_t address = access.lane_address(lane);
  Found& found = found_[{site(access.pc), site(store)}];
  if (found.count++ > 0 && address >= found.address) return;
  found.address = address;
  found.load = {access.at, lane, access.pc};
  found.store = store;
}

report::Diagnostic StaleLoadCheck::describe(const Found& found) const {
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kGlobal, found.address) + "`";
  const Touch& load = found.load;
  const std::string thread = scene_.thread_name(load.at.warp, load.lane);
  report::Diagnostic d = scene_.start("stale-load", report::Severity::kError);
  d.count = found.count;
  d.message = thread + " of block " + scene_.block_name(load.at.block) +
              " loads " + data +
              " as read-only, and this launch has stored to it";
  d.places = {scene_.place(load.pc, thread + " loads " + data + " here",
                           load.at, load.lane),
              scene_.place(found.store, "this launch stored it here")};
  d.notes = {{"load", "`" + mnemonic_of(scene_.kernel().info[load.pc]) +
                          "`: __ldg, or a pointer that is const and "
                          "__restrict__"}};
  d.why =
      "such a load promises that nobody stores there during the launch: it may "
      "take an old value from a cache, whatever fence or barrier stands "
      "between";
  d.seen = count_of(found.count, "such load") +
           " of these two lines; lowest address shown";
  d.hint = "who promises that nothing is stored here while the kernel runs?";
  return d;
}

void StaleLoadCheck::on_launch_end(const Executions&) {
  for (const auto& [sites, found] : found_) scene_.add(describe(found));
  found_.clear();
  stored_.clear();
}

}  // namespace simt::checks
