// SPDX-License-Identifier: MIT
// A class as a teacher sees it: partial credit, results that are kept, a run
// that was killed and goes on, words for what must be put right.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
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

/// A socket that has a name.
class Socket {
 public:
  explicit Socket(const fs::path& path)
      : file_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path.string().copy(name.sun_path, sizeof name.sun_path - 1);
    REQUIRE(bind(file_, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
  }
  ~Socket() { close(file_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

 private:
  int file_;
};

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
    const auto complains = [&](const std::vector<std::string>& words,
                               const std::string& sentence) {
      const auto answer = grade(words, scratch.path());
      INFO(answer.err);
      CHECK(answer.status == 2);
      CHECK(answer.out.empty());
      CHECK(answer.err.find(sentence) != std::string::npos);
    };
    complains({}, "name what to grade");
    complains({"--lesson", "90", "missing"}, "is no submission");
    complains({"--lesson", "89", "one/alice"}, "there is no lesson `89`");
    complains({"--seeds", "3,x", "one/alice"}, "--seeds takes a count");
    complains({"--format", "xls", "one/alice"}, "xls");
    complains({"--into", "nowhere"}, "there are no results in nowhere");
  }

  TEST_CASE("whatever one student hands in, the others are graded") {
    Class pupils(FIXTURES, "90_adds");
    const auto& folder = pupils.folder();
    const auto add = [&](const char* name) {
      pupils.add_path(folder / name);
      return folder / name;
    };
    REQUIRE(mkfifo(add("pipe.zip").c_str(), 0600) == 0);
    Socket door(add("door.zip"));
    fs::create_symlink("nowhere", add("link.zip"));
    learn::write_text(add("notes.txt"), "");
    learn::write_text(add("damaged.zip"), "PK");
    fs::create_directories(add("empty"));
    for (const auto* twin : {"twin", "again/twin.zip"}) {
      fs::create_directories(add(twin));
    }
    pupils.add("alice", kRefused);
    const char* const kStates[][2] = {
        {"alice", "refused"}, {"damaged", "refused"}, {"door", "refused"},
        {"empty", "no file"}, {"link", "refused"},    {"notes.txt", "refused"},
        {"pipe", "refused"}};
    // Of lessons that nobody names, each has a row in each format, too.
    for (const bool named : {true, false}) {
      for (const auto* format : {"csv", "json", "junit", "table"}) {
        const auto answer = pupils.grade({"--format", format}, named);
        INFO(named << std::string(format) << answer.out << answer.err);
        CHECK(answer.status == 2);  // of the twins
        CHECK(answer.err.find("2 of 9 submissions") != std::string::npos);
        for (const auto& [name, state] : kStates) {
          CHECK_MESSAGE(answer.out.find(name) != std::string::npos, name);
        }
        CHECK(answer.out.find("the submission is neither a folder nor") !=
              std::string::npos);
        CHECK(answer.out.find("another submission has the same name") !=
              std::string::npos);
      }
      for (const auto& [name, state] : kStates) {
        CHECK_MESSAGE(pupils.mark(name).state == state, name);
      }
      fs::remove_all(pupils.into());
    }
  }

  TEST_CASE("a kept result that cannot be read costs only its own row") {
    Class pupils(FIXTURES, "90_adds");
    for (const auto* name : {"alice", "b b", "carl"}) {
      pupils.add(name, kRefused);
    }
    REQUIRE(pupils.grade().status == 0);
    const auto bad = pupils.into() / "b%20b.json";
    for (const auto* text : {"", "{}", "[[[[", R"({"schema": "1"})"}) {
      learn::write_text(bad, text);
      const auto shown = grade(
          {"--into", pupils.into().string(), "--format", "csv"}, pupils.into());
      INFO(std::string(text) << shown.out << shown.err);
      CHECK(shown.status == 2);
      CHECK(shown.out.find("alice,90_adds,,lesson,refused") !=
            std::string::npos);
      CHECK(shown.out.find("carl,90_adds,,lesson,refused") !=
            std::string::npos);
      CHECK(shown.out.find("lesson,not graded,0,0,b%20b.json is no kept "
                           "result") != std::string::npos);
      CHECK(shown.out.find("\nb b,") != std::string::npos);
      // It is graded again where the submission is there.
      CHECK(pupils.grade().status == 0);
      CHECK(pupils.mark("b b").state == "refused");
    }
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

  TEST_CASE("device code that the emulator refuses is told by its sentence") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add(
        "param",
        learn::read_text(HOSTILE "/90_adds/writes_past_a_call_parameter.cu"));
    CHECK(pupils.grade().status == 0);
    const auto mark = pupils.mark("param");
    CHECK(mark.state == "failed");
    CHECK(mark.reason.find("at lessons/90_adds/exercise.cu:") !=
          std::string::npos);
    CHECK(mark.text.find("The emulator does not run the device code of this "
                         "program:\nthe PTX of ") != std::string::npos);
    CHECK(mark.text.find("ended itself") == std::string::npos);
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

  TEST_CASE("a linker's words name no place of this machine") {
    Class pupils(ROOT, "05_errors_come_late");
    auto text =
        learn::read_text(ROOT "/solutions/05_errors_come_late/solution.cu");
    const std::string before = "cudaError_t add_scaled(float a,";
    const std::string name = "_ZN4simt5apart7forwardEPKcPKmPKv";
    text.insert(text.find(before), "extern \"C\" thread_local int " + name +
                                       ";\nthread_local int " + name +
                                       " = 1;\n");
    pupils.add("twice", text);
    CHECK(pupils.grade().status == 0);
    const auto mark = pupils.mark("twice");
    INFO(mark.text);
    CHECK(mark.state == "does not compile");
    CHECK(mark.text.find("mismatches") != std::string::npos);
    CHECK(mark.text.find("libapart_client.a(") != std::string::npos);
    CHECK(mark.text.find("/libapart_client.a") == std::string::npos);
    CHECK(mark.text.find(" /") == std::string::npos);
    CHECK(mark.text.find(":/") == std::string::npos);
    CHECK(mark.text.front() != '/');
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
    Class pupils(ROOT, "05_errors_come_late");
    auto text =
        learn::read_text(ROOT "/solutions/05_errors_come_late/solution.cu");
    const std::string theirs = "= n * sizeof(float)";
    REQUIRE(text.find(theirs) != std::string::npos);
    text.replace(text.find(theirs), theirs.size(),
                 "= std::max(n, 1) * sizeof(float)");
    pupils.add("header", "#include <algorithm>\n" + text);
    CHECK(pupils.grade().status == 0);
    const auto mark = pupils.mark("header");
    INFO(mark.text);
    CHECK(mark.state == "passed");
    CHECK(mark.host == "student apart");
    CHECK(mark.score() == mark.max());
  }
}
