// SPDX-License-Identifier: MIT
// One function a kind of panel: draws what a trace shows, from `top` down, and
// answers where it ended. Each throws Stop when the trace lacks what the panel
// asks for.
#pragma once

#include <string>
#include <vector>

#include "runner/picture/picture.h"
#include "runner/picture/svg.h"
#include "runner/picture/trace.h"

namespace learn {

int draw_banks(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_sectors(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_lanes(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_elements(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_barriers(Svg& svg, const Panel& panel, const Trace& trace, int top);
int draw_blocks(Svg& svg, const Panel& panel, const Trace& trace, int top);

// What several of them need; the caption is drawn by the caller.

/// A lane's cell is this wide; 32 of them fit beside a label.
inline constexpr int kCell = 22;
inline constexpr int kLeft = 84;  // where the cells begin

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
