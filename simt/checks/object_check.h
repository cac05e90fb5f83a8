// SPDX-License-Identifier: MIT
// Barrier objects (mbarrier): expect-tx, where bytes that are expected and
// bytes that are copied differ, and mbarrier-misuse. Knows nothing of clocks:
// that an init is not shown to others is a race (race_check.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/ops/barrier_object.h"
#include "simt/ops/observer.h"

namespace simt::checks {

class ObjectCheck final : public Observer {
 public:
  explicit ObjectCheck(const Stage& stage) : scene_(stage.scene) {}

  /// Kernels with barrier objects or bulk copies do not run in parts.
  bool has_parts() const override { return true; }

  void on_launch(const LaunchInfo&) override { found_.clear(); }
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_object(const ObjectUse& use) override;
  void on_bulk(const BulkStep& step) override;
  void on_stuck(const Stuck& stuck) override;
  void on_launch_end(const Executions&) override;

 private:
  /// Who did something, and where.
  struct Event {
    WarpPlace at;
    int lane = 0;
    uint32_t pc = 0;
    bool known = false;
  };
  struct Object {
    bool valid = false;  // initialised, and not invalidated since
    bool gone = false;   // invalidated
    Event init, inval;
    Event arrive;           // the last one
    Event expect;           // the last one that expects bytes
    Event copy;             // the last copy that was issued
    uint64_t expected = 0;  // bytes in this phase
    uint64_t copied = 0;    // likewise
    uint32_t open = 0;      // copies since a phase was found to be over
    ops::BarrierObject now;
  };
  enum class Kind : uint8_t {
    kNotInitialised,
    kInvalidated,
    kInFlight,   // begun or ended again while copies are in flight
    kTooMany,    // arrivals
    kTooFew,     // at a hang
    kNobody,     // at a hang: nobody arrives at the phase
    kCompletes,  // .noComplete
    kBytes       // expect-tx
  };
  struct Found {
    Kind kind = Kind::kBytes;
    uint64_t count = 0;
    Event first, second;  // the places
    uint64_t address = 0;
    Object object;
    uint64_t arrivals = 0, pending = 0;  // kTooMany
    bool stuck = false;
  };
  using Place = std::pair<uint32_t, uint64_t>;  // slot, address

  void count_arrivals(const ObjectUse& use);
  void use_lane(const ObjectUse& use, int lane);
  static void end_phase(Object& object);
  Found& note(Kind kind, const Event& first, const Event& second,
              uint64_t address, const Object& object);
  void describe(const Found& found) const;
  void describe_bytes(const Found& found, report::Diagnostic& d) const;
  void describe_misuse(const Found& found, report::Diagnostic& d) const;
  void add_place(const Event& event, const std::string& does,
                 report::Diagnostic& d) const;

  const Scene& scene_;
  std::map<Place, Object> objects_;
  /// By kind, then the two places.
  std::map<std::pair<Kind, std::pair<uint32_t, uint32_t>>, Found> found_;
};

}  // namespace simt::checks
