// SPDX-License-Identifier: MIT
// What grading makes once of a lesson is whole, whoever makes it at the same
// time, whatever ends them, and whatever became of the files since.
#include "runner/grade/kit.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <sstream>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/grade/whole_folder.h"

namespace {

namespace fs = learn::fs;

/// The texts of the files in `folder`, by name.
std::map<std::string, std::string> texts_in(const fs::path& folder) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::directory_iterator(folder)) {
    texts[entry.path().filename()] = learn::read_text(entry.path());
  }
  return texts;
}

/// Works in a process of its own until that ends or is killed.
template <typename Work>
pid_t fork_one(Work work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child != 0) return child;
  work();
  _exit(0);
}

int end_of(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

/// Whether `child` comes to wait for a lock that another process holds, by the
/// kernel's list of those that wait; false when it ends.
bool comes_to_wait(pid_t child) {
  const auto number = std::to_string(child);
  for (;;) {
    for (const auto& line :
         learn::split_lines(learn::read_text("/proc/locks"))) {
      std::istringstream words(line);
      std::string id, arrow, kind, mode, access, pid;
      words >> id >> arrow >> kind >> mode >> access >> pid;
      if (arrow == "->" && pid == number) return true;
    }
    siginfo_t end{};
    waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOHANG | WNOWAIT);
    if (end.si_pid == child) return false;
    usleep(1000);
  }
}

}  // namespace

TEST_SUITE("kit") {
  TEST_CASE("a folder that lost a byte or a file is made again") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), scratch.path()};
    const auto folder = scratch.path() / "made/one";
    int made = 0;
    const auto keep = [&] {
      learn::keep_whole(place, folder, [&](const fs::path& fresh) {
        learn::write_text(fresh / "a", "first");
        learn::write_text(fresh / "b", std::to_string(++made));
      });
    };
    keep();
    keep();
    CHECK(made == 1);
    learn::write_text(folder / "a", "firs");
    CHECK_FALSE(learn::is_whole(folder));
    keep();
    CHECK(made == 2);
    CHECK(texts_in(folder).at("a") == "first");
    CHECK(texts_in(folder).at("b") == "2");
    fs::remove(folder / "b");
    keep();
    CHECK(made == 3);
    learn::write_text(folder / "c", "of nobody");
    keep();
    CHECK(made == 4);
    CHECK(texts_in(folder).size() == 3);
  }

  TEST_CASE("one that is killed leaves nothing that is taken for whole") {
    const learn::ScratchFolder scratch;
    const learn::Place place{scratch.path(), scratch.path()};
    const auto folder = scratch.path() / "made/one";
    int begun[2];
    REQUIRE(pipe(begun) == 0);
    const pid_t child = fork_one([&] {
      learn::keep_whole(place, folder, [&](const fs::path& fresh) {
        learn::write_text(fresh / "a", "half");
        if (write(begun[1], "x", 1) == 1) pause();
      });
    });
    char byte = 0;
    REQUIRE(read(begun[0], &byte, 1) == 1);
    // Another one waits while it lives, and makes all anew.
    const pid_t other = fork_one([&] {
      learn::keep_whole(place, folder, [](const fs::path& fresh) {
        learn::write_text(fresh / "a", "all");
      });
    });
    CHECK(comes_to_wait(other));
    CHECK_FALSE(fs::exists(folder));
    kill(child, SIGKILL);
    end_of(child);
    CHECK(end_of(other) == 0);
    CHECK(learn::is_whole(folder));
    CHECK(texts_in(folder).at("a") == "all");
    for (const int one : begun) close(one);
  }

  TEST_CASE("two that make the kit of a lesson at once have the same one") {
    const learn::Place place{FIXTURES, BUILD};
    const learn::ScratchFolder scratch;
    const learn::Place other{scratch.path(), BUILD};
    fs::create_directories(other.root / "lessons");
    fs::copy(place.root / "lessons/90_adds", other.root / "lessons/90_adds");
    const auto lesson = learn::read_lesson(other, "90_adds");
    learn::prepare_course(other, {lesson});
    const auto kit = learn::prepare_kit(other, lesson);
    const auto folder = kit.host_object.parent_path();
    fs::remove_all(folder);
    const auto make = [&] { learn::prepare_kit(other, lesson); };
    const pid_t children[] = {fork_one(make), fork_one(make)};
    for (const pid_t child : children) CHECK(end_of(child) == 0);
    CHECK(learn::is_whole(folder));
    const auto texts = texts_in(folder);
    // The kernels that it names are those of the object.
    std::istringstream words(texts.at("parameters"));
    std::string symbol;
    words >> symbol;
    CHECK(symbol.find("add_each") != std::string::npos);
    CHECK(texts.at("exercise.o").find(symbol) != std::string::npos);
    // A damaged one is mended by the next run.
    learn::write_text(kit.parameters, "");
    CHECK(learn::prepare_kit(other, lesson).parameters == kit.parameters);
    CHECK(learn::read_text(kit.parameters).find("add_each") !=
          std::string::npos);
    fs::remove_all(folder);
  }

  TEST_CASE("nvcc 12 is refused by one sentence and what to type") {
    CHECK(learn::why_not_graded("12.4") ==
          "grading needs nvcc 13, and this course is set up with nvcc 12.4. "
          "Type: LOCKSTEP_TOOLCHAIN=wheels ./learn");
    CHECK(learn::why_not_graded("13.0").empty());
    CHECK(learn::why_not_graded("").empty());  // clang
  }
}
