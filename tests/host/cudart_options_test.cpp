// SPDX-License-Identifier: MIT
// Options from the environment: every value that is allowed, and the sentence
// for one that is not.
#include <doctest/doctest.h>

#include <map>

#include "simt/context/state.h"
#include "simt/launch/progress.h"

namespace {

using simt::cudart::Options;
using simt::cudart::TextReport;

std::string refusal;

Options read(const std::map<std::string, std::string>& variables) {
  refusal.clear();
  return simt::cudart::read_options(
      [&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
      },
      refusal);
}

bool refused(const std::string& name, const std::string& value) {
  read({{name, value}});
  return refusal.rfind(name + "=" + value, 0) == 0;
}

}  // namespace

TEST_CASE("a report may have its findings alone") {
  using simt::report::Parts;
  CHECK(read({}).json_parts == Parts::kAll);
  CHECK(read({{"SIMT_JSON_PARTS", "all"}}).json_parts == Parts::kAll);
  CHECK(read({{"SIMT_JSON_PARTS", "findings"}}).json_parts == Parts::kFindings);
  CHECK(refused("SIMT_JSON_PARTS", "launches"));
}

TEST_CASE("a trace names lines, or is a summary") {
  const Options lines = read({{"SIMT_TRACE", "a.cu:12,b.cu:3"}});
  CHECK(refusal == "");
  CHECK(lines.trace.size() == 2);
  CHECK_FALSE(lines.summary);
  CHECK(read({{"SIMT_STEPS", "run.steps"}}).steps == "run.steps");
  CHECK(read({{"SIMT_STEPS", ""}}).steps.empty());
  CHECK(read({{"SIMT_STEPS_MOST", "3"}}).most_steps == 3);
  const Options summary = read({{"SIMT_TRACE", "summary"}});
  CHECK(refusal == "");
  CHECK(summary.summary);
  CHECK(summary.trace.empty());
  CHECK(refused("SIMT_TRACE", "summary,a.cu:12"));
  CHECK(refused("SIMT_TRACE", "a.cu"));
}

TEST_CASE("without variables the device is an H200 with every check on") {
  const Options options = read({});
  CHECK(refusal == "");
  CHECK(options.devices.at(0)->name == "h200");
  CHECK(options.devices.size() == 1);
  CHECK(options.sms == 0);  // the profile's own
  CHECK(options.schedule == 0);
  CHECK(options.checks.on("race"));
  CHECK(options.checks.on("bank"));
  CHECK(options.text == TextReport::kWhenDiagnosed);
  CHECK(options.color);
  CHECK_FALSE(options.hints);
  CHECK(options.json == "");
  CHECK(options.rates == "");
}

TEST_CASE("an empty variable is the same as none") {
  const Options options = read({{"SIMT_DEVICE", ""}, {"SIMT_CHECKS", ""}});
  CHECK(refusal == "");
  CHECK(options.devices.at(0)->name == "h200");
  CHECK(options.checks.on("memory"));
}

TEST_CASE("a list of devices becomes devices 0, 1, ...") {
  const Options options =
      read({{"SIMT_DEVICE", "t4,k20m,t4"}, {"SIMT_SMS", "2"}});
  CHECK(refusal == "");
  REQUIRE(options.devices.size() == 3);
  CHECK(options.devices[0]->name == "t4");
  CHECK(options.devices[1]->name == "k20m");
  CHECK(options.devices[2]->name == "t4");
  CHECK(options.sms == 2);
  CHECK(refused("SIMT_DEVICE", "t4,"));
  CHECK(refused("SIMT_DEVICE", ",t4"));
  CHECK(refused("SIMT_DEVICE", "t4, k20m"));
}

TEST_CASE("a seed may start blocks in any order where that is asked for") {
  CHECK(!read({}).any_block_first);
  CHECK(read({{"SIMT_BLOCK_ORDER", "any"}}).any_block_first);
  CHECK(!read({{"SIMT_BLOCK_ORDER", "lower_first"}}).any_block_first);
  CHECK(refusal == "");
  CHECK(refused("SIMT_BLOCK_ORDER", "random"));
}

TEST_CASE("a number of devices is so many of the one that is chosen") {
  const Options options = read({{"SIMT_DEVICE", "t4"}, {"SIMT_DEVICES", "32"}});
  CHECK(refusal == "");
  REQUIRE(options.devices.size() == 32);
  CHECK(options.devices[31]->name == "t4");
  CHECK(read({{"SIMT_DEVICES", "2"}}).devices.at(1)->name == "h200");
  CHECK(refused("SIMT_DEVICES", "0"));
  CHECK(refused("SIMT_DEVICES", "33"));
  read({{"SIMT_DEVICE", "t4,t4"}, {"SIMT_DEVICES", "2"}});
  CHECK(refusal ==
        "SIMT_DEVICES=2 is not possible where SIMT_DEVICE is a list; it takes "
        "one device");
  std::string list = "t4";
  for (int i = 0; i < 32; ++i) list += ",t4";
  CHECK(refused("SIMT_DEVICE", list));
}

TEST_CASE("each device brings its own number of SMs, which SIMT_SMS changes") {
  const simt::cudart::State own(read({{"SIMT_DEVICE", "t4,k20m"}}));
  CHECK(own.devices[0].sms == 40);
  CHECK(own.devices[1].sms == 13);
  const simt::cudart::State small(
      read({{"SIMT_DEVICE", "t4,k20m"}, {"SIMT_SMS", "2"}}));
  CHECK(small.devices[0].sms == 2);
  CHECK(small.devices[1].sms == 2);
}

TEST_CASE("checks are named in a list") {
  const Options some = read({{"SIMT_CHECKS", "race,bank"}});
  CHECK(refusal == "");
  CHECK(some.checks.on("race"));
  CHECK(some.checks.on("bank"));
  CHECK_FALSE(some.checks.on("memory"));
  CHECK_FALSE(some.checks.on("warp"));
  const Options none = read({{"SIMT_CHECKS", "none"}});
  CHECK_FALSE(none.checks.on("barrier"));
  CHECK_FALSE(none.any_check);
  CHECK(read({{"SIMT_CHECKS", "all"}}).checks.on("init"));
}

TEST_CASE("a schedule is a number of 64 bits") {
  CHECK(read({{"SIMT_SCHEDULE", "18446744073709551615"}}).schedule ==
        18446744073709551615ull);
  CHECK(refused("SIMT_SCHEDULE", "18446744073709551616"));
  CHECK(refused("SIMT_SCHEDULE", "-1"));
  CHECK(refused("SIMT_SCHEDULE", "0x10"));
}

TEST_CASE("SIMT_THREADS is a number of host threads") {
  CHECK(read({}).workers == 0);
  CHECK(read({{"SIMT_THREADS", "3"}}).workers == 3);
  CHECK(refused("SIMT_THREADS", "0"));
  CHECK(refused("SIMT_THREADS", "65"));
  CHECK(refused("SIMT_THREADS", "two"));
}

TEST_CASE("a launch has a limit, which SIMT_LIMIT changes") {
  CHECK(read({}).limit == simt::kInstructionLimit);
  CHECK(read({{"SIMT_LIMIT", "0"}}).limit == 0);
  CHECK(read({{"SIMT_LIMIT", "5000"}}).limit == 5000);
  CHECK(refused("SIMT_LIMIT", "1e9"));
}

TEST_CASE("SIMT_FAIL names a call") {
  CHECK(read({}).fail == 0);
  CHECK(read({{"SIMT_FAIL", "7"}}).fail == 7);
  CHECK(refused("SIMT_FAIL", "0"));
  CHECK(refused("SIMT_FAIL", "-1"));
  CHECK(refused("SIMT_FAIL", "cudaMalloc"));
  CHECK(refusal ==
        "SIMT_FAIL=cudaMalloc is not possible; it takes the number of a call, "
        "1 for the first that can fail");
}

TEST_CASE("SIMT_KERNEL and SIMT_LAUNCHES choose findings") {
  CHECK(read({}).chosen.all());
  CHECK(read({{"SIMT_KERNEL", "sums::*"}}).chosen.kernel == "sums::*");
  const auto one = read({{"SIMT_LAUNCHES", "7"}}).chosen;
  CHECK((one.first == 7 && one.last == 7));
  const auto some = read({{"SIMT_LAUNCHES", "0-12"}}).chosen;
  CHECK((some.first == 0 && some.last == 12));
  for (const char* bad : {"7-3", "-3", "3-", "a", "1-2-3", "99999999999"})
    CHECK(refused("SIMT_LAUNCHES", bad));
}

TEST_CASE("a value that is not allowed is refused by name") {
  CHECK(refused("SIMT_DEVICE", "H200"));
  CHECK(refusal ==
        "SIMT_DEVICE=H200 is not possible; it takes one of "
        "h200, h100, b200, a100, rtx4090, v100, t4, gtx980, k20m, c1060, or "
        "several with commas "
        "between them");
  CHECK(refused("SIMT_SMS", "0"));
  CHECK(refused("SIMT_SMS", "1025"));
  CHECK(refused("SIMT_SMS", "two"));
  CHECK(refused("SIMT_CHECKS", "memory,"));
  CHECK(refused("SIMT_CHECKS", "Memory"));
  CHECK(refused("SIMT_REPORT", "yes"));
  CHECK(refused("SIMT_HINT", "on"));
}

TEST_CASE("the report's look is chosen") {
  CHECK(read({{"SIMT_REPORT", "0"}}).text == TextReport::kNever);
  CHECK(read({{"SIMT_REPORT", "full"}}).text == TextReport::kFull);
  CHECK(read({{"SIMT_HINT", "1"}}).hints);
  CHECK_FALSE(read({{"NO_COLOR", "1"}}).color);
  CHECK(read({{"SIMT_JSON", "out.json"}}).json == "out.json");
  CHECK(read({{"SIMT_RATES", "rates.txt"}}).rates == "rates.txt");
  CHECK(read({{"SIMT_RATES", "rates.txt"}}).workers == 1);
  CHECK(read({{"SIMT_RATES", "x"}, {"SIMT_THREADS", "3"}}).workers == 3);
}

TEST_CASE("a launch that takes long says how much is left") {
  CHECK_FALSE(read({}).progress);
  CHECK(read({{"SIMT_PROGRESS", "0"}}).progress == 0);
  CHECK(refused("SIMT_PROGRESS", "yes"));
  using simt::cudart::progress_text;
  CHECK(progress_text("k", 0, 4, 2) == "k: 0 of 4 blocks in 2 s");
  CHECK(progress_text("k", 1, 4, 2) ==
        "k: 1 of 4 blocks in 2 s, about 6 s left");
  CHECK(progress_text("k", 1, 1, 3) ==
        "k: 1 of 1 block in 3 s, about 0 s left");
  CHECK(progress_text(std::string(31, 'k'), 0, 2, 2) ==
        std::string(30, 'k') + "...: 0 of 2 blocks in 2 s");
}

TEST_CASE("device memory may be a file that is open") {
  CHECK(read({}).memory_file == -1);
  CHECK(read({{"SIMT_MEMORY_FILE", "5"}}).memory_file == 5);
  CHECK(refusal == "");
  CHECK(refused("SIMT_MEMORY_FILE", "0"));
  CHECK(refused("SIMT_MEMORY_FILE", "device"));
}
