// SPDX-License-Identifier: MIT
// Reads steps line by line. Believes nothing: a key that is missing, another
// type, a number out of its range or an index of nothing refuses the text.
#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "simt/steps/json.h"
#include "simt/steps/names.h"

namespace simt::steps {
namespace {

using nlohmann::json;

constexpr int64_t kMostOffset = int64_t{1} << 50;
constexpr int kMostCount = 64;  // elements of a lane
constexpr size_t kMostWarps = 1024;

/// Why the text is no run, as a clause.
struct Refusal {
  std::string why;
};

[[noreturn]] void refuse(const char* key) {
  throw Refusal{std::string("`") + key + "` is missing or cannot be"};
}

const json& at(const json& from, const char* key) {
  const auto found = from.find(key);
  if (!from.is_object() || found == from.end()) refuse(key);
  return *found;
}

int64_t number(const json& from, const char* key, int64_t least, int64_t most) {
  if (!from.is_number_integer()) refuse(key);
  if (from.is_number_unsigned() &&
      from.get<uint64_t>() > static_cast<uint64_t>(most))
    refuse(key);
  const auto value = from.get<int64_t>();
  if (value < least || value > most) refuse(key);
  return value;
}

template <typename T>
T number_at(const json& from, const char* key, int64_t least, int64_t most) {
  return static_cast<T>(number(at(from, key), key, least, most));
}

template <typename T>
T number_or(const json& from, const char* key, T without, int64_t least,
            int64_t most) {
  return from.contains(key) ? number_at<T>(from, key, least, most) : without;
}

constexpr int64_t kMostMask = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMostInt = std::numeric_limits<int>::max();

uint32_t mask_or(const json& from, const char* key, uint32_t without) {
  return number_or<uint32_t>(from, key, without, 0, kMostMask);
}

std::string text_at(const json& from, const char* key) {
  const json& text = at(from, key);
  if (!text.is_string()) refuse(key);
  return text.get<std::string>();
}

const json& list_at(const json& from, const char* key, size_t most) {
  const json& list = at(from, key);
  if (!list.is_array() || list.size() > most) refuse(key);
  return list;
}

std::array<uint32_t, 3> triple_at(const json& from, const char* key) {
  const json& list = list_at(from, key, 3);
  if (list.size() != 3) refuse(key);
  std::array<uint32_t, 3> all{};
  for (size_t i = 0; i < 3; ++i)
    all[i] = static_cast<uint32_t>(number(list[i], key, 1, kMostInt));
  return all;
}

/// The words of `from`, one for each of `count`; a single one stands for all.
std::vector<std::string> words_of(const json& from, const char* key,
                                  size_t count) {
  if (!from.is_string()) refuse(key);
  const auto text = from.get<std::string>();
  std::vector<std::string> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (words.size() == 1 && count > 0) words.resize(count, words[0]);
  if (words.size() != count) refuse(key);
  return words;
}

/// Those of `key`; none where it is missing.
std::vector<std::string> words_at(const json& from, const char* key,
                                  size_t count) {
  if (!from.contains(key)) return {};
  return words_of(at(from, key), key, count);
}

std::vector<int64_t> places_at(const json& from, size_t count) {
  std::vector<int64_t> places;
  if (from.contains("row")) {
    const json& row = list_at(from, "row", 2);
    if (row.size() != 2 || count < 3) refuse("row");
    const int64_t first = number(row[0], "row", 0, kMostOffset);
    const int64_t step = number(row[1], "row", -kMostOffset, kMostOffset);
    for (size_t i = 0; i < count; ++i) {
      places.push_back(first + static_cast<int64_t>(i) * step);
      if (places.back() < 0 || places.back() > kMostOffset) refuse("row");
    }
    return places;
  }
  const json& list = list_at(from, "at", kLanes);
  if (list.size() != count) refuse("at");
  for (const json& one : list)
    places.push_back(number(one, "at", 0, kMostOffset));
  return places;
}

void read_access(const json& from, Act& act, const Run& run) {
  const bool host = act.kind == ActKind::kHost;
  const bool accesses = act.kind == ActKind::kLoad || act.writes();
  if (!accesses && !from.contains("a")) return;
  const auto lanes =
      host ? size_t{1} : static_cast<size_t>(std::popcount(act.lanes));
  act.array =
      number_at<int>(from, "a", 0, static_cast<int64_t>(run.arrays.size()) - 1);
  act.bytes = number_at<uint64_t>(from, "e", 1, kMostOffset);
  act.count = number_or<int>(from, "c", 1, 1, kMostCount);
  act.at = places_at(from, lanes);
}

Object object_of(const json& from, const Run& run) {
  constexpr int64_t kMostPending = 1 << 20;  // PTX ISA 9.7.13.15
  if (!from.is_array() || from.size() < 6 || from.size() > 7) refuse("objects");
  const auto part = [&](size_t i, int64_t least, int64_t most) {
    return number(from[i], "objects", least, most);
  };
  Object object;
  object.array =
      static_cast<int>(part(0, 0, static_cast<int64_t>(run.arrays.size()) - 1));
  object.at = part(1, 0, kMostOffset);
  object.phase = static_cast<uint32_t>(part(2, 0, kMostMask));
  object.arrivals = static_cast<uint32_t>(part(3, 0, kMostPending));
  object.bytes = part(4, -kMostPending, kMostPending);
  object.over = part(5, 0, 1) == 1;
  if (from.size() == 7) object.block = part(6, 0, kMostMask);
  return object;
}

void read_work(const json& from, Act& act, const Run& run) {
  if (from.contains("work")) {
    const std::string work = text_at(from, "work");
    const auto* found =
        std::find_if(std::begin(kWorkNames), std::end(kWorkNames),
                     [&](const WorkName& name) { return name.text == work; });
    if (found == std::end(kWorkNames)) refuse("work");
    act.work = found->work;
  }
  act.id = number_or<uint64_t>(from, "id", 0, 1, kMostOffset);
  act.size = number_or<uint64_t>(from, "size", 0, 1, kMostOffset);
  if (act.kind == ActKind::kCommit || act.kind == ActKind::kAwait)
    act.open = number_at<uint32_t>(from, "open", 0, kMostMask);
  if (act.kind == ActKind::kObject) {
    if (act.array < 0 || act.lanes == 0) refuse("a");
    act.use = text_at(from, "use");
    if (std::none_of(std::begin(kUses), std::end(kUses),
                     [&](const char* use) { return act.use == use; }))
      refuse("use");
    act.yes = mask_or(from, "yes", 0);
  }
  if (!from.contains("objects")) return;
  for (const json& one : list_at(from, "objects", kLanes))
    act.objects.push_back(object_of(one, run));
}

Act act_of(const json& from, uint32_t on, const Run& run) {
  Act act;
  const std::string kind = text_at(from, "k");
  const auto* found =
      std::find_if(std::begin(kActNames), std::end(kActNames),
                   [&](const ActName& name) { return name.text == kind; });
  if (found == std::end(kActNames)) refuse("k");
  act.kind = found->kind;
  act.lanes = mask_or(from, "m", on);
  if (from.contains("op")) act.op = text_at(from, "op");
  read_access(from, act, run);
  const auto lanes = static_cast<size_t>(std::popcount(act.lanes));
  const size_t values = lanes * static_cast<size_t>(act.count);
  act.values = words_at(from, "v", values);
  act.before = words_at(from, "was", values);
  if (from.contains("from")) {
    const bool shuffle = act.kind == ActKind::kShuffle;
    for (const json& one : list_at(from, "from", kMostWarps))
      act.from.push_back(static_cast<int>(
          number(one, "from", -1, shuffle ? kLanes - 1 : kMostInt)));
    if (shuffle && act.from.size() != lanes) refuse("from");
  }
  act.target = number_or<int>(from, "to", 0, 1, kMostInt);
  read_work(from, act, run);
  if (act.kind == ActKind::kVote) {
    act.yes = number_at<uint32_t>(from, "yes", 0, kMostMask);
    act.result = number_at<uint32_t>(from, "res", 0, kMostMask);
  }
  return act;
}

/// True for "@2+64" of an array that there is.
bool is_pointer(const std::string& value, const Run& run) {
  size_t array = 0;
  int64_t at = 0;
  const char* const end = value.data() + value.size();
  const auto first = std::from_chars(value.data() + 1, end, array);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '+')
    return false;
  const auto rest = std::from_chars(first.ptr + 1, end, at);
  return rest.ec == std::errc() && rest.ptr == end && at >= 0 &&
         at <= kMostOffset && array < run.arrays.size();
}

/// An index alone, or with the values of `lanes` lanes.
Held held_of(const json& from, size_t lanes, const Run& run) {
  const json& index = from.is_array() && from.size() == 2 ? from[0] : from;
  Held held;
  held.local = static_cast<int>(
      number(index, "held", 0, static_cast<int64_t>(run.locals.size()) - 1));
  if (!from.is_array()) return held;
  held.values = words_of(from[1], "held", lanes);
  for (const std::string& value : held.values)
    if (value.starts_with('@') && !is_pointer(value, run)) refuse("held");
  return held;
}

Step step_of(const json& from, const Run& run) {
  Step step;
  step.launch = number_at<int>(from, "l", 0,
                               static_cast<int64_t>(run.launches.size()) - 1);
  const LaunchOf& launch = run.launches[static_cast<size_t>(step.launch)];
  const uint64_t blocks =
      uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const uint64_t threads =
      uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  step.block = number_or<uint32_t>(
      from, "b", 0, 0,
      static_cast<int64_t>(std::min<uint64_t>(blocks - 1, kMostMask)));
  if (from.contains("w"))
    step.warp = number_at<int>(
        from, "w", 0,
        std::min(kMostInt, static_cast<int64_t>((threads - 1) / kLanes)));
  step.on = mask_or(from, "on", 0);
  step.waiting = mask_or(from, "wait", 0);
  step.exited = mask_or(from, "gone", 0);
  if (from.contains("f")) {
    step.file = number_at<int>(from, "f", 0,
                               static_cast<int64_t>(run.files.size()) - 1);
    step.line = number_at<int>(from, "n", 0, kMostInt);
  }
  for (const json& act : list_at(from, "do", kMostBytes))
    step.acts.push_back(act_of(act, step.on, run));
  if (step.acts.empty()) refuse("do");
  if (!from.contains("held")) return step;
  if (step.warp < 0 || step.on == 0) refuse("held");
  const auto lanes = static_cast<size_t>(std::popcount(step.on));
  for (const json& one : list_at(from, "held", run.locals.size()))
    step.held.push_back(held_of(one, lanes, run));
  return step;
}

Array array_of(const json& from) {
  Array array;
  array.name = text_at(from, "name");
  array.space = text_at(from, "space");
  array.bytes = number_at<uint64_t>(from, "bytes", 0, kMostOffset);
  array.begin = number_or<uint64_t>(from, "begin", 0, 0, kMostOffset);
  if (!from.contains("written")) return array;
  for (const json& one : list_at(from, "written", kMostBytes)) {
    if (!one.is_array() || one.size() != 2) refuse("written");
    array.written.push_back(
        {static_cast<uint64_t>(number(one[0], "written", 0, kMostOffset)),
         static_cast<uint64_t>(number(one[1], "written", 0, kMostOffset))});
  }
  return array;
}

Local local_of(const json& from) {
  Local local;
  local.name = text_at(from, "name");
  local.function = text_at(from, "function");
  local.unit = number_or<uint64_t>(from, "unit", 0, 1, kMostOffset);
  return local;
}

LaunchOf launch_of(const json& from) {
  LaunchOf launch;
  launch.index = number_at<int>(from, "index", 0, kMostInt);
  launch.kernel = text_at(from, "kernel");
  launch.grid = triple_at(from, "grid");
  launch.block = triple_at(from, "block");
  const uint64_t threads = uint64_t{launch.block[0]} * launch.block[1];
  if (threads > kMostInt || threads * launch.block[2] > kMostInt)
    refuse("block");
  return launch;
}

Fires fires_of(const json& from, const Run& run) {
  const auto most = static_cast<int64_t>(run.steps.size()) - 1;
  Fires fires;
  fires.name = text_at(from, "name");
  fires.message = text_at(from, "message");
  if (!at(from, "error").is_boolean()) refuse("error");
  fires.error = at(from, "error").get<bool>();
  fires.step = number_at<int>(from, "step", -1, most);
  fires.earlier = number_at<int>(from, "earlier", -1, most);
  return fires;
}

void read_head(const json& from, Run& run) {
  if (number_at<int>(from, "steps", 0, kMostInt) != kSchema)
    throw Refusal{"its version is not " + std::to_string(kSchema)};
  run.emulator = text_at(from, "emulator");
  run.device = text_at(from, "device");
  const json& schedule = at(from, "schedule");
  if (!schedule.is_number_unsigned()) refuse("schedule");
  run.schedule = schedule.get<uint64_t>();
  run.cut = from.contains("cut");
  if (run.cut && from["cut"] != true) refuse("cut");
  if (!from.contains("too_large")) return;
  if (from["too_large"] != true) refuse("too_large");
  run.too_large = true;
}

void read_line(const json& from, Run& run) {
  if (run.too_large) throw Refusal{"something follows `too_large`"};
  if (!from.is_object() || from.size() != 1)
    throw Refusal{"a line is not an object of one key"};
  const json::const_iterator only = from.begin();
  const std::string& key = only.key();
  const json& value = only.value();
  if (key == "file") {
    run.files.push_back(text_at(from, "file"));
  } else if (key == "array") {
    run.arrays.push_back(array_of(value));
  } else if (key == "local") {
    run.locals.push_back(local_of(value));
  } else if (key == "launch") {
    run.launches.push_back(launch_of(value));
  } else if (key == "step") {
    run.steps.push_back(step_of(value, run));
  } else if (key == "fires") {
    run.fires.push_back(fires_of(value, run));
  } else {
    throw Refusal{"a line has an unknown key"};
  }
}

Run read_run(std::string_view text) {
  Run run;
  bool head = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const json line = json::parse(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    head ? read_line(line, run) : read_head(line, run);
    head = true;
  }
  if (!head) throw Refusal{"it is empty"};
  return run;
}

}  // namespace

std::optional<Run> from_json(std::string_view text, std::string& why) {
  try {
    return read_run(text);
  } catch (const Refusal& refusal) {
    why = refusal.why;
  } catch (const json::exception&) {
    why = "a line is not JSON";
  } catch (const std::bad_alloc&) {
    why = "it is too large";
  }
  return {};
}

}  // namespace simt::steps
