// SPDX-License-Identifier: MIT
// The options of `./learn emulate` and of `lockstep`, which are the same.
#pragma once

#include <CLI/CLI.hpp>

#include "runner/emulate/emulate.h"
#include "runner/steps/choice.h"

namespace learn {

/// --warp, --from and the others that choose steps.
void add_step_words(CLI::App& verb, StepWords& words);

/// All options, and the program, whose own options follow it.
void add_emulate_words(CLI::App& app, EmulateOptions& options);

/// Does what the options say.
int run_emulate_words(const Emulator& emulator, const EmulateOptions& options);

}  // namespace learn
