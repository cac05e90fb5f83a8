// SPDX-License-Identifier: MIT
// Takes the syntax line of a row apart.
#include "simt/ops/syntax.h"

#include <charconv>

namespace simt::ops {
namespace {

using Kind = SyntaxOperand::Kind;

/// Cuts blanks and commas from both ends.
std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" ,");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" ,") + 1 - begin);
}

/// ".rnd{.ftz}.type" -> rnd, ftz (optional), type.
std::vector<SyntaxWord> parse_words(std::string_view text) {
  std::vector<SyntaxWord> words;
  bool optional = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') optional = true;
    if (text[i] == '}') optional = false;
    if (text[i] != '.') continue;
    const size_t end = text.find_first_of(".{}", i + 1);
    words.push_back({text.substr(i + 1, end - i - 1), optional});
  }
  return words;
}

uint64_t number_in(std::string_view text) {
  uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Cuts off what follows the first `mark`, and returns it.
std::string_view cut(std::string_view& text, char mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + 1);
  text = text.substr(0, at);
  return rest;
}

/// Cuts off an ending, if it is there.
bool cut_end(std::string_view& text, std::string_view ending) {
  if (!text.ends_with(ending)) return false;
  text.remove_suffix(ending.size());
  return true;
}

/// Reads "2name~:type=4/8", "name:type<16" or "-name{.sel}:type"; all but the
/// name may be missing.
void name_and_type(std::string_view text, SyntaxOperand& operand) {
  operand.values = cut(text, '=');
  operand.below = number_in(cut(text, '<'));
  operand.type = cut(text, ':');
  operand.wider = cut_end(text, "~");
  if (cut_end(text, "{.sel}")) operand.select = SyntaxOperand::Select::kMay;
  if (cut_end(text, ".sel")) operand.select = SyntaxOperand::Select::kMust;
  operand.minus = text.starts_with('-');
  if (operand.minus) text.remove_prefix(1);
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    operand.least = number_in(text.substr(0, 1));
    text.remove_prefix(1);
  }
  operand.name = text;
  if (operand.type.empty()) return;
  operand.width = operand.type == "w"   ? SyntaxOperand::Width::kDouble
                  : operand.type == "2" ? SyntaxOperand::Width::kSecond
                                        : SyntaxOperand::Width::kFixed;
  operand.fixed = ptx::type_from(std::string(operand.type));
}

SyntaxOperand parse_operand(std::string_view text, bool optional) {
  SyntaxOperand operand;
  operand.optional = optional;
  const size_t bar = text.find('|');
  if (bar != std::string_view::npos) {
    operand.kind = Kind::kPair;
    operand.second = text.substr(bar + 1);
    name_and_type(text.substr(0, bar), operand);
    return operand;
  }
  if (text == "label") operand.kind = Kind::kLabel;
  if (text == "table") operand.kind = Kind::kTable;
  if (text.front() == '[') {
    operand.kind = text.find(';') == std::string_view::npos ? Kind::kAddress
                                                            : Kind::kTexture;
  }
  if (text.front() == '{') operand.kind = Kind::kVector;
  if (text.front() == '<') operand.kind = Kind::kFragment;
  if (text.front() == '(') operand.kind = Kind::kList;
  const bool enclosed = operand.kind != Kind::kPlain &&
                        operand.kind != Kind::kLabel &&
                        operand.kind != Kind::kTable;
  if (enclosed) text = text.substr(1, text.size() - 2);
  if (operand.kind == Kind::kTexture) {  // [a;2b], [a;nb]
    SyntaxOperand coordinates;
    name_and_type(cut(text, ';'), coordinates);
    operand.least = coordinates.least;
    operand.ranked = coordinates.letter() == 'n';
    operand.name = text;
    return operand;
  }
  name_and_type(text, operand);
  return operand;
}

/// Index after the brace that closes the one at `open`.
size_t after_group(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i + 1;
  }
  return text.size();
}

/// Splits at commas outside braces and brackets; "{, c}" and "{(d), }" are
/// optional groups, known by the comma at their edge.
void parse_operands(std::string_view text, bool optional,
                    std::vector<SyntaxOperand>& out) {
  size_t begin = 0;
  auto flush = [&](size_t end) {
    const std::string_view part = trim(text.substr(begin, end - begin));
    if (!part.empty()) out.push_back(parse_operand(part, optional));
  };
  size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '{') {
      const size_t end = after_group(text, i);
      const std::string_view inside = text.substr(i + 1, end - i - 2);
      const size_t last = inside.find_last_not_of(' ');
      if (inside.front() == ',' || inside[last] == ',') {
        flush(i);
        parse_operands(inside, true, out);
        begin = end;
      }
      i = end;
    } else if (text[i] == ',') {
      flush(i);
      begin = ++i;
    } else {
      ++i;
    }
  }
  flush(text.size());
}

ptx::Type twice(ptx::Type type) {
  using ptx::Type;
  switch (type) {
    case Type::kU8:
      return Type::kU16;
    case Type::kS8:
      return Type::kS16;
    case Type::kU16:
      return Type::kU32;
    case Type::kS16:
      return Type::kS32;
    case Type::kU32:
      return Type::kU64;
    case Type::kS32:
      return Type::kS64;
    default:
      return Type::kNone;
  }
}

}  // namespace

ptx::Type SyntaxOperand::type_in(const Form& form) const {
  switch (width) {
    case Width::kDouble:
      return twice(form.type);
    case Width::kSecond:
      return form.type2;
    case Width::kFixed:
      return fixed;
    default:
      return form.type;
  }
}

Syntax parse_syntax(std::string_view line) {
  Syntax syntax;
  const size_t blank = line.find(' ');
  const std::string_view head = line.substr(0, blank);
  syntax.opcode = head.substr(0, head.find_first_of(".{"));
  syntax.words = parse_words(head.substr(syntax.opcode.size()));
  if (blank != std::string_view::npos) {
    parse_operands(line.substr(blank + 1), false, syntax.operands);
  }
  return syntax;
}

}  // namespace simt::ops
