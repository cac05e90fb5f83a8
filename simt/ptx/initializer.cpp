// SPDX-License-Identifier: MIT
// Elements, rows and addresses, flattened in memory order.
#include "simt/ptx/initializer.h"

#include <bit>

#include "simt/ptx/constant.h"

namespace simt::ptx {
namespace {

// Zeros that short rows may add: a few words of text must not ask for
// gigabytes.
constexpr uint64_t kMaxPadding = 1 << 20;

class InitializerParser {
 public:
  InitializerParser(Cursor& in, const std::vector<uint64_t>& dimensions,
                    Variable& variable)
      : in_(in), dimensions_(dimensions), variable_(variable) {}

  void parse() {
    if (in_.at('{'))
      parse_row(0);
    else
      parse_element();
  }

 private:
  void parse_row(size_t level);
  void parse_element();
  Initializer parse_symbol();
  uint64_t parse_float(bool negative);
  void fill(size_t level, uint64_t begin);

  Cursor& in_;
  const std::vector<uint64_t>& dimensions_;
  Variable& variable_;
  uint64_t padding_ = 0;
};

void InitializerParser::parse_row(size_t level) {
  // One level more than dimensions: the elements of a .v4.
  if (level > dimensions_.size() + 1) in_.fail("too many braces");
  const uint64_t begin = variable_.init.size();
  in_.expect('{');
  if (!in_.at('}')) {
    do {
      if (in_.at('{'))
        parse_row(level + 1);
      else
        parse_element();
    } while (in_.accept(','));
  }
  in_.expect('}');
  if (level > 0) fill(level, begin);
}

/// Brings the row that began at `begin` to its whole length.
void InitializerParser::fill(size_t level, uint64_t begin) {
  uint64_t length = static_cast<uint64_t>(variable_.vector);
  for (size_t i = level; i < dimensions_.size(); ++i) length *= dimensions_[i];
  const uint64_t given = variable_.init.size() - begin;
  if (given > length) in_.fail("a row has more values than its dimension");
  padding_ += length - given;
  if (length > kMaxPadding || padding_ > kMaxPadding) {
    in_.fail("the rows of the initial value are too incomplete");
  }
  variable_.init.resize(begin + length);
}

/// `sym`, `sym+4`, `generic(sym)+4`.
Initializer InitializerParser::parse_symbol() {
  Initializer element;
  Token name = in_.expect(Token::Kind::kWord, "a number or a symbol");
  if (name.text == "generic" && in_.accept('(')) {
    element.generic = true;
    name = in_.expect(Token::Kind::kWord, "a symbol");
    element.offset = parse_offset(in_);
    in_.expect(')');
  }
  element.symbol = name.text;
  element.offset += parse_offset(in_);
  return element;
}

uint64_t InitializerParser::parse_float(bool negative) {
  const Token number = in_.take();
  uint64_t bits = 0;
  Type type = Type::kNone;
  if (!float_from(number.text, bits, type)) {
    in_.fail("not a floating-point number", number);
  }
  double value = type == Type::kF32
                     ? std::bit_cast<float>(static_cast<uint32_t>(bits))
                     : std::bit_cast<double>(bits);
  if (type == variable_.type && !negative) return bits;  // keeps NaN bits
  if (negative) value = -value;
  if (variable_.type != Type::kF32) return std::bit_cast<uint64_t>(value);
  return std::bit_cast<uint32_t>(static_cast<float>(value));
}

void InitializerParser::parse_element() {
  Initializer element;
  const bool negative = in_.at('-') && in_.ahead().kind == Token::Kind::kFloat;
  if (negative) in_.take();
  if (in_.at(Token::Kind::kFloat)) {
    element.bits = parse_float(negative);
  } else if (at_integer(in_)) {
    const Token where = in_.token();
    const bool mask = in_.at(Token::Kind::kInteger) && in_.ahead_is('(');
    element.bits = parse_integer(in_);
    if (mask) {  // 0xFF00(symbol): its second byte
      const int byte = std::countr_zero(element.bits) / 8;
      if (element.bits == 0 || element.bits != uint64_t{0xff} << (byte * 8)) {
        in_.fail("a mask must select one byte", where);
      }
      in_.expect('(');
      element = parse_symbol();
      element.mask_byte = byte;
      in_.expect(')');
    }
  } else {
    element = parse_symbol();
  }
  variable_.init.push_back(std::move(element));
}

}  // namespace

void parse_initializer(Cursor& in, const std::vector<uint64_t>& dimensions,
                       Variable& variable) {
  InitializerParser(in, dimensions, variable).parse();
  const auto lanes = static_cast<uint64_t>(variable.vector);
  if (!variable.unsized && variable.init.size() > variable.count * lanes) {
    in.fail("more initial values than elements");
  }
}

}  // namespace simt::ptx
