// SPDX-License-Identifier: MIT
// Pages of real runs, read back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/page/run_model.h"
#include "tests/runner/learn.h"

namespace {

using nlohmann::json;

struct PageRun {
  Answer answer;
  std::string page;
  json report;

  bool has(const std::string& text) const {
    return page.find(text) != std::string::npos;
  }
};

/// The page of a program, and its report. Sources are those of the tests.
PageRun page_of(const std::string& program,
                const std::vector<std::string>& words = {}) {
  const learn::ScratchFolder scratch;
  const auto html = scratch.path() / "p.html", file = scratch.path() / "r.json";
  learn::Command command{
      {LEARN, "--root", FIXTURES, "--build", BUILD, "emulate", "--html", html,
       "--json", file, "--", std::string(PROGRAMS) + "/" + program},
      {},
      SOURCES};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  learn::Limits limits;
  limits.seconds = 100;
  limits.small = false;
  const auto outcome = learn::run_limited(command, limits);
  PageRun run;
  run.answer = {outcome.exit_code(), outcome.out.text(), outcome.err.text()};
  INFO(run.answer.err);
  REQUIRE(learn::fs::exists(html));
  run.page = learn::read_text(html);
  if (learn::fs::exists(file)) run.report = json::parse(learn::read_text(file));
  return run;
}

/// The counts in the row of a line, as text; the page leaves `</td>` out.
std::vector<std::string> row_of(const std::string& page, int file, int line) {
  const auto begin = page.find(fmt::format("<tr id=f{}-{}", file, line));
  if (begin == page.npos) return {};
  const auto row = page.substr(begin, page.find('\n', begin) - begin);
  std::vector<std::string> cells;
  for (size_t at = row.find("<td>"); at != row.npos && cells.size() < 6;) {
    const auto next = row.find("<td>", at + 4);
    cells.push_back(row.substr(at + 4, next - at - 4));
    at = next;
  }
  return cells;
}

/// The same from the report.
std::vector<std::string> counts_of(const json& counters) {
  const auto sum = [&](std::vector<const char*> groups, const char* key) {
    uint64_t total = 0;
    for (const char* group : groups) total += counters[group].value(key, 0ull);
    return total;
  };
  const auto issued = counters["warp_instructions"].get<uint64_t>();
  const auto lanes = counters["thread_instructions"].get<uint64_t>();
  const auto requests = sum({"global_load", "global_store"}, "requests");
  const auto sectors = sum({"global_load", "global_store"}, "sectors");
  const auto shared =
      sum({"shared_load", "shared_store", "shared_atomic"}, "requests");
  const auto text = [](bool there, uint64_t value) {
    return there ? std::to_string(value) : std::string();
  };
  return {
      std::to_string(issued),
      text(issued > 0, lanes * 100 / (issued * 32)),
      text(requests > 0, sectors),
      requests == 0
          ? ""
          : fmt::format("{:.1f}", static_cast<double>(sectors) / requests),
      text(shared > 0,
           sum({"shared_load", "shared_store", "shared_atomic"}, "wavefronts")),
      text(shared > 0, sum({"shared_load", "shared_store"}, "bank_conflicts"))};
}

}  // namespace

TEST_SUITE("run") {
  TEST_CASE("the counts beside each line are those of the report") {
    const auto run = page_of("page_runs", {"conflict"});
    CHECK(run.answer.status == 0);
    const auto& launch = run.report["launches"][0];
    REQUIRE(launch["lines"].size() >= 4);
    for (const auto& line : launch["lines"]) {
      const int number = line["line"].get<int>();
      CAPTURE(number);
      CHECK(row_of(run.page, 0, number) == counts_of(line["counters"]));
    }
    CHECK(run.has("tile[threadIdx.x][threadIdx.y];"));
    CHECK(run.has("warning: bank-conflict"));
    CHECK(run.has("takes 32 wavefronts instead of 1"));
    CHECK(run.has("Block 0, its warps between barriers; 8 of 32 warps"));
  }

  TEST_CASE("both places of a race are linked and marked") {
    const auto run = page_of("page_runs", {"race"});
    CHECK(run.answer.status == 1);
    CHECK(run.has("error: shared-race"));
    const auto& places = run.report["diagnostics"][0]["places"];
    REQUIRE(places.size() == 2);
    for (const auto& place : places) {
      const auto row = fmt::format("f0-{}", place["line"].get<int>());
      CHECK(run.has("href=\"#" + row + "\""));
      CHECK(run.has("<tr id=" + row + " class=e>"));
    }
  }

  TEST_CASE("what the program brings stays text") {
    const auto run = page_of("page_runs", {"all"});
    CHECK(run.has("&lt;/script&gt;&lt;img"));
    CHECK(!run.has("<img"));
    CHECK(!run.has("<b onclick"));
    size_t scripts = 0;
    for (size_t at = run.page.find("</script"); at != run.page.npos;
         at = run.page.find("</script", at + 1)) {
      ++scripts;
    }
    CHECK(scripts == 3);
    CHECK(run.has("This file was not found"));
  }

  TEST_CASE("of 300 launches some are shown, the sum is over all") {
    const auto run = page_of("page_runs", {"many"});
    CHECK(run.has("24 of 300 launches are shown one by one"));
    CHECK(run.has("all 300 launches, summed"));
    CHECK(run.has("The emulator kept no pictures of this launch"));
    CHECK(run.page.size() < 1'000'000);
  }

  TEST_CASE("a deadlock shows its last steps and who waits") {
    const auto run = page_of("page_runs", {"deadlock"});
    CHECK(run.answer.status == 1);
    CHECK(run.has("error: deadlock"));
    CHECK(run.has("steps left out"));
    // Warp 0 waits at barrier 1, warp 1 at barrier 2: the last two lines.
    CHECK(run.has("waits, line 25"));
    CHECK(run.has("waits, line 26"));
  }

  TEST_CASE("bulk copies stand between the steps of the warps") {
    const auto run = page_of("page_flight");
    CHECK(run.answer.status == 0);
    CHECK(run.has("begins a copy, "));
    CHECK(run.has("phase over, "));
    CHECK(run.has("closes a group, "));
    CHECK(run.has("copies done, "));
    CHECK(run.has("512 bytes at `tile`"));
  }

  TEST_CASE("a kernel without end is stopped and has its page") {
    const auto run = page_of("page_runs", {"hang"});
    CHECK(run.answer.status == 1);
    CHECK(run.has("error: livelock"));
  }

  TEST_CASE("a crash and a program without report have a page, too") {
    const auto crash = page_of("page_runs", {"crash"});
    CHECK(crash.answer.status == 128 + 11);
    CHECK(crash.has("ended with SIGSEGV"));
    const auto gone = page_of("page_runs", {"vanish"});
    CHECK(gone.answer.status == 128 + 9);
    CHECK(gone.has("It left no report"));
  }

  TEST_CASE("a kernel of 2000 lines has a page below 1 MB") {
    const auto run = page_of("page_long");
    CHECK(run.answer.status == 0);
    CHECK(run.page.size() < 1'000'000);
    CHECK(run.has("<tr id=f0-2002>"));
    // It asks the network for nothing.
    CHECK(run.has("default-src 'none'"));
    for (const char* word : {"src=", "url(http", "@import", "<link", "http:"}) {
      CAPTURE(std::string(word));
      CHECK(!run.has(word));
    }
    const auto& lines = run.report["launches"][0]["lines"];
    CHECK(lines.size() > 1900);
    for (size_t i = 0; i < lines.size(); i += 100) {
      CHECK(row_of(run.page, 0, lines[i]["line"].get<int>()) ==
            counts_of(lines[i]["counters"]));
    }
  }

  TEST_CASE("report writes the page of a lesson's run") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "page.html";
    const auto answer =
        learn_with({"report", "90", "--solution", "-o", file.string()});
    CHECK(answer.status == 0);
    CHECK(answer.out == file.string() + "\n");
    const auto page = learn::read_text(file);
    CHECK(page.find("<title>90 ") != page.npos);
    CHECK(page.find("The check passed.") != page.npos);
    CHECK(page.find("./learn report 90 --solution") != page.npos);
    CHECK(page.find("role=tab id=tab-steps") != page.npos);
    CHECK(page.find("Steps of the case &quot;adds one pair&quot;") !=
          page.npos);
    CHECK(page.find("Lane 0 stores `cudaMalloc #1[2]`: value 7.") != page.npos);
    // A check that hangs until its time is up, that crashes, that exits.
    const std::map<std::string, std::string> endings{
        {"hangs", "The run was stopped after 8 s, its time limit."},
        {"crashes", "The run crashed: SIG"},
        {"exits_at_once", "The run ended early, with exit status 0."}};
    for (const auto& [mistake, ending] : endings) {
      CAPTURE(mistake);
      CHECK(learn_with({"report", "93", "--mistake", mistake, "-o", file})
                .status == 0);
      CHECK(learn::read_text(file).find(ending) != page.npos);
    }
    CHECK(learn_with({"report", "99"}).status == 2);
  }

  TEST_CASE("steps of nvcc -G tell the variables of their function") {
    const auto told = learn_with({"emulate", "--quiet", "--step", "--",
                                  std::string(PROGRAMS) + "/page_locals"});
    REQUIRE(told.status == 0);
    /// The first step at that line of locals.cu.
    const auto step = [&](int line) {
      const auto at = told.out.find(fmt::format(", locals.cu:{}\n", line));
      REQUIRE(at != std::string::npos);
      return told.out.substr(at, told.out.find("\n\n", at + 1) + 1 - at);
    };
    const auto has = [](const std::string& text, const std::string& line) {
      return text.find("\n" + line + "\n") != std::string::npos;
    };
    const auto stores = step(16);  // tile[i] = last[1];
    CHECK(has(stores, "Variables of `named(int*, int, Pair)`:"));
    for (const char* line :
         {"  `out`: all cudaMalloc #1 + 0, changed", "  `n`: all 32, changed",
          "  `given.a`: all 7, changed", "  `given.b`: all 2.5, changed",
          "  `i`: 0, 1, 2, 3, ..., 31, changed",
          "  `odd`: false, true, false, true, ..., true, changed",
          "  `end`: all cudaMalloc #1 + 32, changed",
          "  `p.a`: 1, 2, 3, 4, ..., 32, changed",
          "  `p.b`: 0, 0.5, 1, 1.5, ..., 15.5, changed",
          "  `last[0]`: 0, 1, 2, 3, ..., 31, changed"}) {
      CAPTURE(line);
      CHECK(has(stores, line));
    }
    CHECK(has(stores, "  `last[1]`: 0, -1, -2, -3, ..., -31, changed"));
    // Another function has its own, and lanes that are elsewhere have none.
    const auto callee = step(7);  // *to = doubled;
    CHECK(has(callee, "Variables of `put(int*, int)`:"));
    CHECK(has(callee, "  `value`: 10, 30, 50, 70, ..., 310, changed"));
    CHECK(has(callee, "  `doubled`: 20, 60, 100, 140, ..., 620, changed"));
    CHECK(callee.find("`i`") == std::string::npos);
    CHECK(has(step(20), "  `inner`: 10, 30, 50, 70, ..., 310, changed"));
    // Out of scope, or without a value yet.
    CHECK(stores.find("`inner`") == std::string::npos);
    CHECK(stores.find("`cell`") == std::string::npos);
    const auto loop = step(23);  // out[i] += *cell + p.a;
    CHECK(loop.find("`inner`") == std::string::npos);
    CHECK(has(loop,
              "  `cell`: tile + 0, tile + 1, tile + 2, tile + 3, ..., "
              "tile + 31, changed"));
    CHECK(has(loop, "  `i`: 0, 1, 2, 3, ..., 31"));
  }

  TEST_CASE("a page that cannot be written is refused before the run") {
    const std::string program = std::string(PROGRAMS) + "/page_runs";
    for (const std::string file : {"/nowhere/x.html", "/tmp"}) {
      const auto emulated =
          learn_with({"emulate", "--html", file, "--", program, "race"});
      CHECK(emulated.status == 2);
      CHECK(emulated.complains(file));
      CHECK(!emulated.complains("shared-race"));
      CHECK(learn_with({"report", "90", "-o", file}).status == 2);
    }
  }
}
