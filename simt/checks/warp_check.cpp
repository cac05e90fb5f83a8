// SPDX-License-Identifier: MIT
// The kind of error gives the sentence; a second place is shown where lanes
// wait elsewhere. A source lane that a wrong mask leaves out is not reported
// again.
#include "simt/checks/warp_check.h"

#include <string>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

bool has_other(const MaskError& error) {
  return error.kind == MaskError::Kind::kDifferentPlaces ||
         (error.kind == MaskError::Kind::kNeverArrives && error.other_pc != 0 &&
          error.other_pc != error.pc);
}

bool several(LaneMask lanes) { return (lanes & (lanes - 1)) != 0; }

}  // namespace

void WarpCheck::on_mask_error(const MaskError& error) {
  const uint32_t size = static_cast<uint32_t>(scene_.kernel().info.size());
  if (error.pc >= size) return;
  const uint32_t other = has_other(error) && error.other_pc < size
                             ? scene_.index().site_of(error.other_pc) + 1
                             : 0;
  const Key key{static_cast<int>(error.kind), scene_.index().site_of(error.pc),
                other};
  auto [entry, fresh] = found_.try_emplace(key);
  if (fresh) {
    entry->second = describe(error);
  } else {
    ++entry->second.count;
  }
}

report::Diagnostic WarpCheck::describe(const MaskError& found) const {
  MaskError error = found;
  if (error.lanes == 0) error.lanes = error.exited ? error.exited : error.mask;
  using Kind = MaskError::Kind;
  const std::string lanes = lanes_name(error.lanes);
  const std::string warp = "warp " + std::to_string(error.at.warp) +
                           " of block " + scene_.block_name(error.at.block);
  const std::string mask = mask_name(error.mask);
  const std::string opcode =
      "`" + mnemonic_of(scene_.kernel().info[error.pc]) + "`";
  const bool many = several(error.lanes);
  const LaneMask waiting = error.mask & ~error.lanes;
  report::Diagnostic d = scene_.start("warp-mask", report::Severity::kError);
  d.notes = {{"mask", mask + " names " + lanes_name(error.mask)}};
  switch (error.kind) {
    case Kind::kNotInOwnMask:
      d.message = lanes + (many ? " run" : " runs") +
                  " a warp instruction whose mask leaves " +
                  (many ? "them" : "it") + " out";
      d.why = "a lane that runs " + opcode +
              " must be named by the mask that it gives";
      break;
    case Kind::kDifferentMasks:
      d.message =
          "lanes of " + warp + " give different masks to one " + "instruction";
      d.why =
          "all lanes that run " + opcode + " together must give the same mask";
      break;
    case Kind::kNeverArrives:
      d.message = (waiting ? lanes_name(waiting) : warp) +
                  (several(waiting) ? " wait" : " waits") + " for " + lanes +
                  ", which never " + (many ? "come" : "comes");
      d.why = "every lane that the mask names must run " + opcode;
      if (error.exited & error.lanes)
        d.notes.push_back({"exited", lanes_name(error.exited & error.lanes)});
      break;
    case Kind::kDifferentPlaces:
      d.message = "lanes of " + warp + " wait for each other " +
                  (error.pc == error.other_pc ? "in different calls"
                                              : "at different instructions");
      d.why = error.pc == error.other_pc
                  ? "the emulator lets lanes reconverge in a function only "
                    "where the same calls led; inlined, these would be "
                    "different instructions"
                  : "all lanes that the mask names must run the same "
                    "instruction";
      break;
    case Kind::kInactiveSource:
      d.name = "inactive-shuffle-source";
      d.message = lanes + (many ? " read" : " reads") +
                  " from a lane that takes no part";
      d.why = "a shuffle reads a register of a lane that runs the same " +
              opcode + "; otherwise the value is undefined";
      break;
    case Kind::kNotTogether:
      d.message = warp + " runs a warp instruction without " + lanes +
                  ", which the mask names";
      d.why = "before Volta the lanes that a mask names must run " + opcode +
              " together";
      break;
  }
  places(error, d);
  d.hint = "which lanes can reach this line, and which does the mask name?";
  return d;
}

void WarpCheck::places(const MaskError& error, report::Diagnostic& d) const {
  using Kind = MaskError::Kind;
  const std::string lanes = lanes_name(error.lanes);
  const bool many = several(error.lanes);
  const LaneMask waiting = error.mask & ~error.lanes;
  const std::string warp = " of warp " + std::to_string(error.at.warp) +
                           " of block " + scene_.block_name(error.at.block);
  std::string what = lanes + warp + (many ? " run" : " runs") + " this here";
  if (error.kind == Kind::kInactiveSource)
    what = lanes + warp + (many ? " read here" : " reads here");
  if (error.kind == Kind::kNotTogether)
    what = lanes_name(waiting) + warp + (several(waiting) ? " run" : " runs") +
           " this here";
  if (error.kind == Kind::kNeverArrives)
    what = (waiting ? lanes_name(waiting) : "the others") + warp +
           (several(waiting) || !waiting ? " wait here" : " waits here");
  if (error.kind == Kind::kDifferentPlaces)
    what = lanes + warp + (many ? " wait here" : " waits here");
  d.places = {scene_.place(error.pc, what, error.at, first_lane(error.lanes))};
  if (!has_other(error) || error.other_pc >= scene_.kernel().info.size())
    return;
  std::string other = "the other lanes wait here";
  if (error.kind == Kind::kNeverArrives)
    other = lanes + (many ? " are here" : " is here");
  d.places[0].number = 1;
  d.places.push_back(scene_.place(error.other_pc, other));
  d.places[1].number = 2;
}

/// A source lane that the mask leaves out follows from the wrong mask.
bool WarpCheck::follows(const Key& key) const {
  if (std::get<0>(key) != static_cast<int>(MaskError::Kind::kInactiveSource))
    return false;
  for (const auto kind :
       {MaskError::Kind::kNotInOwnMask, MaskError::Kind::kDifferentMasks})
    if (found_.count({static_cast<int>(kind), std::get<1>(key), 0}) != 0)
      return true;
  return false;
}

void WarpCheck::on_launch_end(const Executions&) {
  for (const auto& [key, found] : found_) {
    if (follows(key)) continue;
    report::Diagnostic diagnostic = found;
    diagnostic.seen = found.count == 1
                          ? "once in this launch"
                          : std::to_string(found.count) +
                                " times in this launch; the first is shown";
    scene_.add(std::move(diagnostic));
  }
  found_.clear();
}

}  // namespace simt::checks
