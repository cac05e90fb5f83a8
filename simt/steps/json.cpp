// SPDX-License-Identifier: MIT
// Writes steps. What is the usual case is left out, since most of a run is
// such: docs/step.md says what a missing key means.
#include "simt/steps/json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "simt/report/paths.h"
#include "simt/steps/names.h"

namespace simt::steps {
namespace {

using Json = nlohmann::ordered_json;

// Names come from the program and need not be UTF-8.
std::string line_of(const char* key, Json value) {
  Json line;
  line[key] = std::move(value);
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Equal values once; the others with a space between two.
std::string joined(const std::vector<std::string>& values) {
  bool alike = true;
  for (const std::string& value : values) alike = alike && value == values[0];
  if (alike) return values[0];
  std::string text;
  for (const std::string& value : values) {
    if (!text.empty()) text += ' ';
    text += value;
  }
  return text;
}

/// [first, step] where the places are in line, else all of them.
void set_places(const std::vector<int64_t>& at, Json& to) {
  const int64_t step = at.size() > 1 ? at[1] - at[0] : 0;
  bool in_line = at.size() > 2;
  for (size_t i = 1; i < at.size(); ++i)
    in_line = in_line && at[i] - at[i - 1] == step;
  if (in_line) {
    to["row"] = {at[0], step};
  } else {
    to["at"] = at;
  }
}

Json json_of(const Object& object) {
  Json to = {object.array,    object.at,    object.phase,
             object.arrivals, object.bytes, object.over ? 1 : 0};
  if (object.block >= 0) to.push_back(object.block);
  return to;
}

void set_work(const Act& act, Json& to) {
  if (act.work != Work::kNone) to["work"] = name_of(act.work);
  if (act.id != 0) to["id"] = act.id;
  if (act.size != 0) to["size"] = act.size;
  const bool groups =
      act.kind == ActKind::kCommit || act.kind == ActKind::kAwait;
  if (groups) to["open"] = act.open;
  if (!act.use.empty()) to["use"] = act.use;
  if (act.kind == ActKind::kObject && act.yes != 0) to["yes"] = act.yes;
  if (act.objects.empty()) return;
  to["objects"] = Json::array();
  for (const Object& object : act.objects)
    to["objects"].push_back(json_of(object));
}

Json json_of(const Act& act, uint32_t on) {
  Json to;
  to["k"] = name_of(act.kind);
  if (act.lanes != on) to["m"] = act.lanes;
  if (!act.op.empty()) to["op"] = act.op;
  if (act.array >= 0) {
    to["a"] = act.array;
    to["e"] = act.bytes;
    if (act.count != 1) to["c"] = act.count;
    set_places(act.at, to);
  }
  if (!act.values.empty()) to["v"] = joined(act.values);
  if (!act.before.empty()) to["was"] = joined(act.before);
  if (!act.from.empty()) to["from"] = act.from;
  if (act.target != 0) to["to"] = act.target;
  set_work(act, to);
  if (act.kind == ActKind::kVote) {
    to["yes"] = act.yes;
    to["res"] = act.result;
  }
  return to;
}

Json json_of(const Array& array) {
  Json to;
  to["name"] = array.name;
  to["space"] = array.space;
  to["bytes"] = array.bytes;
  if (!array.written.empty()) to["written"] = array.written;
  if (array.begin != 0) to["begin"] = array.begin;
  return to;
}

Json json_of(const Local& local) {
  Json to;
  to["name"] = local.name;
  to["function"] = local.function;
  if (local.unit != 0) to["unit"] = local.unit;
  return to;
}

Json json_of(const Held& held) {
  if (held.values.empty()) return held.local;
  return {held.local, joined(held.values)};
}

Json json_of(const LaunchOf& launch) {
  Json to;
  to["index"] = launch.index;
  to["kernel"] = launch.kernel;
  to["grid"] = launch.grid;
  to["block"] = launch.block;
  return to;
}

Json json_of(const Fires& fires) {
  Json to;
  to["name"] = fires.name;
  to["message"] = fires.message;
  to["error"] = fires.error;
  to["step"] = fires.step;
  to["earlier"] = fires.earlier;
  return to;
}

}  // namespace

const char* name_of(ActKind kind) {
  for (const ActName& name : kActNames)
    if (name.kind == kind) return name.text;
  return "";
}

const char* name_of(Work work) {
  for (const WorkName& name : kWorkNames)
    if (name.work == work) return name.text;
  return "";
}

std::string to_line(const Step& step) {
  Json to;
  to["l"] = step.launch;
  if (step.warp >= 0) {
    to["b"] = step.block;
    to["w"] = step.warp;
    to["on"] = step.on;
    if (step.waiting != 0) to["wait"] = step.waiting;
    if (step.exited != 0) to["gone"] = step.exited;
  } else if (step.block != 0) {
    to["b"] = step.block;
  }
  if (step.file >= 0) {
    to["f"] = step.file;
    to["n"] = step.line;
  }
  Json acts = Json::array();
  for (const Act& act : step.acts) acts.push_back(json_of(act, step.on));
  to["do"] = std::move(acts);
  for (const Held& held : step.held) to["held"].push_back(json_of(held));
  return line_of("step", std::move(to));
}

std::string to_json(const Run& run, const std::string& root) {
  Json head;
  head["steps"] = kSchema;
  head["emulator"] = run.emulator;
  head["device"] = run.device;
  head["schedule"] = run.schedule;
  if (run.too_large) head["too_large"] = true;
  if (run.cut && !run.too_large) head["cut"] = true;
  std::string text =
      head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (run.too_large) return text;
  for (const std::string& file : run.files)
    text += line_of("file", report::relative_path(file, root));
  for (const Array& array : run.arrays)
    text += line_of("array", json_of(array));
  for (const LaunchOf& launch : run.launches)
    text += line_of("launch", json_of(launch));
  for (const Local& local : run.locals)
    text += line_of("local", json_of(local));
  for (const Step& step : run.steps) text += to_line(step);
  for (const Fires& one : run.fires) text += line_of("fires", json_of(one));
  return text;
}

}  // namespace simt::steps
