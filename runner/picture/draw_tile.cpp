// SPDX-License-Identifier: MIT
// A bulk copy in shared memory: rows of 128 bytes, in each the pieces of 16
// bytes that lie there, with the row and the piece of the box that each one is.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kPiece = 16;  // bytes
constexpr int kLine = 128;  // bytes of all banks
constexpr int kInLine = kLine / kPiece;
constexpr int kMostLines = 8;
constexpr int kWidth = 80, kHeight = 18;  // of a piece

}  // namespace

int draw_tile(Svg& svg, const TraceEvent& event, int top) {
  const auto& copy = event.copy;
  const int in_row =
      std::max<int>(1, static_cast<int>(copy.row_bytes) / kPiece);
  std::map<uint64_t, std::map<int, int>> lines;  // by line and place: number
  for (size_t i = 0; i < copy.pieces.size(); ++i) {
    const uint64_t byte = event.begin + copy.pieces[i];
    lines[byte / kLine].emplace(static_cast<int>(byte % kLine / kPiece),
                                static_cast<int>(i));
  }
  svg.text(kLeft - 8, top + 12, "banks", "large end");
  for (int i = 0; i < kInLine; ++i)
    svg.text(kLeft + i * kWidth + kWidth / 2, top + 12,
             fmt::format("{}-{}", 4 * i, 4 * i + 3), "large mid");
  int y = top + 18, left = kMostLines;
  for (const auto& [line, pieces] : lines) {
    if (left-- == 0) break;
    const auto name =
        fmt::format("byte {}", static_cast<int64_t>(line * kLine) -
                                   static_cast<int64_t>(event.begin));
    svg.text(kLeft - 8, y + 13, name, name.size() > 8 ? "end" : "large end");
    for (int place = 0; place < kInLine; ++place) {
      const auto found = pieces.find(place);
      const int x = kLeft + place * kWidth;
      const bool there = found != pieces.end();
      const int column = there ? found->second % in_row : 0;
      svg.rect(x, y, kWidth, kHeight, there ? Svg::colour(column) : "empty");
      if (there)
        svg.text(x + kWidth / 2, y + 13,
                 fmt::format("{}: {}", found->second / in_row, column),
                 "large mid");
    }
    y += kHeight;
  }
  svg.text(kLeft, y + 16,
           "r: p is piece p of row r of the box, 16 bytes; equal colours are "
           "equal p",
           "remark");
  return y + 22;
}

}  // namespace learn
