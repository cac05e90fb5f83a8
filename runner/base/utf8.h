// SPDX-License-Identifier: MIT
// Characters in text that somebody else wrote, which need not be UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace learn {

/// A character and how many bytes it has; no bytes: there is none.
struct Character {
  size_t length = 0;
  uint32_t code = 0;
};

/// The UTF-8 character that begins at byte `at` of `text`. None is a wrong
/// byte, a form longer than needed, half of a UTF-16 pair, and what lies beyond
/// U+10FFFF (RFC 3629, section 4).
Character character_at(std::string_view text, size_t at);

}  // namespace learn
