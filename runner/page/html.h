// SPDX-License-Identifier: MIT
// Text that a program, its source or its names brought, made fit for HTML.
#pragma once

#include <string>
#include <string_view>

namespace learn {

/// `text` with & < > " ' written as HTML wants them, in content and in quoted
/// attributes alike. Bytes that are no UTF-8 and control characters but tab
/// and line feed become U+FFFD; so do characters that turn the direction of
/// writing, which can make code look like other code.
std::string escape_html(std::string_view text);

/// The same of the first `most` bytes, with "..." where more followed.
std::string escape_html(std::string_view text, size_t most);

}  // namespace learn
