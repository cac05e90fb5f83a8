// SPDX-License-Identifier: MIT
// The order of issue is one that the clocks allow, so the oldest work may
// always begin where nothing is under way.
#include "simt/context/queue.h"

#include <algorithm>
#include <utility>

namespace simt::cudart {
namespace {

constexpr size_t kMostWaiting = 64;
constexpr uint32_t kWhim = 8;  // one call in so many lets work begin

/// Whether a kernel cannot be loaded for it yet.
bool is_held(const Queued& queued, const LaunchesUnderWay& under_way) {
  const auto* kernel = std::get_if<KernelWork>(&queued.work);
  return kernel && kernel->loads &&
         under_way.issued_before(kernel->device, queued.ticket.issued);
}

}  // namespace

bool Queue::may_begin(size_t index, const LaunchesUnderWay& under_way,
                      const HostFunctions& functions) const {
  if (is_held(waiting_[index], under_way)) return false;
  const Clock& before = waiting_[index].ticket.clock;
  const auto* kernel = std::get_if<KernelWork>(&waiting_[index].work);
  if (kernel && !under_way.has_room(kernel->device)) return false;
  if (under_way.before(before)) return false;
  if (functions.before(before)) return false;
  const std::vector<Early>& early = waiting_[index].ticket.early;
  if (under_way.keeps_any(early) || any_expected(early)) return false;
  return std::none_of(
      waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(index),
      [&](const Queued& other) {
        return before.covers(other.ticket.chain, other.ticket.number);
      });
}

/// Whether a kernel that is not loaded comes after one that may begin: what is
/// told of the two must not depend on the seed.
bool Queue::loads_later(size_t index, const std::vector<size_t>& ready) const {
  const auto* kernel = std::get_if<KernelWork>(&waiting_[index].work);
  if (!kernel || !kernel->loads) return false;
  return std::any_of(ready.begin(), ready.end(), [&](size_t other) {
    const auto* before = std::get_if<KernelWork>(&waiting_[other].work);
    return before && before->device == kernel->device;
  });
}

bool Queue::any_beside(const RunningLaunch& running,
                       const LaunchesUnderWay& under_way,
                       const HostFunctions& functions) const {
  const auto beside = [&](size_t index) {
    const Queued& queued = waiting_[index];
    const Ticket& own = running.ticket;
    if (queued.ticket.clock.covers(own.chain, own.number)) return false;
    if (running.keeps(queued.ticket.early)) return false;
    if (const auto* kernel = std::get_if<KernelWork>(&queued.work)) {
      const bool same = kernel->device == running.device;
      const bool held = kernel->loads && own.issued < queued.ticket.issued;
      if (same && (running.full || held)) return false;
    } else if (!std::holds_alternative<CopyWork>(queued.work) &&
               !std::holds_alternative<FillWork>(queued.work)) {
      return false;
    }
    return may_begin(index, under_way, functions);
  };
  for (size_t i = 0; i < waiting_.size(); ++i) {
    if (beside(i)) return true;
  }
  return false;
}

std::optional<Queued> Queue::take(const LaunchesUnderWay& under_way,
                                  const HostFunctions& functions) {
  std::vector<size_t> ready;
  for (size_t i = 0; i < waiting_.size(); ++i) {
    const bool may = may_begin(i, under_way, functions);
    if (may && !loads_later(i, ready)) ready.push_back(i);
  }
  if (ready.empty()) return std::nullopt;
  const auto chosen =
      waiting_.begin() +
      static_cast<std::ptrdiff_t>(
          ready[dice_.below(static_cast<uint32_t>(ready.size()))]);
  Queued work = std::move(*chosen);
  waiting_.erase(chosen);
  return work;
}

bool Queue::is_next(size_t index, const LaunchesUnderWay& under_way) const {
  const Queued& queued = waiting_[index];
  if (is_held(queued, under_way)) return false;
  return !any_expected(queued.ticket.early) &&
         std::none_of(waiting_.begin(), waiting_.end(),
                      [&](const Queued& other) {
                        return &other != &queued &&
                               queued.ticket.clock.covers(other.ticket.chain,
                                                          other.ticket.number);
                      });
}

bool Queue::has(const Early& early) const {
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const Queued& work) {
    return work.ticket.is(early.chain, early.number);
  });
}

bool Queue::any_expected(const std::vector<Early>& all) const {
  return std::any_of(all.begin(), all.end(),
                     [&](const Early& early) { return has(early); });
}

Queued Queue::release(const Queued& queued) {
  const auto place = waiting_.begin() + (&queued - waiting_.data());
  Queued work = std::move(*place);
  waiting_.erase(place);
  return work;
}

Queued* Queue::held(const LaunchesUnderWay& under_way) {
  const auto found = std::find_if(
      waiting_.begin(), waiting_.end(),
      [&](const Queued& queued) { return is_held(queued, under_way); });
  return found == waiting_.end() ? nullptr : &*found;
}

bool Queue::holds(const Clock& needed) const {
  return std::any_of(waiting_.begin(), waiting_.end(), [&](const Queued& work) {
    return needed.covers(work.ticket.chain, work.ticket.number);
  });
}

bool Queue::overflows() {
  if (waiting_.empty()) return false;
  return waiting_.size() > kMostWaiting || dice_.below(kWhim) == 0;
}

}  // namespace simt::cudart
