// SPDX-License-Identifier: MIT
// Finds reads of global and shared memory that nothing has written. Keeps one
// bit for each byte. Of local memory it finds what only other threads stored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/checks/byte_map.h"
#include "simt/checks/local_writes.h"
#include "simt/checks/scene.h"
#include "simt/checks/stage.h"

namespace simt::checks {

class InitCheck final : public Observer {
 public:
  explicit InitCheck(const Stage& stage)
      : scene_(stage.scene), memory_(std::make_shared<Memory>()) {}
  /// For launches beside those of `first`, in the same memory.
  InitCheck(const Stage& stage, const InitCheck& first)
      : scene_(stage.scene), memory_(first.memory_) {}

  bool has_parts() const override { return true; }
  std::unique_ptr<Observer> part() override;
  bool clean() const override { return found_.empty(); }
  void join(Observer& part) override;

  bool takes_late_reads() const override { return true; }
  bool needs_late_reads(uint32_t slot, Late) const override {
    return slot < shared_.size() && !shared_[slot].complete();
  }
  bool knows_all(const Access& access) const override;

  void on_launch(const LaunchInfo&) override;
  /// Where a line has a race, a read of shared memory that came too early is
  /// not reported a second time.
  void on_launch_end(const Executions&) override;
  void on_block_start(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_barrier(const BarrierDone& done) override;
  /// A copy's source must be written when it is issued. Its target counts as
  /// written from then on: that a wait is missing is told elsewhere.
  void on_bulk(const BulkStep& step) override;
  void on_warpgroup(const WarpgroupStep& step) override;
  void on_register_use(const RegisterUse& use) override;

  /// Memory that the host may write unseen, and variables of the program
  /// (which start as zero or as written), count as written.
  void on_allocate(const Allocation& allocation) override;
  void on_free(const Allocation& allocation) override;
  void on_host_write(uint64_t begin, uint64_t bytes) override;

 private:
  struct Region {
    uint64_t begin = 0, end = 0;
    ByteMap map;
  };
  /// What a part wrote; the map itself stays as it is while parts run.
  using Written = std::map<Region*, ByteMap>;
  struct Memory {
    std::map<uint64_t, Region> regions;  // by begin
    Region* last = nullptr;              // that was looked up
  };
  /// The first bad read of a line, lowest address first.
  struct Found {
    uint64_t count = 0;
    uint64_t address = 0;
    ptx::Space space = ptx::Space::kGlobal;
    WarpPlace at;
    int lane = 0;
    uint32_t pc = 0;
    bool atomic = false;
    bool copy = false;     // a bulk copy reads it
    bool product = false;  // a warpgroup's product reads it
  };

  struct Part {};
  InitCheck(const InitCheck& whole, Part)
      : scene_(whole.scene_), memory_(whole.memory_), is_part_(true) {}

  Region* region_at(uint64_t address);
  void visit_region(const Access& access, Region& region, LaneMask lanes);
  void check(const Access& access, const ByteMap& map, const ByteMap* more,
             uint64_t begin, LaneMask lanes);
  void mark(const Access& access, ByteMap& map, uint64_t begin, LaneMask lanes);
  void visit(const Access& access, ByteMap& map, uint64_t begin,
             LaneMask lanes);
  void visit_several(const Access& access);
  void note(const Access& access, int lane);
  void on_local(const Access& access);
  void describe(const Found& found) const;
  void describe_local(const Found& found) const;
  void describe_sums(const Found& found) const;

  bool reads(const Access& access) const;

  const Scene& scene_;
  std::vector<uint8_t> only_exchanges_;  // by pc, of the launch's kernel
  std::shared_ptr<Memory> memory_;       // never null
  bool is_part_ = false;
  Region* last_ = nullptr;               // of a part: that was looked up
  Written written_;                      // of a part
  std::pair<Region*, ByteMap*> writes_;  // of those, that was looked up
  std::vector<ByteMap> shared_;          // by slot
  bool watches_local_ = false;           // the launch's kernel has local arrays
  std::vector<LocalWrites> local_;       // by slot
  std::map<uint32_t, Found> found_;      // by site
  std::map<uint32_t, Found> sums_;       // likewise, of registers
};

}  // namespace simt::checks
