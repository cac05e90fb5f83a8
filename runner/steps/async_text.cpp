// SPDX-License-Identifier: MIT
// Sentences about what goes on beside the threads: barrier objects, copies and
// products from their issue to their end, and groups of them.
#include <fmt/format.h>

#include <bit>

#include "runner/steps/text.h"
#include "simt/report/paths.h"

namespace learn {
namespace {

using simt::report::printable;
using simt::steps::Object;
using simt::steps::Work;

std::string counted(int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "Lane 3 issues", "Lanes 0 to 5 issue".
std::string subject(uint32_t lanes, const char* one, const char* several) {
  std::string text = lanes_text(lanes);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + " " + (std::popcount(lanes) == 1 ? one : several);
}

const char* name_of_group(Work work) {
  switch (work) {
    case Work::kCopy:
      return "bulk copies";
    case Work::kProduct:
      return "products";
    default:
      return "copies by cp.async";
  }
}

/// "copy 1", "product 3 of warp 2".
std::string what(const Act& act) {
  if (act.work == Work::kCopy) return fmt::format("copy {}", act.id);
  std::string text = fmt::format("product {}", act.id);
  if (!act.from.empty()) text += fmt::format(" of warp {}", act.from.front());
  return text;
}

/// What an instruction asks of a barrier object.
std::string asks(const Act& act) {
  if (act.use == "init") return subject(act.lanes, "sets up", "set up");
  if (act.use == "invalidate") return subject(act.lanes, "gives up", "give up");
  if (act.use == "arrive") return subject(act.lanes, "arrives at", "arrive at");
  if (act.use == "drop")
    return subject(act.lanes, "arrives for the last time at",
                   "arrive for the last time at");
  if (act.use == "expect")
    return subject(act.lanes, "announces bytes to", "announce bytes to");
  if (act.use == "complete")
    return subject(act.lanes, "counts bytes at", "count bytes at");
  return subject(act.lanes, "asks", "ask");
}

}  // namespace

std::string StepText::state_of(const Act& act) const {
  std::string text;
  for (const Object& object : act.objects) {
    auto name = "`" + printable(cells_.name(object.array, object.at, 8)) + "`";
    if (object.block >= 0) name += fmt::format(" of block {}", object.block);
    if (object.over)
      text += fmt::format(" Phase {} of {} is over.", object.phase - 1, name);
    text += fmt::format(" {} is in phase {}: {} and {} are pending.", name,
                        object.phase, counted(object.arrivals, "arrival"),
                        counted(object.bytes, "byte"));
  }
  return text;
}

std::string StepText::use_of_objects(const Act& act) const {
  auto text =
      fmt::format("{} {} (`{}`)", asks(act), where(act), printable(act.op));
  if (act.use == "test")
    text += act.yes == act.lanes ? ": the phase is over"
            : act.yes == 0       ? ": the phase is not over"
                                 : fmt::format(": the phase is over for {}",
                                               lanes_text(act.yes));
  if (act.use == "invalidate") return text + ".";
  return text + "." + state_of(act);
}

std::string StepText::asynchronous(const Act& act) const {
  const auto op = printable(act.op);
  switch (act.kind) {
    case ActKind::kObject:
      return use_of_objects(act);
    case ActKind::kRead:
      return fmt::format("Copy {} has read its source.", act.id);
    case ActKind::kDone: {
      auto text = what(act);
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
      return text + " is complete." + state_of(act);
    }
    case ActKind::kCommit:
      return fmt::format(
          "{} a group of {} (`{}`), {} in it: {} not waited for.",
          subject(act.lanes, "closes", "close"), name_of_group(act.work), op,
          act.size, counted(act.open, "group"));
    case ActKind::kAwait:
      return fmt::format("{} for groups of {} (`{}`): {} not waited for.",
                         subject(act.lanes, "has waited", "have waited"),
                         name_of_group(act.work), op,
                         counted(act.open, "group"));
    default:
      break;
  }
  if (act.work == Work::kAsync)
    return fmt::format("{} copies of {} by `{}`. They are in flight.",
                       subject(act.lanes, "issues", "issue"),
                       counted(static_cast<int64_t>(act.size), "byte"), op);
  const auto size =
      act.size == 0 ? std::string()
                    : " of " + counted(static_cast<int64_t>(act.size), "byte");
  return fmt::format("{} {}{} by `{}`. It is in flight.{}",
                     subject(act.lanes, "issues", "issue"), what(act), size, op,
                     state_of(act));
}

}  // namespace learn
