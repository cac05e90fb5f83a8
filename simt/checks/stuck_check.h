// SPDX-License-Identifier: MIT
// Gives the full account of a launch that cannot go on or took too long: who
// waits where, who is gone, what has not started.
#pragma once

#include <string>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class StuckCheck final : public Observer {
 public:
  explicit StuckCheck(const Stage& stage) : scene_(stage.scene) {}

  void on_stuck(const Stuck& stuck) override;

 private:
  using Group = Stuck::Group;
  /// Groups of one block that wait at one line for one thing.
  struct Waiting {
    Group first;
    std::vector<uint32_t> threads;
    std::vector<uint32_t> pollers;  // those of them that look at memory here
    bool named = false;             // with their block
  };

  std::vector<Waiting> waiting_in(const Stuck& stuck, uint32_t block) const;
  void add_peers(const Stuck& stuck, uint32_t block,
                 std::vector<Waiting>& all) const;
  std::string of_block(const Waiting& waiting) const;
  static std::string threads_of(const std::vector<uint32_t>& threads);
  std::string what(const Waiting& waiting) const;
  void add_places(const std::vector<Waiting>& all, report::Diagnostic& d) const;
  void add_notes(const Stuck& stuck, uint32_t block,
                 const std::vector<Waiting>& all, report::Diagnostic& d) const;
  report::Diagnostic start(std::string name) const;
  void deadlock(const Stuck& stuck, uint32_t block) const;
  void livelock(const Stuck& stuck, uint32_t block) const;
  void not_resident(const Stuck& stuck, uint32_t block) const;
  void too_long(const Stuck& stuck, uint32_t block) const;
  static uint32_t pc_of(const Group& group);
  static void run_first(const std::vector<Waiting>& all, report::Diagnostic& d);
  void add_host_note(const Stuck& stuck, report::Diagnostic& d) const;
  std::string polling(const Waiting& waiting) const;

  const Scene& scene_;
};

}  // namespace simt::checks
