// SPDX-License-Identifier: MIT
// What a user types wrongly, and the verbs that only read.
#include <doctest/doctest.h>

#include <algorithm>

#include "runner/base/text_file.h"
#include "runner/command/skipped.h"
#include "runner/steps/text.h"
#include "tests/runner/learn.h"

TEST_SUITE("usage") {
  TEST_CASE("a misspelt verb is answered with the nearest one") {
    const auto answer = learn_with({"chekc"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("`chekc` is no command; did you mean `check`?"));
  }

  TEST_CASE("a verb that is like none gets no suggestion") {
    const auto answer = learn_with({"xyzzy"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("`xyzzy` is no command. ./learn --help"));
  }

  TEST_CASE("a lesson is found by number, short number, name and noun") {
    for (const auto* word : {"90", "90_adds", "adds"}) {
      const auto answer = learn_with({"check", word, "--mistake", "absent"});
      CHECK(answer.status == 2);
      CHECK(answer.complains("lesson 90 has no mistake `absent`; it has "));
    }
  }

  TEST_CASE("a lesson that does not exist is one sentence and exit 2") {
    const auto answer = learn_with({"check", "9"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("there is no lesson `9`"));
    CHECK(learn_with({"run", "90_ads"}).complains("did you mean `90_adds`?"));
    CHECK(learn_with({"test", "90", "9"}).complains("no lesson `9`"));
  }

  TEST_CASE("missing and contradicting options are usage errors") {
    CHECK(learn_with({"check"}).status == 2);
    CHECK(learn_with({"check", "90", "--solution", "--mistake", "exits"})
              .status == 2);
    CHECK(learn_with({"check", "90", "--schedule", "x"}).status == 2);
    CHECK(learn_with({"check", "90", "--nonsense"}).status == 2);
    CHECK(learn_with({"emulate"}).status == 2);
  }

  TEST_CASE("help names every verb") {
    const auto answer = learn_with({"--help"});
    CHECK(answer.status == 0);
    for (const auto* verb :
         {"list", "check", "run", "emulate", "test", "doctor"}) {
      CHECK(answer.says(verb));
    }
  }

  TEST_CASE("list shows lessons, state and points") {
    const auto answer = learn_with({"list"});
    CHECK(answer.status == 0);
    CHECK(answer.says("1 First steps"));
    CHECK(answer.says("90_adds"));
    CHECK(answer.says(" 0 of  4 points"));
  }

  TEST_CASE("doctor names the compiler and the emulator") {
    const auto answer = learn_with({"doctor"});
    CHECK(answer.status == 0);
    CHECK(answer.says("found    nvcc"));
    CHECK(answer.says("found    emulator"));
  }

  TEST_CASE("doctor misses an emulator that is not there") {
    const auto answer =
        learn_with({"--root", FIXTURES, "--build", "/nowhere", "doctor"});
    CHECK(answer.status == 2);
    CHECK(answer.says("MISSING  emulator"));
  }

  // What is told of tests/runner/fixtures/programs/handshake.cu, whole.
  const std::string kHandshake = std::string(PROGRAMS) + "/handshake";

  TEST_CASE("a race is told step by step, up to where it is diagnosed") {
    const auto told = learn_with(
        {"emulate", "--step", "--until", "diagnostic", "--", kHandshake});
    CHECK(told.status == 1);
    CHECK(told.out == R"(got 42
Launch 0: hand_over(int*, int volatile*, int*, bool), grid (2,1,1), blocks of (1,1,1) threads

Step 0, programs/handshake.cu:8
    if (blockIdx.x == 0) {
Warp 0 of block (0,0,0), lane 0.
Lane 0 jumps to line 9.

Step 1, programs/handshake.cu:9
    *value = 42;
Warp 0 of block (0,0,0), lane 0.
Lane 0 stores `cudaMalloc #1[0]`: value 42.

Step 2, programs/handshake.cu:10
    if (ordered) __threadfence();
Warp 0 of block (0,0,0), lane 0.
Lane 0 jumps to line 11.

Step 3, programs/handshake.cu:11
    *flag = 1;
Warp 0 of block (0,0,0), lane 0.
Lane 0 stores `cudaMalloc #1[1]`: value 1.

Step 4, programs/handshake.cu:18
    }
Warp 0 of block (0,0,0), lane 0.
Lane 0 ends.

Step 5, programs/handshake.cu:8
    if (blockIdx.x == 0) {
Warp 0 of block (1,0,0), lane 0.
No lane jumps to line 9.

Step 6, programs/handshake.cu:14
    while (*flag == 0) {
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[1]`: value 1.
No lane jumps to line 14.

Step 7, programs/handshake.cu:16
    if (ordered) __threadfence();
Warp 0 of block (1,0,0), lane 0.
Lane 0 jumps to line 17.

Step 8, programs/handshake.cu:17
    *out = *static_cast<volatile int*>(value);
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[0]`: value 42.
Lane 0 stores `cudaMalloc #1[2]`: value 42.
Here error[missing-fence] fires: the flag `cudaMalloc #1+4` does not say that `cudaMalloc #1+0` is stored: no fence lies between the two. The other access is step 1.

9 of 10 steps, schedule 0.
)");
  }

  TEST_CASE("a right run is told to its end, and fires nothing") {
    const auto told = learn_with(
        {"emulate", "--step", "--from", "2", "--", kHandshake, "ordered"});
    CHECK(told.status == 0);
    CHECK(told.out == R"(got 42
Launch 0: hand_over(int*, int volatile*, int*, bool), grid (2,1,1), blocks of (1,1,1) threads

Step 2, programs/handshake.cu:10
    if (ordered) __threadfence();
Warp 0 of block (0,0,0), lane 0.
No lane jumps to line 11.
Lane 0 passes a fence (`membar.gl`).

Step 3, programs/handshake.cu:11
    *flag = 1;
Warp 0 of block (0,0,0), lane 0.
Lane 0 stores `cudaMalloc #1[1]`: value 1.

Step 4, programs/handshake.cu:18
    }
Warp 0 of block (0,0,0), lane 0.
Lane 0 ends.

Step 5, programs/handshake.cu:8
    if (blockIdx.x == 0) {
Warp 0 of block (1,0,0), lane 0.
No lane jumps to line 9.

Step 6, programs/handshake.cu:14
    while (*flag == 0) {
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[1]`: value 1.
No lane jumps to line 14.

Step 7, programs/handshake.cu:16
    if (ordered) __threadfence();
Warp 0 of block (1,0,0), lane 0.
No lane jumps to line 17.
Lane 0 passes a fence (`membar.gl`).

Step 8, programs/handshake.cu:17
    *out = *static_cast<volatile int*>(value);
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[0]`: value 42.
Lane 0 stores `cudaMalloc #1[2]`: value 42.

Step 9, programs/handshake.cu:18
    }
Warp 0 of block (1,0,0), lane 0.
Lane 0 ends.

8 of 10 steps, schedule 0.
)");
  }

  TEST_CASE("two schedules of a race differ in what a warp reads") {
    const auto told =
        learn_with({"emulate", "--step", "--beside", "7", "--", kHandshake});
    CHECK(told.out == R"(got 42
Step 8 is the first that differs.

Schedule 0:
Step 8, programs/handshake.cu:17
    *out = *static_cast<volatile int*>(value);
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[0]`: value 42.
Lane 0 stores `cudaMalloc #1[2]`: value 42.
Here error[missing-fence] fires: the flag `cudaMalloc #1+4` does not say that `cudaMalloc #1+0` is stored: no fence lies between the two. The other access is step 1.

Schedule 7:
Step 8, programs/handshake.cu:17
    *out = *static_cast<volatile int*>(value);
Warp 0 of block (1,0,0), lane 0.
Lane 0 loads `cudaMalloc #1[0]`: value 0.
Lane 0 stores `cudaMalloc #1[2]`: value 0.
Here error[missing-fence] fires: the flag `cudaMalloc #1+4` does not say that `cudaMalloc #1+0` is stored: no fence lies between the two. The other access is step 1.

)");
    const auto alike = learn_with(
        {"emulate", "--step", "--beside", "0", "--", kHandshake, "ordered"});
    CHECK(alike.says("Schedules 0 and 0 are alike in all 10 steps.\n"));
  }

  TEST_CASE("of a cell it is told who wrote it and who read it") {
    const auto told = learn_with(
        {"emulate", "--step", "--cell", "cudaMalloc #1[2]", "--", kHandshake});
    CHECK(told.out == R"(got 42
`cudaMalloc #1[2]` was written by the host before.
Step 8, programs/handshake.cu:17. Warp 0 of block (1,0,0). Lane 0 stores `cudaMalloc #1[2]`: value 42.
Here error[missing-fence] fires: the flag `cudaMalloc #1+4` does not say that `cudaMalloc #1+0` is stored: no fence lies between the two. The other access is step 1.
1 access, schedule 0.
)");
  }

  TEST_CASE("steps that cannot be chosen are one sentence and exit 2") {
    const auto refused = [](std::vector<std::string> words,
                            const std::string& says) {
      words.insert(words.begin(), {"step", "90", "--solution", "--built"});
      const auto answer = learn_with(words);
      CAPTURE(answer.err);
      CHECK(answer.out.empty());
      CHECK(std::count(answer.err.begin(), answer.err.end(), '\n') == 1);
      return answer.status == 2 && answer.complains(says);
    };
    CHECK(refused({"-o", "/nowhere/x.html"}, "/nowhere/x.html"));
    CHECK(refused({"--json", "x", "--warp", "1"}, "add --text"));
    CHECK(refused({"--text", "--warp", "x"}, "--warp takes a whole number"));
    CHECK(refused({"--text", "--from", "5", "--to", "3"}, "no step is left"));
    CHECK(refused({"--text", "--until", "noon"}, "takes the word diagnostic"));
    CHECK(refused({"--text", "--beside", "1", "--warp", "0"}, "leave out"));
    CHECK(learn_with({"emulate", "--warp", "1", "--", kHandshake})
              .complains("add --step"));
    CHECK(learn_with({"emulate", "--step", "--warp", "1", "--html", "x", "--",
                      kHandshake})
              .complains("leave out --html"));
    const auto cell =
        learn_with({"emulate", "--step", "--cell", "b[0]", "--", kHandshake});
    CHECK(cell.status == 2);
    CHECK(cell.complains("The arrays are `cudaMalloc #1`\n"));
  }

  TEST_CASE("a case of a lesson is told; the tiny one when none is named") {
    const auto told =
        learn_with({"step", "90", "--solution", "--built", "--text"});
    CHECK(told.status == 0);
    CHECK(told.says("90 Adds, case \"adds one pair\"\n"));
    CHECK(told.says("Lane 0 stores `cudaMalloc #1[2]`: value 7.\n"));
    const auto other =
        learn_with({"step", "90", "--solution", "--built", "--text", "--case",
                    "adds 33 pairs, and no more"});
    CHECK(other.says("Warp 0 of block (1,0,0)"));
    const auto example =
        learn_with({"step", "90", "--example", "--built", "--text"});
    CHECK(example.says("90 Adds, example\n"));
    CHECK(example.says("lessons/90_adds/example.cu:"));
    CHECK(learn_with({"step", "90", "--example", "--solution"})
              .complains("--solution excludes --example"));
    const learn::ScratchFolder scratch;
    const auto page = (scratch.path() / "step.html").string();
    const auto written = learn_with(
        {"step", "90", "--solution", "--built", "--beside", "0", "-o", page});
    CHECK(written.status == 0);
    CHECK(written.out == page + "\n");
    const auto player = learn::read_text(page);
    for (const char* text :
         {"<title>90 Adds, case &quot;adds one pair&quot;: step by "
          "step</title>",
          "./learn step 90 --solution --text --case &#39;adds one pair&#39;",
          "Lane 0 stores `cudaMalloc #1[2]`: value 7.",
          "Schedules 0 and 0 are alike in all"}) {
      CAPTURE(std::string(text));
      CHECK(player.find(text) != player.npos);
    }
    const auto named = learn_with(
        {"step", "90", "--solution", "--built", "--locals", "--text"});
    CHECK(named.says("  `n`: all 1, changed\n  `i`: 0, 1, 2, 3, ..., 31"));
    learn_with(
        {"step", "90", "--solution", "--built", "--to", "0", "-o", page});
    CHECK(learn::read_text(page).find("only the first steps") != page.npos);
    CHECK(player.find("only the first steps") == page.npos);
    CHECK(learn_with({"step", "90", "--text", "--case", "none"})
              .complains(
                  "90_adds has no case `none`; it has\n  adds one pair\n"));
  }
}

TEST_SUITE("parts") {
  TEST_CASE("what ctest left out is told by reason") {
    const auto test = [](const std::string& name, const std::string& inside) {
      return "<testcase name=\"" + name + "\">" + inside + "</testcase>";
    };
    const auto skipped = [&](const std::string& name, const std::string& out) {
      return test(name,
                  "<skipped message=\"SKIP_RETURN_CODE=77\"/>"
                  "<system-out>" +
                      out + "</system-out>");
    };
    const auto table = learn::skipped_table(
        "<?xml version=\"1.0\"?><testsuite name=\"x\">" +
        skipped("zsh", "begun\nskipped: there is no zsh\n") +
        skipped("01", "skipped: not solved\n") +
        skipped("02", "skipped: not solved\n") +
        skipped("03", "skipped: not solved\n") + skipped("mute", "") +
        skipped("other", "one\nlast &lt; line\n") +
        test("good", "<system-out>fine</system-out>") +
        test("partly", "<system-out>a\nskipped: needs root\n</system-out>") +
        "</testsuite>");
    CHECK(table ==
          "skipped 6 of 8 tests:\n"
          "  zsh            there is no zsh\n"
          "  01 and 2 more  not solved\n"
          "  mute           it does not say why\n"
          "  other          last < line\n"
          "skipped in tests that ran:\n"
          "  partly  needs root\n");
    CHECK(learn::skipped_table("<testsuite>" + test("a", "") +
                               "</testsuite>") == "skipped 0 of 1 tests.\n");
    CHECK(learn::skipped_table("") ==
          "ctest did not say which tests it skipped.\n");
  }

  TEST_CASE("what neither the host nor a step wrote before is poison") {
    using simt::steps::ActKind;
    learn::Steps run;
    run.arrays = {{"tile", "shared", 8, {}}, {"in", "global", 8, {{{0, 4}}}}};
    run.launches.resize(2);
    const auto add = [&](ActKind kind, int array, int64_t at, int launch) {
      learn::Step step;
      step.launch = launch;
      step.warp = 0;
      step.on = 2;
      step.exited = ~2u;
      learn::Act act;
      act.kind = kind;
      act.lanes = 2;
      act.array = array;
      act.bytes = 4;
      act.at = {at};
      step.acts = {act};
      run.steps.push_back(step);
    };
    add(ActKind::kLoad, 0, 0, 0);  // poison
    add(ActKind::kStore, 0, 0, 0);
    add(ActKind::kLoad, 0, 0, 0);
    add(ActKind::kLoad, 0, 2, 0);  // half of it
    add(ActKind::kLoad, 0, 0, 1);  // of another launch
    add(ActKind::kLoad, 1, 0, 1);  // the host wrote it
    add(ActKind::kAtomic, 1, 4, 1);
    add(ActKind::kLoad, 1, 4, 1);
    std::vector<uint32_t> lanes;
    for (const auto& step : learn::poison_of(run)) lanes.push_back(step.at(0));
    CHECK(lanes == std::vector<uint32_t>{2, 0, 0, 2, 2, 0, 2, 0});
    learn::Sources none("/nowhere");
    learn::StepText text(run, none);
    CHECK(text.paragraph(0) ==
          "Step 0, a place without a line\n"
          "Warp 0 of block (0,0,0), lane 1. Lane 0 has ended.\n"
          "Lane 1 loads `tile[0]`. Lane 1 reads poison: no step wrote it "
          "before.\n");
  }

  TEST_CASE("the extents of a shared array stand in the source") {
    const std::vector<std::string> lines = {
        "constexpr int kTile = 32;  // words",
        "  __shared__ float other[kTile], tile[kTile][kTile + 1];",
        "  __shared__ int box[2][3 * 4];"};
    CHECK(learn::stays_inside("a/b.cu"));
    CHECK(!learn::stays_inside("a/../../b.cu"));
    CHECK(!learn::stays_inside("/b.cu"));
    using Extents = std::vector<int64_t>;
    CHECK(learn::declared_extents(lines, "tile", 1056) == Extents{32, 33});
    CHECK(learn::declared_extents(lines, "tile", 1024).empty());
    CHECK(learn::declared_extents(lines, "box", 24) == Extents{2, 12});
    CHECK(learn::declared_extents(lines, "til", 1056).empty());
    CHECK(learn::lanes_text(0x8000000f) == "lanes 0 to 3, 31");
    CHECK(learn::lanes_text(4) == "lane 2");
  }
}
