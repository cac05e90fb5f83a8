// SPDX-License-Identifier: MIT
// The page of runs made by hand: escaping and bounds.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <climits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/page/html.h"
#include "runner/page/page.h"
#include "runner/page/player.h"
#include "runner/page/run_model.h"
#include "runner/steps/beside.h"
#include "runner/steps/text.h"
#include "simt/report/json.h"

namespace {

using learn::escape_html;
using simt::report::Report;

/// One launch whose kernel stands in `file`, every line with counts.
/// The page shows 24 launches: the first 40 have lines.
Report run_of(const std::string& file, int lines, int launches) {
  Report run;
  for (int i = 0; i < launches; ++i) {
    simt::report::Launch launch;
    launch.index = i;
    launch.kernel = fmt::format("kernel{}(float*)", i % 7);
    for (int line = 1; line <= lines && i < 40; ++line) {
      simt::report::Line one;
      one.file = file;
      one.line = line;
      one.counters.warp_instructions = 1234567;
      one.counters.thread_instructions = 32 * 1234567ull;
      one.counters.global_load = {1000, 32000, 4000, 32000};
      one.counters.shared_load = {1000, 32000, 0, 32000};
      launch.lines.push_back(one);
      launch.counters += one.counters;
    }
    run.launches.push_back(launch);
  }
  return run;
}

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_SUITE("parts") {
  TEST_CASE("what HTML could take for its own is escaped") {
    CHECK(escape_html("</script><img onerror='x' a=\"b\">&amp;") ==
          "&lt;/script&gt;&lt;img onerror=&#39;x&#39; a=&quot;b&quot;&gt;"
          "&amp;amp;");
    CHECK(escape_html("tab\tand\nline, Größe 1 € 😀") ==
          "tab\tand\nline, Größe 1 € 😀");
  }

  TEST_CASE("what is no text becomes a replacement character") {
    const std::string unfit = "\xEF\xBF\xBD";
    CHECK(escape_html("a\x1b[0m\x7f") == "a" + unfit + "[0m" + unfit);
    CHECK(escape_html(std::string("a\0b", 3)) == "a" + unfit + "b");
    CHECK(escape_html("\xff\xc3") == unfit + unfit);
    CHECK(escape_html("\xc0\xbc") == unfit + unfit);  // a long <
    CHECK(escape_html("\xed\xa0\x80").find("\xed") == std::string::npos);
    CHECK(escape_html("a\u202Eb\u2066c") == "a" + unfit + "b" + unfit + "c");
  }

  TEST_CASE(
      "2000 wide lines and 500 launches stay below 1 MB, and it is said") {
    const learn::ScratchFolder scratch;
    std::string text;
    for (int i = 0; i < 2000; ++i) text += std::string(78, 'x') + "\n";
    learn::write_text(scratch.path() / "k.cu", text);
    learn::PageFacts facts;
    facts.title = "k";
    facts.folders = {scratch.path()};
    const auto page = learn::run_page(run_of("k.cu", 2000, 500), facts);
    CHECK(page.size() < learn::kMostPageBytes);
    CHECK(count_of(page, "<tr id=f0-") == 2000);
    CHECK(page.find("of 500 launches are shown one by one") != page.npos);
    CHECK(page.find("all 500 launches, summed") != page.npos);
    CHECK(count_of(page, "<section class=launch") >= 2);
  }

  TEST_CASE("a source too large for the page is cut, and it is said") {
    const learn::ScratchFolder scratch;
    std::string text;
    for (int i = 0; i < 9000; ++i) text += std::string(150, '<') + "\n";
    learn::write_text(scratch.path() / "k.cu", text);
    learn::PageFacts facts;
    facts.folders = {scratch.path()};
    const auto page = learn::run_page(run_of("k.cu", 9000, 3), facts);
    CHECK(page.size() < learn::kMostPageBytes);
    CHECK(page.find("more lines are left out") != page.npos);
  }

  TEST_CASE("a line beyond the end of a long file shows none around it") {
    const learn::ScratchFolder scratch;
    std::string text;
    for (int i = 0; i < 4000; ++i) text += "x\n";
    learn::write_text(scratch.path() / "k.cu", text);
    learn::PageFacts facts;
    facts.folders = {scratch.path()};
    Report run = run_of("k.cu", 2, 1);
    run.launches[0].lines[1].line = INT_MAX;  // #line may say so
    const auto page = learn::run_page(run, facts);
    CHECK(count_of(page, "<tr id=f0-") == 4);  // line 1 and three after it
  }

  TEST_CASE("many and long findings are bounded") {
    auto run = run_of("k.cu", 1, 1);
    simt::report::Diagnostic found;
    found.name = "shared-race";
    found.message = found.kernel = found.why = std::string(40000, '&');
    found.notes = {{"note", std::string(40000, '<')}};
    simt::report::Place place;
    place.file = "k.cu";
    place.line = place.column = 1;
    place.what = std::string(40000, '"');
    found.places = {place};
    run.diagnostics.assign(900, found);
    const auto page = learn::run_page(run, {});
    CHECK(page.size() < learn::kMostPageBytes);
    CHECK(page.find("850 more findings are left out") != page.npos);
  }

  TEST_CASE("a forged report is refused before anything is drawn") {
    Report run = run_of("k.cu", 1, 1);
    run.trace.summary = true;
    run.trace.events.emplace_back().kind = simt::report::TraceKind::kShuffle;
    const auto read = [&] { return learn::read_run(to_json(run, "")); };
    CHECK(read() == run);
    run.trace.events[0].point = 0;
    CHECK_THROWS_AS(read(), learn::Stop);
    run.trace.events[0].point = -1;
    run.trace.events[0].copy.pieces.assign(65, 0);  // a picture has 64
    run.trace.events[0].kind = simt::report::TraceKind::kCopy;
    CHECK_THROWS_AS(read(), learn::Stop);
    run.trace.events[0].copy.pieces.pop_back();
    CHECK(read() == run);
    run.launches[0].lines[0].line = -1;
    CHECK_THROWS_AS(read(), learn::Stop);
    run.launches[0].lines[0].line = 1;
    CHECK(read() == run);
    run.trace = {};
    CHECK_THROWS_AS(read(), learn::Stop);  // it is no summary
    CHECK_THROWS_AS(learn::read_run("{}"), learn::Stop);
    CHECK_THROWS_AS(learn::read_run("not JSON"), learn::Stop);
  }

  TEST_CASE("a box in shared memory is drawn piece by piece") {
    Report run = run_of("k.cu", 1, 1);
    run.trace.summary = true;
    run.trace.points = {{"k.cu", 1}};
    simt::report::TraceEvent event;
    event.kind = simt::report::TraceKind::kCopy;
    event.point = 0;
    event.variable = "tile";
    event.copy.box = {16, 4};
    event.copy.row_bytes = 32;
    event.copy.swizzle = 32;
    event.copy.blocks = {0, 3};
    event.copy.pieces = {0, 16, 32, 48, 80, 64, 112, 96};
    run.trace.events = {event};
    const auto page = learn::run_page(run, {});
    CHECK(page.find("a box of 16 x 4 elements, swizzled over 32 bytes; it goes "
                    "to the blocks 0, 3") != page.npos);
    // The first piece of row 2 lies behind the second.
    const auto first = page.find(">2: 0<"), second = page.find(">2: 1<");
    REQUIRE(first != page.npos);
    REQUIRE(second != page.npos);
    CHECK(second < first);
    CHECK(page.find(">1: 0<") < page.find(">1: 1<"));
    run.trace.events[0].copy.box = {16};
    CHECK(learn::run_page(run, {}).find(">2: 0<") == page.npos);
  }

  TEST_CASE("counts that nobody can reach do not stop the page") {
    Report run = run_of("k.cu", 1, 1);
    auto& counters = run.launches[0].lines[0].counters;
    counters.warp_instructions = uint64_t{1} << 59;  // of 2^64 lanes
    counters.shared_load.requests = ~uint64_t{0};
    CHECK(learn::run_page(run, {}).find("576460752303423488") !=
          std::string::npos);
  }

  TEST_CASE("a page of steps says what the text form says, and stays text") {
    const learn::ScratchFolder scratch;
    const std::string line = "  tile[0] = 1;  // </script><img src=x>";
    learn::write_text(scratch.path() / "k.cu", line + "\n");
    learn::write_text(scratch.path().parent_path() / "secret.cu", "secret\n");
    learn::Steps run;
    run.emulator = "1";
    run.files = {"k.cu", "../secret.cu"};
    run.arrays = {{"tile<b>", "shared", 8, {}, 256}};
    run.launches.resize(1);
    run.launches[0].kernel = "fill</script>(int*)";
    learn::Step step;
    step.warp = 0;
    step.file = 0;
    step.line = 1;
    step.on = 1;
    step.exited = ~1u;
    step.acts = {{.kind = learn::ActKind::kStore,
                  .lanes = 1,
                  .array = 0,
                  .bytes = 4,
                  .at = {4},
                  .values = {"1"}}};
    run.steps = {step, step, step};
    run.steps[2].acts[0].values = {"2"};
    run.fires = {{"shared-race", "it races", true, -1, -1}};
    learn::Sources sources(scratch.path());
    const auto json = nlohmann::json::parse(learn::played_json(run, sources));
    CHECK(json["sources"][0][0] == line);
    CHECK(json["sources"][1].empty());
    CHECK(json["arrays"][0]["element"] == 4);
    CHECK(json["trace"].size() == 9);
    CHECK(json["trace"][3]["array"]["begin"] == 256);
    learn::StepText text(run, sources);
    for (size_t i = 0; i < 3; ++i) {
      std::string told = fmt::format("Step {}", i);
      for (const auto& one : json["said"][i])
        told += json["text"][one.get<size_t>()].get<std::string>() + "\n";
      CHECK(told == text.paragraph(i));
    }
    CHECK(json["text"].size() == 5);  // one sentence differs
    CHECK(json["nowhere"][0] ==
          "error[shared-race] fires at none of the steps: it races.");
    const auto page =
        learn::player_page({"<i>", "./learn step 1", run, sources, &run});
    CHECK(count_of(page, "</script>") == 4);
    CHECK(count_of(page, "<img") == 0);
    CHECK(count_of(page, "<title>&lt;i&gt;: step by step</title>") == 1);
    CHECK(page.find("default-src 'none'") != page.npos);
    CHECK(page.find("are alike in all 3 steps.") != page.npos);
    CHECK(page.size() - json.dump().size() < 68'000);
    run.steps.clear();
    CHECK(learn::player_page({"", "", run, sources}).find("No kernel was") !=
          std::string::npos);
  }

  TEST_CASE("schedules differ where a lane does something else") {
    const auto store = [](int lane, const char* value) {
      learn::Step step;
      step.warp = 0;
      step.on = 1u << lane;
      step.acts = {{.kind = learn::ActKind::kStore,
                    .lanes = step.on,
                    .array = 0,
                    .bytes = 4,
                    .at = {0},
                    .values = {value}}};
      return step;
    };
    learn::Steps one, other;
    one.arrays = other.arrays = {{"a", "global", 8, {}}};
    one.launches.resize(1);
    other.launches.resize(1);
    using Pair = std::pair<size_t, size_t>;
    one.steps = {store(0, "1"), store(1, "2")};
    other.steps = {store(1, "2"), store(0, "1")};
    CHECK(learn::difference(one, one).first == std::nullopt);
    CHECK(learn::difference(one, other).first == 0);
    CHECK(learn::difference(one, other).otherwise == std::nullopt);
    other.steps[0] = store(1, "3");
    CHECK(learn::difference(one, other).otherwise == Pair{1, 0});
    other.steps[0] = store(1, "2");
    other.steps.push_back(store(1, "2"));  // one more
    CHECK(learn::difference(one, other).otherwise == Pair{2, 2});
    // Arrays are numbered as a run meets them.
    other.steps.pop_back();
    other.arrays.insert(other.arrays.begin(), {"b", "global", 8, {}});
    for (auto& step : other.steps) step.acts[0].array = 1;
    CHECK(learn::difference(one, other).otherwise == std::nullopt);
    for (auto& step : other.steps) step.acts[0].array = 0;
    CHECK(learn::difference(one, other).otherwise == Pair{0, 1});
  }

  TEST_CASE("no source outside the given folders is read") {
    const learn::ScratchFolder scratch;
    learn::write_text(scratch.path() / "secret.cu", "do not show this\n");
    learn::fs::create_directory(scratch.path() / "in");
    learn::PageFacts facts;
    facts.folders = {scratch.path() / "in"};
    for (const auto& name :
         {std::string("../secret.cu"), (scratch.path() / "secret.cu").string(),
          std::string("in/../../secret.cu")}) {
      const auto page = learn::run_page(run_of(name, 1, 1), facts);
      CHECK(page.find("do not show") == page.npos);
      CHECK(page.find("This file was not found") != page.npos);
    }
  }
}
