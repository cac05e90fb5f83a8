// SPDX-License-Identifier: MIT
// What exam 3 asks for: the fewest steps under every schedule, a record without
// loss, and no more barriers and memory than needed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 3;  // of the random mazes; a teacher may change it

using Maze = std::vector<unsigned char>;

Maze open_maze() { return Maze(kCells, 0); }

/// Walls in every second row, each with one gap, left and right in turn.
Maze snake() {
  Maze maze = open_maze();
  for (int row = 1; row < kSide; row += 2) {
    std::fill_n(maze.begin() + row * kSide, kSide, 1);
    maze[row * kSide + (row % 4 == 1 ? kSide - 1 : 0)] = 0;
  }
  return maze;
}

/// About `percent` of the cells are walls.
Maze random_maze(int percent, unsigned number) {
  std::mt19937 random(kSeed * 1000 + number);
  Maze maze = open_maze();
  for (auto& wall : maze) wall = int(random() % 100) < percent;
  maze[0] = 0;
  return maze;
}

/// The fewest steps to each cell, one cell after another.
std::vector<int> ways(const Maze& maze) {
  std::vector<int> steps(kCells, -1), reached = {0};
  steps[0] = 0;
  for (size_t i = 0; i < reached.size(); ++i) {
    const int cell = reached[i], x = cell % kSide;
    const auto look = [&](bool inside, int to) {
      if (!inside || maze[to] || steps[to] >= 0) return;
      steps[to] = steps[cell] + 1;
      reached.push_back(to);
    };
    look(x > 0, cell - 1), look(x < kSide - 1, cell + 1);
    look(cell >= kSide, cell - kSide);
    look(cell < kCells - kSide, cell + kSide);
  }
  return steps;
}

Maze joined(const std::vector<Maze>& mazes) {
  Maze all;
  for (const Maze& maze : mazes)
    all.insert(all.end(), maze.begin(), maze.end());
  return all;
}

/// One call of walk, and the memory that it works on.
struct Walk {
  explicit Walk(const std::vector<Maze>& mazes)
      : wall(joined(mazes)),
        steps(wall.size()),
        longest(std::vector<unsigned long long>{0}) {
    walk(wall.data(), steps.data(), int(mazes.size()), longest.data());
  }
  const DeviceBuffer<unsigned char> wall;
  const DeviceBuffer<int> steps;
  const DeviceBuffer<unsigned long long> longest;
};

/// Walks through all mazes in one call; compares every cell and the record.
void check_walk(const std::vector<Maze>& mazes) {
  std::vector<int> expected;
  unsigned long long record = 0;
  for (size_t m = 0; m < mazes.size(); ++m) {
    const auto steps = ways(mazes[m]);
    expected.insert(expected.end(), steps.begin(), steps.end());
    const unsigned long long most =
        *std::max_element(steps.begin(), steps.end());
    record = std::max(record, (most << 32) + m);
  }
  const Walk done(mazes);
  const auto verdict =
      lockstep::compare(done.steps.download(), expected, {0, kSide, kCells});
  INFO(mazes.size(), " mazes; rows are those of all mazes");
  CHECK_MESSAGE(verdict.same, "steps: ", verdict.text);
  const auto got = done.longest.download()[0];
  INFO("longest: got ", int(got >> 32), " steps, maze ", int(got));
  INFO("expected ", int(record >> 32), " steps, maze ", int(record));
  CHECK(got == record);
  CHECK_MESSAGE((done.steps.fences_intact() && done.longest.fences_intact()),
                "something was written beside steps or longest");
  CHECK_MESSAGE(done.wall.download() == joined(mazes), "wall was changed");
}

std::vector<Maze> random_mazes(int count, int percent) {
  std::vector<Maze> mazes;
  for (int m = 0; m < count; ++m) mazes.push_back(random_maze(percent, m));
  return mazes;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("walks through 4 cells") {
    Maze maze(kCells, 1);
    for (const int cell : {0, 1, kSide + 1, 2 * kSide + 1}) maze[cell] = 0;
    INFO("a way of 3 steps: one to the right, then two down");
    const Walk done({maze});
    const auto steps = done.steps.download();
    CHECK(steps[0] == 0);
    CHECK(steps[1] == 1);
    CHECK(steps[2] == -1);  // a wall
    CHECK(steps[kSide] == -1);
    CHECK(steps[kSide + 1] == 2);
    CHECK(steps[2 * kSide + 1] == 3);
    CHECK(done.longest.download()[0] == 3ull << 32);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("walks through mazes of every kind") {
    check_walk({});
    check_walk({open_maze()});
    check_walk({snake()});
    Maze alone(kCells, 1);
    alone[0] = 0;
    check_walk({alone, snake(), random_maze(35, 99), open_maze()});
    check_walk(random_mazes(6, 40));
  }

  TEST_CASE("remembers the longest way of all mazes") {
    check_walk({open_maze(), open_maze(), open_maze()});
    check_walk(random_mazes(9, 30));
    check_walk({open_maze(), snake(), random_maze(20, 1)});
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a round has at most three barriers") {
    REQUIRE(lockstep::counters_available());
    const auto steps = ways(snake());
    const int rounds = *std::max_element(steps.begin(), steps.end()) + 1;
    const lockstep::Recording recording;
    check_walk({snake()});
    REQUIRE(recording.launches() == 1);
    INFO("barriers of all warps; the longest way takes ", rounds - 1, " steps");
    CHECK(recording.total().barriers <= (3u * rounds + 3) * kThreads / 32);
  }

  TEST_CASE("a cell is loaded and stored once") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    const Walk done(random_mazes(3, 30));
    done.steps.download();
    REQUIRE(recording.launches() == 1);
    CHECK(recording.traffic(done.wall.data()).loads.bytes <= 3 * kCells);
    CHECK(recording.traffic(done.steps.data()).stores.bytes <= 4 * 3 * kCells);
    CHECK(recording.traffic(done.steps.data()).loads.bytes == 0);
  }

  TEST_CASE("the threads of a block share the maze") {
    REQUIRE(lockstep::counters_available());
    const int percent = lockstep::drawn_size(10, 25, 3);
    for (const auto& mazes : {std::vector<Maze>{open_maze()},
                              {snake()},
                              random_mazes(3, percent)}) {
      const lockstep::Recording recording;
      check_walk(mazes);
      // One warp may walk alone, if its lanes have something to do.
      const auto work = lockstep::judge(
          recording, {.lanes_percent = 20, .busiest_percent = 900});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("the record is changed by atomics alone") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    const Walk done(random_mazes(3, 30));
    done.steps.download();
    const uint64_t atomics = recording.total().global_atomic.requests;
    CHECK(recording.traffic(done.longest.data()).stores.requests <= atomics);
    CHECK(atomics >= 1);
  }
}
