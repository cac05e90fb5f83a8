// SPDX-License-Identifier: MIT
// What a session hears of blocks that run beside others of the launch: parts of
// its checks, which only say whether something is wrong.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "simt/checks/late_reads.h"
#include "simt/checks/relay.h"

namespace simt::checks {

class SessionPart final : public LateReads {
 public:
  explicit SessionPart(const Scene& scene)
      : LateReads(counters_), counters_(scene) {
    counters_.on_launch(scene.launch());
    listen(counters_, callbacks_of<CounterCheck>());
  }

  /// The part of the next check; null: it has none.
  void add(std::unique_ptr<Observer> part, CallbackSet callbacks) {
    if (part) listen(*part, callbacks);
    if (part) traces = traces || part->traces;
    parts_.push_back(std::move(part));
    callbacks_.push_back(callbacks);
  }
  /// In the order in which they were added.
  const std::vector<std::unique_ptr<Observer>>& parts() const { return parts_; }

  CounterCheck& counters() { return counters_; }

  void use_other_thread() override {
    relay_ = std::make_unique<Relay>();
    CallbackSet heard = 0;
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i]) continue;
      leave(*parts_[i]);
      relay_->listen(*parts_[i], callbacks_[i]);
      heard |= callbacks_[i];
    }
    listen(*relay_, heard);
  }

  bool clean() const override {
    if (wrong_) return false;
    if (relay_) relay_->wait();
    for (const auto& part : parts_)
      if (part && !part->clean()) return false;
    return true;
  }

  // Whatever it is, the launch runs again.
  void on_fault(const Fault&) override { wrong_ = true; }
  void on_stuck(const Stuck&) override { wrong_ = true; }
  void on_format_error(const FormatError&) override { wrong_ = true; }
  void on_mask_error(const MaskError&) override { wrong_ = true; }

 private:
  CounterCheck counters_;
  std::vector<std::unique_ptr<Observer>> parts_;
  std::vector<CallbackSet> callbacks_;  // of each
  std::unique_ptr<Relay> relay_;        // to parts_, or null
  bool wrong_ = false;
};

}  // namespace simt::checks
