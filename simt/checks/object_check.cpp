// SPDX-License-Identifier: MIT
// Follows each object from its init on: arrivals, bytes, copies in flight.
#include "simt/checks/object_check.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

using UseKind = ObjectUse::Kind;

}  // namespace

void ObjectCheck::on_block_start(const WarpPlace& at) {
  objects_.erase(objects_.lower_bound({at.slot, 0}),
                 objects_.lower_bound({at.slot + 1, 0}));
}

void ObjectCheck::on_block_end(const WarpPlace& at) {
  for (auto entry = objects_.lower_bound({at.slot, 0});
       entry != objects_.end() && entry->first.first == at.slot; ++entry) {
    const Object& object = entry->second;
    // Who expects or copies last has no phase after it to notice.
    if (object.valid && object.now.bytes != 0)
      note(Kind::kBytes, object.expect.known ? object.expect : object.init,
           object.copy, entry->first.second, object);
  }
  on_block_start(at);
}

void ObjectCheck::on_object(const ObjectUse& use) {
  if (use.kind == UseKind::kArrive || use.kind == UseKind::kDrop)
    count_arrivals(use);
  for (LaneMask left = use.lanes; left != 0; left &= left - 1)
    use_lane(use, std::countr_zero(left));
}

/// The arrivals of one instruction of a warp count together: an H100 faults
/// where they are more than are pending.
void ObjectCheck::count_arrivals(const ObjectUse& use) {
  std::map<uint64_t, std::pair<int, uint64_t>> sums;  // first lane, arrivals
  for (LaneMask left = use.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    auto& [first, sum] =
        sums.try_emplace(use.address[lane], lane, 0).first->second;
    sum += use.count[lane];
  }
  for (const auto& [address, entry] : sums) {
    const auto& [lane, sum] = entry;
    const Object& object = objects_[{use.peer.slot_or(use.at), address}];
    const auto before = ops::BarrierObject::from(use.before[lane]);
    if (!object.valid || sum <= before.pending) continue;
    Found& found = note(Kind::kTooMany, object.init,
                        {use.at, lane, use.pc, true}, address, object);
    if (found.count > 1) continue;
    found.arrivals = sum;
    found.pending = before.pending;
  }
}

void ObjectCheck::end_phase(Object& object) {
  object.expected = object.copied = 0;
}

void ObjectCheck::use_lane(const ObjectUse& use, int lane) {
  const uint64_t address = use.address[lane];
  Object& object = objects_[{use.peer.slot_or(use.at), address}];
  const Event here{use.at, lane, use.pc, true};
  const auto before = ops::BarrierObject::from(use.before[lane]);
  const bool over = (use.over >> lane & 1) != 0;
  const uint32_t count = use.count[lane], bytes = use.bytes[lane];
  const bool begins = use.kind == UseKind::kInit;
  if (begins || use.kind == UseKind::kInvalidate) {
    if (object.valid && object.open > 0)
      note(Kind::kInFlight, object.copy, here, address, object);
    Object fresh;
    fresh.valid = begins;
    fresh.gone = !begins;
    (begins ? fresh.init : fresh.inval) = here;
    fresh.now = {count, count, 0, 0};
    object = fresh;
    return;
  }
  if (!object.valid) {
    note(object.gone ? Kind::kInvalidated : Kind::kNotInitialised, here,
         object.inval, address, object);
    return;
  }
  if (use.kind == UseKind::kTest) {
    if (over) object.open = 0;
    return;
  }
  object.now = before;
  object.now.expect(bytes);
  object.expected += use.kind == UseKind::kComplete ? 0 : bytes;
  if (use.kind == UseKind::kComplete) {
    object.now.bytes -= 2 * static_cast<int32_t>(bytes);
    object.copied += bytes;
    object.copy = here;
    object.now.end_if_over();
  } else if (use.kind != UseKind::kExpect) {
    object.arrive = here;
    if (over && use.may_not_end)
      note(Kind::kCompletes, here, {}, address, object);
    if (use.kind == UseKind::kDrop)
      object.now.expected -= std::min(count, object.now.expected);
    object.now.arrive(count);
  }
  if (bytes != 0 && use.kind != UseKind::kComplete) object.expect = here;
  if (over) end_phase(object);
}

void ObjectCheck::on_bulk(const BulkStep& step) {
  if (step.copy == nullptr || step.copy->end != BulkEnd::kObject) return;
  const BulkCopy& copy = *step.copy;
  Object& object = objects_[{copy.peer.slot_or(copy.at), copy.object}];
  const Event here{copy.at, copy.lane, copy.pc, true};
  if (step.kind == BulkStep::Kind::kIssue) {
    if (!object.valid)
      note(object.gone ? Kind::kInvalidated : Kind::kNotInitialised, here,
           object.inval, copy.object, object);
    object.copy = here;
    ++object.open;
  }
  if (step.kind != BulkStep::Kind::kDone) return;
  object.copied += copy.bytes;
  object.now.complete(copy.bytes);
  object.now = ops::BarrierObject::from(object.now.word());  // as wide as it is
  if (step.ends_phase) end_phase(object);
}

void ObjectCheck::on_stuck(const Stuck& stuck) {
  for (const Stuck::Group& group : stuck.groups) {
    for (const Stuck::Poll& poll : group.polls) {
      if (poll.space != ptx::Space::kShared) continue;
      const auto entry = objects_.find({group.at.slot, poll.address});
      if (entry == objects_.end() || !entry->second.valid) continue;
      const Object& object = entry->second;
      const Event here{group.at, std::countr_zero(poll.lanes & group.lanes),
                       poll.pc, true};
      Kind kind = Kind::kTooFew;
      Event first = object.init;
      Event second = here;
      if (object.now.bytes != 0) {
        kind = Kind::kBytes;
        first = object.expect.known ? object.expect : object.init;
        second = object.copy;
      } else if (object.now.pending == object.now.expected) {
        kind = Kind::kNobody;
        if (object.arrive.known) first = object.arrive;
      }
      note(kind, first, second, poll.address, object).stuck = true;
    }
  }
}

ObjectCheck::Found& ObjectCheck::note(Kind kind, const Event& first,
                                      const Event& second, uint64_t address,
                                      const Object& object) {
  const auto site = [&](const Event& event) {
    return event.known ? scene_.index().site_of(event.pc) + 1 : 0;
  };
  Found& found = found_[{kind, {site(first), site(second)}}];
  if (found.count++ > 0) return found;
  found.kind = kind;
  found.first = first;
  found.second = second;
  found.address = address;
  found.object = object;
  return found;
}

void ObjectCheck::on_launch_end(const Executions&) {
  for (const auto& [key, found] : found_) describe(found);
  found_.clear();
  objects_.clear();
}

void ObjectCheck::add_place(const Event& event, const std::string& does,
                            report::Diagnostic& d) const {
  if (!event.known) return;
  report::Place place = scene_.place(
      event.pc,
      scene_.thread_name(event.at.warp, event.lane) + " of block " +
          scene_.block_name(event.at.block) + " " + does + " here",
      event.at, event.lane);
  place.number = static_cast<int>(d.places.size()) + 1;
  d.places.push_back(std::move(place));
}

void ObjectCheck::describe(const Found& found) const {
  const bool bytes = found.kind == Kind::kBytes;
  report::Diagnostic d = scene_.start(bytes ? "expect-tx" : "mbarrier-misuse",
                                      report::Severity::kError);
  d.count = found.count;
  bytes ? describe_bytes(found, d) : describe_misuse(found, d);
  d.seen = found.stuck ? count_of(found.count, "warp") + " waited in vain"
                       : count_of(found.count, "time");
  if (d.places.size() == 1) d.places[0].number = 0;
  // What comes last is marked first, but for bytes.
  if (!bytes && d.places.size() == 2) std::swap(d.places[0], d.places[1]);
  scene_.add(std::move(d));
}

void ObjectCheck::describe_bytes(const Found& found,
                                 report::Diagnostic& d) const {
  const Object& object = found.object;
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kShared, found.address) + "`";
  const int64_t left = object.now.bytes;
  d.message = "the mbarrier " + data + " lacks " +
              count_of(static_cast<uint64_t>(std::abs(left)), "byte") +
              (left > 0 ? " of copies that it expects"
                        : " of expectation: more were copied");
  add_place(found.first,
            object.expect.known ? "expects bytes" : "initialises it", d);
  add_place(found.second, "issues a copy that it counts", d);
  d.notes.push_back(
      {"phase", count_of(object.expected, "byte") + " expected, " +
                    count_of(object.copied, "byte") + " copied in this phase"});
  d.why = left > 0 ? "a phase is over only when as many bytes were copied as "
                     "were expected: this one never is"
                   : "a phase is over only when as many bytes were copied as "
                     "were expected: a surplus keeps this one or the next from "
                     "ending";
  d.hint =
      "how many bytes does each copy of this phase move, and who expects "
      "them?";
}

void ObjectCheck::describe_misuse(const Found& found,
                                  report::Diagnostic& d) const {
  const Object& object = found.object;
  const std::string data =
      "`" + scene_.data_name(ptx::Space::kShared, found.address) + "`";
  const std::string it = "the mbarrier " + data;
  switch (found.kind) {
    case Kind::kNotInitialised:
      d.message = it + " is used before it was initialised";
      add_place(found.first, "uses it", d);
      d.why =
          "shared memory holds anything when a block starts: the object "
          "counts from no known number";
      d.hint = "which thread initialises it, and who waits for that?";
      return;
    case Kind::kInvalidated:
      d.message = it + " is used after it was invalidated";
      add_place(found.second, "invalidates it", d);
      add_place(found.first, "uses it", d);
      d.why = "after mbarrier.inval its bytes are ordinary memory";
      d.hint = "who uses it last, and who knows of that?";
      return;
    case Kind::kInFlight:
      d.message = it + " begins anew while it still counts a copy";
      add_place(found.first, "issues a copy that it counts", d);
      add_place(found.second, "begins it anew", d);
      d.why =
          "the copy's bytes are counted in whatever is there when it is "
          "done";
      d.hint = "who waits for the copy before this line?";
      return;
    case Kind::kTooMany:
      d.message = "more threads arrive at " + it + " than are pending";
      add_place(found.first, "initialises it", d);
      add_place(found.second, "and others of its warp arrive", d);
      d.notes.push_back({"arrivals", std::to_string(found.arrivals) +
                                         " of one warp instruction, " +
                                         std::to_string(found.pending) +
                                         " pending"});
      d.why =
          "what arrivals do that are not pending is not defined; those of "
          "one warp instruction count together";
      d.hint = "how many threads run the line that arrives?";
      return;
    case Kind::kCompletes:
      d.message = "an arrival with .noComplete ends the phase of " + data;
      add_place(found.first, "arrives", d);
      d.why = "such an arrival must not be the last of its phase";
      d.hint = "how many arrivals are pending here?";
      return;
    case Kind::kNobody:
      d.message =
          "a thread waits for a phase of " + it + " in which no thread arrives";
      add_place(
          found.first,
          object.arrive.known ? "was the last to arrive" : "initialises it", d);
      add_place(found.second, "waits", d);
      d.notes.push_back({"phase", "parity " + std::to_string(object.now.phase) +
                                      ", no arrival of " +
                                      std::to_string(object.now.expected) +
                                      "; the phase before, of parity " +
                                      std::to_string(object.now.phase ^ 1) +
                                      ", is over"});
      d.why = "a wait by parity returns when the phase of that parity is over";
      d.hint =
          "how often does the waiting thread change its parity, and "
          "how often is a phase complete?";
      return;
    default:
      d.message = it + " waits for more arrivals than come";
      add_place(found.first, "initialises it", d);
      add_place(found.second, "waits", d);
      d.notes.push_back(
          {"phase", std::to_string(object.now.expected - object.now.pending) +
                        " of " + count_of(object.now.expected, "arrival") +
                        " came"});
      d.why =
          "a phase is over only when as many arrivals came as the object "
          "was initialised with";
      d.hint = "how many threads arrive, and with which count?";
  }
}

}  // namespace simt::checks
