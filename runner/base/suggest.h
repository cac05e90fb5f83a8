// SPDX-License-Identifier: MIT
// "Did you mean": the word of a list that is nearest to a misspelt one.
#pragma once

#include <string>
#include <vector>

namespace learn {

/// The nearest of `words`, or "" when none is near (more than two letters
/// and more than a third of the word away). The first wins among equals.
std::string nearest(const std::string& word,
                    const std::vector<std::string>& words);

}  // namespace learn
