// SPDX-License-Identifier: MIT
// Sections are no part of the program: what is odd in one does not refuse it.
#include "simt/ptx/debug_section.h"

#include <string>

#include "simt/ptx/constant.h"

namespace simt::ptx {
namespace {

/// Bytes of a number of `.b8` to `.b64`; 0: another word.
size_t width_of(const Token& word) {
  if (word.kind != Token::Kind::kDotWord) return 0;
  if (word.text == "b8") return 1;
  if (word.text == "b16") return 2;
  if (word.text == "b32") return 4;
  return word.text == "b64" ? 8 : 0;
}

/// `108`, `$L__tmp6` or `.debug_loc+133`; false where it is something else.
bool parse_value(Cursor& in, size_t width, DebugSection& section) {
  uint64_t value = 0;
  if (in.at(Token::Kind::kInteger)) {
    if (!integer_from(in.take().text, value)) return false;
  } else if (in.at(Token::Kind::kWord) || in.at(Token::Kind::kDotWord)) {
    const Token name = in.take();
    const bool dot = name.kind == Token::Kind::kDotWord;
    DebugSection::Symbol symbol{(dot ? "." : "") + std::string(name.text), 0};
    if (in.accept('+')) {
      if (!in.at(Token::Kind::kInteger) || !integer_from(in.take().text, value))
        return false;
      symbol.offset = static_cast<int64_t>(value);
      value = 0;
    }
    section.symbols.emplace(section.bytes.size(), std::move(symbol));
  } else {
    return false;
  }
  for (size_t i = 0; i < width; ++i)
    section.bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return true;
}

/// A label, or numbers behind `.b8`; false where it is something else.
bool parse_line(Cursor& in, DebugSection& section) {
  if (in.at(Token::Kind::kWord) && in.ahead_is(':')) {
    section.labels.emplace(in.take().text, section.bytes.size());
    in.take();
    return true;
  }
  const size_t width = width_of(in.token());
  if (width == 0) return false;
  in.take();
  do {
    if (!parse_value(in, width, section)) return false;
  } while (in.accept(','));
  return true;
}

}  // namespace

DebugSection parse_debug_section(Cursor& in) {
  DebugSection section;
  while (!in.at('}') && parse_line(in, section)) {
  }
  for (int depth = 1; depth > 0; in.take()) {
    if (in.at_end()) in.fail_expected("`}`");
    if (in.at('{')) ++depth;
    if (in.at('}')) --depth;
  }
  return section;
}

}  // namespace simt::ptx
