// SPDX-License-Identifier: MIT
// What a beginner may not see in a compiler's errors. Knows errors of nvcc by
// their words; an error that it does not know gets no note.
#pragma once

#include <string>

namespace learn {

/// A sentence with its newline about the first of `errors` that it knows, or
/// "". `errors` are as they are shown: message, line of the source, caret.
std::string compile_note(const std::string& errors);

}  // namespace learn
