// SPDX-License-Identifier: MIT
// Finds reads of global and shared memory that nothing has written. Keeps one
// bit for each byte; local memory is not watched.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "simt/checks/byte_map.h"
#include "simt/checks/scene.h"

namespace simt::checks {

class InitCheck {
 public:
  explicit InitCheck(const Scene& scene) : scene_(scene) {}

  void on_launch();
  /// `explained`: true for a pc whose line has a race. There a read of shared
  /// memory that came too early is not reported a second time.
  void on_launch_end(const std::function<bool(uint32_t)>& explained);
  void on_block_start(const WarpPlace& at);
  void on_access(const Access& access);

  /// Memory that the host may write unseen, and variables of the program
  /// (which start as zero or as written), count as written.
  void on_allocate(const Allocation& allocation);
  void on_free(const Allocation& allocation);
  void on_host_write(uint64_t begin, uint64_t bytes);

 private:
  struct Region {
    uint64_t begin = 0, end = 0;
    ByteMap map;
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
  };

  Region* region_at(uint64_t address);
  void check(const Access& access, ByteMap& map, uint64_t begin,
             LaneMask lanes);
  void mark(const Access& access, ByteMap& map, uint64_t begin, LaneMask lanes);
  void visit(const Access& access, ByteMap& map, uint64_t begin,
             LaneMask lanes);
  void visit_several(const Access& access);
  void note(const Access& access, int lane);
  void describe(const Found& found) const;

  const Scene& scene_;
  std::map<uint64_t, Region> regions_;  // by begin
  Region* last_ = nullptr;
  std::vector<ByteMap> shared_;      // by slot
  std::map<uint32_t, Found> found_;  // by site
};

}  // namespace simt::checks
