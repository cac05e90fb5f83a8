// SPDX-License-Identifier: MIT
// Colours and line breaking. Knows nothing of diagnostics.
#pragma once

#include <string>
#include <vector>

namespace simt::report {

inline constexpr size_t kColumns = 80;

enum class Paint { kPlain, kError, kWarning, kGutter, kBold };

/// `text` in the colour, or unchanged when `color` is false.
std::string painted(const std::string& text, Paint paint, bool color);

/// Breaks at blanks so that no part is longer than `width` characters, unless
/// one word is; at least one part. A break never falls inside back quotes.
std::vector<std::string> wrap(const std::string& text, size_t width);

/// At most `width` bytes; "..." marks what was cut.
std::string clipped(const std::string& text, size_t width);

}  // namespace simt::report
