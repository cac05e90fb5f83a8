// SPDX-License-Identifier: MIT
// See global_race.h.
#include "simt/checks/global_race.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {

using races::Epoch;
using races::Use;

namespace {

bool is_write(Use use) {
  return use == Use::kWrite || use == Use::kVolatileWrite;
}

bool is_volatile(Use use) {
  return use == Use::kVolatileRead || use == Use::kVolatileWrite;
}

bool is_plain(Use use) { return use == Use::kRead || use == Use::kWrite; }

const char* verb_of(Use use) {
  if (use == Use::kAtomic) return "updates";
  return is_write(use) ? "stores" : "loads";
}

uint64_t number_of(const GlobalRecord& record, int lane) {
  return uint64_t{record.epoch.serial} << 10 |
         (record.epoch.warp * kWarpSize + static_cast<uint32_t>(lane));
}

}  // namespace

void GlobalRace::start_launch(uint32_t serial) {
  const LaunchInfo& launch = scene_.launch();
  const auto number = static_cast<uint32_t>(launch.index);
  const int oldest = launch.oldest_open < 0 ? launch.index : launch.oldest_open;
  launches_.erase(launches_.begin(),
                  launches_.lower_bound(static_cast<uint32_t>(oldest)));
  launches_[number] = {launch, serial};
  found_.clear();
}

LaneMask GlobalRace::unordered(const GlobalRecord& before, LaneMask lanes,
                               uint32_t slot, const GlobalRecord& now,
                               int lane) const {
  const Epoch& then = before.epoch;
  if (before.launch != now.launch) {
    const auto& open = scene_.launch().concurrent;
    const auto number = static_cast<int>(before.launch);
    if (!std::binary_search(open.begin(), open.end(), number)) return 0;
  } else if (then.serial == now.epoch.serial) {
    if (then.phase < sync_.phase(slot)) return 0;
    return orders_[slot].unordered(then.warp, lanes, then.clock, now.epoch.warp,
                                   lane);
  }
  const LaneMask unknown =
      sync_.known(slot, now.epoch.warp, lane, then.serial)
          .unknown(then.phase, then.warp, lanes, then.clock);
  const bool loads = before.use == Use::kRead && now.use == Use::kWrite;
  if (unknown != 0 && loads && sync_.loaded(then, slot, now.epoch.warp, lane))
    return 0;
  return unknown;
}

void GlobalRace::on_conflict(const GlobalPair& pair) {
  const Use then = pair.before->use, now = pair.now->use;
  const bool one_warp = pair.before->epoch.serial == pair.now->epoch.serial &&
                        pair.before->epoch.warp == pair.now->epoch.warp;
  // Volatile and atomic accesses to one word may meet: it may be a flag. They
  // are wrong only where another flag was meant to order them.
  bool soft = !is_plain(then) && !is_plain(now);
  if (is_volatile(then) && is_volatile(now) &&
      (one_warp || (is_write(then) && is_write(now))))
    soft = false;
  if (pair.before->narrow || pair.now->narrow) {
    const bool one_block = pair.before->epoch.serial == pair.now->epoch.serial;
    soft = soft && one_block;
    if (one_block && then == Use::kAtomic && now == Use::kAtomic) return;
  }
  if (soft && !is_write(then)) return;
  // A location keeps the order of its own atomics: who saw one comes after it.
  if (!is_plain(then) && !one_warp &&
      sync_.observed(pair.before->epoch, pair.before_lanes, pair.slot,
                     pair.now->epoch.warp, pair.lane, pair.address))
    return;
  std::optional<Unfenced> flag;
  if (!one_warp)
    flag = sync_.explain(pair.before->epoch, pair.before_lanes, pair.slot,
                         pair.now->epoch.warp, pair.lane, pair.address,
                         pair.bytes);
  // Where the data, too, are volatile or atomic, the writer's side is told
  // alone: code that polls and then loads such data is everywhere.
  if (soft && (!flag || flag->why == Unfenced::Why::kNoAcquire)) return;
  const Kind kind = flag ? Kind::kFence : kind_of(pair);
  Side a{*pair.before, std::countr_zero(pair.before_lanes)};
  Side b{*pair.now, pair.lane};
  put_in_order(kind, a, b);
  const Key key = std::minmax({site_of(a.record), site_of(b.record)});
  auto [entry, fresh] = found_[key].try_emplace(kind);
  Found& found = entry->second;
  if (!pair.again)
    found.pairs += static_cast<uint64_t>(std::popcount(pair.before_lanes));
  const auto order = [](uint64_t address, const Side& x, const Side& y) {
    return std::tuple(address, number_of(x.record, x.lane),
                      number_of(y.record, y.lane));
  };
  if (!fresh && order(found.address, found.before, found.now) <=
                    order(pair.address, a, b))
    return;
  found.before = a;
  found.now = b;
  found.address = pair.address;
  found.bytes = pair.bytes;
  found.soft = !is_plain(then) && !is_plain(now);
  if (flag) found.flag = *flag;
}

GlobalRace::Kind GlobalRace::kind_of(const GlobalPair& pair) const {
  if (pair.before->launch != pair.now->launch) return Kind::kLaunches;
  if (pair.before->epoch.serial != pair.now->epoch.serial) return Kind::kBlocks;
  return pair.before->epoch.warp != pair.now->epoch.warp ? Kind::kWarps
                                                         : Kind::kLanes;
}

uint64_t GlobalRace::site_of(const GlobalRecord& record) const {
  const LaunchInfo& launch = scene_.launch();
  if (record.launch == static_cast<uint32_t>(launch.index))
    return scene_.index().site_of(record.pc);
  return uint64_t{record.launch + 1} << 32 | record.pc;
}

/// Shown in the order of the source; on one line the store comes first. A
/// missing fence is shown in the order in which things happened.
void GlobalRace::put_in_order(Kind kind, Side& a, Side& b) const {
  if (kind == Kind::kFence || a.record.launch != b.record.launch) return;
  const uint64_t first = site_of(a.record), second = site_of(b.record);
  bool swap = second < first;
  if (first == second) {
    const bool stores_later = is_write(b.record.use) && !is_write(a.record.use);
    const bool alike = is_write(a.record.use) == is_write(b.record.use);
    swap = stores_later ||
           (alike && number_of(b.record, b.lane) < number_of(a.record, a.lane));
  }
  if (swap) std::swap(a, b);
}

std::string GlobalRace::who(const Side& side) const {
  const auto& [launch, serial] = launches_.at(side.record.launch);
  const uint32_t linear =
      side.record.epoch.warp * kWarpSize + static_cast<uint32_t>(side.lane);
  const std::array<uint32_t, 3> thread = unfold(linear, launch.block);
  const bool flat = launch.block[1] == 1 && launch.block[2] == 1;
  return "thread " + (flat ? std::to_string(thread[0]) : triple(thread)) +
         " of block " +
         triple(unfold(side.record.epoch.serial - serial, launch.grid));
}

report::Place GlobalRace::place(const Side& side,
                                const std::string& what) const {
  const auto& [launch, serial] = launches_.at(side.record.launch);
  report::Place place = Scene::place_in(*launch.kernel, side.record.pc, what);
  place.block = unfold(side.record.epoch.serial - serial, launch.grid);
  place.thread = unfold(
      side.record.epoch.warp * kWarpSize + static_cast<uint32_t>(side.lane),
      launch.block);
  place.has_thread = true;
  return place;
}

std::string GlobalRace::conflict(const Found& found) const {
  const GlobalRecord& a = found.before.record;
  const GlobalRecord& b = found.now.record;
  const std::string size =
      found.bytes == 1 ? "same byte, "
                       : "same " + std::to_string(found.bytes) + " bytes, ";
  if (!is_plain(a.use) && !is_plain(b.use) && (a.narrow || b.narrow))
    return size + "both are atomic, but the scope of one is only its block";
  if (a.use == Use::kAtomic || b.use == Use::kAtomic)
    return size + "one is atomic and the other is not";
  if (is_write(a.use) && is_write(b.use)) return size + "both store";
  return size + "one is a store";
}

bool GlobalRace::in_one_graph(const Found& found) const {
  const auto run = [&](const Side& side) {
    return launches_.at(side.record.launch).first.graph_run;
  };
  return run(found.now) != 0 && run(found.before) == run(found.now);
}

void GlobalRace::describe_race(Kind kind, const Found& found,
                               report::Diagnostic& d) const {
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kGlobal, found.address) + "`";
  const std::string threads =
      who(found.before) + " and " + who(found.now) + " touch " + data;
  const std::string what = conflict(found);
  const bool one_instruction =
      found.before.record.pc == found.now.record.pc &&
      found.before.record.epoch.clock == found.now.record.epoch.clock;
  switch (kind) {
    case Kind::kLaunches:
      d.message = threads + " in launches that nothing orders";
      d.why = (in_one_graph(found) ? "nodes of one graph without a path from "
                                     "one to the other, "
                                   : "launches in different streams, ") +
              what + ", nothing makes one launch wait for the other";
      break;
    case Kind::kWarps:
      d.message = threads + " with no barrier between";
      d.why = "different warps, " + what + ", nothing orders them";
      break;
    case Kind::kLanes:
      d.message = threads + " in no fixed order";
      d.why = one_instruction
                  ? "same warp, " + what + "; which value stays is not defined"
                  : "same warp, " + what +
                        "; since Volta the lanes of a warp run in no fixed "
                        "order";
      break;
    default:
      d.message = threads + " in no fixed order";
      d.why = "different blocks, " + what +
              ", nothing orders them; blocks run in any order";
  }
  if (is_volatile(found.before.record.use) || is_volatile(found.now.record.use))
    d.why += "; volatile orders nothing";
  d.hint = "what makes sure that the first of the two is done in time?";
  for (const Side* side : {&found.before, &found.now}) {
    std::string text = who(*side);
    if (kind == Kind::kLaunches &&
        side->record.launch != found.now.record.launch)
      text += " of launch " + std::to_string(side->record.launch);
    const std::string& node =
        launches_.at(side->record.launch).first.graph_node;
    if (kind == Kind::kLaunches && !node.empty()) text += " (" + node + ")";
    report::Place p = place(
        *side, text + " " + verb_of(side->record.use) + " " + data + " here");
    p.number = static_cast<int>(d.places.size()) + 1;
    p.primary = p.number == 2;
    d.places.push_back(std::move(p));
  }
}

void GlobalRace::describe_fence(const Found& found,
                                report::Diagnostic& d) const {
  const Unfenced& flag = found.flag;
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kGlobal, found.address) + "`";
  const std::string name =
      "`" +
      scene_.data_name(flag.shared ? ptx::Space::kShared : ptx::Space::kGlobal,
                       flag.address) +
      "`";
  const bool loads_first = !is_write(found.before.record.use) &&
                           found.before.record.use != Use::kAtomic;
  const std::string done = loads_first ? "loaded" : "stored";
  const auto add = [&](const Side& side, const std::string& what) {
    report::Place p = place(side, what);
    p.number = static_cast<int>(d.places.size()) + 1;
    d.places.push_back(std::move(p));
    return std::to_string(d.places.size());
  };
  const auto at = [](const Side& side, uint32_t pc, uint32_t launch) {
    Side other = side;
    other.record.pc = pc;
    other.record.launch = launch;
    return other;
  };
  const std::string one = add(
      found.before, who(found.before) + " " + verb_of(found.before.record.use) +
                        " " + data + " here");
  const std::string two =
      add(at(found.before, flag.store_pc, found.before.record.launch),
          std::string("and then ") + (flag.update ? "updates" : "stores") +
              " the flag " + name + " here");
  const std::string three =
      add(at(found.now, flag.load_pc, found.now.record.launch),
          who(found.now) + ", or one before it, " +
              (flag.load_pc == flag.store_pc ? "updates" : "loads") +
              " the flag here");
  const std::string four =
      add(found.now, who(found.now) + " " + verb_of(found.now.record.use) +
                         " " + data + " here");
  d.places.back().primary = true;
  d.message =
      "the flag " + name + " does not say that " + data + " is " + done + ": ";
  switch (flag.why) {
    case Unfenced::Why::kBlockOnly:
      d.message += "the fence between reaches one block only";
      d.why = "what orders (" + one + ") before (" + two +
              ") has block scope, and (" + four + ") is in another block";
      break;
    case Unfenced::Why::kNoAcquire:
      d.message += "no fence follows the load of the flag";
      d.why = "no fence lies between (" + three + ") and (" + four +
              "): the second may take place first";
      break;
    default:
      d.message += "no fence lies between the two";
      d.why = "no fence lies between (" + one + ") and (" + two +
              "): other threads may see the second before the first";
  }
  d.hint = "in which order may other blocks see (1) and (2)?";
}

void GlobalRace::describe(Kind kind, const Found& found) const {
  const char* name = kind == Kind::kFence   ? "missing-fence"
                     : kind == Kind::kLanes ? "warp-race"
                                            : "global-race";
  report::Diagnostic d = scene_.start(name, "error");
  d.count = found.pairs;
  if (kind == Kind::kFence)
    describe_fence(found, d);
  else
    describe_race(kind, found, d);
  d.seen = count_of(found.pairs, "such pair") + "; lowest address shown";
  scene_.add(std::move(d));
}

/// True when another finding names the same bytes as its flag: the mistake is
/// told there.
bool GlobalRace::only_a_flag(const Found& found) const {
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

void GlobalRace::describe() {
  for (const auto& [key, kinds] : found_)
    if (!only_a_flag(kinds.begin()->second))
      describe(kinds.begin()->first, kinds.begin()->second);
  found_.clear();
}

}  // namespace simt::checks
