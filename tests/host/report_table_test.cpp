// SPDX-License-Identifier: MIT
// Sums of counters and the per-line table.
#include <doctest/doctest.h>

#include "simt/report/report.h"

namespace simt::report {
namespace {

Counters some(uint64_t warps, uint64_t threads, uint64_t wavefronts) {
  Counters c;
  c.warp_instructions = warps;
  c.thread_instructions = threads;
  c.shared_load = {wavefronts ? 1u : 0u, wavefronts, 1,
                   wavefronts ? wavefronts - 1 : 0};
  c.instructions["add.s32"] = warps;
  return c;
}

TEST_CASE("counters add up") {
  Counters sum = some(2, 64, 3);
  sum += some(1, 16, 0);
  CHECK(sum.warp_instructions == 3);
  CHECK(sum.thread_instructions == 80);
  CHECK(sum.shared_load.wavefronts == 3);
  CHECK(sum.instructions["add.s32"] == 3);
}

TEST_CASE("launches of one kernel share a table") {
  Report report;
  report.counted_on = "ptx sm_75";
  Launch launch;
  launch.kernel = "k()";
  launch.symbol = "_Z1kv";
  launch.lines = {{"/gone/k.cu", 12, some(4, 64, 32)},
                  {"/gone/k.cu", 13, some(2, 64, 0)}};
  report.launches = {launch, launch};
  TextOptions options;
  options.root = "/gone";
  CHECK(to_text(report, options) ==
        R"(k(): 2 launches, counted on ptx sm_75
k.cu
 line      issued  lanes%  wavefronts | source
   12           8      50          64 |
   13           4     100           - |
)");
  options.table = false;
  CHECK(to_text(report, options).empty());
}

TEST_CASE("what the compiler gives no line stands under no number") {
  Report report;
  Launch launch;
  launch.lines = {{"/gone/k.cu", 0, some(4, 64, 0)}};
  report.launches = {launch};
  CHECK(to_text(report, {}).find("\n    -           4      50") !=
        std::string::npos);
}

TEST_CASE("a kernel without lines says how to get them") {
  Report report;
  report.counted_on = "ptx sm_75";
  report.launches.resize(1);
  report.launches[0].kernel = "k()";
  CHECK(to_text(report, {}) ==
        "k(): 1 launch, counted on ptx sm_75\n"
        "no source lines (compile with -lineinfo)\n");
}

}  // namespace
}  // namespace simt::report
