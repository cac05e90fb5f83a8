// SPDX-License-Identifier: MIT
// Sums the instructions of a source line by kind of access. Its most expensive
// request explains the line: step between lanes, fullest bank, sectors.
#include "simt/checks/cost_check.h"

#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "simt/checks/bank_model.h"
#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

// A line is called scattered when it moves at least twice what it needs and
// the surplus is more than one warp could cause.
constexpr uint64_t kLeastFactor = 2;
constexpr uint64_t kLeastSurplus = 32;

/// The step from each active lane's address to the next one's, when constant.
std::optional<int64_t> step_of(const Sample& sample) {
  std::optional<int64_t> step;
  int before = -1;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (!(sample.active >> lane & 1)) continue;
    if (before >= 0) {
      const auto here =
          static_cast<int64_t>(sample.address[lane] - sample.address[before]);
      if (lane != before + 1 || (step && *step != here)) return {};
      step = here;
    }
    before = lane;
  }
  return step;
}

/// The rule of a chip with other banks, in one clause.
const char* old_rule(BankRule rule) {
  if (rule == BankRule::kHalfWarp)
    return "bank = (byte / 4) % 16; 16 lanes go in one wavefront, and one word "
           "of "
           "it may go to several";
  if (rule == BankRule::kKeplerEight)
    return "bank = (byte / 8) % 32; a bank gives 8 neighbouring bytes at once";
  return "bank = (byte / 4) % 32; a bank gives words i and i + 32 of one "
         "256-byte row at once";
}

}  // namespace

void CostCheck::on_launch_end(const Executions&) {
  for (const Group& group : groups(ptx::Space::kShared))
    if (group.sample != nullptr) bank_conflict(group);
  for (const Group& group : groups(ptx::Space::kGlobal)) {
    if (group.sample != nullptr && group.cost >= kLeastFactor * group.ideal &&
        group.cost - group.ideal >= kLeastSurplus)
      uncoalesced(group);
  }
}

std::vector<CostCheck::Group> CostCheck::groups(ptx::Space space) const {
  std::map<std::pair<uint32_t, int>, Group> found;
  const auto& traffic = counters_.traffic();
  const bool shared = space == ptx::Space::kShared;
  for (uint32_t pc = 0; pc < traffic.size(); ++pc) {
    const PcTraffic& t = traffic[pc];
    const uint64_t requests = shared ? t.shared.requests : t.global.requests;
    const AccessKind kind = shared ? t.kind : t.global_kind;
    if (requests == 0 || kind == AccessKind::kAtomic) continue;
    Group& group = found[{scene_.index().site_of(pc), static_cast<int>(kind)}];
    group.kind = kind;
    group.requests += requests;
    group.costly += shared ? t.costly_shared : t.costly_global;
    group.cost += shared ? t.shared.wavefronts : t.global.sectors;
    group.ideal += shared ? t.shared.ideal_wavefronts : t.global.ideal_sectors;
    const Sample* sample = counters_.sample(pc, space);
    if (sample == nullptr) continue;
    if (group.sample == nullptr ||
        sample->cost - sample->ideal >
            group.sample->cost - group.sample->ideal) {
      group.sample = sample;
      group.pc = pc;
    }
  }
  std::vector<Group> all;
  for (auto& [site, group] : found) all.push_back(group);
  return all;
}

report::Diagnostic CostCheck::start(const Group& group, ptx::Space space,
                                    const char* name) const {
  const Sample& sample = *group.sample;
  const int lane = first_lane(sample.active);
  const std::string data = scene_.data_symbol(space, sample.address[lane]);
  report::Diagnostic d = scene_.start(name, report::Severity::kWarning);
  d.count = group.costly;
  d.places = {scene_.place(
      group.pc, "warp " + std::to_string(sample.at.warp) + " of block " +
                    scene_.block_name(sample.at.block) + " " +
                    verb(group.kind) + " `" + data + "` here")};
  d.notes = {lanes_note(sample, space)};
  return d;
}

report::Note CostCheck::lanes_note(const Sample& sample,
                                   ptx::Space space) const {
  constexpr int kFirstShown = 3;
  std::vector<int> lanes;
  for (int lane = 0; lane < kWarpSize; ++lane)
    if (sample.active >> lane & 1) lanes.push_back(lane);
  std::string text;
  for (size_t i = 0; i < lanes.size(); ++i) {
    if (i >= kFirstShown && i + 1 < lanes.size()) continue;
    if (i + 1 == lanes.size() && lanes.size() > kFirstShown + 1)
      text += ", ... ";
    else if (i > 0)
      text += ", ";
    text += std::to_string(lanes[i]) + " -> " +
            scene_.data_name(space, sample.address[lanes[i]]);
  }
  return {"lanes", text};
}

std::string CostCheck::bank_why(const Sample& sample, uint32_t bytes) const {
  if (scene_.launch().banks != BankRule::kFourByte)
    return old_rule(scene_.launch().banks);
  const auto [bank, words] = fullest_bank(sample.address, sample.active);
  const std::string rule = "bank = (byte / " + std::to_string(kBankBytes) +
                           ") % " + std::to_string(kBanks) + "; ";
  const std::string in_bank = " in bank " + std::to_string(bank);
  const std::optional<int64_t> step = step_of(sample);
  const int lanes = std::popcount(sample.active);
  if (!step || bytes > kBankBytes) {
    std::string text =
        rule + count_of(words, "different word") + " lie" + in_bank;
    if (const int at_once = lanes_at_once(static_cast<int>(bytes));
        at_once < kWarpSize)
      text += "; " + std::to_string(at_once) + " lanes go in one wavefront";
    return text;
  }
  std::string who = "all lanes";
  if (words < static_cast<size_t>(lanes))
    who = std::to_string(words) + " of " + std::to_string(lanes) + " lanes";
  return rule + "steps of " + std::to_string(*step) + " bytes put " + who +
         in_bank;
}

void CostCheck::bank_conflict(const Group& group) const {
  const Sample& sample = *group.sample;
  report::Diagnostic d = start(group, ptx::Space::kShared, "bank-conflict");
  const std::string data = scene_.data_symbol(
      ptx::Space::kShared, sample.address[first_lane(sample.active)]);
  d.message = std::string("one ") + noun(group.kind) + " of `" + data +
              "` takes " + std::to_string(sample.cost) +
              " wavefronts instead of " + std::to_string(sample.ideal);
  d.why = bank_why(sample, sample.bytes);
  d.seen = std::to_string(group.costly) + " of " +
           std::to_string(group.requests) + " warp " + noun(group.kind) +
           "s on this line, " + std::to_string(group.cost - group.ideal) +
           (group.cost - group.ideal == 1 ? " extra wavefront"
                                          : " extra wavefronts");
  d.weight = group.cost - group.ideal;
  d.hint = "how far apart are the addresses of two neighbouring lanes?";
  scene_.add(std::move(d));
}

std::string CostCheck::sector_why(const Sample& sample) const {
  const std::string rule = "memory moves in sectors of 32 bytes; ";
  const std::optional<int64_t> step = step_of(sample);
  if (step && *step != 0)
    return rule + "steps of " + std::to_string(*step) +
           " bytes spread the warp over " + count_of(sample.cost, "sector");
  return rule + "the lanes of this warp touch " +
         count_of(sample.cost, "sector");
}

void CostCheck::uncoalesced(const Group& group) const {
  const Sample& sample = *group.sample;
  report::Diagnostic d = start(group, ptx::Space::kGlobal, "uncoalesced");
  const std::string data = scene_.data_symbol(
      ptx::Space::kGlobal, sample.address[first_lane(sample.active)]);
  d.message = std::string("one ") + noun(group.kind) + " of `" + data +
              "` takes " + std::to_string(sample.cost) +
              " sectors instead of " + std::to_string(sample.ideal);
  d.why = sector_why(sample);
  d.seen = std::to_string(group.cost) + " sectors for " +
           std::to_string(group.requests) + " warp " + noun(group.kind) +
           "s on this line; " + std::to_string(group.ideal) +
           " would hold what is used";
  d.weight = group.cost - group.ideal;
  d.hint = "which addresses do two neighbouring lanes touch?";
  scene_.add(std::move(d));
}

}  // namespace simt::checks
