// SPDX-License-Identifier: MIT
// One grammar for all opcodes: words, then operands up to the semicolon.
#include "simt/ptx/instruction.h"

#include "simt/ptx/constant.h"
#include "simt/ptx/names.h"

namespace simt::ptx {
namespace {

constexpr int kMostGroups = 4;  // groups inside each other: [tex, {x, y}] is 2

}  // namespace

void InstructionParser::parse(int location) {
  Instruction instruction;
  instruction.ptx_line = in_.token().line;
  instruction.location = location;
  if (in_.accept('@'))
    instruction.guard = parse_guard(instruction.guard_negated);
  instruction.opcode = in_.expect(Token::Kind::kWord, "an instruction").text;
  while (in_.at(Token::Kind::kDotWord)) {
    instruction.modifiers.emplace_back(in_.take().text);
  }
  const bool branch = instruction.opcode == "bra";
  function_.body.push_back(std::move(instruction));
  if (branch) {
    parse_target();
  } else if (!in_.at(';')) {
    // By index: the body may move while operands are read.
    std::vector<Operand> operands;
    do {
      operands.push_back(parse_argument());
    } while (in_.accept(','));
    function_.body.back().operands = std::move(operands);
  }
  in_.expect(';');
}

int InstructionParser::parse_guard(bool& negated) {
  negated = in_.accept('!');
  const Token name = in_.expect(Token::Kind::kWord, "a predicate");
  const int guard = scopes_.find_register(name.text);
  if (guard < 0) in_.fail("this predicate is not declared", name);
  return guard;
}

void InstructionParser::parse_target() {
  const Token label = in_.expect(Token::Kind::kWord, "a label");
  Operand operand;
  operand.kind = Operand::Kind::kLabel;
  operand.name = label.text;
  const int index = static_cast<int>(function_.body.size()) - 1;
  function_.body.back().operands.push_back(std::move(operand));
  scopes_.refer(label, index, 0);
}

// An operand by itself may have a sign and a selector: `-%r1.h0`. Which
// instructions take them is for their rows to say, but for calls: no row says
// what these take.
Operand InstructionParser::parse_argument() {
  const bool call = function_.body.back().calls();
  const bool minus =
      !call && in_.at('-') && in_.ahead().kind == Token::Kind::kWord;
  if (minus) in_.take();
  Operand operand = parse_operand(0);
  operand.minus = minus;
  const bool selects = !call && operand.kind == Operand::Kind::kRegister;
  if (selects && in_.at(Token::Kind::kDotWord))
    operand.selector = in_.take().text;
  return operand;
}

Operand InstructionParser::parse_operand(int depth) {
  Operand first = parse_single(depth);
  if (!in_.accept('|')) return first;
  Operand pair;
  pair.kind = Operand::Kind::kPair;
  pair.parts.push_back(std::move(first));
  pair.parts.push_back(parse_single(depth));
  return pair;
}

Operand InstructionParser::parse_single(int depth) {
  if (depth > kMostGroups) in_.fail("operands are nested too deep");
  if (in_.accept('{')) {
    return parse_group('}', Operand::Kind::kVector, depth);
  }
  if (in_.accept('[')) return parse_address(depth);
  const bool call = function_.body.back().opcode == "call";
  if (call && in_.accept('(')) {
    return parse_group(')', Operand::Kind::kList, depth);
  }
  if (in_.accept('!')) {
    Operand operand = parse_name(in_.expect(Token::Kind::kWord, "a predicate"));
    operand.negated = true;
    return operand;
  }
  if (in_.at('-') && in_.ahead().kind == Token::Kind::kFloat) {
    in_.take();
    return parse_float(true);
  }
  if (in_.at(Token::Kind::kFloat)) return parse_float(false);
  if (at_integer(in_)) return parse_number();
  return parse_name(in_.expect(Token::Kind::kWord, "an operand"));
}

Operand InstructionParser::parse_group(char close, Operand::Kind kind,
                                       int depth) {
  Operand group;
  group.kind = kind;
  if (in_.accept(close)) return group;
  do {
    group.parts.push_back(parse_operand(depth + 1));
  } while (in_.accept(','));
  in_.expect(close);
  // A vector of one is a scalar: `{%r1}` as the coordinate of a texture.
  if (kind == Operand::Kind::kVector && group.parts.size() == 1)
    return std::move(group.parts.front());
  return group;
}

Operand InstructionParser::parse_address(int depth) {
  Operand address;
  address.kind = Operand::Kind::kAddress;
  address.parts.push_back(parse_single(depth + 1));
  // `sym+4` was read as one operand; here the offset is the address's.
  address.offset = parse_offset(in_) + address.parts[0].offset;
  address.parts[0].offset = 0;
  while (in_.accept(',')) address.parts.push_back(parse_single(depth + 1));
  in_.expect(']');
  return address;
}

Operand InstructionParser::parse_number() {
  Operand operand;
  operand.kind = Operand::Kind::kInteger;
  operand.bits = parse_integer(in_);
  return operand;
}

Operand InstructionParser::parse_float(bool negative) {
  Operand operand;
  operand.kind = Operand::Kind::kFloat;
  const Token number = in_.take();
  if (!float_from(number.text, operand.bits, operand.type)) {
    in_.fail("not a floating-point number", number);
  }
  const int sign = operand.type == Type::kF32 ? 31 : 63;
  if (negative) operand.bits ^= uint64_t{1} << sign;
  return operand;
}

Operand InstructionParser::parse_name(const Token& name) {
  Operand operand;
  if (name.text == "_") return operand;
  operand.index = scopes_.find_register(name.text);
  if (operand.index >= 0) {
    operand.kind = Operand::Kind::kRegister;
    return operand;
  }
  operand.name = name.text;
  if (is_special_register(name.text)) {
    operand.kind = Operand::Kind::kSpecial;
    if (in_.at(Token::Kind::kDotWord)) {
      operand.name += '.';
      operand.name += in_.take().text;
    }
    return operand;
  }
  operand.kind = Operand::Kind::kSymbol;
  operand.variable = scopes_.find_variable(name.text);
  if (operand.variable < 0) open_names_.push_back(name);
  operand.offset = parse_offset(in_);
  return operand;
}

}  // namespace simt::ptx
