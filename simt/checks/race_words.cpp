// SPDX-License-Identifier: MIT
// Shared memory is told with warps, global memory with blocks and launches; the
// sentences are the same where the mistake is.
#include "simt/checks/race_words.h"

#include <string>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

using races::Unfenced;
using races::Use;
using RaceKind = races::Race::Kind;

const char* verb_of(Use use) {
  if (use == Use::kAtomic) return "updates";
  return races::is_write(use) ? "stores" : "loads";
}

/// "same 4 bytes, both store".
std::string conflict_of(const FoundRace& found) {
  const races::Record& a = found.before.record;
  const races::Record& b = found.now.record;
  const std::string size =
      found.bytes == 1 ? "same byte, "
                       : "same " + std::to_string(found.bytes) + " bytes, ";
  const bool none_plain = !races::is_plain(a.use) && !races::is_plain(b.use);
  if (none_plain && a.bytes != b.bytes)
    return size + "one access is of " + std::to_string(a.bytes) +
           " bytes and the other of " + std::to_string(b.bytes) +
           ": neither is atomic to the other";
  if (none_plain && (!races::is_wide(a.scope) || !races::is_wide(b.scope))) {
    const bool cluster =
        races::is_of_cluster(a.scope) && races::is_of_cluster(b.scope);
    return size + "both are atomic, but the scope of one is only its " +
           (cluster ? "cluster" : "block");
  }
  if (a.use == Use::kAtomic || b.use == Use::kAtomic)
    return size + "one is atomic and the other is not";
  if (races::is_write(a.use) && races::is_write(b.use))
    return size + "both store";
  return size + "one is a store";
}

bool is_fence(const FoundRace& found) {
  return found.kind == RaceKind::kFence || found.kind == RaceKind::kCounter;
}

bool is_shared(const FoundRace& found) {
  return found.space == ptx::Space::kShared;
}

/// In shared memory, by threads of the block whose memory it is.
bool in_block(const FoundRace& found) {
  return is_shared(found) && found.kind != RaceKind::kBlocks;
}

/// Lanes of one warp that met at one execution of one instruction.
bool one_instruction(const FoundRace& found) {
  const races::Record& a = found.before.record;
  const races::Record& b = found.now.record;
  return a.pc == b.pc && (is_shared(found) || a.epoch.clock == b.epoch.clock);
}

std::string launch_name(const RaceSide& side) {
  return "launch " + std::to_string(side.record.launch);
}

const char* name_of(const FoundRace& found) {
  if (found.object) return "mbarrier-misuse";
  if (is_fence(found)) return "missing-fence";
  if (found.kind == RaceKind::kDependent) return "dependent-launch";
  if (found.kind == RaceKind::kLanes) return "warp-race";
  return is_shared(found) ? "shared-race" : "global-race";
}

uint32_t number_in_block(const RaceSide& side) {
  return races::thread_of(side.record.epoch.warp, side.lane);
}

}  // namespace

void RaceWords::start_launch(uint32_t serial) {
  const LaunchInfo& launch = scene_.launch();
  const int oldest = launch.oldest_open < 0 ? launch.index : launch.oldest_open;
  launches_->erase(launches_->begin(),
                   launches_->lower_bound(static_cast<uint32_t>(oldest)));
  (*launches_)[static_cast<uint32_t>(launch.index)] = {launch, serial};
}

std::string RaceWords::data(const FoundRace& found) const {
  return "`" + scene_.data_name(found.space, found.address) + "`";
}

std::string RaceWords::thread(const RaceSide& side) const {
  const auto& size = launch_of(side).info.block;
  const std::array<uint32_t, 3> place = unfold(number_in_block(side), size);
  const bool flat = size[1] == 1 && size[2] == 1;
  return flat ? std::to_string(place[0]) : triple(place);
}

std::string RaceWords::who(const RaceSide& side) const {
  const Launch& launch = launch_of(side);
  return "thread " + thread(side) + " of block " +
         triple(unfold(side.record.epoch.serial - launch.serial,
                       launch.info.grid));
}

/// Both, as the headline names them: in shared memory of the own block it goes
/// without saying.
std::string RaceWords::threads(const FoundRace& found) const {
  if (!in_block(found)) return who(found.before) + " and " + who(found.now);
  return "threads " + thread(found.before) + " and " + thread(found.now) +
         (found.kind == RaceKind::kLanes ? " of one warp" : "");
}

/// One of them, as its place names it.
std::string RaceWords::whose(const FoundRace& found,
                             const RaceSide& side) const {
  if (in_block(found))
    return "thread " + thread(side) + " (warp " +
           std::to_string(side.record.epoch.warp) + ")";
  std::string text = who(side);
  const bool dependent = found.kind == RaceKind::kDependent;
  if (!dependent && found.kind != RaceKind::kLaunches) return text;
  if (dependent || side.record.launch != found.now.record.launch)
    text += " of launch " + std::to_string(side.record.launch);
  const std::string& node = launch_of(side).info.graph_node;
  if (!node.empty()) text += " (" + node + ")";
  return text;
}

int RaceWords::add_place(const RaceSide& side, const std::string& what,
                         report::Diagnostic& d) const {
  const Launch& launch = launch_of(side);
  report::Place place =
      Scene::place_in(*launch.info.kernel, side.record.pc, what);
  place.block =
      unfold(side.record.epoch.serial - launch.serial, launch.info.grid);
  place.thread = unfold(number_in_block(side), launch.info.block);
  place.has_thread = true;
  place.number = static_cast<int>(d.places.size()) + 1;
  d.places.push_back(std::move(place));
  return d.places.back().number;
}

bool RaceWords::in_one_graph(const FoundRace& found) const {
  const int run = launch_of(found.now).info.graph_run;
  return run != 0 && launch_of(found.before).info.graph_run == run;
}

std::string RaceWords::why(const FoundRace& found) const {
  const std::string what = conflict_of(found);
  std::string text;
  switch (found.kind) {
    case RaceKind::kLaunches:
      text = (in_one_graph(found) ? "nodes of one graph without a path from "
                                    "one to the other, "
                                  : "launches in different streams, ") +
             what + ", nothing makes one launch wait for the other";
      break;
    case RaceKind::kDependent:
      text = launch_name(found.now) + " may begin before " +
             launch_name(found.before) + " has ended, " + what +
             "; cudaGridDependencySynchronize() (griddepcontrol.wait) before "
             "(2) would order the two";
      break;
    case RaceKind::kWarps:
      text = "different warps, " + what + ", nothing orders them";
      break;
    case RaceKind::kLanes:
      text = "same warp, " + what +
             (one_instruction(found)
                  ? "; which value stays is not defined"
                  : "; since Volta the lanes of a warp run in no fixed order");
      break;
    default:
      text = "different blocks, " + what +
             ", nothing orders them; blocks run in any order";
  }
  if (found.object)
    text += "; who uses an mbarrier must know that it was initialised";
  if (found.copies)
    text += "; an asynchronous copy stores until its thread has waited";
  if (races::is_volatile(found.before.record.use) ||
      races::is_volatile(found.now.record.use))
    text += "; volatile alone orders nothing";
  return text;
}

void RaceWords::describe_race(const FoundRace& found,
                              report::Diagnostic& d) const {
  d.message = threads(found) + " touch " + data(found);
  if (found.kind == RaceKind::kDependent)
    d.message = launch_name(found.now) + " " + verb_of(found.now.record.use) +
                " " + data(found) + ", which " + launch_name(found.before) +
                " " + verb_of(found.before.record.use) +
                ", with no wait between";
  else if (found.kind == RaceKind::kLaunches)
    d.message += " in launches that nothing orders";
  else if (found.kind == RaceKind::kWarps)
    d.message += " with no barrier between";
  else
    d.message += " in no fixed order";
  d.why = why(found);
  d.hint = found.kind == RaceKind::kDependent
               ? "which thread waits for the launch before, and how does the "
                 "thread of (2) learn of that?"
               : "what makes sure that the first of the two is done in time?";
  for (const RaceSide* side : {&found.before, &found.now})
    add_place(*side,
              whose(found, *side) + " " + verb_of(side->record.use) + " " +
                  data(found) + " here",
              d);
}

void RaceWords::describe_fence(const FoundRace& found,
                               report::Diagnostic& d) const {
  const Unfenced& flag = found.flag;
  const RaceSide &first = found.before, &last = found.now;
  const std::string name =
      "`" +
      scene_.data_name(flag.shared ? ptx::Space::kShared : ptx::Space::kGlobal,
                       flag.address) +
      "`";
  const bool loads_first =
      !races::is_write(first.record.use) && first.record.use != Use::kAtomic;
  const auto at = [](RaceSide side, uint32_t pc) {
    side.record.pc = pc;
    return side;
  };
  const auto add = [&](const RaceSide& side, const std::string& what) {
    return std::to_string(add_place(side, what, d));
  };
  const auto touches = [&](const RaceSide& side) {
    return who(side) + " " + verb_of(side.record.use) + " " + data(found) +
           " here";
  };
  const std::string one = add(first, touches(first));
  const std::string two =
      add(at(first, flag.store_pc), std::string("and then ") +
                                        (flag.update ? "updates" : "stores") +
                                        " the flag " + name + " here");
  const std::string three =
      add(at(last, flag.load_pc),
          who(last) + ", or one before it, " +
              (flag.counter || flag.load_pc == flag.store_pc ? "updates"
                                                             : "loads") +
              " the flag here");
  const std::string four = add(last, touches(last));
  d.hint = "in which order may other blocks see (1) and (2)?";
  d.message = "the flag " + name + " does not say that " + data(found) +
              " is " + (loads_first ? "loaded" : "stored") + ": ";
  const std::string reach = flag.scope == Scope::kCluster ? "cluster" : "block";
  switch (flag.why) {
    case Unfenced::Why::kNarrowFence:
      d.message += "the fence between reaches one " + reach + " only";
      d.why = "what orders (" + one + ") before (" + two + ") has " + reach +
              " scope, and (" + four + ") is in another " + reach;
      break;
    case Unfenced::Why::kNoAcquire:
      if (flag.counter) {
        d.message += "no fence follows the update of the counter";
        d.why =
            "an atomic function is relaxed in PTX: without a fence after (" +
            three + ") the access (" + four + ") may take place first";
        d.notes = {{"note",
                    "older samples of NVIDIA leave this fence out, so this is "
                    "a warning"}};
        break;
      }
      d.message += "no fence follows the load of the flag";
      d.why = "no fence lies between (" + three + ") and (" + four +
              "): the second may take place first";
      break;
    case Unfenced::Why::kNarrowFlag:
      d.message += "an access to the flag reaches one " + reach + " only";
      d.why = "(" + (flag.load ? three : two) + ") has " + reach +
              " scope, and (" + (flag.load ? two : three) + ") is in another " +
              reach + ": no fence beside such a flag orders the two";
      break;
    case Unfenced::Why::kFlagWidths:
      d.message += "the flag is stored and loaded in different widths";
      d.why = "(" + two + ") and (" + three +
              ") are not equally wide: no fence beside such a flag orders "
              "the two";
      break;
    case Unfenced::Why::kOverwritten:
      d.message += "another thread stored the flag later";
      d.why = "(" + three + ") sees what another thread stored after (" + two +
              "): that says nothing of what came before (" + two + ")";
      d.hint = "how does a thread learn that each of the others has come to (" +
               two + ")?";
      break;
    default:
      d.message += "no fence lies between the two";
      d.why = "no fence lies between (" + one + ") and (" + two +
              "): other threads may see the second before the first";
  }
}

std::string RaceWords::seen(const FoundRace& found) const {
  std::string text;
  if (is_shared(found)) {
    text = std::string(found.more ? "at least " : "") +
           count_of(found.pairs_in_block, "such pair") + " in block " +
           scene_.block_name(found.block);
    if (found.blocks > 1)
      text += ", " + std::to_string(found.pairs) + " in " +
              count_of(found.blocks, "block");
  } else {
    text = count_of(found.pairs, "such pair");
  }
  return text + "; lowest address shown";
}

report::Diagnostic RaceWords::describe(const FoundRace& found) const {
  report::Diagnostic d =
      scene_.start(name_of(found), found.kind == RaceKind::kCounter
                                       ? report::Severity::kWarning
                                       : report::Severity::kError);
  d.count = found.pairs;
  if (is_fence(found))
    describe_fence(found, d);
  else
    describe_race(found, d);
  d.places.back().primary = true;
  d.seen = seen(found);
  return d;
}

std::string RaceWords::forgotten(uint64_t count) {
  return "a kernel accessed memory in more ways than are remembered, so that "
         "races may be missing: " +
         std::to_string(count) +
         (count == 1 ? " access was" : " accesses were") + " forgotten";
}

}  // namespace simt::checks
