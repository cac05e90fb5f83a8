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

TEST_CASE("the floor of the longest launch stands below the title") {
  Report report;
  Launch launch;
  launch.kernel = "k()";
  launch.device = "h200";
  launch.floor = {"shared memory", 41278, {}};
  report.launches = {launch};
  CHECK(to_text(report, {})
            .find("\nlimit: shared memory, floor 41.2 us on h200\n") !=
        std::string::npos);
  report.launches.push_back(launch);
  report.launches[1].floor = {"DRAM", 1999999, {}};
  CHECK(
      to_text(report, {})
          .find("\nthe longest launch: limit: DRAM, floor 1.99 ms on h200\n") !=
      std::string::npos);
  CHECK(longest_of(report.launches).ns == 1999999);
  CHECK(longest_of({}).launch == -1);
  CHECK(floor_text({}).empty());
  CHECK(time_text(0) == "0 ns");
  CHECK(time_text(999) == "999 ns");
  CHECK(time_text(1050) == "1.05 us");
  CHECK(time_text(412000) == "412 us");
  CHECK(time_text(123456789012) == "123 s");
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
