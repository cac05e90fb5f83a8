// SPDX-License-Identifier: MIT
// The watch mode as a whole, on a terminal: ./learn without a verb, on a copy
// of the fixture lesson that this test may edit.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "tests/learner/pty.h"

namespace {

namespace fs = std::filesystem;

const fs::path kLesson = fs::path(COURSE) / "lessons/92_adds";
const fs::path kExercise = kLesson / "exercise.cu";

std::string answer(const std::string& name) {
  return learn::read_text(fs::path(FIXTURES) / "solutions/90_adds" / name);
}

/// As some editors do: a new file takes the name.
void save_by_rename(const std::string& text) {
  learn::write_text(kExercise, text);
}

/// As others do: the same file is written again.
void save_in_place(const std::string& text) {
  FILE* file = std::fopen(kExercise.c_str(), "w");
  REQUIRE(file != nullptr);
  std::fputs(text.c_str(), file);
  std::fclose(file);
}

/// A solution that never ends: its check goes on until it is stopped.
std::string hanging() {
  auto text = answer("solution.cu");
  const std::string mark = "  // task-begin\n";
  return text.insert(text.find(mark) + mark.size(),
                     "  while (n == 33) {\n  }\n");
}

/// The lines of a file, as soon as it has `count` of them.
std::vector<std::string> lines_of(const fs::path& file, size_t count) {
  std::vector<std::string> lines;
  for (int i = 0; i < 500 && lines.size() < count; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (fs::exists(file)) lines = learn::split_lines(learn::read_text(file));
  }
  return lines;
}

/// ./learn in a fresh state, with the exercise as it was given, or with `text`.
struct Session {
  learn::ScratchFolder scratch;
  Pty pty;

  explicit Session(const std::string& no_color = "", int columns = 80,
                   int rows = 24, const std::string& text = "",
                   const std::string& browser = "")
      : pty(command(scratch.path(), no_color, text, browser), columns, rows) {}

  /// A browser that writes down what it was asked to show.
  static std::string browser(const fs::path& scratch) {
    const auto program = scratch / "browser";
    learn::write_text(program, "#!/bin/sh\nsleep 1\necho \"$1\" >>'" +
                                   (scratch / "shown").string() + "'\n");
    fs::permissions(program, fs::perms::owner_all);
    return program.string();
  }

  static learn::Command command(const fs::path& scratch,
                                const std::string& no_color,
                                const std::string& text,
                                const std::string& other_browser) {
    const auto given =
        learn::read_text(FIXTURES "/lessons/90_adds/exercise.cu");
    save_by_rename(text.empty() ? given : text);
    fs::create_directories(scratch / "given");  // as set-up does
    learn::write_text(scratch / "given/92_adds.cu", given);
    return {
        {LEARN, "--root", COURSE, "--build", BUILD},
        {{"LOCKSTEP_STATE", scratch / "state.json"},
         {"TERM", "xterm"},
         {"LC_ALL", "C.UTF-8"},
         {"DISPLAY", ""},  // no browser of whoever runs this test
         {"WAYLAND_DISPLAY", ""},
         {"BROWSER", other_browser.empty() ? browser(scratch) : other_browser},
         {"NO_COLOR", no_color}},
        {}};
  }
};

/// Whether a process runs the check's program, or builds in our folder.
bool something_runs() {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code none;
    const auto program = fs::read_symlink(entry.path() / "exe", none);
    if (program == fs::path(BUILD) / "lessons/92_adds") return true;
    std::string words;
    try {
      words = learn::read_text(entry.path() / "cmdline");
    } catch (const learn::Stop&) {
      continue;
    }
    if (words.find("course/lessons/92_adds") != std::string::npos) return true;
  }
  return false;
}

/// Until nothing runs any more, or the time is over.
void wait_for_leftovers(std::chrono::seconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (something_runs() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void check_left(Pty& pty) {
  CHECK(pty.as_before());
  const auto& raw = pty.raw();
  CHECK(raw.rfind("\033[?1049l") > raw.rfind("\033[?1049h"));
  CHECK(raw.rfind("\033[?25h") > raw.rfind("\033[?25l"));
  // What was killed takes a moment to go, seconds where the machine is busy.
  wait_for_leftovers(std::chrono::seconds(10));
  CHECK_FALSE(something_runs());
}

}  // namespace

TEST_SUITE("watch") {
  TEST_CASE("a lesson from the first look to the end") {
    Session session;
    auto& pty = session.pty;
    REQUIRE(pty.shows("checking ..."));
    CHECK(pty.screen().find("92 Adds") != std::string::npos);
    CHECK_FALSE(pty.as_before());
    REQUIRE(pty.shows("FAIL         tiny       adds one pair"));
    CHECK(pty.shows("values:  0 == 7"));
    CHECK(pty.shows("Next: edit lessons/92_adds/exercise.cu and save it"));
    CHECK(pty.shows("0 of 1 lessons, 0 of 4 points"));
    CHECK(learn::split_lines(pty.screen()).size() == 24);
    CHECK(pty.raw().find("\033[31m") != std::string::npos);

    pty.type("h");
    CHECK(pty.shows("Hint 1 of 3: Which threads have work?"));
    pty.type("l");
    CHECK(pty.shows("1 First steps"));
    pty.type("p");
    CHECK(pty.shows("browser was asked to show lessons/92_adds/picture.svg"));
    pty.type("s");
    CHECK(pty.shows("w0    █"));
    pty.type("d");
    CHECK(pty.shows("not passed yet"));
    pty.type("n");
    CHECK(pty.shows("no other lesson is open"));
    pty.type("\033");
    CHECK(pty.shows("values:  0 == 7"));
    pty.resize(120, 40);
    CHECK(pty.shows(std::string(120, '-')));
    CHECK(learn::split_lines(pty.screen()).size() == 40);

    // The second save comes while the first one is compiled.
    const auto shown = session.scratch.path() / "shown";
    const auto page = session.scratch.path() / "pictures/92_adds.html";
    save_in_place(hanging());
    REQUIRE(pty.shows("checking ..."));
    save_by_rename(answer("solution.cu"));
    const bool solved = pty.shows("Solved. n: the next lesson");
    INFO(pty.screen());
    REQUIRE(solved);
    CHECK(pty.raw().find("did not end within") == std::string::npos);
    CHECK(pty.shows("1 of 1 lessons, 4 of 4 points"));
    pty.type("d");
    CHECK(pty.shows("letter by letter"));
    pty.type("e");
    CHECK(pty.shows("running ..."));
    CHECK(pty.shows("thread 1 says hello"));
    pty.type("s");
    CHECK(pty.shows("Warp 0 diverges at step 0, lessons/92_adds/exercise.cu"));
    CHECK(learn::read_text(page).find("data-is=player") != std::string::npos);
    // Each browser outlived the jobs that ran since.
    const std::string picture = kLesson / "picture.svg";
    CHECK(learn::join_lines(lines_of(shown, 3)) ==
          learn::join_lines({picture, page, page}));

    pty.type("r");
    CHECK(pty.shows("Your text is kept in"));
    pty.type("x");
    CHECK(pty.shows("Nothing changed."));
    CHECK(learn::read_text(kExercise) == answer("solution.cu"));
    pty.type("ry");
    REQUIRE(pty.shows("exercise.cu is as it was given"));
    CHECK(fs::exists(session.scratch.path() / "backup/92_adds.1.cu"));
    CHECK(pty.shows("checking ..."));
    pty.type("q");
    CHECK(pty.end() == 0);
    check_left(pty);
  }

  TEST_CASE("Escape stops a check that does not end") {
    Session session("", 80, 24, hanging());
    REQUIRE(session.pty.shows("checking ..."));
    session.pty.type("\033");
    CHECK(session.pty.shows("The check was stopped."));
    CHECK_FALSE(something_runs());
    session.pty.type("q");
    CHECK(session.pty.end() == 0);
    check_left(session.pty);
  }

  TEST_CASE("Ctrl-C, SIGTERM and a crash leave the terminal as it was") {
    for (const int number : {SIGINT, SIGTERM, SIGSEGV}) {
      CAPTURE(number);
      Session session;
      REQUIRE(session.pty.shows("checking ..."));
      if (number == SIGINT) {
        session.pty.type("\003");
      } else {
        session.pty.send(number);
      }
      const int status = session.pty.end();
      CHECK(WIFSIGNALED(status));
      CHECK(WTERMSIG(status) == number);
      CHECK(session.pty.as_before());
      // What a crash leaves compiles to its end, and holds the build folder.
      if (number == SIGSEGV) wait_for_leftovers(std::chrono::minutes(1));
      if (number != SIGSEGV) check_left(session.pty);
    }
  }

  TEST_CASE("Ctrl-Z gives the terminal back, and fg takes it again") {
    Session session("", 80, 24, hanging());
    REQUIRE(session.pty.shows("checking ..."));
    session.pty.type("\032");
    CHECK(WIFSTOPPED(session.pty.end(WUNTRACED)));
    CHECK(session.pty.as_before());
    session.pty.send(SIGCONT);
    session.pty.type("\033");
    CHECK(session.pty.shows("The check was stopped."));
    CHECK_FALSE(session.pty.as_before());
    session.pty.type("q");
    CHECK(session.pty.end() == 0);
    check_left(session.pty);
  }

  TEST_CASE("without an emulator it says what is built, and what to read") {
    const learn::ScratchFolder scratch;
    auto command = Session::command(scratch.path(), "", "", "");
    command.argv.back() = (scratch.path() / "build").string();
    fs::create_directories(scratch.path() / "build");
    Pty pty(command, 80, 24);
    REQUIRE(pty.shows("The emulator is built first"));
    CHECK(pty.screen().find("92_adds/README.md") != std::string::npos);
    pty.type("q");
    CHECK(pty.end() == 0);
    Session built;
    REQUIRE(built.pty.shows("checking ..."));
    CHECK(built.pty.screen().find("emulator is built") == std::string::npos);
  }

  TEST_CASE("NO_COLOR keeps colour away, and a small window gets a word") {
    Session session("1", 30, 8, "", "nowhere/browser");
    REQUIRE(session.pty.shows("too small"));
    session.pty.resize(80, 24);
    REQUIRE(session.pty.shows("92 Adds"));
    session.pty.type("p");
    CHECK(session.pty.shows("No browser was found here."));
    session.pty.type("q");
    CHECK(session.pty.end() == 0);
    const auto& raw = session.pty.raw();
    CHECK(raw.find("\033[1m") == std::string::npos);
    CHECK(raw.find("\033[3") == std::string::npos);
  }
}
