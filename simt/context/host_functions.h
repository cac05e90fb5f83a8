// SPDX-License-Identifier: MIT
// Host functions of streams and graphs that were begun, and which of them have
// not returned. Runs none.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "simt/context/caller.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct HostFunction {
  Ticket ticket;
  std::function<void()> body;
  const void* code = nullptr;  // the program's own function
  CallPlace place;             // of the call that gave it to a stream
  std::atomic<bool> returned{false};
  /// Nobody waits for it any more, so that what comes after it must be begun
  /// when it has returned. Guarded by the lock of the thread that runs it.
  bool left_alone = false;
};

class HostFunctions {
 public:
  /// It begins.
  void add(std::shared_ptr<HostFunction> function) {
    std::erase_if(begun_, [](const auto& known) { return !in_flight(*known); });
    begun_.push_back(std::move(function));
  }
  /// Whether one has not returned.
  bool any() const {
    return std::any_of(begun_.begin(), begun_.end(),
                       [](const auto& known) { return in_flight(*known); });
  }
  /// Whether one that has not returned comes before something that stands
  /// behind `clock`.
  bool before(const Clock& clock) const {
    return std::any_of(begun_.begin(), begun_.end(), [&](const auto& known) {
      const Ticket& ticket = known->ticket;
      return in_flight(*known) && clock.covers(ticket.chain, ticket.number);
    });
  }

  /// The one that runs, or is the next to run; null: all have returned.
  const HostFunction* first() const {
    const auto found =
        std::find_if(begun_.begin(), begun_.end(),
                     [](const auto& known) { return in_flight(*known); });
    return found == begun_.end() ? nullptr : found->get();
  }

  /// While one lives, a call of the host at `place` waits for functions.
  class Wait {
   public:
    Wait(HostFunctions& functions, const CallPlace& place)
        : functions_(functions), place_(place) {
      functions_.waits_.push_back(this);
    }
    ~Wait() { std::erase(functions_.waits_, this); }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    HostFunctions& functions_;
    const CallPlace place_;
    friend HostFunctions;
  };
  /// A call that waits now; null: none does.
  const CallPlace* waiting_call() const {
    return waits_.empty() ? nullptr : &waits_.front()->place_;
  }

 private:
  static bool in_flight(const HostFunction& function) {
    return !function.returned;
  }

  std::deque<std::shared_ptr<HostFunction>> begun_;
  std::vector<const Wait*> waits_;
};

}  // namespace simt::cudart
