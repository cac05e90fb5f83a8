// SPDX-License-Identifier: MIT
// The four warps of a warpgroup execute the same instructions in one order;
// each is compared with the one that came first.
#include "simt/checks/warpgroup_check.h"

#include <algorithm>
#include <vector>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

constexpr const char* kBeside =
    "wgmma.mma_async runs beside the warp until wgmma.wait_group; its "
    "accumulators and registers of A belong to it so long";

}  // namespace

void WarpgroupCheck::on_launch(const LaunchInfo&) {
  groups_.clear();
  found_.clear();
}

std::string WarpgroupCheck::warp_name(const WarpPlace& at) const {
  return "warp " + std::to_string(at.warp) + " of block " +
         scene_.block_name(at.block);
}

WarpgroupCheck::Found& WarpgroupCheck::note(Kind kind, const WarpPlace& at,
                                            uint32_t pc, uint32_t other) {
  const auto& index = scene_.index();
  Found& found = found_[{kind, index.site_of(pc), index.site_of(other)}];
  if (found.count++ == 0) {
    found.at = at;
    found.pc = pc;
    found.other = other;
  }
  return found;
}

void WarpgroupCheck::on_register_use(const RegisterUse& use) {
  if (use.kind == RegisterUse::Kind::kUnset) return;  // see init_check.h
  constexpr Kind kKinds[] = {Kind::kRead, Kind::kOverwrite, Kind::kOverwriteA,
                             Kind::kFirst, Kind::kUnfenced};
  Found& found =
      note(kKinds[static_cast<size_t>(use.kind)], use.at, use.pc, use.other);
  found.lanes = use.lanes;
  if (found.count == 1) found.open_group = use.open_group;
}

void WarpgroupCheck::on_warpgroup(const WarpgroupStep& step) {
  if (step.kind == WarpgroupStep::Kind::kDone) return;
  if (step.kind == WarpgroupStep::Kind::kIssue) {
    if (step.product->a_in_shared) look_at(*step.product, true);
    look_at(*step.product, false);
  }
  Group& group = groups_[{step.at.slot, step.at.warp / kWarps}];
  group.block = step.at.block;
  uint64_t& done = group.done[step.at.warp % kWarps];
  const uint64_t mine = done++ - group.begin;
  if (group.told) return;
  if (mine == group.steps.size()) {
    group.steps.push_back(step.pc);
    return;
  }
  const uint32_t other = group.steps[mine];
  if (other != step.pc) {
    note(Kind::kApart, step.at, step.pc, other);
    group.told = true;
    return;
  }
  if (*std::min_element(group.done.begin(), group.done.end()) > group.begin) {
    group.steps.pop_front();
    ++group.begin;
  }
}

void WarpgroupCheck::on_block_end(const WarpPlace& at) {
  const auto first = groups_.lower_bound({at.slot, 0});
  auto entry = first;
  for (; entry != groups_.end() && entry->first.first == at.slot; ++entry)
    if (!entry->second.told) missing(entry->second, at, entry->first.second);
  groups_.erase(first, entry);
}

void WarpgroupCheck::missing(Group& group, const WarpPlace& at,
                             uint32_t number) {
  const uint64_t end = group.begin + group.steps.size();
  std::vector<uint32_t> absent;
  uint64_t least = end;
  for (uint32_t w = 0; w < kWarps; ++w) {
    if (group.done[w] < end) absent.push_back(number * kWarps + w);
    least = std::min(least, group.done[w]);
  }
  if (absent.empty()) return;
  const uint32_t pc = group.steps[least - group.begin];
  WarpPlace place = at;
  for (uint32_t w = kWarps; w-- > 0;)
    if (group.done[w] == end) place.warp = number * kWarps + w;
  Found& found = note(Kind::kMissing, place, pc, pc);
  if (found.first.empty())
    found.first = (absent.size() == 1 ? "warp " : "warps ") + ranges(absent);
}

/// Whether the operand begins in one variable and goes on in another.
void WarpgroupCheck::look_at(const WarpgroupProduct& product, bool of_a) {
  const auto& pieces = of_a ? product.pieces_a : product.pieces_b;
  const auto [low, high] = std::minmax_element(pieces.begin(), pieces.end());
  const auto& symbols = scene_.kernel().shared;
  for (const program::SharedSymbol& s : symbols) {
    if (s.dynamic || *low < s.begin || *low >= s.end || *high < s.end) continue;
    Found& found =
        note(Kind::kTwoTiles, product.at, product.pc, of_a ? 0 : product.pc);
    if (!found.first.empty()) return;
    found.of_a = of_a;
    found.first = scene_.data_name(ptx::Space::kShared, *low);
    found.second = scene_.data_name(ptx::Space::kShared, *high);
    return;
  }
}

void WarpgroupCheck::on_fault(const Fault& fault) {
  if (fault.kind != Fault::Kind::kDescriptor || fault.bytes == 0) return;
  report::Diagnostic d = scene_.start("descriptor", report::Severity::kError);
  d.count = 1;
  d.message = "the descriptor of matrix " + fault.text +
              " leads past the shared memory of the block";
  d.places = {scene_.place(fault.pc, warp_name(fault.at) + " needs it here",
                           fault.at, first_lane(fault.lanes))};
  const LaunchInfo& launch = scene_.launch();
  d.notes = {{"byte",
              std::to_string(fault.address) + "; the block has " +
                  std::to_string(std::max<uint64_t>(
                      launch.static_shared,
                      uint64_t{launch.dynamic_begin} + launch.dynamic_shared)) +
                  " bytes"}};
  d.why =
      "start, leading and stride offsets stand in the descriptor in units of "
      "16 bytes";
  d.hint = "are the offsets those of this layout, and divided by 16 once?";
  d.seen = "the launch ended here";
  scene_.add(std::move(d));
}

void WarpgroupCheck::on_launch_end(const Executions&) {
  for (const auto& [key, found] : found_) describe(std::get<0>(key), found);
  on_launch({});
}

void WarpgroupCheck::describe(Kind kind, const Found& found) const {
  report::Diagnostic d =
      scene_.start(kind == Kind::kTwoTiles ? "descriptor" : "wgmma-in-flight",
                   report::Severity::kError);
  d.count = static_cast<int>(std::min<uint64_t>(found.count, 1u << 30));
  const std::string warp = warp_name(found.at);
  const auto place = [&](uint32_t pc, const std::string& does) {
    d.places.push_back(scene_.place(pc, warp + " " + does, found.at, 0));
  };
  const auto both = [&](uint32_t first, const std::string& one, uint32_t second,
                        const std::string& two) {
    place(second, two);
    place(first, one);
    d.places[0].number = 2;
    d.places[1].number = 1;
  };
  d.why = kBeside;
  d.hint = "does a wgmma.wait_group for its group stand between the two?";
  switch (kind) {
    case Kind::kRead:
      d.message = "a sum of a product is used before the product is waited for";
      both(found.other, "issues the product here", found.pc, "uses it here");
      break;
    case Kind::kOverwrite:
      d.message = "an accumulator is loaded while its product is in flight";
      both(found.other, "issues the product here", found.pc, "loads it here");
      break;
    case Kind::kOverwriteA:
      d.message = "a register of A is loaded while its product is in flight";
      both(found.other, "issues the product here", found.pc, "loads it here");
      break;
    case Kind::kFirst:
      d.message = "no wgmma.fence stands before the first product of the warp";
      place(found.pc, "issues it here");
      d.why =
          "wgmma.fence orders what wrote registers before the product that "
          "uses them; the first product needs one in any case";
      d.hint = "put wgmma.fence in front of the products of each group";
      break;
    case Kind::kUnfenced:
      d.message =
          "a register is written and then used by a product, with no "
          "wgmma.fence between";
      both(found.other, "writes the register here", found.pc,
           "issues the product here");
      d.why =
          "wgmma.fence orders what wrote registers before the product that "
          "uses them";
      d.hint = "put wgmma.fence in front of the products of each group";
      break;
    case Kind::kMissing:
      d.message =
          found.first +
          (found.first.find(' ') == 4 ? " never comes" : " never come") +
          " to an instruction of its warpgroup";
      place(found.pc, "is here");
      d.why =
          "all four warps of a warpgroup must execute each wgmma instruction; "
          "an H100 ends the launch with an illegal instruction";
      d.hint = "which warps can reach this line?";
      break;
    case Kind::kApart:
      d.message = "warps of one warpgroup execute different wgmma instructions";
      both(found.other, "should be here", found.pc, "is here");
      d.why =
          "all four warps of a warpgroup must execute the same wgmma "
          "instruction";
      d.hint = "what makes the warps of one warpgroup part?";
      break;
    case Kind::kTwoTiles:
      d.message = std::string("matrix ") + (found.of_a ? "A" : "B") +
                  " begins at `" + found.first + "` and goes on at `" +
                  found.second + "`";
      place(found.pc, "needs it here");
      d.why = "the offsets in its descriptor lead out of the variable";
      d.hint =
          "are the leading and the stride offset those of this layout, and "
          "divided by 16 once?";
      break;
  }
  if (found.open_group) {
    d.notes = {{"group",
                "no wgmma.commit_group has closed it by then; wgmma.wait_group "
                "waits for closed groups"}};
    d.hint = "where does wgmma.commit_group close the product's group?";
  }
  d.seen = found.count == 1 ? "once in this launch"
                            : std::to_string(found.count) +
                                  " times in this launch; the first is shown";
  scene_.add(std::move(d));
}

}  // namespace simt::checks
