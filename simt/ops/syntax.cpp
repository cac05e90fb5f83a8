// SPDX-License-Identifier: MIT
// Takes the syntax line of a row apart.
#include "simt/ops/syntax.h"

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

/// Splits "name:type"; leaves type empty when there is none.
void name_and_type(std::string_view text, SyntaxOperand& operand) {
  const size_t colon = text.find(':');
  operand.name = text.substr(0, colon);
  if (colon != std::string_view::npos) operand.type = text.substr(colon + 1);
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
  if (text == "label" || text == "table") operand.kind = Kind::kLabel;
  if (text.front() == '[') {
    operand.kind = text.find(';') == std::string_view::npos ? Kind::kAddress
                                                            : Kind::kTexture;
  }
  if (text.front() == '{') operand.kind = Kind::kVector;
  if (text.front() == '<') operand.kind = Kind::kFragment;
  if (text.front() == '(') operand.kind = Kind::kList;
  if (operand.kind != Kind::kPlain && operand.kind != Kind::kLabel) {
    text = text.substr(1, text.size() - 2);
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

}  // namespace

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
