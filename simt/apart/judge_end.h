// SPDX-License-Identifier: MIT
// How the process that judges and the one that runs device code end together.
#pragma once

namespace simt::apart {

/// From now on the end of this process is told to the other one, which then
/// writes its report; by a signal, too.
void watch_ends();

/// The other process is gone, or has lied: this one ends by the same signal, or
/// by SIGABRT. So no result of such a run counts.
[[noreturn]] void end_as_device(bool lied);

}  // namespace simt::apart
