// SPDX-License-Identifier: MIT
// The player of a run's steps: one HTML page that stands alone, or a tab of the
// page of a run. docs/step.md says what is on it.
#pragma once

#include <string>

#include "runner/base/place.h"
#include "runner/steps/played.h"

namespace learn {

/// What is played. `beside` is the run under another schedule, or null.
struct Played {
  std::string title;    // "17 Missing barrier, case \"...\""
  std::string command;  // what prints the same as text
  const Steps& run;
  Sources& sources;
  const Steps* beside = nullptr;
};

/// A page of its own.
std::string player_page(const Played& played);

/// The part of a page, with its data. The page gives the styles and scripts of
/// runner_page_files.h.
std::string player_html(const Played& played);

/// The same for a page of another run: `title` says what is played.
std::string player_tab(const Played& played);

}  // namespace learn
