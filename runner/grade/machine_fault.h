// SPDX-License-Identifier: MIT
// Tells an end that the submission is to blame for from one that only this
// machine is: a full disk, a process that was killed from outside, none that
// could be started. Nobody loses points by the latter.
#pragma once

#include <cstdint>
#include <string>

#include "runner/base/place.h"
#include "runner/check/judge.h"
#include "runner/process/process.h"

namespace learn {

/// Bytes that this machine could give to a program now.
uint64_t available_memory();

/// Why the end of a compiler or linker, which did not succeed, says nothing
/// about what it was given: a sentence, or "" when it does. `memory`: bytes
/// that it was allowed; `folder`: where it wrote; `available`: bytes that the
/// machine has for others. Without `words` what a tool prints counts only
/// beside facts: it can be the student's (`.print` of an assembler).
std::string fault_of_build(const Outcome& outcome, uint64_t memory,
                           const fs::path& folder,
                           uint64_t available = available_memory(),
                           bool words = true);

/// The same of a check's run.
std::string fault_of_run(const Outcome& outcome, const Word& word,
                         uint64_t memory = 0,
                         uint64_t available = available_memory());

/// The same of a whole verdict. `before`: oom_kills() when its runs began.
std::string fault_of_verdict(const Verdict& verdict, uint64_t before);

/// How many processes this machine's kernel has killed for memory.
uint64_t oom_kills();

/// `text`, with of each absolute path its last name alone: a student learns
/// nothing of this machine, and the words are the same on another one.
std::string without_paths(const std::string& text);

/// `text` without the names of our own folders, which change with each run.
std::string without_scratch(std::string text);

}  // namespace learn
