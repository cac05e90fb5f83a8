// SPDX-License-Identifier: MIT
// The autograder: its archive, and that results.json is there in any case.
#include "runner/pack/gradescope.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "runner/base/scratch.h"
#include "runner/pack/archive.h"
#include "tests/pack/course.h"

namespace {

/// A folder like Gradescope's /autograder, with a stand-in for ./learn.
class Autograder {
 public:
  explicit Autograder(const std::string& learn) {
    static const auto files = learn::gradescope_files(
        {ROOT, BUILD}, learn::find_lesson({ROOT, BUILD}, "13"));
    fs::create_directories(home() / "source/lockstep");
    fs::create_directories(home() / "submission");
    put(home() / "run_autograder", files.at("run_autograder").text);
    put(home() / "source/lockstep/learn", "#!/bin/sh\n" + learn);
  }
  /// Runs it and reads what it left.
  nlohmann::json graded() {
    const auto said = run(
        {(home() / "run_autograder").string()}, "/",
        {{"LOCKSTEP_AUTOGRADER", home().string()}, {"LOCKSTEP_LIMIT", "1"}});
    CAPTURE(said.err);
    CHECK(said.status == 0);
    const auto folder = home() / "results";
    for (const auto& entry : fs::directory_iterator(folder)) {
      CHECK(entry.path().filename() == "results.json");
    }
    return nlohmann::json::parse(learn::read_text(folder / "results.json"));
  }
  fs::path home() const { return scratch_.path(); }

 private:
  static void put(const fs::path& path, const std::string& text) {
    learn::write_text(path, text);
    fs::permissions(path, fs::perms::owner_all);
  }
  learn::ScratchFolder scratch_;
};

void check_no_verdict(const std::string& learn) {
  CAPTURE(learn);
  const auto result = Autograder(learn).graded();
  CHECK(result.at("score") == 0);
  CHECK(result.at("visibility") == "visible");
  const auto output = result.at("output").get<std::string>();
  CHECK(output.find("ended without a verdict") != std::string::npos);
}

/// Writes its words to the file after --output.
constexpr const char* kAnswers =
    "while [ $1 != --output ]; do words=\"$words $1\"; shift; done\n"
    "echo \"{\\\"score\\\": 9, \\\"output\\\": \\\"$words\\\"}\" >\"$2\"\n";

}  // namespace

TEST_SUITE("gradescope") {
  TEST_CASE("the verdict of ./learn grade becomes results.json") {
    Autograder autograder(kAnswers);
    const auto result = autograder.graded();
    CHECK(result.at("score") == 9);
    CHECK(result.at("output") == " grade " + autograder.home().string() +
                                     "/submission --lesson 13 --jobs 1 "
                                     "--format gradescope");
  }

  TEST_CASE("without a verdict results.json says so") {
    check_no_verdict("exit 2");
    check_no_verdict("kill -9 $$");
    check_no_verdict("exit 0");                          // no file
    check_no_verdict("sleep 20");                        // the time limit
    check_no_verdict(std::string(kAnswers) + "exit 1");  // half a verdict
    check_no_verdict("kill -9 $PPID; sleep 2");          // timeout dies, too
  }

  TEST_CASE("a crash of the script itself leaves the first text") {
    Autograder autograder("kill -9 -$(ps -o pgid= -p $PPID | tr -d ' ')");
    run({(autograder.home() / "run_autograder").string()}, "/",
        {{"LOCKSTEP_AUTOGRADER", autograder.home().string()}});
    const auto result = nlohmann::json::parse(
        learn::read_text(autograder.home() / "results/results.json"));
    CHECK(result.at("score") == 0);
  }

  TEST_CASE("the zip holds two scripts at its root and a course of one") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "a.zip";
    const auto said = learn_at(
        ROOT, BUILD, {"pack", "--gradescope", "--lesson", "13", "-o", file});
    REQUIRE(said.status == 0);
    CHECK(said.out_has("the autograder of lesson 13 Bank conflicts"));
    const auto unpacked =
        run({"python3", "-c",
             "import sys, zipfile\n"
             "z = zipfile.ZipFile(sys.argv[1])\n"
             "assert z.testzip() is None\n"
             "for i in z.infolist():\n"
             "  print(i.filename, oct(i.external_attr >> 16))\n"
             "z.extract('course.tar.gz', sys.argv[2])\n",
             file, scratch.path()},
            "/");
    if (unpacked.status == 127) {
      std::puts("skipped: there is no python3 to read the zip");
      return;
    }
    CHECK(unpacked.out ==
          "course.tar.gz 0o100644\n"
          "run_autograder 0o100755\n"
          "setup.sh 0o100755\n");
    const auto names = run({"tar", "tzf", "course.tar.gz"}, scratch.path()).out;
    CHECK(names.find("lockstep/lessons/13_bank_conflicts/check.cpp\n") !=
          std::string::npos);
    CHECK(names.find("lockstep/lessons/14_swizzle/") == std::string::npos);
    CHECK(names.find("lockstep/solutions") == std::string::npos);
  }
}
