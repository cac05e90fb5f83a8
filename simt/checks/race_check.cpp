// SPDX-License-Identifier: MIT
// See race_check.h.
#include "simt/checks/race_check.h"

#include <string>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

bool strong(Order order) {
  return order != Order::kWeak && order != Order::kVolatile;
}

Touch touch_of(const Access& access) {
  switch (access.kind) {
    case AccessKind::kAtomic:
      return Touch::kAtomic;
    case AccessKind::kLoad:
      return strong(access.order) ? Touch::kStrongRead : Touch::kRead;
    default:
      return strong(access.order) ? Touch::kAtomic : Touch::kWrite;
  }
}

const char* verb_of(Touch touch) {
  switch (touch) {
    case Touch::kWrite:
      return "stores";
    case Touch::kAtomic:
      return "updates";
    default:
      return "loads";
  }
}

/// A barrier instruction that may wait for fewer threads than the block has.
bool joins_a_part(const ptx::Instruction& instruction) {
  if (instruction.opcode != "bar" && instruction.opcode != "barrier")
    return false;
  bool reduces = false;
  for (const std::string& word : instruction.modifiers) {
    if (word == "warp") return false;
    if (word == "arrive") return true;
    reduces = reduces || word == "red";
  }
  return instruction.operands.size() > (reduces ? 3u : 1u);
}

/// A fence, or an access that releases or acquires.
bool orders_memory(const ptx::Instruction& instruction) {
  if (instruction.opcode == "membar" || instruction.opcode == "fence")
    return true;
  for (const std::string& word : instruction.modifiers)
    if (word == "acquire" || word == "release" || word == "acq_rel")
      return true;
  return false;
}

uint64_t shared_bytes(const LaunchInfo& launch) {
  uint64_t bytes = uint64_t{launch.static_shared} + launch.dynamic_shared;
  if (launch.dynamic_shared != 0)
    bytes =
        std::max(bytes, uint64_t{launch.dynamic_begin} + launch.dynamic_shared);
  return bytes;
}

bool comes_first(const RacePair& a, uint32_t block_a, const RacePair& b,
                 uint32_t block_b) {
  const auto key = [](const RacePair& p, uint32_t block) {
    return std::tuple(block, p.address, p.before.warp, p.before.lane,
                      p.now.warp, p.now.lane);
  };
  return key(a, block_a) < key(b, block_b);
}

}  // namespace

void RaceCheck::on_launch() {
  found_.clear();
  byte_cells_ = false;
  flags_ = false;
  partial_ = false;
  for (const program::InstInfo& info : scene_.kernel().info) {
    if (info.source == nullptr) continue;
    flags_ = flags_ || orders_memory(*info.source);
    partial_ = partial_ || joins_a_part(*info.source);
  }
  partial_ = partial_ || flags_;
}

void RaceCheck::on_block_start(const WarpPlace& at) {
  const uint64_t bytes = shared_bytes(scene_.launch());
  if (bytes == 0) return;
  if (at.slot >= shadows_.size()) shadows_.resize(at.slot + 1);
  auto& shadow = shadows_[at.slot];
  if (shadow == nullptr) shadow = std::make_unique<RaceShadow>();
  shadow->start_block(bytes, (scene_.threads() + kWarpSize - 1) / kWarpSize,
                      !scene_.launch().independent_threads, byte_cells_,
                      partial_);
}

void RaceCheck::on_access(const Access& access) {
  const bool shared = access.space == ptx::Space::kShared;
  if (!shared && !flags_) return;
  if (access.at.slot >= shadows_.size() || access.at.warp >= kMostWarps) return;
  RaceShadow* shadow = shadows_[access.at.slot].get();
  if (shadow == nullptr) return;
  if (flags_ &&
      (access.order != Order::kWeak || access.kind == AccessKind::kAtomic))
    shadow->sync().on_access(shadow->order(), access);
  if (!shared) return;
  at_ = access.at;
  shadow->on_access(access, touch_of(access), *this);
  byte_cells_ = byte_cells_ || shadow->byte_cells();
}

void RaceCheck::on_barrier(const BarrierDone& barrier) {
  if (barrier.at.slot >= shadows_.size()) return;
  RaceShadow* shadow = shadows_[barrier.at.slot].get();
  if (shadow == nullptr) return;
  if (barrier.whole || barrier.arrivals == nullptr) {
    shadow->start_epoch();
  } else {
    shadow->order().sync_warps(*barrier.arrivals);
  }
}

void RaceCheck::on_warp_sync(const WarpSync& sync) {
  if (!sync.memory || sync.at.slot >= shadows_.size()) return;
  RaceShadow* shadow = shadows_[sync.at.slot].get();
  if (shadow != nullptr) shadow->order().sync_lanes(sync.at.warp, sync.lanes);
}

void RaceCheck::on_fence(const WarpPlace& at, LaneMask lanes) {
  if (at.slot >= shadows_.size() || at.warp >= kMostWarps) return;
  RaceShadow* shadow = shadows_[at.slot].get();
  if (shadow != nullptr)
    shadow->sync().on_fence(shadow->order(), at.warp, lanes);
}

/// Shown in the order of the source; on one line the store comes first.
void RaceCheck::put_in_order(RacePair& pair) const {
  const uint32_t before = scene_.index().site_of(pair.before.pc);
  const uint32_t now = scene_.index().site_of(pair.now.pc);
  bool swap = now < before;
  if (now == before) {
    const bool stores_later =
        pair.now.touch == Touch::kWrite && pair.before.touch != Touch::kWrite;
    const bool alike = pair.now.touch == pair.before.touch;
    const auto number = [](const RacePair::Side& s) {
      return s.warp * kWarpSize + static_cast<uint32_t>(s.lane);
    };
    swap = stores_later || (alike && number(pair.now) < number(pair.before));
  }
  if (swap) std::swap(pair.before, pair.now);
}

void RaceCheck::on_race(const RacePair& seen) {
  RacePair pair = seen;
  put_in_order(pair);
  const Key key{scene_.index().site_of(pair.before.pc),
                scene_.index().site_of(pair.now.pc),
                pair.before.warp == pair.now.warp};
  auto [entry, fresh] = found_.try_emplace(key);
  Found& found = entry->second;
  if (fresh || at_.block != found.last_block) ++found.blocks;
  found.last_block = at_.block;
  found.pairs += pair.pairs;
  found.more = found.more || pair.more;
  if (fresh || at_.block < found.block) found.pairs_in_block = 0;
  if (fresh || comes_first(pair, at_.block, found.pair, found.block)) {
    found.block = at_.block;
    found.pair = pair;
  }
  if (at_.block == found.block) found.pairs_in_block += pair.pairs;
}

std::string RaceCheck::side(const RacePair::Side& side,
                            uint64_t address) const {
  return scene_.thread_name(side.warp, side.lane) + " (warp " +
         std::to_string(side.warp) + ") " + verb_of(side.touch) + " `" +
         scene_.data_name(ptx::Space::kShared, address) + "` here";
}

void RaceCheck::describe(const Found& found, bool one_warp) const {
  const RacePair& pair = found.pair;
  report::Diagnostic d =
      scene_.start(one_warp ? "warp-race" : "shared-race", "error");
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kShared, pair.address) + "`";
  const std::string threads =
      "threads " + scene_.thread_number(pair.before.warp, pair.before.lane) +
      " and " + scene_.thread_number(pair.now.warp, pair.now.lane);
  const std::string size =
      pair.bytes == 1 ? "same byte"
                      : "same " + std::to_string(pair.bytes) + " bytes";
  const bool atomic =
      pair.before.touch == Touch::kAtomic || pair.now.touch == Touch::kAtomic;
  const std::string conflict =
      atomic ? "one is atomic and the other is not" : "one is a store";
  d.count = found.pairs;
  if (one_warp) {
    const bool one_instruction =
        pair.before.pc == pair.now.pc && pair.before.touch == Touch::kWrite;
    d.message = threads + " of one warp touch " + data + " in no fixed order";
    d.why = one_instruction
                ? "same warp, " + size +
                      ", both store; which value stays is "
                      "not defined"
                : "same warp, " + size + ", " + conflict +
                      "; since Volta the lanes of a warp run in no fixed order";
  } else {
    d.message = threads + " touch " + data + " with no barrier between";
    d.why =
        "different warps, " + size + ", " + conflict + ", nothing orders them";
  }
  WarpPlace at = at_;
  at.block = found.block;
  for (const RacePair::Side* s : {&pair.before, &pair.now}) {
    at.warp = s->warp;
    report::Place place =
        scene_.place(s->pc, side(*s, pair.address), at, s->lane);
    place.number = static_cast<int>(d.places.size()) + 1;
    place.primary = place.number == 2;
    d.places.push_back(std::move(place));
  }
  d.seen = std::string(found.more ? "at least " : "") +
           count_of(found.pairs_in_block, "such pair") + " in block " +
           scene_.block_name(found.block);
  if (found.blocks > 1)
    d.seen += ", " + std::to_string(found.pairs) + " in " +
              count_of(found.blocks, "block");
  d.seen += "; lowest address shown";
  d.hint = "what makes sure that the first of the two is done in time?";
  scene_.add(std::move(d));
}

bool RaceCheck::raced(uint32_t pc) const {
  const uint32_t site = scene_.index().site_of(pc);
  for (const auto& [key, found] : found_)
    if (std::get<0>(key) == site || std::get<1>(key) == site) return true;
  return false;
}

void RaceCheck::on_launch_end() {
  for (const auto& [key, found] : found_) describe(found, std::get<2>(key));
  found_.clear();
}

}  // namespace simt::checks
