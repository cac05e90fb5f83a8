// SPDX-License-Identifier: MIT
// A class as a teacher sees it: partial credit, results that are kept, a run
// that was killed and goes on, words for what must be put right.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "runner/grade/kit.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

/// An exercise that is marked without a compiler.
const char* const kRefused = "no region\n";

Graded grade(const std::vector<std::string>& words, const fs::path& folder) {
  std::vector<std::string> all{"grade"};
  all.insert(all.end(), words.begin(), words.end());
  return run_learn(FIXTURES, all, folder);
}

}  // namespace

TEST_SUITE("class") {
  TEST_CASE("each case counts, and what stands outside is told, not used") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("right", kRight);
    pupils.add("partly", kPartly);
    fs::create_directories(pupils.folder() / "empty");
    pupils.add_path(pupils.folder() / "empty");
    const auto answer = pupils.grade();
    INFO(answer.err);
    CHECK(answer.status == 0);
    CHECK(answer.out.find("right    90_adds") != std::string::npos);
    CHECK(answer.out.find("4/4  passed") != std::string::npos);
    CHECK(answer.out.find("line 1 lies outside of the region") !=
          std::string::npos);
    const auto right = pupils.mark("right");
    CHECK(right.state == "passed");
    CHECK(right.score() == 4);
    CHECK(right.host == "teacher");
    const auto partly = pupils.mark("partly");
    CHECK(partly.state == "failed");
    REQUIRE(partly.cases.size() == 3);
    CHECK(partly.cases[0].score == 1);
    CHECK(partly.cases[1].score == 0);
    CHECK(partly.cases[1].state == "fail");
    CHECK(partly.cases[1].message.find("CHECK( sum[i] == 101 * i )") == 0);
    CHECK(partly.text.find("adds 33 pairs, and no more") != std::string::npos);
    const auto empty = pupils.mark("empty");
    CHECK(empty.state == "no file");
    CHECK(empty.score() == 0);
    CHECK(empty.max() == 4);

    // A second run takes what is there; --into alone shows it.
    const auto file = pupils.into() / "partly.json";
    const auto before = fs::last_write_time(file);
    CHECK(pupils.grade().status == 0);
    CHECK(fs::last_write_time(file) == before);
    const auto shown = grade({"--into", pupils.into().string(), "--format",
                              "csv", "--output", "marks.csv"},
                             pupils.folder());
    CHECK(shown.status == 0);
    CHECK(shown.out.empty());
    const auto csv = learn::read_text(pupils.folder() / "marks.csv");
    CHECK(csv.find("right,90_adds,,lesson,passed,4,4,\r\n") !=
          std::string::npos);
    // An exercise, or seeds, that changed are graded anew; the rest is not.
    const auto other = fs::last_write_time(pupils.into() / "right.json");
    learn::write_text(pupils.folder() / "partly/lessons/90_adds/exercise.cu",
                      kRefused);
    CHECK(pupils.grade().status == 0);
    CHECK(pupils.mark("partly").state == "refused");
    CHECK(fs::last_write_time(pupils.into() / "right.json") == other);
    CHECK(pupils.grade({"--seeds", "7,3"}).status == 0);
    CHECK(fs::last_write_time(pupils.into() / "right.json") != other);
    CHECK(pupils.mark("right").text.find("under 3 schedules") !=
          std::string::npos);
  }

  TEST_CASE("a killed run goes on, and leaves no half result") {
    Class pupils(FIXTURES, "90_adds");
    for (const auto* name : {"a", "b"}) pupils.add(name, kRight);
    pupils.add("c", kRefused);
    std::fflush(nullptr);
    const pid_t run = fork();
    REQUIRE(run >= 0);
    if (run == 0) {
      pupils.grade({"--jobs", "1"});
      _exit(0);
    }
    while (!fs::exists(pupils.into() / "a.json")) usleep(10000);
    kill(run, SIGKILL);
    int status = 0;
    waitpid(run, &status, 0);
    CHECK(WIFSIGNALED(status));
    const auto before = fs::last_write_time(pupils.into() / "a.json");
    CHECK(pupils.mark("a").score() == 4);
    CHECK(!fs::exists(pupils.into() / "c.json"));
    CHECK(pupils.grade({"--jobs", "1"}).status == 0);
    CHECK(fs::last_write_time(pupils.into() / "a.json") == before);
    CHECK(pupils.mark("b").score() == 4);
    CHECK(pupils.mark("c").state == "refused");
  }

  TEST_CASE("what the teacher must put right is said, and nothing is graded") {
    const learn::ScratchFolder scratch;
    fs::create_directories(scratch.path() / "one/alice");
    fs::create_directories(scratch.path() / "two/alice");
    learn::write_text(scratch.path() / "notes.txt", "");
    const auto complains = [&](const std::vector<std::string>& words,
                               const std::string& sentence) {
      const auto answer = grade(words, scratch.path());
      INFO(answer.err);
      CHECK(answer.status == 2);
      CHECK(answer.out.empty());
      CHECK(answer.err.find(sentence) != std::string::npos);
    };
    complains({}, "name what to grade");
    complains({"--lesson", "90", "notes.txt"}, "is no submission");
    complains({"--lesson", "90", "missing"}, "is no submission");
    complains({"--lesson", "90", "one/alice", "two/alice"},
              "two submissions have the name `alice`");
    complains({"--lesson", "89", "one/alice"}, "there is no lesson `89`");
    complains({"--seeds", "3,x", "one/alice"}, "--seeds takes a count");
    complains({"--format", "xls", "one/alice"}, "xls");
    complains({"--into", "nowhere"}, "there are no results in nowhere");
  }

  TEST_CASE("a mark holds as long as its course is the same") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), BUILD};
    learn::Kit kit;
    kit.objects = {scratch.path() / "check.o"};
    std::set<std::string> seen;
    const auto note = [&] {
      seen.insert(learn::fingerprint_of_kit(place, kit));
    };
    for (const auto* bytes : {"one", "two"}) {
      learn::write_text(kit.objects.front(), bytes);
      note();
    }
    kit.functions = {{"_Z3addv", "add()", "add"}};
    note();
    CHECK(seen.size() == 3);
    note();
    CHECK(seen.size() == 3);
    const auto files = learn::course_files(place, kit);
    for (const auto* name : {"common/compare.h", "simt/apart/run_apart.h"}) {
      const auto file = fs::path(ROOT) / name;
      CHECK(std::count(files.begin(), files.end(), file) == 1);
    }
  }

  TEST_CASE("every name has a file of its own") {
    using learn::mark_file;
    CHECK(mark_file("alice_2.b") == "alice_2.b.json");
    CHECK(mark_file("../a") == "%2E.%2Fa.json");
    CHECK(mark_file("a b%") == "a%20b%25.json");
    CHECK(mark_file("") == ".json");
    CHECK(mark_file("\xc3\xa9") == "%C3%A9.json");
    // No name is too long, and what is cut away counts, too.
    const std::string longest(200, 'a');
    CHECK(mark_file(longest) == longest + ".json");
    std::set<std::string> files;
    for (const char last : {'x', 'y'}) {
      for (const size_t length : {200, 249, 250, 255}) {
        const auto file = mark_file(std::string(length, 'a') + last);
        CHECK(file.size() == 205);
        CHECK(file.substr(0, 184) == std::string(183, 'a') + "~");
        files.insert(file);
      }
    }
    CHECK(files.size() == 8);
  }

  TEST_CASE("a long or strange name costs nobody a mark") {
    Class pupils(FIXTURES, "90_adds");
    std::string letters;
    for (int i = 0; i < 28; ++i) letters += "\u6587";
    const std::string names[] = {
        letters, std::string(249, 'a'), std::string(255, 'b'), "-o", "a\nb",
        "\xff"};
    for (const auto& name : names) pupils.add(name, kRefused);
    pupils.add("alice", kRefused);
    const auto answer = pupils.grade();
    INFO(answer.err);
    CHECK(answer.status == 0);
    for (const auto& name : names) CHECK(pupils.mark(name).state == "refused");
    CHECK(pupils.mark("alice").state == "refused");
    // They are found again, and shown.
    const auto before =
        fs::last_write_time(pupils.into() / learn::mark_file(letters));
    CHECK(pupils.grade().status == 0);
    CHECK(fs::last_write_time(pupils.into() / learn::mark_file(letters)) ==
          before);
    CHECK(learn::kept_marks(pupils.into()).size() == 7);
  }

  TEST_CASE("an archive that cannot be taken says so in its mark") {
    Class pupils(FIXTURES, "90_adds");
    learn::write_text(pupils.folder() / "alice.zip", "PK");
    pupils.add_path(pupils.folder() / "alice.zip");
    CHECK(pupils.grade().status == 0);
    const auto mark = pupils.mark("alice");
    CHECK(mark.state == "refused");
    CHECK(mark.reason == "the archive is damaged, or of another kind");
    CHECK(mark.max() == 4);
  }

  TEST_CASE("a folder that takes no marks is named before anything is graded") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("alice", kRefused);
    const auto answer = grade({"--lesson", "90", "--into", "/proc/self",
                               (pupils.folder() / "alice").string()},
                              pupils.folder());
    CHECK(answer.status == 2);
    CHECK(answer.out.empty());
    CHECK(answer.err.find("cannot write to the folder /proc/self: ") !=
          std::string::npos);
    CHECK(answer.err.find("filesystem error") == std::string::npos);
  }

  TEST_CASE("another right answer has all points, with headers of its own") {
    // A header that is quick to compile, in a lesson that is quick to judge.
    Class pupils(ROOT, "01_first_kernel");
    auto text = learn::read_text(ROOT "/solutions/01_first_kernel/solution.cu");
    const std::string theirs = "gridDim.x * blockDim.x";
    text.replace(text.find(theirs), theirs.size(),
                 "cooperative_groups::this_grid().size()");
    pupils.add("header", "#include <cooperative_groups.h>\n" + text);
    CHECK(pupils.grade().status == 0);
    const auto mark = pupils.mark("header");
    INFO(mark.text);
    CHECK(mark.state == "passed");
    CHECK(mark.host == "student apart");
    CHECK(mark.score() == mark.max());
  }
}
