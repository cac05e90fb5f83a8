// SPDX-License-Identifier: MIT
// Resource limits of a process that is not trusted; set in the child.
#pragma once

#include "runner/process/process.h"

namespace learn {

/// Limits of the calling process and all that it starts. Memory is
/// RLIMIT_DATA: the emulator reserves more address space than there is
/// memory, so a limit on addresses (RLIMIT_AS) would stop every program.
void apply_limits(const Limits& limits, unsigned tasks_of_user);

/// Threads of this user now; the limit on tasks counts all of them.
unsigned count_tasks_of_user();

/// Kills every child of this process, also those that had left their group;
/// they became our children when their parent ended. Returns how many.
int kill_leftovers();

}  // namespace learn
