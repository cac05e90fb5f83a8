// SPDX-License-Identifier: MIT
// The runs of one check under its schedules, of which some go on at the same
// time. The check is a script that does by seed what a test says.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/check/judge.h"
#include "runner/process/side_by_side.h"
#include "simt/report/json.h"

namespace {

namespace fs = std::filesystem;
using End = learn::Outcome::End;

const bool kOneCore = std::thread::hardware_concurrency() < 2;

/// A lesson of one case whose check is a script.
class Scripted {
 public:
  /// `by_seed` is in the middle of the script. It may set `passes`, and call
  /// `met N`, which waits for the run under seed N.
  explicit Scripted(const std::string& by_seed) {
    const auto build = scratch_.path() / "build";
    fs::create_directories(build / "simt/lib");
    fs::create_directories(build / "lessons");
    learn::write_text(build / "simt/lib/libcudart.so.13", "");
    learn::write_text(build / "report", simt::report::to_json({}, ""));
    const auto program = build / "lessons/check";
    learn::write_text(program, "#!/bin/sh\ncd " + build.string() + R"(
met() { for _ in $(seq 500); do [ -e began.$1 ] && return; sleep 0.02; done; }
seed=$SIMT_SCHEDULE passes=true failures=0
echo $$ >began.$seed
echo 13 >$SIMT_HANDSHAKE
)" + by_seed + R"(
[ $passes = true ] || failures=1
for word; do case $word in --out=*) to=${word#--out=} ;; esac; done
cat report >$SIMT_JSON
cat >$to <<XML
<?xml version="1.0" encoding="UTF-8"?>
<doctest binary="check">
  <TestSuite name="tiny">
    <TestCase name="one" filename="c.cpp" line="5">
      <OverallResultsAsserts successes="1" failures="$failures"
          test_case_success="$passes"/>
    </TestCase>
  </TestSuite>
  <OverallResultsAsserts successes="1" failures="$failures"/>
  <OverallResultsTestCases successes="1" failures="$failures"/>
</doctest>
XML
echo "seed $seed"
exit $failures
)");
    fs::permissions(program, fs::perms::owner_all);
  }

  learn::Verdict judged(learn::JudgeOptions options = {}) const {
    learn::Lesson lesson;
    lesson.seeds = 6;
    lesson.time_limit_s = 60;
    learn::Case one;
    one.name = "one", one.kind = learn::CaseKind::kTiny, one.points = 3;
    lesson.cases = {one};
    const learn::Place place{scratch_.path(), scratch_.path() / "build"};
    return learn::judge(place, lesson, "check", options);
  }
  /// Whether the run under `seed` began and is over.
  bool ended(int seed) const {
    const auto file =
        scratch_.path() / "build" / ("began." + std::to_string(seed));
    return fs::exists(file) && !learn::read_text(file).empty() &&
           kill(std::stoi(learn::read_text(file)), 0) != 0;
  }
  bool began(int seed) const {
    return fs::exists(scratch_.path() / "build" /
                      ("began." + std::to_string(seed)));
  }

 private:
  learn::ScratchFolder scratch_;
};

}  // namespace

TEST_SUITE("seeds") {
  TEST_CASE("all runs of a right answer are told in the order of seeds") {
    // Seeds 0 and 1 go on together; 0 ends last.
    const Scripted check(kOneCore ? ""
                                  : "case $seed in 0) met 1; sleep 0.3 ;; "
                                    "1) met 0 ;; esac");
    const auto verdict = check.judged();
    CHECK(verdict.passed);
    CHECK(verdict.points == 3);
    REQUIRE(verdict.runs.size() == 6);
    for (size_t i = 0; i < verdict.runs.size(); ++i) {
      CHECK(verdict.runs[i].seed == i);
      CHECK(verdict.runs[i].printed == "seed " + std::to_string(i) + "\n");
    }
  }

  TEST_CASE("the first seed that fails is the last one that counts") {
    const Scripted check("case $seed in 2) passes=false ;; esac");
    const auto verdict = check.judged();
    CHECK_FALSE(verdict.passed);
    REQUIRE(verdict.runs.size() == 3);
    CHECK(verdict.last().seed == 2);
    CHECK(verdict.points == 0);
  }

  TEST_CASE("who fails first ends those that began with it") {
    // A later one that failed earlier says nothing, one that hangs is ended.
    const Scripted check(
        kOneCore ? "passes=false"
                 : "case $seed in 0) met 1; sleep 0.3; passes=false ;; "
                   "1) met 0; sleep 50; exit 3 ;; esac");
    const auto verdict = check.judged();
    CHECK_FALSE(verdict.passed);
    REQUIRE(verdict.runs.size() == 1);
    CHECK(verdict.last().seed == 0);
    CHECK(verdict.last().outcome.left_behind == 0);
    if (!kOneCore) CHECK(check.ended(1));
  }

  TEST_CASE("a run that leaves no results is repeated when no other goes on") {
    const Scripted check("case $seed in 0) exit 1 ;; 1) sleep 50 ;; esac");
    const auto verdict = check.judged();
    REQUIRE(verdict.runs.size() == 1);
    CHECK(verdict.last().ending == learn::Ending::kExitedEarly);
    CHECK(verdict.last().culprit == "one");
    CHECK(verdict.last().outcome.left_behind == 0);
  }

  TEST_CASE("who asks after each run gets them one by one") {
    const Scripted check("passes=false");
    learn::JudgeOptions options;
    options.enough = [&](const learn::Verdict& verdict) {
      const auto next = static_cast<int>(verdict.runs.size());
      CHECK_FALSE(check.began(next));
      return verdict.runs.size() == 4;
    };
    CHECK(check.judged(options).runs.size() == 4);
  }

  TEST_CASE("outcomes of runs side by side come whole and in order") {
    const auto run = [](size_t i) {
      if (i == 2) throw learn::Stop{"no"};
      learn::Limits limits;
      limits.kept_output = 8;
      return learn::run_limited(
          {{"sh", "-c",
            i == 0 ? "sleep 0.2; printf %040d 7; echo e >&2" : "kill -9 $$"},
           {},
           {}},
          limits);
    };
    learn::SideBySide runs(3, run);
    const auto first = runs.next(), second = runs.next(), third = runs.next();
    CHECK(first.end == End::kExited);
    CHECK(first.out.text() == "00000000\n[24 bytes left out]\n00000007");
    CHECK(first.err.text() == "e\n");
    CHECK(second.end == End::kSignalled);
    CHECK(second.code == SIGKILL);
    CHECK(third.end == End::kNotStarted);
  }
}
