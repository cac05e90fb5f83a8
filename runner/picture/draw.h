// SPDX-License-Identifier: MIT
// One function a kind of panel: draws what a trace shows, from `top` down, and
// answers where it ended. Each throws Stop when the trace lacks what the panel
// asks for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/lesson/picture.h"
#include "runner/picture/svg.h"
#include "runner/picture/trace.h"

namespace learn {

int draw_banks(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_sectors(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_lanes(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_elements(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_barriers(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_blocks(Svg& svg, const Panel& panel,
                const simt::report::Report& report, int top);

// The same of an event that is already found.

/// A request to shared memory over the banks.
int draw_bank_grid(Svg& svg, const TraceEvent& event, const TraceDevice& device,
                   int top);
/// A request to global memory over its sectors.
int draw_sector_rows(Svg& svg, const TraceEvent& event, int top);
/// What a bulk copy fills or reads of shared memory, at most 1024 bytes.
int draw_tile(Svg& svg, const TraceEvent& event, int top);
/// A request's lanes, each with an arrow to its bank or sector.
int draw_lane_places(Svg& svg, const TraceEvent& event,
                     const TraceDevice& device, int top);

/// What draw_steps shows of its events, which are of one launch.
struct StepsShown {
  std::string by = "warp";   // what a column is; or "block"
  std::vector<int> columns;  // warps or blocks, from the left
  /// The text of a box of `times` like events, except of barriers that open
  /// and of warps that end.
  std::function<std::string(const TraceEvent&, uint64_t times)> words;
  int last = 0;  // of too many rows, so many are the last ones
};
/// A column for each warp or block, from the top down in order.
int draw_steps(Svg& svg, const std::vector<const TraceEvent*>& events,
               const StepsShown& shown, int top);

// What several of them need; the caption is drawn by the caller.

/// A lane's cell is this wide; 32 of them fit beside a label.
inline constexpr int kCell = 22;
inline constexpr int kLeft = 84;  // where the cells begin

/// The lanes of a request that go through shared memory together: as many as
/// can move one word of each bank, or 16 where there are 16 banks.
int phase_lanes(const TraceEvent& event, const TraceDevice& device);
/// Whether the event is of the block and the warp that `panel` means.
bool is_of_warp(const Panel& panel, const TraceEvent& event);
/// The number of the launch that `panel` means.
int launch_of(const Panel& panel, const Trace& trace);
/// The request that `panel` means: its launch, block, warp, kind, variable and
/// execution, in the memory `space`.
const TraceEvent& request_of(const Panel& panel, const Trace& trace,
                             const std::string& space);
/// "7"; "0,1"; "×32": the lanes that share a cell.
std::string lane_label(const std::vector<int>& lanes);
/// Boxes with words from the left; answers where it ended.
int draw_legend(
    Svg& svg, int top,
    const std::vector<std::pair<std::string, std::string>>& styles_and_words);

}  // namespace learn
