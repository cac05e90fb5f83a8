// SPDX-License-Identifier: MIT
// The grammar is that of the rows of simt/ops; where it leaves room, chance
// decides, and seldom against it.
#include "tests/fuzz/execute/generate.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/ops/syntax.h"
#include "simt/ops/table.h"
#include "tests/fuzz/execute/vocabulary.h"

namespace fuzz {
namespace {

using namespace simt::ptx;
using Kind = Operand::Kind;
using simt::ops::SyntaxOperand;
/// All rows with their syntax taken apart.
struct Row {
  const simt::ops::Op* op;
  simt::ops::Syntax syntax;
};
const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> made;
    for (const auto family : simt::ops::table())
      for (const auto& op : family)
        made.push_back({&op, simt::ops::parse_syntax(op.syntax)});
    return made;
  }();
  return all;
}

Operand integer(uint64_t bits) {
  Operand o;
  o.kind = Kind::kInteger;
  o.bits = bits;
  return o;
}

Operand symbol(const Function& f, int variable) {
  Operand o;
  o.kind = Kind::kSymbol;
  o.variable = variable;
  o.name = f.variables[static_cast<size_t>(variable)].name;
  return o;
}

Operand named(const std::string& name) {
  Operand o;
  o.kind = Kind::kSymbol;
  o.name = name;
  return o;
}

/// Gives a register the sign and the selector that the row asks for or allows.
void mark(const SyntaxOperand& want, Operand& o, Dice& dice) {
  if (o.kind != Kind::kRegister) return;
  using Select = SyntaxOperand::Select;
  const bool selects = want.select == Select::kMust ||
                       (want.select == Select::kMay && dice.percent(60));
  if (selects) o.selector = any_selector(dice);
  o.minus = want.minus && dice.percent(30);
}

}  // namespace

int Generator::reg(Type type) {
  const int wanted = width(type);
  std::vector<int> fitting;
  for (size_t i = 0; i < f_.registers.size(); ++i)
    if (width(f_.registers[i].type) == wanted)
      fitting.push_back(static_cast<int>(i));
  if (!fitting.empty() && !dice_.percent(4)) return dice_.of(fitting);
  f_.registers.push_back({"", register_type(type)});
  return static_cast<int>(f_.registers.size()) - 1;
}

Operand Generator::reg_operand(Type type) {
  Operand o;
  o.kind = Kind::kRegister;
  o.index = reg(type);
  return o;
}

Operand Generator::source(Type type) {
  const size_t kind = dice_.below(20);
  if (kind < 14 || type == Type::kPred) return reg_operand(type);
  if (kind == 18) {
    Operand o;
    o.kind = Kind::kSpecial;
    o.name = any_special(dice_);
    return o;
  }
  const bool real = type == Type::kF32 || type == Type::kF64;
  if (real && kind < 18) {
    Operand o;
    o.kind = Kind::kFloat;
    o.type = type;
    o.bits = edge_value(dice_) << (type == Type::kF64 ? dice_.below(64) : 0);
    return o;
  }
  return integer(kind == 19 ? dice_.next() : edge_value(dice_));
}

int Generator::variable(Space space) {
  std::vector<int> fitting;
  for (size_t i = 0; i < f_.variables.size(); ++i)
    if (f_.variables[i].space == space) fitting.push_back(static_cast<int>(i));
  if (!fitting.empty() && !dice_.percent(5)) return dice_.of(fitting);
  static constexpr Type kElement[] = {Type::kB8, Type::kB16, Type::kB32,
                                      Type::kB64, Type::kF32};
  Variable v;
  v.space = space;
  v.type = dice_.of(kElement);
  v.count = 1 + dice_.below(64);
  v.align = dice_.percent(80) ? 16 : 1 << dice_.below(9);
  v.name = "v" + std::to_string(f_.variables.size());
  f_.variables.push_back(v);
  return static_cast<int>(f_.variables.size()) - 1;
}

Operand Generator::address(Space space) {
  Operand o;
  o.kind = Kind::kAddress;
  static constexpr int64_t kOffsets[] = {0, 0, 0, 4, 8, 16, 32, 64, -4, 1};
  o.offset = dice_.of(kOffsets);
  if (dice_.percent(5)) o.offset = static_cast<int64_t>(edge_value(dice_));
  const bool by_name = dice_.percent(70);
  if (by_name && (space == Space::kShared || space == Space::kLocal)) {
    o.parts = {symbol(f_, variable(space))};
    return o;
  }
  if (by_name && space == Space::kParam) {
    if (!f_.parameters.empty() && dice_.percent(60)) {
      o.parts = {named(dice_.of(f_.parameters).name)};
    } else {
      o.parts = {symbol(f_, variable(space))};
    }
    return o;
  }
  if (by_name && space == Space::kConst) {
    for (const Variable& v : module_.variables) {
      if (v.space != space) continue;
      o.parts = {named(v.name)};
      return o;
    }
  }
  // A register that serves as an address elsewhere holds one, more often.
  std::vector<Operand> bases;
  for (const Instruction& in : f_.body)
    for (const Operand& other : in.operands)
      if (other.kind == Kind::kAddress && dice_.percent(50))
        bases.push_back(other.parts[0]);
  if (!bases.empty() && dice_.percent(90)) {
    o.parts = {dice_.of(bases)};
  } else {
    const bool number = dice_.percent(20);
    const bool narrow = space == Space::kShared && dice_.percent(50);
    o.parts = {number ? integer(edge_value(dice_))
                      : reg_operand(narrow ? Type::kB32 : Type::kB64)};
  }
  return o;
}

int Generator::target() {
  return static_cast<int>(dice_.below(f_.body.size() + 1));
}

void Generator::guard(Instruction& in) {
  in.guard = dice_.percent(70) ? reg(Type::kPred) : -1;
  in.guard_negated = in.guard >= 0 && dice_.percent(50);
}

Instruction Generator::instruction() {
  for (int attempt = 0; attempt < 6; ++attempt) {
    const Row& row = dice_.of(rows());
    Instruction in;
    in.opcode = row.syntax.opcode;
    for (const auto& word : row.syntax.words) {
      const unsigned chance = word.text == "space" ? 80 : 30;
      if (word.optional && !dice_.percent(chance)) continue;
      const std::string text = modifier_for(word.text, row.op->types, dice_);
      if (!text.empty()) in.modifiers.push_back(text);
    }
    const simt::ops::Form form = simt::ops::read_form(in);
    bool good = in.opcode != "call";
    for (const SyntaxOperand& want : row.syntax.operands) {
      if (want.optional && dice_.percent(50)) continue;
      const Type type = want.type_in(form);
      const bool written = want.name == "d";
      Operand o;
      switch (want.kind) {
        case SyntaxOperand::Kind::kAddress:
          o = address(form.space);
          break;
        case SyntaxOperand::Kind::kTexture:
          o = address(Space::kGlobal);
          o.parts.push_back(reg_operand(Type::kB32));
          break;
        case SyntaxOperand::Kind::kTable:
        case SyntaxOperand::Kind::kLabel:
          o.kind = Kind::kLabel;
          o.target = target();
          good = good && want.kind == SyntaxOperand::Kind::kLabel;
          break;
        case SyntaxOperand::Kind::kPair:
          o.kind = Kind::kPair;
          o.parts = {reg_operand(type), reg_operand(Type::kPred)};
          break;
        case SyntaxOperand::Kind::kVector:
        case SyntaxOperand::Kind::kFragment: {
          o.kind = Kind::kVector;
          const bool half = want.kind == SyntaxOperand::Kind::kVector;
          const size_t count = half ? 2 : size_t{1} << dice_.below(4);
          const Type part = !half                ? type
                            : size_of(type) >= 8 ? Type::kB32
                                                 : Type::kB16;
          for (size_t i = 0; i < count; ++i)
            o.parts.push_back(reg_operand(part));
          break;
        }
        default: {
          const bool vector =
              form.vector > 1 && (written || in.opcode == "st" ||
                                  in.opcode == "red" || in.opcode == "atom");
          if (vector) {
            o.kind = Kind::kVector;
            for (int i = 0; i < form.vector; ++i)
              o.parts.push_back(reg_operand(type));
          } else {
            o = written ? reg_operand(type) : source(type);
            if (want.below > 0 && dice_.percent(80))
              o = integer(dice_.below(want.below));
          }
        }
      }
      mark(want, o, dice_);
      in.operands.push_back(std::move(o));
    }
    if (!good) continue;
    if (dice_.percent(20)) guard(in);
    if (dice_.percent(5) || simt::ops::find_op(in, simt::ops::read_form(in)))
      return in;
  }
  Instruction in;
  in.opcode = "bar";
  in.modifiers = {"sync"};
  in.operands = {integer(dice_.below(3))};
  return in;
}

std::vector<Instruction> Generator::call() {
  if (module_.functions.empty()) return {};
  const Function callee = dice_.of(module_.functions);  // f_ may be it
  std::vector<Instruction> made;
  Operand results, arguments;
  results.kind = arguments.kind = Kind::kList;
  std::vector<Instruction> after;
  const auto parameter = [&](const Variable& like, bool result) {
    Variable v = like;
    v.space = Space::kParam;
    v.name = "p" + std::to_string(f_.variables.size());
    f_.variables.push_back(v);
    const Operand place = symbol(f_, static_cast<int>(f_.variables.size()) - 1);
    (result ? results : arguments).parts.push_back(place);
    Instruction in;
    in.opcode = result ? "ld" : "st";
    const Type type = v.count > 1 ? Type::kB8 : v.type;
    in.modifiers = {"param", name_of(register_type(type))};
    if (size_of(type) == 1) in.modifiers[1] = "b8";
    Operand at;
    at.kind = Kind::kAddress;
    at.parts = {place};
    if (result) {
      in.operands = {reg_operand(type), at};
      after.push_back(in);
    } else {
      in.operands = {at, reg_operand(type)};
      made.push_back(in);
    }
  };
  for (const Variable& v : callee.parameters) parameter(v, false);
  for (const Variable& v : callee.results) parameter(v, true);
  if (dice_.percent(10) && !arguments.parts.empty()) arguments.parts.pop_back();
  if (dice_.percent(5)) std::swap(results, arguments);
  Instruction in;
  in.opcode = "call";
  if (dice_.percent(70)) in.modifiers = {"uni"};
  if (!results.parts.empty()) in.operands.push_back(results);
  in.operands.push_back(named(callee.name));
  if (!arguments.parts.empty()) in.operands.push_back(arguments);
  made.push_back(in);
  made.insert(made.end(), after.begin(), after.end());
  return made;
}

}  // namespace fuzz
