// SPDX-License-Identifier: MIT
// The operands of one instruction against the syntax of its row: their kinds,
// widths and number. The rules stand at ops::Op, for those who write rows.
#include <algorithm>

#include "simt/ops/match.h"
#include "simt/verify/rules.h"
#include "simt/verify/verify.h"

namespace simt::verify {
namespace {

using ops::Form;
using ops::SyntaxOperand;
using ptx::Operand;
using ptx::Type;
using Kind = ptx::Operand::Kind;

constexpr uint64_t kWidestNumber = 8;   // bytes
constexpr size_t kMostCoordinates = 4;  // of a texture

std::string bits(uint64_t bytes) { return std::to_string(8 * bytes) + " bits"; }

/// One instruction and the row that takes it.
class Checker {
 public:
  Checker(const ptx::Function& function, const Form& form)
      : function_(function), form_(form) {}

  void check(const SyntaxOperand& want, const Operand& have, bool first) {
    const Type type = want.type_in(form_);
    const bool written = first && want.name == "d";
    switch (want.kind) {
      case SyntaxOperand::Kind::kPlain:
        return plain(want, have, type, written);
      case SyntaxOperand::Kind::kPair:
        value(have.parts[0], type, true, false);
        return value(have.parts[1], Type::kPred, true, false);
      case SyntaxOperand::Kind::kAddress:
        return address(have);
      case SyntaxOperand::Kind::kTexture:
        return texture(want, have);
      case SyntaxOperand::Kind::kVector:
        return wide(have, type, written);
      case SyntaxOperand::Kind::kFragment:
        return fragment(have, type, written);
      case SyntaxOperand::Kind::kLabel:
        return target(have.target);
      case SyntaxOperand::Kind::kTable:
        return table(have);
      case SyntaxOperand::Kind::kList:
        return;  // of a call, whose row has none
    }
  }

 private:
  void plain(const SyntaxOperand& want, const Operand& have, Type type,
             bool written) {
    const bool many =
        form_.vector > 1 && want.width == SyntaxOperand::Width::kMain;
    if (!many) {
      value(have, type, written, want.wider);
      return immediate(want, have);
    }
    const auto count = static_cast<uint64_t>(form_.vector);
    if (have.kind != Kind::kVector || have.parts.size() != count)
      refuse("takes a vector of " + std::to_string(count) + " elements, not " +
             named(have));
    if (count * static_cast<uint64_t>(ptx::size_of(type)) > kMostAccess)
      refuse("asks for more than " + std::to_string(kMostAccess) + " bytes");
    for (const Operand& part : have.parts)
      value(part, type, written, want.wider);
    alike(have);
  }

  // The rows of a vector are read and written with one width.
  void alike(const Operand& vector) {
    const ptx::Register* before = nullptr;
    for (const Operand& part : vector.parts) {
      if (part.kind != Kind::kRegister) continue;
      const ptx::Register& r = register_of(part);
      if (before != nullptr && row_bytes(before->type) != row_bytes(r.type))
        refuse("`" + before->name + "` and `" + r.name +
               "`, in one vector, have different widths");
      before = &r;
    }
  }

  void immediate(const SyntaxOperand& want, const Operand& have) {
    const bool number = have.kind == Kind::kInteger;
    if (want.below != 0 && number && have.bits >= want.below)
      refuse(named(have) + " is not below " + std::to_string(want.below));
    if (want.values.empty()) return;
    const std::string all = "/" + std::string(want.values) + "/";
    const std::string one = "/" + std::to_string(have.bits) + "/";
    if (!number || all.find(one) == std::string::npos)
      refuse(named(have) + " is none of the constants " +
             std::string(want.values));
  }

  /// A register, or what stands for one.
  void value(const Operand& have, Type type, bool written, bool wider) {
    if (have.negated && (type != Type::kPred || written))
      refuse(named(have) + " cannot be negated here");
    switch (have.kind) {
      case Kind::kRegister:
        return width(register_of(have), type, wider);
      case Kind::kSink:
        if (!written) refuse("`_` holds no value to read");
        return;
      case Kind::kSpecial:
      case Kind::kInteger:
      case Kind::kFloat:
      case Kind::kSymbol:
        if (written) refuse(named(have) + " cannot be written");
        return;
      default:
        refuse(named(have) + " cannot stand here");
    }
  }

  void width(const ptx::Register& r, Type type, bool wider) {
    const bool predicate = r.type == Type::kPred;
    if (predicate != (type == Type::kPred))
      refuse("`" + r.name + "` is " + (predicate ? "a" : "no") + " predicate");
    if (predicate || type == Type::kNone) return;
    const uint64_t has = row_bytes(r.type), needs = row_bytes(type);
    const bool fits =
        wider ? has >= needs && has <= kWidestNumber : has == needs;
    if (!fits)
      refuse("`" + r.name + "` has " + bits(has) + ", not " + bits(needs));
  }

  void address(const Operand& have) {
    if (have.parts.size() != 1) refuse("takes an address with one part");
    base(have.parts[0]);
  }

  // Where it leads is for the run to say.
  void base(const Operand& have) {
    value(have, Type::kNone, false, false);
    if (have.kind == Kind::kSpecial || have.kind == Kind::kFloat)
      refuse(named(have) + " is no address");
    if (have.kind != Kind::kRegister) return;
    const ptx::Register& r = register_of(have);
    const uint64_t bytes = row_bytes(r.type);
    if (bytes != 4 && bytes != 8)
      refuse("`" + r.name + "` has " + bits(bytes) +
             ", and an address 32 or 64");
  }

  void texture(const SyntaxOperand& want, const Operand& have) {
    if (have.parts.size() != 2) refuse("takes a texture and coordinates");
    value(have.parts[0], Type::kB64, false, false);
    const Operand& coordinates = have.parts[1];
    const bool vector = coordinates.kind == Kind::kVector;
    const size_t count = vector ? coordinates.parts.size() : 1;
    const size_t least = want.ranked ? form_.rank : want.least;
    const size_t most = want.ranked ? form_.rank : kMostCoordinates;
    if (count < least || count > most)
      refuse("takes " + std::to_string(least) + " coordinates, not " +
             std::to_string(count));
    const Type type = form_.types > 1 ? form_.type2 : Type::kB32;
    if (!vector) return value(coordinates, type, false, false);
    for (const Operand& part : coordinates.parts)
      value(part, type, false, false);
  }

  // {x, y} of one wide register.
  void wide(const Operand& have, Type type, bool written) {
    const auto whole = static_cast<size_t>(ptx::size_of(type));
    const size_t count = have.parts.size();
    if (count < 2 || count > whole || (count & (count - 1)) != 0)
      refuse(bits(whole) + " do not come apart into " + std::to_string(count));
    static constexpr Type kParts[] = {Type::kB8, Type::kB16, Type::kB32,
                                      Type::kB64};
    for (const Type part : kParts)
      if (static_cast<size_t>(ptx::size_of(part)) == whole / count)
        for (const Operand& element : have.parts)
          value(element, part, written, false);
  }

  // How many there must be depends on the shape: the handler compares.
  void fragment(const Operand& have, Type type, bool written) {
    if (have.kind != Kind::kVector) return value(have, type, written, false);
    if (have.parts.empty()) refuse("takes a vector that has elements");
    for (const Operand& part : have.parts) value(part, type, written, false);
  }

  void target(int at) {
    if (at < 0 || static_cast<size_t>(at) > function_.body.size())
      refuse("leads to no instruction of this function");
  }

  void table(const Operand& have) {
    const auto found = function_.branch_tables.find(have.name);
    if (found == function_.branch_tables.end() || found->second.empty())
      refuse(named(have) + " is no table of branch targets");
    for (const int at : found->second) target(at);
  }

  const ptx::Register& register_of(const Operand& have) {
    const auto index = static_cast<size_t>(have.index);
    if (have.index < 0 || index >= function_.registers.size())
      refuse("names a register that is not there");
    return function_.registers[index];
  }

  const ptx::Function& function_;
  const Form& form_;
};

/// A target with a suffix, as sm_90a, has what no later one need have.
void check_target(const std::string& target, const ops::Op& op) {
  if (!op.is(ops::Does::kOwnTarget) || target.empty() || target.back() < '0' ||
      target.back() > '9')
    return;
  refuse("needs `.target sm_90a`, and this is for `" + target + "`");
}

void check_guard(const ptx::Function& f, const ptx::Instruction& in) {
  if (in.guard < 0) return;
  const auto index = static_cast<size_t>(in.guard);
  if (index >= f.registers.size() || f.registers[index].type != Type::kPred)
    refuse("its guard is no predicate");
}

}  // namespace

void check_instruction(const std::string& target, const ptx::Function& function,
                       const ptx::Instruction& instruction) {
  check_guard(function, instruction);
  const Form form = ops::read_form(instruction);
  const ops::Row* row = ops::find_row(instruction, form);
  if (row == nullptr || instruction.calls()) return;
  check_target(target, *row->op);
  const auto& want = row->syntax.operands;
  const auto& have = instruction.operands;
  Checker checker(function, form);
  for (size_t i = 0; i < have.size(); ++i)
    checker.check(want[i], have[i], i == 0);
  check_parameter_access(function, instruction, *row->op,
                         static_cast<uint64_t>(form.vector) *
                             static_cast<uint64_t>(ptx::size_of(form.type)));
}

}  // namespace simt::verify
