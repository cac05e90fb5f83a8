// SPDX-License-Identifier: MIT
// What the player of an HTML page is given: a run's steps, its source, and the
// sentences and names that are told of it.
#pragma once

#include <string>

#include "runner/steps/read.h"

namespace learn {

/// One JSON value without `<`, so that it can stand in a script element:
///   trace     the lines of docs/step.md
///   sources   for each file its lines; none when it is not there
///   arrays    for each array `element`, in bytes, and `extents` as declared
///   headings  for each launch a line
///   text      sentences, each once
///   said      for each step the indices of its sentences; with "Step N" before
///             them and a line feed between they are its paragraph
///   nowhere   diagnostics that fire at none of the steps
/// With `beside`, a run under another schedule: `differs`, with `sentence`,
/// `first`, `otherwise`, `fires` and `fired` of Difference.
std::string played_json(const Steps& run, Sources& sources,
                        const Steps* beside = nullptr);

}  // namespace learn
