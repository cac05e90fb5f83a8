// SPDX-License-Identifier: MIT
// Resource limits of a process that is not trusted; set in the child.
#pragma once

#include "runner/process/process.h"

namespace learn {

/// Limits of the calling process and all that it starts. Memory is
/// RLIMIT_DATA: the emulator reserves more address space than there is
/// memory, so a limit on addresses (RLIMIT_AS) would stop every program.
void apply_limits(const Limits& limits, unsigned tasks_of_user);

/// How many times as long a limit on time is: LOCKSTEP_SLOWER, from 1 to 100,
/// or 1. Throws Stop when it is something else.
int slower();

/// Of `memory`, what apply_limits() grants: this machine keeps a quarter.
uint64_t memory_granted(uint64_t memory);

/// Threads of `user` (0: of ours) now; the limit on tasks counts all of them.
unsigned count_tasks_of_user(unsigned user = 0);

/// Makes the calling process one of `user`, for good, when we are root; 0 or
/// another caller: nothing changes. False when that failed.
bool become_user(unsigned user);

/// Memory that `process` and all that it started have in use, shared memory
/// included and files not: RLIMIT_DATA does not see what is shared.
uint64_t resident_bytes(int process);

/// What the files of `folder` take on its disk. One with more files than
/// anybody needs counts as full.
uint64_t bytes_below(const fs::path& folder);

/// Kills every child of this process, also those that had left their group;
/// they became our children when their parent ended. Returns how many. As root,
/// and with a `user` that nobody else is, all processes of it end first, at one
/// moment; otherwise those that fork faster than we look may get away.
int kill_leftovers(unsigned user = 0);

}  // namespace learn
