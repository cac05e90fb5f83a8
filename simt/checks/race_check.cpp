// SPDX-License-Identifier: MIT
// Of each pair of lines one finding; knows nothing of how races are found.
#include "simt/checks/race_check.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace simt::checks {
namespace {

/// The collectives of cooperative groups on tiles of more than 32 threads use
/// one word again and again, and order the lanes of a warp by shuffles alone.
/// racecheck reports that, too; nobody who calls them can mend it.
bool in_collective(const program::InstInfo& info) {
  const std::string& file = info.innermost.file;
  return file.ends_with("/cooperative_groups.h") ||
         file.ends_with("/cooperative_groups/details/reduce.h") ||
         file.ends_with("/cooperative_groups/details/coalesced_reduce.h") ||
         file.ends_with("/cooperative_groups/details/scan.h") ||
         file.ends_with("/cooperative_groups/details/coalesced_scan.h");
}

/// Rises with the block, then with the thread in it.
uint64_t thread_number(const RaceSide& side) {
  const races::Epoch& epoch = side.record.epoch;
  return uint64_t{epoch.serial} << 10 | races::thread_of(epoch.warp, side.lane);
}

/// Which pair of two lines is shown: the lowest. Addresses of shared memory
/// are those of a block.
auto rank_of(bool shared, uint64_t address, const RaceSide& a,
             const RaceSide& b) {
  return std::tuple(shared ? a.record.epoch.serial : 0, address,
                    thread_number(a), thread_number(b));
}

/// Of a part of a launch: races in shared memory, as far as there are any. In
/// global memory no threads of it meet.
class RacePart final : public races::Detector {
 public:
  RacePart() : Detector(races::Detector::SharedOnly{}) {}
  bool clean() const override { return clean_ && forgotten() == 0; }

 private:
  void on_race(const races::Race&) override { clean_ = false; }
  bool clean_ = true;
};

}  // namespace

std::unique_ptr<Observer> RaceCheck::part() {
  auto part = std::make_unique<RacePart>();
  part->on_launch(scene_.launch());
  return part;
}

void RaceCheck::on_launch(const LaunchInfo& launch) {
  Detector::on_launch(launch);
  words_.start_launch(first_serial());
  found_.clear();
}

uint64_t RaceCheck::site_of(const races::Record& record) const {
  const LaunchInfo& launch = scene_.launch();
  if (record.launch == static_cast<uint32_t>(launch.index))
    return scene_.index().site_of(record.pc);
  return uint64_t{record.launch + 1} << 32 | record.pc;
}

/// Shown in the order of the source; on one line the store comes first. A
/// missing fence is shown in the order in which things happened, and launches
/// in theirs.
void RaceCheck::put_in_order(Kind kind, RaceSide& a, RaceSide& b) const {
  const bool flag = kind == Kind::kFence || kind == Kind::kCounter;
  if (kind == Kind::kDependent && b.record.launch < a.record.launch)
    std::swap(a, b);
  if (flag || a.record.launch != b.record.launch) return;
  const uint64_t first = site_of(a.record), second = site_of(b.record);
  const bool a_stores = races::is_write(a.record.use);
  const bool b_stores = races::is_write(b.record.use);
  bool swap = second < first;
  if (first == second)
    swap =
        a_stores == b_stores ? thread_number(b) < thread_number(a) : b_stores;
  if (swap) std::swap(a, b);
}

void RaceCheck::on_race(const races::Race& race) {
  const races::Pair& pair = race.pair;
  const bool shared = pair.space == ptx::Space::kShared;
  const std::vector<program::InstInfo>& info = scene_.kernel().info;
  if (shared && race.kind == Kind::kLanes &&
      in_collective(info[pair.before.pc]) && in_collective(info[pair.now.pc]))
    return;
  RaceSide a{pair.before, std::countr_zero(pair.before_lanes)};
  RaceSide b{pair.now, pair.lane};
  put_in_order(race.kind, a, b);
  const auto [low, high] = std::minmax({site_of(a.record), site_of(b.record)});
  auto [entry, fresh] = found_[{!shared, low, high}].try_emplace(race.kind);
  FoundRace& found = entry->second;
  // What is read too early there is explained by the race.
  if (fresh && shared)
    scene_.note_race(static_cast<uint32_t>(low), static_cast<uint32_t>(high));
  count(race, fresh, found);
  if (fresh || rank_of(shared, pair.address, a, b) <
                   rank_of(shared, found.address, found.before, found.now))
    show(race, a, b, found);
}

/// cuda::memcpy_async issues a copy without a fence; nobody who calls it can
/// mend that.
void RaceCheck::on_proxy(const races::ProxyFault& fault) {
  const bool fence = fault.kind == races::ProxyFault::Kind::kNoFence;
  if (fence && scene_.kernel().info[fault.issue.pc].of_memcpy_async) return;
  proxies_.add(fault, first_serial());
}

void RaceCheck::count(const races::Race& race, bool fresh,
                      FoundRace& found) const {
  const races::Pair& pair = race.pair;
  const uint32_t block = pair.at.block;
  const auto pairs =
      static_cast<uint64_t>(pair.again ? 0 : std::popcount(pair.before_lanes));
  if (fresh || block != found.last_block) ++found.blocks;
  if (fresh || block < found.block) {
    found.block = block;
    found.pairs_in_block = 0;
  }
  if (block == found.block) found.pairs_in_block += pairs;
  found.last_block = block;
  found.pairs += pairs;
  found.more = found.more || pair.more;
}

void RaceCheck::show(const races::Race& race, const RaceSide& a,
                     const RaceSide& b, FoundRace& found) const {
  found.kind = race.kind;
  found.space = race.pair.space;
  found.before = a;
  found.now = b;
  found.address = race.pair.address;
  found.bytes = race.pair.bytes;
  found.soft = race.soft;
  found.object = found.space == ptx::Space::kShared && is_object(a.record.pc) &&
                 is_object(b.record.pc);
  found.copies = found.space == ptx::Space::kShared &&
                 (is_copy(a.record.pc) || is_copy(b.record.pc));
  if (race.flag) found.flag = *race.flag;
}

/// True when another finding names the same bytes as its flag: the mistake is
/// told there.
bool RaceCheck::only_a_flag(const FoundRace& found) const {
  if (!found.soft) return false;
  for (const auto& [key, kinds] : found_) {
    const auto fence = kinds.find(Kind::kFence);
    if (fence == kinds.end() || &fence->second == &found) continue;
    if (!fence->second.flag.shared &&
        fence->second.flag.address == found.address)
      return true;
  }
  return false;
}

void RaceCheck::on_launch_end(const Executions&) {
  for (const auto& [key, kinds] : found_) {
    // Of two lines that meet in global memory the first kind is worth telling.
    const bool global = std::get<0>(key);
    for (const auto& [kind, found] : kinds) {
      if (!only_a_flag(found)) scene_.add(words_.describe(found));
      if (global) break;
    }
  }
  found_.clear();
  proxies_.tell();
  peers_.tell();
  if (forgotten() > 0)
    scene_.set_unseen("races", RaceWords::forgotten(forgotten()));
}

}  // namespace simt::checks
