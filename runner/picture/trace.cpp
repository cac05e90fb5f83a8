// SPDX-License-Identifier: MIT
// Keys that every event has are required; those of one kind are taken where
// they stand. Wavefronts and sectors both become the cost.
#include "runner/picture/trace.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "runner/base/json_text.h"
#include "runner/base/stop.h"

namespace learn {
namespace {

using nlohmann::json;

template <typename T>
void take(const json& from, const char* key, T& value) {
  if (const auto found = from.find(key); found != from.end()) {
    found->get_to(value);
  }
}

TraceEvent read_event(const json& from) {
  TraceEvent event;
  from.at("kind").get_to(event.kind);
  from.at("launch").get_to(event.launch);
  from.at("point").get_to(event.point);
  from.at("block").get_to(event.block);
  from.at("warp").get_to(event.warp);
  from.at("first").get_to(event.first);
  from.at("last").get_to(event.last);
  from.at("times").get_to(event.times);
  from.at("active").get_to(event.active);
  take(from, "space", event.space);
  take(from, "variable", event.variable);
  take(from, "bytes", event.bytes);
  take(from, "begin", event.begin);
  take(from, "offsets", event.offsets);
  take(from, "wavefronts", event.cost);
  take(from, "ideal_wavefronts", event.ideal);
  take(from, "sectors", event.cost);
  take(from, "ideal_sectors", event.ideal);
  take(from, "until", event.until);
  take(from, "left_out", event.left_out);
  take(from, "instruction", event.instruction);
  take(from, "mask", event.mask);
  take(from, "in_range", event.in_range);
  take(from, "sources", event.sources);
  take(from, "predicate", event.predicate);
  take(from, "result", event.result);
  return event;
}

TraceLaunch read_launch(const json& from) {
  TraceLaunch launch;
  from.at("kernel").get_to(launch.kernel);
  from.at("grid").get_to(launch.grid);
  from.at("block").get_to(launch.block);
  launch.shared_bytes = from.at("static_shared_bytes").get<int64_t>() +
                        from.at("dynamic_shared_bytes").get<int64_t>();
  from.at("resident_blocks_per_sm").get_to(launch.resident_blocks);
  return launch;
}

}  // namespace

Trace trace_of(const json& report) {
  const auto& from = report.at("trace");
  const auto& device = from.at("device");
  Trace trace;
  device.at("name").get_to(trace.device.name);
  device.at("multiprocessors").get_to(trace.device.multiprocessors);
  device.at("warps").get_to(trace.device.warps);
  device.at("blocks").get_to(trace.device.blocks);
  device.at("shared_bytes").get_to(trace.device.shared_bytes);
  device.at("banks").get_to(trace.device.banks);
  device.at("bank_bytes").get_to(trace.device.bank_bytes);
  for (const auto& one : report.at("launches")) {
    trace.launches.push_back(read_launch(one));
  }
  for (const auto& one : from.at("points")) {
    trace.points.push_back(
        {one.at("file").get<std::string>(), one.at("line").get<int>()});
  }
  for (const auto& one : from.at("events")) {
    trace.events.push_back(read_event(one));
  }
  from.at("dropped").get_to(trace.dropped);
  take(from, "launches_left_out", trace.launches_left_out);
  return trace;
}

Trace read_trace(const fs::path& file) {
  std::ifstream stream(file);
  try {
    return trace_of(parse_json(stream));
  } catch (const json::exception& error) {
    throw Stop{std::string("the emulator wrote no trace that can be read: ") +
               error.what()};
  }
}

}  // namespace learn
