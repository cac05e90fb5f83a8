// SPDX-License-Identifier: MIT
// The verb check on an exercise that goes wrong in every way that people
// manage; each must end with a sentence, exit 1 and nothing left behind.
#include "runner/command/check.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/lesson/lesson.h"
#include "runner/process/build_lock.h"
#include "tests/runner/learn.h"

namespace {

Answer check_mistake(const std::string& name) {
  return learn_with({"check", "90", "--mistake", name});
}

/// Of the lesson whose region is host code.
Answer check_harm(const std::string& name) {
  return learn_with({"check", "93", "--mistake", name});
}

/// Checks `text` as the exercise of lesson 90.
Answer check_text(const std::string& text) {
  const learn::ScratchFolder scratch;
  const auto file = scratch.path() / "exercise.cu";
  learn::write_text(file, text);
  return learn_with({"check", "90", "--file", file.string()});
}

std::string solution() {
  return learn::read_text(FIXTURES "/solutions/90_adds/solution.cu");
}

std::string changed(std::string text, const std::string& from,
                    const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_SUITE("check") {
  TEST_CASE("the solution passes with all points") {
    const auto answer = learn_with({"check", "90", "--solution"});
    CHECK(answer.status == 0);
    CHECK(answer.says("pass         tiny       adds one pair"));
    CHECK(answer.says("pass         technique  launches once"));
    CHECK(answer.says("Passed: 4 of 4 points, under 2 schedules."));
    INFO(answer.out);
    CHECK(answer.says("The longest launch, add_each(int const*, int const*"));
    CHECK(answer.says(" on h200 (docs/floor.md)."));
  }

  TEST_CASE("the skeleton fails by an assertion, with file and line") {
    const auto answer = learn_with({"check", "90"});
    CHECK(answer.status == 1);
    CHECK(answer.says("FAIL         tiny       adds one pair"));
    CHECK(answer.says("lessons/90_adds/check.cpp:"));
    CHECK(answer.says("values:  0 == 7"));
    CHECK(answer.says("note:    a = 3, b = 4"));
    CHECK(answer.says("Next: edit lessons/90_adds/exercise.cu"));
  }

  TEST_CASE("where a check sees a NaN, its first instruction is shown") {
    const auto answer = check_harm("makes_a_nan");
    CHECK(answer.status == 1);
    CHECK(answer.says("note:    bits := nan"));
    CHECK(answer.says("warning[nan-born]: thread 0 makes a NaN"));
    CHECK(answer.says("`div.rn.f32` of 0 and 0 gives nan"));
    CHECK(answer.says("makes_a_nan.cu:6"));
    CHECK_FALSE(check_harm("leaves_a_child").says("nan-born"));
  }

  TEST_CASE("the bare form teaches, and an open exercise is no error") {
    const auto answer = learn_with({});
    CHECK(answer.status == 0);
    CHECK(answer.says("Lesson 90 Adds, about 5 minutes"));
    CHECK(answer.says("Add two arrays on the device."));
    CHECK(answer.says("thread 1 says hello"));
    CHECK(answer.says("2 multiprocessors"));  // lesson.toml's sms
    CHECK(
        answer.says("Next: edit lessons/90_adds/exercise.cu, then type "
                    "./learn check 90"));
  }

  TEST_CASE("an exercise with a TODO is skipped for ctest") {
    CHECK(learn_with({"check", "90", "--skip-todo"}).status == 77);
  }

  TEST_CASE("a compile error is shown with file and line") {
    const auto answer = learn_with({"check", "91"});
    CHECK(answer.status == 1);
    CHECK(answer.says("exercise.cu does not compile yet"));
    CHECK(answer.says("lessons/91_does_not_compile/exercise.cu(13): error"));
    CHECK(answer.says("\"c\" is undefined"));
  }

  TEST_CASE("a wrong access is reported where it stands") {
    const auto answer = check_mistake("no_guard");
    CHECK(answer.status == 1);
    CHECK(answer.says("error[out-of-bounds]"));
    CHECK(answer.says("solutions/90_adds/mistakes/no_guard.cu:"));
  }

  TEST_CASE("a report shows the lines of the file that was named") {
    const auto answer =
        check_text(changed(solution(), "if (i < n)", "if (n > 0)"));
    CHECK(answer.status == 1);
    CHECK(answer.says("error[out-of-bounds]"));
    CHECK(answer.says("if (n > 0) sum[i]"));
  }

  TEST_CASE("a case after a wrong access is judged by a run of its own") {
    const auto answer =
        check_text(changed(solution(), "if (i < n)", "if (i < n || n == 33)"));
    CHECK(answer.status == 1);
    CHECK(answer.says("FAIL         awkward    adds 33 pairs"));
    CHECK(answer.says("pass         technique  launches once"));
    CHECK(answer.says("Not passed: 0 of 4 points"));
  }

  TEST_CASE("a case after a livelock is not reached") {
    const auto answer = check_text(
        changed(solution(), "if (i < n)",
                "while (*(volatile const int*)a != -5) {}\n  if (i < n)"));
    CHECK(answer.status == 1);
    CHECK(answer.says("FAIL         tiny       adds one pair"));
    CHECK(answer.says("not reached  technique  launches once"));
  }

  TEST_CASE("settings of the shell do not change a verdict") {
    const auto answer = learn_with({"check", "90", "--mistake", "no_guard"},
                                   {{"SIMT_CHECKS", "none"},
                                    {"SIMT_REPORT", "0"},
                                    {"SIMT_SMS", "1"},
                                    {"SIMT_THREADS", "x"},
                                    {"SIMT_RATES", "x"}});
    CHECK(answer.status == 1);
    CHECK(answer.says("error[out-of-bounds]"));
  }

  TEST_CASE("what stands outside of the marks is told, and does not count") {
    const auto plain = check_text(solution());
    CHECK(plain.status == 0);
    CHECK_FALSE(plain.says("outside of the marks"));
    // The answer below the marks instead of between them.
    const auto empty = changed(solution(), "  // task-begin\n",
                               "  // task-begin\n  // task-end\n");
    const auto at = empty.rfind("  // task-end\n");
    const auto moved = check_text(empty.substr(0, at) + empty.substr(at + 14));
    INFO(moved.out << moved.err);
    CHECK(moved.status == 1);
    CHECK(moved.says("lies outside of the marks and differs"));
    CHECK(moved.says("FAIL         tiny       adds one pair"));
    const auto harmless = check_text("// mine\n" + solution());
    CHECK(harmless.status == 0);
    CHECK(harmless.says("Note: line 1 lies outside of the marks"));
    CHECK(harmless.says("Passed: 4 of 4 points"));
  }

  TEST_CASE("two checks at once judge their own files") {
    const auto right = "// mine\n" + solution();
    const auto wrong = changed(right, "a[i] + b[i]", "a[i] - b[i]");
    for (int round = 0; round < 3; ++round) {
      pid_t children[2];
      for (int i = 0; i < 2; ++i) {
        children[i] = fork();
        REQUIRE(children[i] >= 0);
        if (children[i] == 0) _exit(check_text(i == 0 ? right : wrong).status);
      }
      for (int i = 0; i < 2; ++i) {
        int status = -1;
        CHECK(waitpid(children[i], &status, 0) == children[i]);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == i);
      }
    }
  }

  TEST_CASE("what is built already waits for no build") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "exercise.cu";
    learn::write_text(file, solution() + "int more = 0;\n");
    const learn::BuildLock other({FIXTURES, BUILD});
    const auto quoted =
        learn_with({"dev", "text", "lessons/90_adds/README.md", "--built"});
    INFO(quoted.out << quoted.err);
    CHECK(quoted.status == 0);
    const auto answer =
        learn_with({"check", "90", "--built", "--file", file.string()});
    INFO(answer.out << answer.err);
    CHECK(answer.status == 0);
    CHECK(answer.err == "");
  }

  TEST_CASE("what would not be graded does not pass, and is told") {
    for (const auto* mark : {"  // task-begin\n", "  // task-end\n"}) {
      const auto answer = check_text(changed(solution(), mark, ""));
      CHECK(answer.status == 1);
      CHECK(answer.says("would not be graded:\nthe line `" +
                        std::string(learn::trim(mark)) + "` is missing."));
      CHECK(answer.says("./learn reset 90 gives back the exercise"));
      CHECK(answer.says("Next: edit "));
    }
    const auto hidden =
        check_text(changed(solution(), "  // task-end\n",
                           "  // a\r\n  _Pragma(\"once\")\n  // task-end\n"));
    CHECK(hidden.status == 1);
    CHECK(hidden.says(
        "the text between the marks cannot be taken: it uses _Pragma"));
  }

  TEST_CASE("of a slip of the pen the compiler tells the line") {
    const auto open = check_text(changed(solution(), "  // task-end\n",
                                         "  if (true) {\n  // task-end\n"));
    CHECK(open.status == 1);
    CHECK(open.says("Note: between the marks a `{` is not closed."));
    CHECK(open.says("does not compile yet:"));
    const auto bare = check_text(
        changed(solution(), "  // task-end\n", "  int a = 1\n  // task-end\n"));
    CHECK(bare.status == 1);
    CHECK(bare.says("expected a \";\""));
    CHECK(bare.says("The `;` is missing before this line"));
    const auto newer =
        check_text(changed(solution(), "  // task-end\n",
                           "  int one = __reduce_add_sync(~0u, 1);\n  "
                           "(void)one;\n  // task-end\n"));
    INFO(newer.out << newer.err);
    CHECK(newer.status == 1);
    CHECK(newer.says("since compute capability 8.0, and this\n"));
    const auto ptx = check_text(
        changed("#include <cuda/ptx>\n" + solution(), "  // task-end\n",
                "  cuda::ptx::fence_proxy_async();\n  // task-end\n"));
    INFO(ptx.out << ptx.err);
    CHECK(ptx.status == 1);
    CHECK(ptx.says("The name ends with the GPUs that have the instruction"));
  }

  TEST_CASE("a known mistake is not to be edited") {
    const auto answer = check_mistake("subtracts");
    CHECK(answer.status == 1);
    CHECK(answer.says("This is a known mistake: the check must not pass it."));
    CHECK_FALSE(answer.says("Next: edit"));
  }

  TEST_CASE("two files have an output each") {
    const learn::Place place{FIXTURES, BUILD};
    const auto lesson = learn::find_lesson(place, "90");
    const auto target = [&](const char* file) {
      learn::CheckOptions options;
      options.file = file;
      return learn::subject_of(place, lesson, options).target;
    };
    CHECK(target("/a/exercise.cu") == target("/a/exercise.cu"));
    CHECK(target("/a/exercise.cu") != target("/b/exercise.cu"));
  }

  TEST_CASE("what a killed check left goes when a file is built, not before") {
    const learn::Place place{FIXTURES, BUILD};
    const auto left = place.program("90_adds.file.x.taken.1");
    learn::write_text(left, "");
    learn::fs::last_write_time(
        left, learn::fs::file_time_type::clock::now() - std::chrono::hours(2));
    CHECK(learn_with({"check", "90", "--solution", "--built"}).status == 0);
    CHECK(learn::fs::exists(left));
    CHECK(check_text(solution()).status == 0);
    CHECK_FALSE(learn::fs::exists(left));
  }

  TEST_CASE("exit(0) is a failure that names its case") {
    for (const auto* name : {"exits", "exits_at_once"}) {
      const auto answer = check_harm(name);
      CHECK(answer.status == 1);
      CHECK(answer.says("ended itself in case \"adds one pair\""));
      CHECK(answer.says("with exit status 0"));
      CHECK(answer.says("or by CUDA_CHECK after an error."));
      CHECK_FALSE(answer.says("Passed"));
    }
  }

  TEST_CASE("a crash names its case and keeps the results of the others") {
    const auto answer = check_harm("crashes");
    CHECK(answer.status == 1);
    CHECK(answer.says("crashed in case \"adds 33 pairs, and no more\""));
    CHECK(answer.says("SIGSEGV"));
    CHECK(answer.says("pass         tiny       adds one pair"));
  }

  TEST_CASE("an endless loop is stopped at the limit") {
    const auto answer = check_harm("hangs");
    CHECK(answer.status == 1);
    CHECK(answer.says("did not end within 8 s"));
  }

  TEST_CASE("a slow machine has limits on time as many times as long") {
    const auto limit = [] {
      return learn::read_lesson({FIXTURES, BUILD}, "93_misbehaves")
          .time_limit_s;
    };
    CHECK(limit() == 8);
    setenv("LOCKSTEP_SLOWER", "10", 1);
    CHECK(limit() == 80);
    unsetenv("LOCKSTEP_SLOWER");
    for (const auto* wrong : {"0", "101", "-1", "1.5", "ten", ""}) {
      const auto answer = learn_with({"check", "90", "--solution"},
                                     {{"LOCKSTEP_SLOWER", wrong}});
      CHECK(answer.status == 2);
      CHECK(answer.complains("LOCKSTEP_SLOWER is \"" + std::string(wrong) +
                             "\"; it may be a number from 1 to 100."));
    }
  }

  TEST_CASE("a megabyte of output is counted, kept in part, named") {
    const auto answer = check_harm("prints_a_megabyte");
    CHECK(answer.status == 1);
    CHECK(answer.says("bytes; the first 65,536 are in "));
    CHECK(answer.out.size() < 10000);
  }

  TEST_CASE("results that the program wrote itself are not believed") {
    const auto answer = check_harm("forges_results");
    CHECK(answer.status == 1);
    CHECK(answer.says("ended itself"));
  }

  TEST_CASE("a child that is left behind is stopped and told") {
    const auto answer = check_harm("leaves_a_child");
    CHECK(answer.status == 1);
    CHECK(answer.says("left"));
    CHECK(answer.says("running; stopped."));
  }

  TEST_CASE("a misspelt folder of tests finds its neighbour") {
    const auto answer = learn_with({"--root", SOURCE, "test", "1", "program"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("no folder of tests `program`; did you mean "));
    CHECK(answer.complains("`programs`?"));
  }

  TEST_CASE("memory is limited") {
    const auto answer = check_harm("fills_memory");
    CHECK(answer.status == 1);
    CHECK(answer.says("FAIL         tiny       adds one pair"));
  }
}
