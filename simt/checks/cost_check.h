// SPDX-License-Identifier: MIT
// Warns of lines that are right but slow: bank conflicts and scattered global
// requests. Reads what CounterCheck counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/checks/counters.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class CostCheck final : public Observer {
 public:
  explicit CostCheck(const Stage& stage)
      : scene_(stage.scene), counters_(stage.counters) {}

  void on_launch_end(const Executions&) override;

 private:
  /// Requests of one kind on one line.
  struct Group {
    uint32_t pc = 0;  // of the sample
    AccessKind kind = AccessKind::kLoad;
    const Sample* sample = nullptr;  // null: no costly request
    uint64_t requests = 0, costly = 0, cost = 0, ideal = 0;
  };

  std::vector<Group> groups(ptx::Space space) const;
  void bank_conflict(const Group& group) const;
  void uncoalesced(const Group& group) const;
  report::Diagnostic start(const Group& group, ptx::Space space,
                           const char* name) const;
  report::Note lanes_note(const Sample& sample, ptx::Space space) const;
  std::string bank_why(const Sample& sample, uint32_t bytes) const;
  std::string sector_why(const Sample& sample) const;

  const Scene& scene_;
  const CounterCheck& counters_;
};

}  // namespace simt::checks
