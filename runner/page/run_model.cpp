// SPDX-License-Identifier: MIT
// A wrong type throws. What the drawings index or divide with is checked once
// more here, since the program could have written the report itself.
#include "runner/page/run_model.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "runner/base/json_text.h"
#include "runner/base/stop.h"

namespace learn {
namespace {

using nlohmann::json;

/// Numbers the files as they are met.
class Files {
 public:
  explicit Files(std::vector<std::string>& names) : names_(names) {}

  int number(const std::string& name) {
    const auto [at, fresh] =
        known_.try_emplace(name, static_cast<int>(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, int> known_;
};

uint64_t number(const json& from, const char* group, const char* key) {
  return from.at(group).at(key).get<uint64_t>();
}

Counts read_counts(const json& from) {
  Counts counts;
  from.at("warp_instructions").get_to(counts.issued);
  from.at("thread_instructions").get_to(counts.lanes);
  from.at("barriers").get_to(counts.barriers);
  from.at("branches").get_to(counts.branches);
  from.at("divergent_branches").get_to(counts.divergent);
  for (const char* way : {"global_load", "global_store"}) {
    counts.requests += number(from, way, "requests");
    counts.sectors += number(from, way, "sectors");
    counts.ideal_sectors += number(from, way, "ideal_sectors");
  }
  for (const char* way : {"shared_load", "shared_store"}) {
    counts.shared += number(from, way, "requests");
    counts.passes += number(from, way, "wavefronts");
    counts.ideal_passes += number(from, way, "ideal_wavefronts");
  }
  // An atomic has no least number of passes: it counts as it is.
  const auto atomic = number(from, "shared_atomic", "wavefronts");
  counts.shared += number(from, "shared_atomic", "requests");
  counts.passes += atomic;
  counts.ideal_passes += atomic;
  return counts;
}

Traffic read_traffic(const json& from) {
  return {from.at("requests").get<uint64_t>(),
          from.at("sectors").get<uint64_t>(),
          from.at("ideal_sectors").get<uint64_t>()};
}

LaunchRun read_launch_run(const json& from, Files& files) {
  LaunchRun launch;
  from.at("index").get_to(launch.index);
  from.at("kernel").get_to(launch.kernel);
  from.at("device").get_to(launch.device);
  from.at("counted_on").get_to(launch.counted_on);
  launch.graph_node = from.value("graph_node", "");
  from.at("grid").get_to(launch.grid);
  from.at("block").get_to(launch.block);
  launch.shared_bytes = from.at("static_shared_bytes").get<int64_t>() +
                        from.at("dynamic_shared_bytes").get<int64_t>();
  from.at("registers").get_to(launch.registers);
  from.at("resident_blocks_per_sm").get_to(launch.resident_blocks);
  launch.counts = read_counts(from.at("counters"));
  for (const auto& one : from.at("lines")) {
    const auto& counters = one.at("counters");
    launch.lines.push_back({files.number(one.at("file").get<std::string>()),
                            one.at("line").get<int>(), read_counts(counters),
                            read_traffic(counters.at("global_load")),
                            read_traffic(counters.at("global_store"))});
  }
  return launch;
}

Found read_found(const json& from, Files& files) {
  Found found;
  from.at("name").get_to(found.name);
  from.at("kernel").get_to(found.kernel);
  from.at("message").get_to(found.message);
  from.at("why").get_to(found.why);
  from.at("seen").get_to(found.seen);
  from.at("launch").get_to(found.launch);
  from.at("count").get_to(found.count);
  from.at("notes").get_to(found.notes);
  found.error = from.at("severity").get<std::string>() == "error";
  for (const auto& one : from.at("places")) {
    FoundPlace place;
    const auto file = one.at("file").get<std::string>();
    if (!file.empty()) place.file = files.number(file);
    one.at("line").get_to(place.line);
    one.at("column").get_to(place.column);
    one.at("what").get_to(place.what);
    found.places.push_back(std::move(place));
  }
  return found;
}

/// The program could have written the file itself: what the drawings rely on
/// is looked at first.
bool is_sound(const TraceEvent& event, int points) {
  const auto is_point = [&](int point) {
    return point >= -1 && point < points;
  };
  if (!is_point(event.point) || !is_point(event.until)) return false;
  if (event.block < 0 || event.warp < 0 || event.warp >= 64) return false;
  if (!event.is_access()) return true;
  constexpr int64_t kFar = int64_t{1} << 50;
  if (event.bytes < 1 || event.bytes > 16) return false;
  if (event.begin < 0 || event.begin > kFar) return false;
  for (int lane = 0; lane < 32; ++lane) {
    const auto offset = event.offsets[lane];
    if (event.has(lane) && (offset < 0 || offset > kFar)) return false;
  }
  return true;
}

bool is_sound(const Trace& trace) {
  const auto& device = trace.device;
  const bool banks = device.banks == 16 || device.banks == 32;
  const bool bytes = device.bank_bytes == 4 || device.bank_bytes == 8;
  return banks && bytes &&
         std::all_of(trace.events.begin(), trace.events.end(),
                     [&](const TraceEvent& event) {
                       return is_sound(event,
                                       static_cast<int>(trace.points.size()));
                     });
}

}  // namespace

Counts& Counts::operator+=(const Counts& more) {
  issued += more.issued;
  lanes += more.lanes;
  requests += more.requests;
  sectors += more.sectors;
  ideal_sectors += more.ideal_sectors;
  shared += more.shared;
  passes += more.passes;
  ideal_passes += more.ideal_passes;
  barriers += more.barriers;
  branches += more.branches;
  divergent += more.divergent;
  return *this;
}

const LaunchRun* RunModel::launch(int index) const {
  for (const auto& one : launches) {
    if (one.index == index) return &one;
  }
  return nullptr;
}

RunModel read_run(const std::string& text) {
  try {
    const auto whole = parse_json(text);
    if (whole.at("schema").get<int>() != 1 ||
        !whole.at("trace").value("summary", false)) {
      throw Stop{"the emulator wrote a report that this program cannot read"};
    }
    RunModel run;
    whole.at("emulator").get_to(run.emulator);
    whole.at("device").get_to(run.device);
    whole.at("counted_on").get_to(run.counted_on);
    whole.at("schedule").get_to(run.schedule);
    Files files(run.files);
    for (const auto& one : whole.at("launches")) {
      run.launches.push_back(read_launch_run(one, files));
    }
    for (const auto& one : whole.at("diagnostics")) {
      run.findings.push_back(read_found(one, files));
    }
    whole.at("diagnostics_dropped").get_to(run.findings_dropped);
    run.trace = trace_of(whole);
    if (!is_sound(run.trace)) {
      throw Stop{
          "the report's trace cannot be: the emulator did not write it so"};
    }
    return run;
  } catch (const json::exception& error) {
    throw Stop{std::string("the emulator's report cannot be read: ") +
               error.what()};
  }
}

}  // namespace learn
