// SPDX-License-Identifier: MIT
// Multiprocessors with the blocks and warps that fit, from a launch.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/base/stop.h"
#include "runner/picture/draw.h"

namespace learn {
namespace {

constexpr int kSlot = 20;
constexpr int kSlotsARow = 16;

int64_t blocks_of(const Launch& launch) {
  const auto& grid = launch.grid;
  return int64_t{grid[0]} * grid[1] * grid[2];
}

int threads_of(const Launch& launch) {
  const auto& block = launch.block;
  return static_cast<int>(block[0] * block[1] * block[2]);
}

/// Blocks of the first wave on multiprocessor `sm`, when they are dealt out
/// one by one.
int blocks_on(const Launch& launch, const TraceDevice& device, int sm) {
  const int64_t dealt = (blocks_of(launch) - sm + device.multiprocessors - 1) /
                        device.multiprocessors;
  return static_cast<int>(
      std::clamp<int64_t>(dealt, 0, launch.resident_blocks_per_sm));
}

void draw_bar(Svg& svg, int x, int y, int width, uint64_t used, uint64_t all) {
  svg.rect(x, y, width, 12, "empty");
  const auto part = all == 0 ? 0 : static_cast<int>(used * width / all);
  if (part > 0) svg.rect(x, y, part, 12, "c4");
}

}  // namespace

int draw_blocks(Svg& svg, const Panel& panel,
                const simt::report::Report& report, int top) {
  if (panel.launch >= static_cast<int>(report.launches.size())) {
    throw Stop{fmt::format(
        "the panel \"{}\" asks for launch {}, but there are {}: they count "
        "from 0",
        panel.caption, panel.launch, report.launches.size())};
  }
  const auto& launch = report.launches[panel.launch];
  const auto& device = report.trace.device;
  const int warps = (threads_of(launch) + 31) / 32;
  const int shown =
      std::min(panel.count == 0 ? 2 : panel.count, device.multiprocessors);
  const int rows = (device.warps + kSlotsARow - 1) / kSlotsARow;
  const int width = kSlotsARow * kSlot;
  int bottom = top;
  for (int sm = 0; sm < shown; ++sm) {
    const int x = 40 + sm % 2 * (width + 60);
    const int y = top + sm / 2 * (rows * kSlot + 66);
    const int blocks = blocks_on(launch, device, sm);
    svg.text(x, y + 12, fmt::format("multiprocessor {}", sm), "note");
    for (int slot = 0; slot < device.warps; ++slot) {
      const int left = x + slot % kSlotsARow * kSlot;
      const int above = y + 18 + slot / kSlotsARow * kSlot;
      const int block = slot / warps;
      svg.rect(left, above, kSlot, kSlot,
               block < blocks ? Svg::colour(block) : "empty");
      if (block < blocks) {
        svg.text(left + kSlot / 2, above + 14, fmt::format("{}", block),
                 "small mid");
      }
    }
    const int below = y + 18 + rows * kSlot;
    svg.text(x, below + 14,
             fmt::format("{} of {} warps", blocks * warps, device.warps),
             "small");
    draw_bar(svg, x + 120, below + 20, width - 120,
             blocks * shared_bytes(launch), device.shared_bytes);
    svg.text(x, below + 30, "shared memory", "small");
    bottom = std::max(bottom, below + 40);
  }
  svg.text(40, bottom + 12,
           fmt::format("{}: {} blocks of {} threads on {} multiprocessors; {} "
                       "fit on one",
                       device.name, blocks_of(launch), threads_of(launch),
                       device.multiprocessors, launch.resident_blocks_per_sm),
           "note");
  svg.text(40, bottom + 28,
           "A square is room for a warp; its number is that of a block on this "
           "multiprocessor.",
           "note");
  return bottom + 34;
}

}  // namespace learn
