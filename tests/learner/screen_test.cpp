// SPDX-License-Identifier: MIT
// What the watch mode shows, as a function of what it knows; and what it draws.
#include "runner/watch/screen.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "runner/picture/letters.h"
#include "runner/steps/beside.h"
#include "runner/steps/drawn.h"
#include "tests/learner/pty.h"

namespace {

using learn::View;

View example() {
  View view;
  view.phase = View::Phase::kFailed;
  view.heading = "13 Bank conflicts";
  view.goal = "Read a tile by columns without making the banks wait.";
  view.text = "  pass         tiny       one\n  FAIL         tiny       two\n";
  for (int i = 3; i <= 40; ++i) view.text += fmt::format("line {}\n", i);
  view.next = "Next: edit lessons/13_bank_conflicts/exercise.cu and save it";
  view.keys = "h hint  n next  l list  e example  p picture  r reset  q quit";
  view.solved = 6;
  view.lessons = 41;
  view.points = 50;
  view.all_points = 400;
  return view;
}

bool fits(const std::vector<std::string>& lines, learn::TerminalSize size) {
  bool good = lines.size() == static_cast<size_t>(size.rows);
  for (const auto& line : lines) {
    good &= Pty::plain(line).size() <= static_cast<size_t>(size.columns);
  }
  return good;
}

std::string all_of(const std::vector<std::string>& lines) {
  return learn::join_lines(lines);
}

using simt::steps::Act;
using simt::steps::ActKind;
using simt::steps::Step;

/// 32 lanes, each `bytes` at `stride` times its number.
learn::TraceEvent request(const char* space, int stride, int bytes) {
  learn::TraceEvent event;
  event.space = space;
  event.bytes = bytes;
  event.active = ~0u;
  for (int lane = 0; lane < 32; ++lane)
    event.offset[static_cast<size_t>(lane)] = int64_t{stride} * lane;
  return event;
}

Step step(int warp, ActKind kind, uint32_t lanes = ~0u) {
  Step one;
  one.warp = warp;
  one.on = warp < 0 ? 0 : ~0u;
  one.acts = {{.kind = kind, .lanes = lanes, .op = "bar.sync"}};
  Act& act = one.acts.front();
  if (kind != ActKind::kLoad && kind != ActKind::kStore) return one;
  act.array = 0;
  act.bytes = 4;
  for (int lane = 0; lane < 32; ++lane) act.at.push_back(4 * lane);
  return one;
}

/// Warp 0 diverges, both meet at a barrier, and a diagnostic fires after it.
learn::Steps two_warps() {
  learn::Steps run;
  run.launches.push_back({0, "k()", {1, 1, 1}, {64, 1, 1}});
  run.arrays.push_back({"buf", "shared", 128, {}, 0});
  auto opens = step(-1, ActKind::kOpens);
  opens.acts[0].from = {0, 1};
  run.steps = {step(0, ActKind::kBranch, 0xff),
               step(0, ActKind::kBarrier),
               step(1, ActKind::kStore),
               step(1, ActKind::kBarrier),
               opens,
               step(1, ActKind::kLoad),
               step(1, ActKind::kExit),
               step(0, ActKind::kExit)};
  run.fires.push_back({"shared-race", "m", true, 5, 2});
  return run;
}

}  // namespace

TEST_SUITE("screen") {
  TEST_CASE("at 80 x 24 every part stands in its row") {
    const auto lines = learn::screen_of(example(), {80, 24}, false);
    REQUIRE(fits(lines, {80, 24}));
    CHECK(lines[0] ==
          "13 Bank conflicts" + std::string(53, ' ') + "not passed");
    CHECK(lines[1] == example().goal);
    CHECK(lines[3] == "  pass         tiny       one");
    CHECK(lines[19] == "line 17");
    CHECK(lines[20].rfind("-- rows 1 to 17 of 40; space: on, b: back ---", 0) ==
          0);
    CHECK(lines[21] == example().next);
    CHECK(lines[22].rfind("[#####", 0) == 0);
    CHECK(lines[22].find("] 6 of 41 lessons, 50 of 400 points") !=
          std::string::npos);
    CHECK(lines[23] == example().keys);
  }

  TEST_CASE("scrolling ends with the last row") {
    auto view = example();
    view.scroll = 1000;
    const auto lines = learn::screen_of(view, {80, 24}, false);
    CHECK(lines[19] == "line 40");
    CHECK(lines[20].rfind("-- rows 24 to 40 of 40", 0) == 0);
    CHECK(learn::text_rows(view, {80, 24}).most() == 23);
  }

  TEST_CASE("at 120 x 40 more fits, and at other sizes nothing sticks out") {
    const auto lines = learn::screen_of(example(), {120, 40}, true);
    REQUIRE(fits(lines, {120, 40}));
    CHECK(lines[35] == "line 33");
    for (int columns = 1; columns < 130; columns += 3) {
      for (int rows = 1; rows < 50; rows += 4) {
        const learn::TerminalSize size{columns, rows};
        CHECK(fits(learn::screen_of(example(), size, true), size));
      }
    }
    CHECK(learn::screen_of(example(), {39, 24}, false)[0] ==
          "This window is too small: 40 columns an");
  }

  TEST_CASE("colour adds no word, and none is there without it") {
    const auto plain = learn::screen_of(example(), {80, 24}, false);
    const auto colour = learn::screen_of(example(), {80, 24}, true);
    CHECK(all_of(plain).find('\033') == std::string::npos);
    CHECK(all_of(colour).find("\033[31m  FAIL") != std::string::npos);
    CHECK(Pty::plain(all_of(colour)) == all_of(plain));
  }

  TEST_CASE("text of a student's program cannot move the cursor") {
    auto view = example();
    view.text = "a\033[2Jb\x7f\b\r\tc\n\xc2\x9bK \xff\x80 \xc3\xa9\xe4\xbd\n";
    const auto lines = learn::screen_of(view, {80, 24}, false);
    CHECK(lines[3] == "a?[2Jb???       c");
    CHECK(lines[4] == "??K ?? \xc3\xa9??");
  }

  TEST_CASE("a long line goes on in the next row") {
    auto view = example();
    view.text = std::string(79, 'x') + "\xc3\xa9" + "yz\n\nend\n";
    const auto lines = learn::screen_of(view, {80, 24}, false);
    CHECK(lines[3] == std::string(79, 'x') + "\xc3\xa9");
    CHECK(lines[4] == "yz");
    CHECK(lines[5].empty());
    CHECK(lines[6] == "end");
  }

  TEST_CASE("the bar is full when all is solved, and empty before") {
    auto view = example();
    view.solved = 41;
    CHECK(learn::screen_of(view, {80, 24}, false)[22].find("-]") ==
          std::string::npos);
    view.solved = 0;
    CHECK(learn::screen_of(view, {80, 24}, false)[22].find('#') ==
          std::string::npos);
  }

  TEST_CASE("a request is drawn as bars over its banks and its sectors") {
    const auto letters = [](const learn::TraceEvent& event) {
      return learn::in_letters(event, {});
    };
    const std::string blank(7, ' '), tall = blank + "█\n";
    CHECK(letters(request("shared", 128, 4))
              .starts_with(tall + tall + tall + tall + "bank   0  "));
    std::string flat = blank;
    for (int bank = 0; bank < 32; ++bank) flat += "▁";
    CHECK(letters(request("shared", 4, 4)).starts_with(flat + "\nbank"));
    // 9 words of bank 0: one block and an eighth of the next.
    auto few = request("shared", 128, 4);
    few.active = 0x1ff;
    CHECK(letters(few).starts_with(blank + "▁\n" + tall + "bank   0"));
    CHECK(letters(few).find("words  9....") != std::string::npos);
    std::string sectors = blank;
    for (int lane = 0; lane < 32; ++lane) sectors += "▁";
    CHECK(letters(request("global", 32, 4)).starts_with(sectors + "\n"));
    CHECK(letters(request("global", 4, 4))
              .starts_with(blank + "████\nEach column is a sector"));
    CHECK(letters(request("global", 64, 4)).find("are drawn") ==
          std::string::npos);
    CHECK(letters(request("global", 64, 64)).find("The first 32 are drawn") !=
          std::string::npos);
  }

  TEST_CASE("the time line says who runs, waits and could run") {
    const auto run = two_warps();
    CHECK(learn::warps_drawn(run, 80) ==
          "Warps of block (0,0,0) over 8 steps, one per column\n"
          "w0    ██░░░··█\n"
          "w1      ██░██\n"
          "          |!\n"
          "█ runs, ░ waits at a barrier, · could run;\n"
          "blank: not begun, or ended\n"
          "| a barrier opens, ! a diagnostic fires\n");
    CHECK(learn::warps_drawn(run, 10).find("2 per column\nw0    █░░█\n") !=
          std::string::npos);
    CHECK(learn::warps_drawn({}, 80).empty());
    CHECK(learn::warps_drawn(run, 80).find("async") == std::string::npos);
    auto copies = run;
    const auto add = [&](size_t at, ActKind kind, uint64_t id) {
      Act act;
      act.kind = kind;
      act.lanes = 1;
      act.work = simt::steps::Work::kCopy;
      act.id = id;
      copies.steps[at].acts.push_back(act);
    };
    add(0, ActKind::kIssue, 1);
    add(2, ActKind::kIssue, 2);
    add(3, ActKind::kDone, 1);
    add(5, ActKind::kDone, 2);
    CHECK(learn::warps_drawn(copies, 80).find("\nasync 11211\n") !=
          std::string::npos);
    CHECK(learn::warps_drawn(copies, 10).find("\nasync 121\n") !=
          std::string::npos);
  }

  TEST_CASE("lanes of a branch are drawn, at the first that splits a warp") {
    learn::Sources none("/nowhere");
    const auto text = learn::divergence_drawn(two_warps(), none);
    std::string row(6, ' ');
    for (int lane = 0; lane < 32; ++lane) row += lane < 8 ? "█" : "░";
    CHECK(text.find("Warp 0 diverges at step 0") == 0);
    CHECK(text.find("30\n" + row + "\n") != std::string::npos);
    auto whole = two_warps();
    whole.steps[0].acts[0].lanes = ~0u;
    CHECK(learn::divergence_drawn(whole, none) == "No branch splits a warp.\n");
  }

  TEST_CASE("a race that changes no value is found in both schedules") {
    const auto one = two_warps();
    auto other = two_warps();
    std::swap(other.steps[6], other.steps[7]);  // another order of the warps
    other.fires[0].step = 6;
    const auto differs = learn::difference(one, other);
    CHECK_FALSE(differs.otherwise);
    CHECK(differs.fires == std::pair<size_t, size_t>{5, 6});
    CHECK(differs.sentence(one, other) ==
          "Step 6 is the first that differs. Only the order differs: each warp "
          "does the same in both. Yet error[shared-race] fires in both, at "
          "step 5 and at step 6: no value shows it under these schedules.");
    learn::Sources none("/nowhere");
    CHECK(learn::beside(one, other, none).find("Where error[shared-race]") !=
          std::string::npos);
    other.fires[0].error = false;  // a warning
    auto silent = one;
    silent.fires[0].error = false;
    CHECK_FALSE(learn::difference(silent, other).fires);
    other = two_warps();
    std::swap(other.steps[6], other.steps[7]);
    other.steps[2].acts[0].values.assign(32, "9");  // a lane does otherwise
    CHECK_FALSE(learn::difference(one, other).fires);
  }

  TEST_CASE("a terminal without UTF-8 gets ASCII of the same width") {
    CHECK(learn::without_blocks("w0 █░·▁█ \xc3\xa9") == "w0 #-._# \xc3\xa9");
  }
}
