// SPDX-License-Identifier: MIT
// The contract of exam 3: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kSide = 32;              // cells of a row, and rows of a maze
constexpr int kCells = kSide * kSide;  // cell = row * kSide + column
constexpr int kThreads = 256;          // of a block; a block walks one maze

/// Finds the ways from cell 0 in `mazes` mazes. A step goes to the cell on the
/// left, on the right, above or below, unless that is a wall or outside.
///   wall     mazes x kCells: 1 is a wall, 0 is not; cell 0 is never a wall
///   steps    mazes x kCells: gets the fewest steps from cell 0 to each cell,
///            or -1 for walls and for cells that cannot be reached
///   longest  one number, which the caller set to 0: gets, over all mazes m,
///            the greatest of (greatest of steps in m) * 2^32 + m
/// All are on the device. 0 <= mazes < 65536; one launch, none for 0 mazes.
/// Does not wait for it. A launch that fails ends the program.
void walk(const unsigned char* wall, int* steps, int mazes,
          unsigned long long* longest);
