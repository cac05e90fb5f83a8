// SPDX-License-Identifier: MIT
// The process that runs device code is missing, is killed or has no memory; and
// a function ends itself while the kernel kills others: whose fault that is.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/grade/machine_fault.h"
#include "runner/process/limits.h"
#include "runner/process/memory_group.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

const std::string kDevice = BUILD "/simt/lib/simt_device";
const std::string kServed = BUILD "/simt/lib/served";  // the libraries it loads

/// Goes on for ever, and changes memory, so that no check of loops ends it.
const std::string kEndless = region_file(
    "  volatile int* out = sum;\n"
    "  if (i < n) for (int j = 0;; ++j) out[i] = j;\n");
/// Right, with 15 MB of local memory for each warp.
const std::string kLarge = region_file(
    "  volatile int large[120000];\n"
    "  for (int k = 0; k < 120000; k += 100) large[k] = n;\n"
    "  if (i < n) sum[i] = a[i] + b[i] + large[n * 100] - n;\n");

/// ./learn grade of three submissions, with a script for /bin/sh in place of
/// simt_device, which stands at /mnt, where every user may read; nothing where
/// bubblewrap cannot do that.
learn::Outcome grade_with_device(const Class& pupils,
                                 const std::string& script) {
  const auto file = pupils.folder() / "device";
  learn::write_text(file,
                    "#!/bin/sh\n[ \"$1\" = --probe ] && exit 0\n" + script);
  fs::permissions(file, fs::perms(0755));
  learn::Command command{
      {"bwrap", "--dev-bind", "/", "/", "--tmpfs", "/mnt", "--ro-bind", kDevice,
       "/mnt/simt_device", "--ro-bind", kServed, "/mnt/served", "--bind",
       file.string(), kDevice},
      {},
      {}};
  if (geteuid() == 0) {
    command.argv.insert(command.argv.end(), {"--cap-add", "ALL"});
  }
  const std::vector<std::string> words{
      LEARN,           "--root", FIXTURES,       "--build",
      BUILD,           "grade",  "--into",       pupils.into().string(),
      "--lesson",      "90",     "--time-limit", "20",
      "--no-isolation"};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  for (const auto* name : {"right", "endless", "large"}) {
    const auto folder = pupils.folder() / name;
    if (fs::exists(folder)) command.argv.push_back(folder.string());
  }
  learn::Limits limits;
  limits.seconds = 200;
  limits.small = false;
  return learn::run_limited(command, limits);
}

bool can_replace_files() {
  const bool can =
      learn::run_limited(
          {{"bwrap", "--dev-bind", "/", "/", "--tmpfs", "/mnt", "true"},
           {},
           {}},
          {})
          .ok();
  if (!can) MESSAGE("skipped: bubblewrap puts no file over another here");
  return can;
}

const std::string kReal = "exec /mnt/simt_device \"$@\"\n";

/// The solution of lesson 05, whose function does `more` first.
std::string solution_with(const std::string& more) {
  auto text =
      learn::read_text(ROOT "/solutions/05_errors_come_late/solution.cu");
  const std::string begin = "cudaError_t add_scaled(float a,";
  const std::string first = "  const size_t bytes = n * sizeof(float);";
  REQUIRE(has(text, begin));
  REQUIRE(has(text, first));
  text.insert(text.find(first), "  " + more + "\n");
  text.insert(text.find(begin), "extern \"C\" int raise(int);\n");
  return text;
}

}  // namespace

TEST_SUITE("machine") {
  TEST_CASE("a device process that does not start is the machine's fault") {
    if (!can_replace_files()) return;
    Class pupils(FIXTURES, "90_adds");
    pupils.add("right", kRight);
    const auto said = grade_with_device(pupils, "exit 127\n");
    INFO(said.out.text() << said.err.text());
    CHECK(said.exit_code() == 2);
    CHECK(has(said.out.text(),
              "0/4  not graded: the check could not be started: simt: the "
              "process that runs device code has ended"));
    CHECK(!fs::exists(pupils.into() / learn::mark_file("right")));
  }

  TEST_CASE("a device process that is killed is the machine's fault") {
    if (!can_replace_files()) return;
    Class pupils(FIXTURES, "90_adds");
    pupils.add("endless", kEndless);
    const auto said =
        grade_with_device(pupils, "(sleep 3; kill -9 $$) &\n" + kReal);
    INFO(said.out.text() << said.err.text());
    CHECK(said.exit_code() == 2);
    CHECK(
        has(said.out.text(), "not graded: the check was killed from outside"));
    CHECK(!fs::exists(pupils.into() / learn::mark_file("endless")));
  }

  TEST_CASE("device code that wants more memory than there is has failed") {
    if (!can_replace_files()) return;
    Class pupils(FIXTURES, "90_adds");
    pupils.add("right", kRight);
    pupils.add("large", kLarge);
    const auto said = grade_with_device(pupils, "ulimit -d 8000\n" + kReal);
    INFO(said.out.text() << said.err.text());
    CHECK(said.exit_code() == 0);
    CHECK(pupils.mark("right").state == "passed");
    const auto mark = pupils.mark("large");
    CHECK(mark.state == "failed");
    CHECK(mark.reason == "it used more memory than it may");
    CHECK(has(mark.text, "there is no memory for device code"));
    CHECK(mark.score() == 0);
  }

  TEST_CASE("where the course's exercise compiles, words need facts") {
    constexpr uint64_t kMemory = 3ull << 30;
    const auto judged = [](const char* printed, uint64_t available) {
      learn::Outcome outcome;
      outcome.end = learn::Outcome::End::kExited;
      outcome.code = 1;
      outcome.err.add(printed, 1 << 20);
      return learn::fault_of_build(outcome, kMemory, "/", available, false);
    };
    const auto* gone = "cc1plus: out of memory allocating 65536 bytes\n";
    // The exercise is small: this machine may have too little all the same.
    CHECK(judged(gone, kMemory / 4) == "there was no memory for the compiler");
    CHECK(judged(gone, kMemory).empty());
    CHECK(judged("ptxas: No space left on device\n", 0).empty());
    CHECK(judged("", 0).empty());
  }

  TEST_CASE("no more memory is granted than a machine can give") {
    constexpr uint64_t kAll = ~uint64_t{0};
    CHECK(learn::memory_granted(1 << 20) == 1 << 20);
    CHECK(learn::memory_granted(kAll) < kAll);
    learn::Outcome outcome;
    outcome.end = learn::Outcome::End::kSignalled;
    outcome.code = SIGABRT;
    outcome.peak = learn::memory_granted(kAll) / 2;  // and half of that is much
    learn::Word word{true, false, false, ""};
    word.no_memory = true;
    CHECK(learn::fault_of_run(outcome, word, kAll, 0).empty());
  }

  TEST_CASE("without memory the one that used little is not to blame") {
    constexpr uint64_t kMay = 1 << 30;
    learn::Outcome outcome;
    outcome.end = learn::Outcome::End::kSignalled;
    outcome.code = SIGABRT;
    learn::Word word{true, false, false, ""};
    CHECK(learn::fault_of_run(outcome, word, kMay, 0).empty());
    word.no_memory = true;
    CHECK(learn::fault_of_run(outcome, word, kMay, 0) ==
          "there was no memory for the check");
    CHECK(learn::fault_of_run(outcome, word, kMay, kMay).empty());
    outcome.peak = kMay - 1;
    CHECK(learn::fault_of_run(outcome, word, kMay, 0).empty());
  }

  TEST_CASE("what an assembler is told to print blames no machine") {
    Class pupils(ROOT, "05_errors_come_late");
    pupils.add("prints", solution_with(
                             R"(asm(".print \"No space left on device\"\n"
      ".error \"mine\"");)"));
    const auto said = pupils.grade({"--no-isolation"});
    INFO(said.out << said.err);
    CHECK(said.status == 0);
    CHECK(pupils.mark("prints").state == "does not compile");
  }

  TEST_CASE("a function that kills itself has failed, while nobody else is") {
    Class pupils(ROOT, "05_errors_come_late");
    pupils.add("kills_itself", solution_with("raise(9);"));
    const auto before = learn::oom_kills();
    CHECK(pupils.grade({"--no-isolation"}).status == 0);
    // On a machine that is short of memory now, nobody can tell.
    if (learn::oom_kills() != before) return;
    CHECK(pupils.mark("kills_itself").state == "failed");
    if (!learn::has_memory_groups()) {
      MESSAGE("skipped: this system gives us no control group");
      return;
    }
    fs::remove_all(pupils.into());
    // Others go beyond their group, one after another, until it is graded.
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) {
        const learn::MemoryGroup group(1 << 20);
        const pid_t greedy = fork();
        if (greedy == 0) {
          group.enter();
          const std::string much(200 << 20, 'x');
          _exit(much.empty() ? 1 : 0);
        }
        waitpid(greedy, nullptr, 0);
        usleep(2000);  // a check takes some 0.1 s
      }
    }
    const auto said = pupils.grade({"--no-isolation"});
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    INFO(said.out << said.err);
    CHECK(learn::oom_kills() != before);
    CHECK(said.status == 2);
    CHECK(has(said.out,
              "not graded: this machine had no memory, and its kernel "
              "killed processes"));
    CHECK(!fs::exists(pupils.into() / learn::mark_file("kills_itself")));
  }
}
