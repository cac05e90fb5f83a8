// SPDX-License-Identifier: MIT
// What the machine is to blame for is not graded and not kept; and a submission
// cannot bring the machine so far: memory, disk and users are out of its reach.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/grade/isolation.h"
#include "runner/grade/machine_fault.h"
#include "runner/process/memory_group.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;
using End = learn::Outcome::End;
using Limit = learn::Outcome::Limit;
const learn::Word kBegan{true, false, false, ""};

/// ./learn grade whose folder for temporary files has `bytes` bytes.
Graded grade_on_small_disk(const Class& pupils, const char* bytes) {
  const auto small = pupils.folder() / "small";
  fs::create_directories(small);
  learn::Command command{{"bwrap", "--dev-bind", "/", "/", "--size", bytes,
                          "--tmpfs", small.string(), "--bind",
                          pupils.into().string(), pupils.into().string()},
                         {{"TMPDIR", small.string()}},
                         {}};
  if (geteuid() == 0) {
    command.argv.insert(command.argv.end(), {"--cap-add", "ALL"});
  }
  command.argv.insert(
      command.argv.end(),
      {LEARN, "--root", FIXTURES, "--build", BUILD, "grade", "--lesson", "90",
       "--no-isolation", "--into", pupils.into().string(),
       (pupils.folder() / "alice").string()});
  learn::Limits limits;
  limits.seconds = 120;
  limits.small = false;
  const auto outcome = learn::run_limited(command, limits);
  return {outcome.exit_code(), outcome.out.text(), outcome.err.text()};
}

/// Runs Python's `program`, behind walls where they are there and asked for.
learn::Outcome run_python(const std::string& program, learn::Limits limits,
                          bool walls, uint64_t room = 0) {
  const learn::ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const learn::Sight view{folder.path(), {}, false, room};
  const auto isolation = learn::Isolation::find(view, walls);
  learn::Command command{{"python3", "-c", program}, {}, {}};
  isolation.enclose(command, view);
  limits.user = isolation.user(0);
  if (limits.folder_bytes > 0) limits.folder = folder.path();
  return learn::run_limited(command, limits);
}

}  // namespace

TEST_SUITE("machine") {
  TEST_CASE("a check's end that says nothing about the answer") {
    auto killed = failed("");
    killed.end = End::kSignalled;
    killed.code = SIGKILL;
    CHECK(
        learn::fault_of_run(killed, kBegan).rfind("the check was killed", 0) ==
        0);
    killed.limit = Limit::kMemory;
    CHECK(learn::fault_of_run(killed, kBegan).empty());
    CHECK(learn::fault_of_run(failed("ld.so: no memory\n"), {}) ==
          "the check could not be started: ld.so: no memory");
    CHECK(learn::fault_of_run(failed("bwrap: no\n"), kBegan).empty());
    // What the check's process says itself, and nobody else can say.
    learn::Word word = kBegan;
    word.machine = "cannot start another process";
    CHECK(learn::fault_of_run(failed(""), word) == word.machine);
    CHECK(learn::fault_of_run(killed, word).empty());  // of its own limit
    learn::Verdict verdict;
    verdict.runs.resize(1);
    CHECK(learn::fault_of_verdict(verdict, learn::oom_kills() + 1).empty());
    verdict.runs[0].killed_call = true;
    CHECK(learn::fault_of_verdict(verdict, learn::oom_kills()).empty());
    CHECK(learn::fault_of_verdict(verdict, learn::oom_kills() + 1)
              .rfind("this machine had no memory", 0) == 0);
    verdict.runs[0].outcome.limit = Limit::kMemory;
    CHECK(learn::fault_of_verdict(verdict, learn::oom_kills() + 1).empty());
    using learn::without_paths;
    CHECK(without_paths("/usr/bin/ld: /a/b-1/libapart_client.a(x.cpp.o): in `f'"
                        ": multiple definition; s.o:/w/s.cu:5: first\n") ==
          "ld: libapart_client.a(x.cpp.o): in `f': multiple definition; "
          "s.o:s.cu:5: first\n");
    for (const auto* same :
         {"lessons/01/exercise.cu(9): error: a / b", "a /b c", "// a comment",
          "/* x */ y", "a/b/c /", "", "/"}) {
      CHECK(without_paths(same) == same);
    }
    CHECK(learn::without_scratch(
              "cannot write /tmp/lockstep-learn-abcdef/made/x: full") ==
          "cannot write made/x: full");
  }

  TEST_CASE("a full disk costs nobody a mark, and is not kept") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("alice", kRight);
    fs::create_directories(pupils.into());
    const auto probe =
        learn::run_limited({{"bwrap", "--dev-bind", "/", "/", "--size", "4096",
                             "--tmpfs", "/mnt", "true"},
                            {},
                            {}},
                           {});
    if (!probe.ok()) {
      MESSAGE("skipped: bubblewrap makes no small disk here");
      return;
    }
    // What the course itself needs is made first, where there is room.
    Class others(FIXTURES, "90_adds");
    others.add("bob", "no region\n");
    REQUIRE(others.grade().status == 0);
    const auto file = pupils.into() / learn::mark_file("alice");
    for (const auto* bytes : {"200000", "20000"}) {
      const auto answer = grade_on_small_disk(pupils, bytes);
      INFO(answer.out << answer.err);
      CHECK(answer.status == 2);
      CHECK(!fs::exists(file));
      // A closed course needs a copy of itself first: nobody is graded then.
      if (answer.err.find("cannot copy what submissions must see") !=
          std::string::npos) {
        continue;
      }
      CHECK(answer.out.find("0/4  not graded: ") != std::string::npos);
      CHECK(answer.out.find("does not compile") == std::string::npos);
      CHECK(answer.out.find("lockstep-learn-") == std::string::npos);
      CHECK(answer.err.find("1 of 1 submissions could not be graded") !=
            std::string::npos);
      CHECK(!fs::exists(file));
    }
    // With room it is graded, although nothing of the exercise changed.
    CHECK(pupils.grade().status == 0);
    CHECK(pupils.mark("alice").score() == 4);
  }

  TEST_CASE("where no function can be held in a process, nobody is graded") {
    const learn::ScratchFolder folder;
    fs::permissions(folder.path(), fs::perms::all);
    learn::write_text(
        folder.path() / "exercise.cu",
        learn::read_text(ROOT "/solutions/05_errors_come_late/solution.cu"));
    // Fewer open files than such a process gives itself.
    learn::Limits limits;
    limits.seconds = 120;
    limits.small = false;
    const auto outcome = learn::run_limited(
        {{"prlimit", "--nofile=60:60", LEARN, "--root", ROOT, "--build", BUILD,
          "grade", "--lesson", "05", "--no-isolation", folder.path().string()},
         {},
         {}},
        limits);
    INFO(outcome.out.text() << outcome.err.text());
    CHECK(outcome.exit_code() == 2);
    CHECK(outcome.out.text().find(
              "not graded: this system cannot hold a function in a process") !=
          std::string::npos);
  }

  TEST_CASE("no compiler's end is without a word") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("long_line",
               region_file("  static_assert(false, \"" +
                           std::string(200 << 10, 'x') + "\");\n"));
    pupils.add("assembler", region_file("  asm volatile(\"nonsense;\");\n"));
    CHECK(pupils.grade().status == 0);
    for (const auto* name : {"long_line", "assembler"}) {
      const auto mark = pupils.mark(name);
      CHECK(mark.state == "does not compile");
      CHECK(mark.text.size() > 10);
      CHECK(mark.text.size() < 20000);
    }
  }

  TEST_CASE("memory that no mapping shows is counted, too") {
    if (!learn::has_memory_groups()) {
      MESSAGE("skipped: this system gives us no control group");
      return;
    }
    learn::Limits limits;
    limits.resident = 100 << 20;
    const std::string file =
        "import os\nf = os.memfd_create('x')\n"
        "for i in range(400): os.write(f, bytes(1 << 20))\n";
    const std::string segment =
        "import ctypes\nc = ctypes.CDLL(None)\nc.shmat.restype = "
        "ctypes.c_void_p\nc.shmdt.argtypes = [ctypes.c_void_p]\n"
        "for i in range(40):\n"
        "  one = c.shmget(0, 10 << 20, 0o1600)\n"
        "  at = c.shmat(one, None, 0)\n"
        "  c.shmctl(one, 0, None)\n"
        "  ctypes.memset(at, 1, 10 << 20)\n"
        "  if i % 2: continue\n"
        "  c.shmdt(ctypes.c_void_p(at))\n";
    for (const bool walls : {false, true}) {
      for (const auto* program : {&file, &segment}) {
        const auto outcome = run_python(*program, limits, walls);
        INFO(walls << outcome.out.text() << outcome.err.text());
        CHECK(outcome.limit == Limit::kMemory);
      }
      const auto little = run_python("print(1)", limits, walls);
      CHECK(little.ok());
      CHECK(little.limit == Limit::kNone);
    }
  }

  TEST_CASE("a working folder has a size") {
    const std::string fill =
        "import time\n"
        "with open('big', 'wb', 0) as f:\n"
        "  for i in range(100): f.write(bytes(1 << 20))\n"
        "time.sleep(5)\n";
    learn::Limits limits;
    limits.folder_bytes = 8 << 20;
    CHECK(run_python(fill, limits, false).limit == Limit::kDisk);
    const auto many = run_python(
        "import os, time\nfor i in range(30000): open(str(i), 'w')\n"
        "time.sleep(5)\n",
        limits, false);
    CHECK(many.limit == Limit::kDisk);
  }

  TEST_CASE("no submission can hold a user that jobs run as") {
    if (geteuid() != 0) return;
    const learn::Users ours(1);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {  // takes what a name or a file could be
      const rlimit files{20000, 20000};
      setrlimit(RLIMIT_NOFILE, &files);
      const auto user = ours.at(0);
      if (setresgid(user, user, user) != 0) _exit(1);
      if (setresuid(user, user, user) != 0) _exit(1);
      for (int i = 61184; i < 65520; ++i) {
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        const auto text = "lockstep-grade-user-" + std::to_string(i);
        text.copy(name.sun_path + 1, text.size());
        const int one = socket(AF_UNIX, SOCK_DGRAM, 0);
        [[maybe_unused]] const int bound =
            bind(one, reinterpret_cast<sockaddr*>(&name),
                 socklen_t(offsetof(sockaddr_un, sun_path) + 1 + text.size()));
      }
      std::error_code error;
      fs::directory_iterator locks("/run/lockstep-grade", error);
      if (!error) _exit(2);
      raise(SIGSTOP);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, WUNTRACED);
    CHECK(WIFSTOPPED(status));
    CHECK_NOTHROW(learn::Users(2));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }

  TEST_CASE("folders of graders that were killed go at the next start") {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const learn::ScratchFolder folder;
      learn::write_text(folder.path() / "x", "x");
      const auto path = folder.path().string();
      if (write(ready[1], path.data(), path.size()) < 0) _exit(1);
      pause();
    }
    std::string path(200, '\0');
    path.resize(size_t(std::max<ssize_t>(read(ready[0], &path[0], 200), 0)));
    const learn::ScratchFolder mine;
    learn::ScratchFolder::remove_leftovers();
    CHECK(fs::exists(fs::path(path) / "x"));  // it lives
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    CHECK(fs::exists(path));
    // A link with such a name is no folder of ours.
    const auto link = fs::temp_directory_path() / "lockstep-learn-link__";
    fs::remove(link);
    fs::create_directory_symlink(mine.path(), link);
    learn::ScratchFolder::remove_leftovers();
    CHECK(!fs::exists(path));
    CHECK(fs::exists(mine.path()));
    fs::remove(link);
    close(ready[0]);
    close(ready[1]);
  }
}

TEST_SUITE("walls") {
  TEST_CASE("behind the walls a working folder lies in memory, and is small") {
    const learn::ScratchFolder folder;
    fs::permissions(folder.path(), fs::perms::all);
    const learn::Sight view{folder.path(), {}, false, 1 << 20};
    const auto isolation = learn::Isolation::find(view, true);
    learn::Command command{
        {"/bin/sh", "-c",
         "head -c 4000000 /dev/zero > big; wc -c < big; df -k . | tail -1"},
        {},
        {}};
    isolation.enclose(command, view);
    learn::Limits limits;
    limits.user = isolation.user(0);
    const auto outcome = learn::run_limited(command, limits);
    INFO(outcome.out.text() << outcome.err.text());
    const auto lines = learn::split_lines(outcome.out.text());
    REQUIRE(lines.size() == 2);
    const bool sized = lines[1].find("tmpfs") != std::string::npos;
    if (!sized) return;  // bubblewrap before 0.7
    CHECK(std::stoul(lines[0]) <= 1 << 20);
    CHECK(fs::is_empty(folder.path()));
  }
}
