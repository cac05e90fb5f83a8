// SPDX-License-Identifier: MIT
// Literals of PTX ISA section 4.5 and a small precedence climber for them.
#include "simt/ptx/constant.h"

#include <bit>
#include <charconv>

namespace simt::ptx {
namespace {

constexpr int kMostNested = 64;  // parentheses and signs inside each other
constexpr uint64_t kWarpSize = 32;

/// 0 for a token that is no binary operator; `<<` and `>>` are two tokens.
int precedence(const Cursor& in) {
  if (!in.at(Token::Kind::kPunct)) return 0;
  switch (in.token().text[0]) {
    case '|':
      return 1;
    case '^':
      return 2;
    case '&':
      return 3;
    case '<':
      return in.ahead_is('<') ? 4 : 0;
    case '>':
      return in.ahead_is('>') ? 4 : 0;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
      return 6;
    default:
      return 0;
  }
}

uint64_t apply(Cursor& in, const Token& op, uint64_t a, uint64_t b) {
  switch (op.text[0]) {
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '<':
      return b < 64 ? a << b : 0;
    case '>':
      return b < 64 ? a >> b : 0;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      break;
  }
  if (b == 0) in.fail("division by zero in a constant", op);
  return op.text[0] == '/' ? a / b : a % b;
}

uint64_t parse_level(Cursor& in, int lowest, int depth);

uint64_t parse_primary(Cursor& in, int depth) {
  if (depth > kMostNested) in.fail("a constant is nested too deep");
  if (in.accept('-')) return 0 - parse_primary(in, depth + 1);
  if (in.accept('+')) return parse_primary(in, depth + 1);
  if (in.accept('~')) return ~parse_primary(in, depth + 1);
  if (in.accept('(')) {
    const uint64_t value = parse_level(in, 1, depth + 1);
    in.expect(')');
    return value;
  }
  if (in.at_word("WARP_SZ")) {
    in.take();
    return kWarpSize;
  }
  const Token number = in.expect(Token::Kind::kInteger, "a number");
  uint64_t value = 0;
  if (!integer_from(number.text, value)) {
    in.fail("not a number of at most 64 bits", number);
  }
  return value;
}

uint64_t parse_level(Cursor& in, int lowest, int depth) {
  uint64_t value = parse_primary(in, depth);
  while (true) {
    const int level = precedence(in);
    if (level < lowest || level == 0) return value;
    const Token op = in.take();
    if (op.text[0] == '<' || op.text[0] == '>') in.take();
    value = apply(in, op, value, parse_level(in, level + 1, depth + 1));
  }
}

}  // namespace

bool integer_from(std::string_view text, uint64_t& value) {
  int base = 10;
  if (!text.empty() && (text.back() == 'U' || text.back() == 'u')) {
    text.remove_suffix(1);
  }
  if (text.size() > 1 && text[0] == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    text.remove_prefix(base == 8 ? 1 : 2);
  }
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, base);
  return result.ec == std::errc() && result.ptr == end;
}

bool float_from(std::string_view text, uint64_t& bits, Type& type) {
  const char mark =
      text.size() > 1 && text[0] == '0' ? static_cast<char>(text[1] | 0x20) : 0;
  const char* end = text.data() + text.size();
  if (mark == 'f' || mark == 'd') {
    type = mark == 'f' ? Type::kF32 : Type::kF64;
    if (text.size() != (mark == 'f' ? 10u : 18u)) return false;
    const auto result = std::from_chars(text.data() + 2, end, bits, 16);
    return result.ec == std::errc() && result.ptr == end;
  }
  double value = 0;
  const auto result = std::from_chars(text.data(), end, value);
  type = Type::kF64;
  bits = std::bit_cast<uint64_t>(value);
  return result.ec == std::errc() && result.ptr == end;
}

uint64_t parse_integer(Cursor& in, Binding binding) {
  const int lowest = binding == Binding::kProduct ? 6 : 1;
  return parse_level(in, lowest, 0);
}

int64_t parse_offset(Cursor& in) {
  uint64_t offset = 0;
  while (in.at('+') || in.at('-')) {
    const bool minus = in.take().text[0] == '-';
    const uint64_t term = parse_integer(in, Binding::kProduct);
    offset = minus ? offset - term : offset + term;
  }
  return static_cast<int64_t>(offset);
}

bool at_integer(const Cursor& in) {
  return in.at(Token::Kind::kInteger) || in.at('-') || in.at('+') ||
         in.at('~') || in.at('(') || in.at_word("WARP_SZ");
}

}  // namespace simt::ptx
