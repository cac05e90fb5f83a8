// SPDX-License-Identifier: MIT
// What is written is read back, field by field; what nobody wrote is refused.
#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "simt/report/json.h"
#include "tests/host/report_full.h"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

/// Why `text` is refused; "" when it is read.
std::string refusal(const std::string& text, Parts parts = Parts::kAll) {
  std::string why;
  const auto report = from_json(text, parts, why);
  CHECK(report.has_value() == why.empty());
  return why;
}

/// Why the full report is refused after `change`.
std::string refusal_after(const std::function<void(Json&)>& change) {
  Json whole = Json::parse(to_json(full::report(), ""));
  change(whole);
  return refusal(whole.dump());
}

/// Every key of every object below `json`, and what is refused without it.
void without_each_key(Json& json, const std::function<void()>& look) {
  if (json.is_object()) {
    for (size_t i = 0; i < json.size(); ++i) {
      const Json before = json;
      json.erase(std::next(json.begin(), static_cast<long>(i)));
      look();
      json = before;
    }
  }
  if (json.is_structured() && !json.empty())
    for (Json& part : json) without_each_key(part, look);
}

TEST_CASE("a report with every field set is read as it was written") {
  const Report report = full::report();
  std::string why;
  const auto read = from_json(to_json(report, ""), Parts::kAll, why);
  INFO(why);
  REQUIRE(read.has_value());
  CHECK(*read == report);
  CHECK(to_json(*read, "") == to_json(report, ""));
}

TEST_CASE("an empty report is read as it was written") {
  std::string why;
  const auto read = from_json(to_json({}, ""), Parts::kAll, why);
  REQUIRE(read.has_value());
  CHECK(*read == Report());
}

TEST_CASE("findings are read without the launches and the trace") {
  Report report = full::report();
  std::string why;
  const auto read = from_json(to_json(report, ""), Parts::kFindings, why);
  REQUIRE(read.has_value());
  report.launches.clear();
  report.trace = {};
  CHECK(*read == report);
}

TEST_CASE("recorded reports are written as they were read") {
  std::ifstream stream(RECORDED);
  std::string text, line;
  size_t count = 0;
  while (std::getline(stream, line)) {
    text += line + "\n";
    if (line != "}") continue;  // one report follows the other
    INFO("report " << count);
    std::string why;
    const auto read = from_json(text, Parts::kAll, why);
    INFO(why);
    REQUIRE(read.has_value());
    CHECK(to_json(*read, "") == text);
    text.clear();
    ++count;
  }
  CHECK(count == 3);
}

TEST_CASE("a key that is missing refuses the report, but for the optional") {
  Report report = full::report();
  report.launches.resize(1);
  report.launches[0].lines.resize(1);
  report.launches[0].allocations.resize(1);
  Json whole = Json::parse(to_json(report, ""));
  const std::string all = whole.dump();
  size_t refused = 0, read = 0;
  without_each_key(
      whole, [&] { (refusal(whole.dump()).empty() ? read : refused) += 1; });
  CHECK(whole.dump() == all);
  // Optional are: the floor of the longest launch; a launch's node; how much
  // was suppressed; what was not watched, of which there are two names; what
  // was refused; the trace; of twelve events two numbers,
  // and what an asynchronous one is; what bulk copies did in a launch, in a
  // line and to an allocation. Instructions have any names, twice two, and a
  // finding's notes and page follow from its other fields.
  CHECK(read == 1 + 1 + 1 + 3 + 1 + 1 + 12 * 2 + 1 + 3 * 2 + 2 * 2 + 2 * 2);
  CHECK(refused > 200);
}

TEST_CASE("another type or range is refused, and the place is named") {
  const auto launch = [](const char* key, Json value) {
    return refusal_after([&](Json& all) { all["launches"][1][key] = value; });
  };
  CHECK(launch("kernel", 7) == "`launches[1].kernel` is not a text");
  CHECK(launch("index", -1) ==
        "`launches[1].index` is not a number in its range");
  CHECK(launch("index", 1.5) ==
        "`launches[1].index` is not a number in its range");
  CHECK(launch("index", true) ==
        "`launches[1].index` is not a number in its range");
  CHECK(launch("registers", 1ull << 31) ==
        "`launches[1].registers` is not a number in its range");
  CHECK(launch("cooperative", 1) ==
        "`launches[1].cooperative` is not true or false");
  CHECK(launch("grid", {1, 1}) ==
        "`launches[1].grid` is not a list of 3 numbers");
  CHECK(launch("grid", {1, 1, -1}) ==
        "`launches[1].grid[2]` is not a number in its range");
  CHECK(launch("lines", {{"a", 1}}) == "`launches[1].lines` is not a list");
  CHECK(launch("counters", 1) == "`launches[1].counters` is not an object");
  CHECK(refusal_after([](Json& all) {
          all["launches"][0]["counters"]["instructions"]["x"] = "y";
        }) ==
        "`launches[0].counters.instructions` is not a number in its range");
  CHECK(refusal_after([](Json& all) {
          all["diagnostics"][0]["severity"] = "fatal";
        }) == "`diagnostics[0].severity` is not a word that stands there");
  CHECK(refusal_after([](Json& all) {
          all["diagnostics"][0]["places"][0]["line"] = -5;
        }) == "`diagnostics[0].places[0].line` is not a number in its range");
}

TEST_CASE("another schema and what is no report is refused") {
  CHECK(refusal_after([](Json& all) { all["schema"] = 2; }) ==
        "its schema is not 1");
  CHECK(refusal("[]") == "it is not an object");
  CHECK(refusal("{}") == "`schema` is not there");
  CHECK(refusal("") == "it is not JSON from byte 1 on");
  CHECK(refusal("{\"schema\": NaN}") == "it is not JSON from byte 12 on");
  const std::string deep(100'000, '[');
  CHECK(refusal(deep) == "it is not JSON from byte 100001 on");
  CHECK(refusal(deep + std::string(deep.size(), ']')) == "it is not an object");
  CHECK(refusal("{\"schema\": 1e400}") == "it is JSON that no report is");
  CHECK(refusal("{}", Parts::kFindings) == "`schema` is not there");
  CHECK(refusal("{\"launches\": [[1]]}", Parts::kFindings) ==
        "`schema` is not there");
}

TEST_CASE("a trace that cannot be is refused") {
  const auto event = [](size_t i, const char* key, Json value) {
    return refusal_after(
        [&](Json& all) { all["trace"]["events"][i][key] = value; });
  };
  CHECK(event(0, "bytes", 0) == "`trace.events[0]` cannot be");
  CHECK(event(0, "bytes", 17) == "`trace.events[0]` cannot be");
  CHECK(event(1, "begin", 1ull << 51) == "`trace.events[1]` cannot be");
  CHECK(event(2, "point", 2) == "`trace.events[2]` cannot be");
  CHECK(event(2, "point", -2) ==
        "`trace.events[2].point` is not a number in its range");
  CHECK(event(2, "until", 2) == "`trace.events[2]` cannot be");
  CHECK(event(4, "warp", 64) == "`trace.events[4]` cannot be");
  // Loads, stores and atomics have a space, and nothing else has one.
  CHECK(event(1, "space", "") == "`trace.events[1]` cannot be");
  CHECK(event(1, "space", "register") == "`trace.events[1]` cannot be");
  CHECK(event(1, "kind", "load").empty());
  CHECK(event(1, "kind", "exit") == "`trace.events[1]` cannot be");
  const auto lanes = [](int64_t value) {
    Json all = Json::array();
    for (int lane = 0; lane < 32; ++lane) all.push_back(value);
    return all;
  };
  CHECK(event(3, "sources", lanes(32)) == "`trace.events[3]` cannot be");
  CHECK(event(3, "sources", lanes(-1)).empty());
  CHECK(event(0, "offsets", lanes(-1)) == "`trace.events[0]` cannot be");
  CHECK(event(0, "offsets", lanes(1ll << 51)) == "`trace.events[0]` cannot be");
  CHECK(event(0, "offsets", {1}) ==
        "`trace.events[0].offsets` is not a list of 32 numbers");
  for (const char* key : {"banks", "bank_bytes"}) {
    CHECK(refusal_after([&](Json& all) { all["trace"]["device"][key] = 0; }) ==
          "its trace is of a device that has no such banks");
  }
  for (const char* key : {"warps", "multiprocessors"}) {
    CHECK(refusal_after([&](Json& all) {
            all["trace"]["device"][key] = 1 << 30;
          }) == "its trace is of a device that is too large");
  }
}

TEST_CASE("a launch that cannot be is refused") {
  const auto launch = [](const char* key, Json value) {
    return refusal_after([&](Json& all) { all["launches"][0][key] = value; });
  };
  CHECK(launch("block", {0, 1, 1}) == "`launches[0]` cannot be");
  CHECK(launch("block", {1024, 2, 1}) == "`launches[0]` cannot be");
  CHECK(launch("block", {65536, 65536, 1}) == "`launches[0]` cannot be");
  CHECK(launch("grid", {1, 0, 1}) == "`launches[0]` cannot be");
  CHECK(launch("block", {1024, 1, 1}).empty());
}

TEST_CASE("a place has a block and a thread, or neither") {
  const auto place = [](const char* key) {
    return refusal_after(
        [&](Json& all) { all["diagnostics"][0]["places"][0][key] = nullptr; });
  };
  const std::string thread = "`diagnostics[0].places[0].thread`";
  CHECK(place("block") == thread + " is not null, as another key is");
  CHECK(place("thread") == thread + " is not there, as another key is");
}

}  // namespace
}  // namespace simt::report
