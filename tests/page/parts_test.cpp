// SPDX-License-Identifier: MIT
// The page of runs made by hand: escaping and bounds.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/page/html.h"
#include "runner/page/page.h"

namespace {

using learn::escape_html;

/// One launch whose kernel stands in `file`, every line with counts.
learn::RunModel run_of(const std::string& file, int lines, int launches) {
  learn::RunModel run;
  run.files = {file};
  for (int i = 0; i < launches; ++i) {
    learn::LaunchRun launch;
    launch.index = i;
    launch.kernel = fmt::format("kernel{}(float*)", i % 7);
    for (int line = 1; line <= lines; ++line) {
      learn::LineCounts one;
      one.line = line;
      one.counts.issued = 1234567;
      one.counts.lanes = 32 * 1234567ull;
      one.counts.requests = one.counts.shared = 1000;
      one.counts.sectors = one.counts.passes = 32000;
      one.load = {1000, 32000, 4000};
      launch.lines.push_back(one);
      launch.counts += one.counts;
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

  TEST_CASE("many and long findings are bounded") {
    auto run = run_of("k.cu", 1, 1);
    learn::Found found;
    found.name = "shared-race";
    found.message = found.kernel = found.why = std::string(40000, '&');
    found.notes = {std::string(40000, '<')};
    found.places = {{0, 1, 1, std::string(40000, '"')}};
    run.findings.assign(900, found);
    const auto page = learn::run_page(run, {});
    CHECK(page.size() < learn::kMostPageBytes);
    CHECK(page.find("850 more findings are left out") != page.npos);
  }

  TEST_CASE("a forged trace is refused before anything is drawn") {
    const auto report = [](const std::string& bytes, const std::string& point,
                           const std::string& banks) {
      std::string offsets = "0";
      for (int i = 1; i < 32; ++i) offsets += ",0";
      return R"({"schema":1,"emulator":"","device":"","counted_on":"",)"
             R"("schedule":0,"launches":[],"diagnostics":[],)"
             R"("diagnostics_dropped":0,"trace":{"summary":true,"dropped":0,)"
             R"("device":{"name":"","multiprocessors":1,"warps":1,"blocks":1,)"
             R"("shared_bytes":1,"bank_bytes":4,"banks":)" +
             banks + R"(},"points":[{"file":"k.cu","line":1}],"events":[)" +
             R"({"kind":"load","launch":0,"first":0,"last":0,"times":1,)"
             R"("block":0,"warp":0,"active":1,"space":"shared",)"
             R"("variable":"x","begin":0,"offsets":[)" +
             offsets + R"(],"wavefronts":1,"ideal_wavefronts":1,"bytes":)" +
             bytes + R"(,"point":)" + point + "}]}}";
    };
    CHECK(learn::read_run(report("4", "0", "32")).trace.events.size() == 1);
    CHECK_THROWS_AS(learn::read_run(report("0", "0", "32")), learn::Stop);
    CHECK_THROWS_AS(learn::read_run(report("4", "1", "32")), learn::Stop);
    CHECK_THROWS_AS(learn::read_run(report("4", "0", "0")), learn::Stop);
    CHECK_THROWS_AS(learn::read_run("{}"), learn::Stop);
    CHECK_THROWS_AS(learn::read_run("not JSON"), learn::Stop);
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
