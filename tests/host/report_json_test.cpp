// SPDX-License-Identifier: MIT
// Schema 1: every key, in its order.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/report/json.h"
#include "simt/report/report.h"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

using Names = std::vector<std::string>;

Report example() {
  Report report;
  report.emulator = "0.1.0";
  report.device = "h200";
  report.schedule = 7;
  report.counted_on = "ptx sm_75";
  Launch launch;
  launch.kernel = "k()";
  launch.symbol = "_Z1kv";
  launch.counters.instructions["fma.rn.f32"] = 3;
  launch.allocations.push_back(
      {"cudaMalloc #2", 4096, {1, 2, 3, 4}, {}, {}, {}, {}, {}});
  launch.lines.push_back({"/root/a/k.cu", 12, launch.counters});
  report.launches.push_back(launch);
  Diagnostic d;
  d.name = "shared-race";
  d.severity = Severity::kError;
  d.launch = 0;
  d.notes.push_back({"lanes", "0 -> tile+0"});
  Place place;
  place.file = "/root/a/k.cu";
  place.line = 12;
  d.places.push_back(place);
  place.has_thread = true;
  place.thread = {5, 0, 0};
  d.places.push_back(place);
  report.diagnostics.push_back(d);
  return report;
}

TEST_CASE("device code that was refused is named only where there is some") {
  Report report = example();
  CHECK_FALSE(Json::parse(to_json(report, "/")).contains("refused"));
  report.refused = {"the PTX of k is not valid"};
  CHECK(Json::parse(to_json(report, "/"))["refused"] ==
        Json{"the PTX of k is not valid"});
}

TEST_CASE("keys stand in the documented order") {
  const Json json = Json::parse(to_json(example(), "/root/a"));
  CHECK(keys(json) == Names{"schema", "emulator", "device", "schedule",
                            "counted_on", "launches", "diagnostics",
                            "diagnostics_dropped", "unseen"});
  const Json& launch = json["launches"][0];
  CHECK(keys(launch) == Names{"index", "kernel", "symbol", "grid", "block",
                              "dynamic_shared_bytes", "static_shared_bytes",
                              "dynamic_shared_bytes_touched", "device",
                              "counted_on", "registers", "registers_from",
                              "resident_blocks_per_sm", "cooperative",
                              "allocations", "busiest_warp", "floor",
                              "counters", "lines"});
  CHECK(keys(launch["counters"]) ==
        Names{"warp_instructions", "thread_instructions",
              "branches",          "divergent_branches",
              "barriers",          "warp_barriers",
              "shuffles",          "votes",
              "atomics",           "fences",
              "system_releases",   "matrix_multiplies",
              "float_multiplies",  "instructions",
              "global_load",       "global_store",
              "shared_load",       "shared_store",
              "global_atomic",     "shared_atomic",
              "texture_load",      "local_load",
              "local_store"});
  CHECK(keys(launch["counters"]["global_load"]) ==
        Names{"requests", "sectors", "ideal_sectors", "bytes"});
  CHECK(keys(launch["counters"]["shared_store"]) ==
        Names{"requests", "wavefronts", "ideal_wavefronts", "bank_conflicts"});
  CHECK(keys(json["diagnostics"][0]) ==
        Names{"name", "severity", "launch", "kernel", "count", "message",
              "places", "notes", "facts", "why", "seen", "learn"});
  CHECK(keys(json["diagnostics"][0]["places"][0]) ==
        Names{"file", "line", "column", "what", "block", "thread"});
}

TEST_CASE("values are the report's own") {
  const Json json = Json::parse(to_json(example(), "/root/a"));
  CHECK(json["schema"] == 1);
  CHECK(json["schedule"] == 7);
  const Json& launch = json["launches"][0];
  CHECK(launch["grid"] == Json({1, 1, 1}));
  CHECK(launch["counters"]["instructions"]["fma.rn.f32"] == 3);
  CHECK(launch["allocations"][0]["loads"]["sectors"] == 2);
  CHECK(launch["allocations"][0]["stores"]["sectors"] == 0);
  CHECK(launch["lines"][0]["file"] == "k.cu");
  CHECK(json["diagnostics"][0]["learn"] == "docs/diagnostics/shared-race.md");
  CHECK(json["diagnostics"][0]["notes"] == Json{"lanes: 0 -> tile+0"});
  CHECK(json["diagnostics"][0]["facts"][0]["key"] == "lanes");
  CHECK(json["diagnostics"][0]["facts"][0]["text"] == "0 -> tile+0");
  CHECK(json["diagnostics"][0]["places"][0]["thread"].is_null());
  CHECK(json["diagnostics"][0]["places"][1]["thread"] == Json({5, 0, 0}));
}

TEST_CASE("a name that is not UTF-8 still gives JSON") {
  Report report = example();
  report.launches[0].kernel = "k\xff\x1b";
  CHECK(Json::accept(to_json(report, "")));
}

TEST_CASE("no launches and no findings are empty lists") {
  const Json json = Json::parse(to_json({}, ""));
  CHECK(json["launches"].is_array());
  CHECK(json["launches"].empty());
  CHECK(json["diagnostics"].is_array());
}

}  // namespace
}  // namespace simt::report
