// SPDX-License-Identifier: MIT
// Hostile submissions, kept in hostile/LESSON/NAME.cu. All of a lesson are
// graded in one run together with honest ones: none gets a point that it did
// not earn; who is right has all points, and who is partly right has the mark
// that he gets alone.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/grade/isolation.h"
#include "runner/grade/region.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

struct Attack {
  std::string name, text, expected;
};

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The files of hostile/`lesson`; `outside` is where one of them writes.
std::vector<Attack> attacks_on(const std::string& lesson,
                               const fs::path& outside) {
  std::vector<Attack> attacks;
  const auto solution = ROOT "/solutions/" + lesson + "/solution.cu";
  for (const auto& entry : fs::directory_iterator(HOSTILE "/" + lesson)) {
    auto text = learn::read_text(entry.path());
    text = replaced(text, "@OUTSIDE@", outside.string());
    text = replaced(text, "@SOLUTION@", solution);
    const std::string mark = "// expected: ";
    const auto at = text.find(mark);
    REQUIRE_MESSAGE(at != std::string::npos, entry.path());
    const auto begin = at + mark.size();
    attacks.push_back({entry.path().stem().string(), text,
                       text.substr(begin, text.find('\n', at) - begin)});
  }
  return attacks;
}

/// Compares a mark with the line `// expected:` of the attack.
void judge_attack(const Attack& attack, const learn::LessonMark& mark) {
  INFO(attack.name << ": " << mark.state << ": " << mark.reason << "\n"
                   << mark.text);
  CHECK(mark.state != "passed");
  CHECK(mark.state != "not graded");
  // What it printed is kept nowhere: the grader's build folder is not theirs.
  CHECK(mark.text.find(".output.txt") == std::string::npos);
  const auto colon = attack.expected.find(": ");
  const auto state = attack.expected.substr(0, colon);
  if (state.rfind("partial", 0) == 0) {
    CHECK(mark.score() < mark.max());
    for (const auto& one : mark.cases) {
      if (one.kind == "technique") CHECK(one.score == 0);
    }
    return;
  }
  if (state == "as an empty kernel") {  // which launches once
    CHECK(mark.score() <= 1);
    return;
  }
  CHECK(mark.score() == 0);
  if (state != "not passed") CHECK(mark.state == state);
  if (colon == std::string::npos) return;
  CHECK(mark.reason.find(attack.expected.substr(colon + 2)) !=
        std::string::npos);
}

/// Stopped by a time limit that is too short for honest work.
const char* const kSlowest = "grows_while_it_is_read";

/// Those that go on until they are stopped: they get less time than honest
/// work.
const std::set<std::string> kBurning = {
    "calls_for_ever",         "never_ends",       "prints_for_ever",
    "prints_without_end",     "starts_processes", "takes_all_memory",
    "takes_all_device_memory"};

/// Those whose attack is on other processes and files: never without walls.
const std::set<std::string> kOnlyInWalls = {"kills_the_grader",
                                            "writes_outside"};

void grade_attacks(const std::string& root, const std::string& lesson,
                   const std::string& right, const std::string& partly,
                   bool walls, const std::set<std::string>& only = {}) {
  Class together(root, lesson), burning(root, lesson), alone(root, lesson);
  const auto outside = together.folder() / "outside";
  std::vector<std::string> words{"--memory", "300", "--jobs", "2"};
  if (!walls) words.emplace_back("--no-isolation");
  auto few = words;
  few.insert(few.end(), {"--time-limit", "2"});
  words.insert(words.end(), {"--time-limit", "10"});
  together.add("honest_right", right);
  const auto attacks = attacks_on(lesson, outside);
  for (const auto& attack : attacks) {
    if (!walls && kOnlyInWalls.count(attack.name) != 0) continue;
    if (attack.name == kSlowest) continue;
    if (!only.empty() && only.count(attack.name) == 0) continue;
    const bool burns = kBurning.count(attack.name) != 0;
    (burns ? burning : together).add(attack.name, attack.text);
  }
  together.add("honest_partly", partly);
  alone.add("honest_partly", partly);
  const auto answer = together.grade(words);
  REQUIRE_MESSAGE(answer.status == 0, answer.err << answer.out);
  CHECK((answer.err.find("bubblewrap is not used") != std::string::npos) ==
        !walls);
  REQUIRE(burning.grade(few).status == 0);
  if (walls) {
    REQUIRE(alone.grade(words).status == 0);
    const auto file = learn::mark_file("honest_partly");
    CHECK(learn::read_text(together.into() / file) ==
          learn::read_text(alone.into() / file));
  }
  const auto honest = together.mark("honest_right");
  CHECK(honest.state == "passed");
  CHECK(honest.score() == honest.max());
  const auto partial = together.mark("honest_partly");
  CHECK(partial.state == "failed");
  CHECK(partial.score() > 0);
  CHECK(partial.score() < partial.max());
  for (const auto& attack : attacks) {
    const auto& where = kBurning.count(attack.name) != 0 ? burning : together;
    if (!fs::exists(where.folder() / attack.name)) continue;
    const auto mark = where.mark(attack.name);
    judge_attack(attack, mark);
    CHECK(mark.text.find("cudaMemcpyHostToDevice") == std::string::npos);
  }
  CHECK(!fs::exists(outside));
}

/// Whether jobs run as users of their own; says what is left out where not.
bool is_root() {
  if (geteuid() == 0) return true;
  std::puts("skipped: jobs have users of their own only where root grades");
  return false;
}

const char* const kRight05 = ROOT "/solutions/05_errors_come_late/solution.cu";

/// The region of a mistake, in place of the solution's.
std::string partly05() {
  const auto solution = learn::cut_at_marks(learn::read_text(kRight05));
  const auto mistake = learn::read_text(
      ROOT "/solutions/05_errors_come_late/mistakes/frees_one_only.cu");
  return solution->before + mistake.substr(mistake.find("\n\n") + 2) +
         solution->after;
}

}  // namespace

TEST_SUITE("walls") {
  TEST_CASE("a region of device code") {
    grade_attacks(FIXTURES, "90_adds", kRight, kPartly, true);
  }

  TEST_CASE("a region with host code") {
    grade_attacks(ROOT, "05_errors_come_late", learn::read_text(kRight05),
                  partly05(), true);
  }

  TEST_CASE("a compiler that does not end is stopped") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add(kSlowest, learn::read_text(HOSTILE "/90_adds/" +
                                          std::string(kSlowest) + ".cu"));
    CHECK(pupils.grade({"--compile-limit", "2"}).status == 0);
    const auto mark = pupils.mark(kSlowest);
    CHECK(mark.state == "does not compile");
    CHECK(mark.reason == "the compiler did not end within 2 s");
    CHECK(mark.score() == 0);
  }

  TEST_CASE("behind the walls there is no network, file or process of others") {
    const learn::ScratchFolder folder;
    fs::permissions(folder.path(), fs::perms::all);
    const learn::Sight view{folder.path(), {}};
    const auto isolation = learn::Isolation::find(view, true);
    learn::Command command{
        {"/bin/sh", "-c",
         "grep -c : /proc/net/dev; ls -d /proc/[0-9]* | wc -l; "
         "ls /etc/passwd /home /root " ROOT
         "; echo x > /tmp/x; echo x > /dev/shm/x; echo x > /x; "
         "echo $SECRET; echo fine > here && cat here; "
         "ls -A /proc/1; echo x > /proc/1/x; head -c 1 /proc/1/mem"},
        {},
        {}};
    setenv("SECRET", "told", 1);
    isolation.enclose(command, view);
    learn::Limits limits;
    limits.user = isolation.user(0);
    const auto outcome = learn::run_limited(command, limits);
    INFO(outcome.out.text() << outcome.err.text());
    std::vector<std::string> lines = learn::split_lines(outcome.out.text());
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "1");  // lo
    CHECK(std::stoi(lines[1]) < 8);
    CHECK(lines[2].empty());
    CHECK(lines[3] == "fine");
  }
}

TEST_SUITE("open") {
  TEST_CASE("no two jobs run as one user, whoever grades") {
    if (geteuid() != 0) return;
    const learn::Users ours(2), others(2);
    const std::set<unsigned> all{ours.at(0), ours.at(1), others.at(0),
                                 others.at(1)};
    CHECK(all.size() == 4);
    CHECK(all.count(0) == 0);
    CHECK_THROWS_AS(learn::Users(100000), learn::Stop);
  }

  TEST_CASE("a user that has a process already is not taken") {
    if (!is_root()) return;
    const unsigned first = learn::Users(1).at(0);
    const pid_t process = fork();
    if (process == 0) {
      if (setresuid(first, first, first) == 0) raise(SIGSTOP);
      _exit(1);
    }
    int status = 0;
    waitpid(process, &status, WUNTRACED);
    REQUIRE(WIFSTOPPED(status));
    CHECK(learn::Users(1).at(0) != first);
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }

  TEST_CASE("as root no chain of processes outlives its run") {
    if (!is_root()) return;
    const learn::ScratchFolder folder;
    fs::permissions(folder.path(), fs::perms::all);
    const auto steps = folder.path() / "steps";
    const auto program = folder.path() / "chains";
    fs::copy_file("/proc/self/exe", program);
    const learn::Users users(1);
    learn::Limits limits;
    limits.user = users.at(0);
    const auto outcome =
        learn::run_limited({{program, "--chain", steps}, {}, {}}, limits);
    CHECK(outcome.ok());
    const auto before = fs::file_size(steps);
    CHECK(before > 1);
    usleep(100000);
    CHECK(fs::file_size(steps) == before);
  }

  TEST_CASE("a function may have threads, though no processes") {
    auto text = replaced(
        learn::read_text(kRight05), "cudaError_t add_scaled(float a,",
        "extern \"C\" int pthread_create(unsigned long*, const void*,\n"
        "                              void* (*)(void*), void*);\n"
        "extern \"C\" int pthread_join(unsigned long, void**);\n"
        "void* see(void* to) { *static_cast<int*>(to) = 1; return to; }\n"
        "cudaError_t add_scaled(float a,");
    text = replaced(text, "  const size_t bytes = n * sizeof(float);",
                    "  const size_t bytes = n * sizeof(float);\n"
                    "  unsigned long thread = 0;\n"
                    "  int seen = 0;\n"
                    "  pthread_create(&thread, nullptr, see, &seen);\n"
                    "  pthread_join(thread, nullptr);\n"
                    "  if (seen != 1) return cudaErrorUnknown;");
    Class pupils(ROOT, "05_errors_come_late");
    pupils.add("threads", text);
    CHECK(pupils.grade({"--no-isolation"}).status == 0);
    const auto mark = pupils.mark("threads");
    INFO(mark.reason << mark.text);
    CHECK(mark.state == "passed");
  }

  TEST_CASE("without bubblewrap limits still hold") {
    grade_attacks(ROOT, "05_errors_come_late", learn::read_text(kRight05),
                  partly05(), false,
                  {"prints_for_ever", "takes_all_device_memory",
                   "starts_processes", "takes_unmapped_memory"});
  }
}
