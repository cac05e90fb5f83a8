// SPDX-License-Identifier: MIT
// The instructions that decoding replaces, and those that it writes in their
// place; both are rows of the tables. Knows nothing of how it does so.
#pragma once

#include <string_view>

namespace simt::ops::opcode {

inline constexpr std::string_view kMove = "mov", kAdd = "add";
inline constexpr std::string_view kLoad = "ld", kLoadFrame = "ldframe";
inline constexpr std::string_view kStore = "st", kStoreFrame = "stframe";
inline constexpr std::string_view kReturn = "ret";
/// What a kernel says to launches beside it.
inline constexpr std::string_view kGridControl = "griddepcontrol";

/// Special registers that change: a mov from one becomes this opcode.
struct ClockName {
  std::string_view name;
  std::string_view opcode;
};
inline constexpr ClockName kClockNames[] = {
    {"%clock", "read_clock"},
    {"%clock64", "read_clock"},
    {"%clock_hi", "read_clock_hi"},
    {"%globaltimer", "read_globaltimer"},
    {"%globaltimer_lo", "read_globaltimer"},
    {"%globaltimer_hi", "read_globaltimer_hi"},
};

}  // namespace simt::ops::opcode
