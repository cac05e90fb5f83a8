// SPDX-License-Identifier: MIT
// Gives the full account of a launch that cannot go on or took too long: who
// waits where, who is gone, what has not started.
#pragma once

#include <string>
#include <vector>

#include "simt/checks/scene.h"

namespace simt::checks {

class StuckCheck {
 public:
  explicit StuckCheck(const Scene& scene) : scene_(scene) {}

  void on_stuck(const Stuck& stuck) const;

 private:
  using Group = Stuck::Group;
  /// Groups of one block that wait at one line for one thing.
  struct Waiting {
    Group first;
    std::vector<uint32_t> threads;
  };

  std::vector<Waiting> waiting_in(const Stuck& stuck, uint32_t block) const;
  std::string threads_of(const Waiting& waiting) const;
  std::string what(const Waiting& waiting) const;
  void add_places(const std::vector<Waiting>& all, report::Diagnostic& d) const;
  void add_notes(const Stuck& stuck, uint32_t block,
                 const std::vector<Waiting>& all, report::Diagnostic& d) const;
  void deadlock(const Stuck& stuck, uint32_t block) const;
  void livelock(const Stuck& stuck, uint32_t block) const;

  const Scene& scene_;
};

}  // namespace simt::checks
