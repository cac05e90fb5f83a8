// SPDX-License-Identifier: MIT
// Most changes keep the widths of registers, so that most programs run. Those
// of the instructions stand here, those of what is declared in declarations.h.
#include "tests/fuzz/execute/mutate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/fuzz/execute/declarations.h"
#include "tests/fuzz/execute/edit.h"
#include "tests/fuzz/execute/generate.h"
#include "tests/fuzz/execute/vocabulary.h"

namespace fuzz {
namespace {

using namespace simt::ptx;
using Kind = Operand::Kind;

class Mutation {
 public:
  Mutation(Module& module, Function& f, Dice& dice)
      : m_(module),
        f_(f),
        dice_(dice),
        make_(module, f, dice),
        declared_(module, f, dice) {}

  void run() {
    using Change = void (Mutation::*)();
    static constexpr Change kChanges[] = {
        &Mutation::operand,
        &Mutation::operand,
        &Mutation::operand,
        &Mutation::operand,
        &Mutation::modifier,
        &Mutation::modifier,
        &Mutation::modifier,
        &Mutation::insert,
        &Mutation::insert,
        &Mutation::insert,
        &Mutation::replace,
        &Mutation::remove,
        &Mutation::copy,
        &Mutation::move,
        &Mutation::guard,
        &Mutation::jump,
        &Mutation::vector,
        &Mutation::parameter,
        &Mutation::variable,
        &Mutation::global,
        &Mutation::type_of_register,
        &Mutation::call,
        &Mutation::bounds,
        &Mutation::table,
        &Mutation::poll,
        &Mutation::operand_count,
    };
    (this->*dice_.of(kChanges))();
  }

 private:
  Instruction* any() { return f_.body.empty() ? nullptr : &dice_.of(f_.body); }
  /// Not behind the last instruction, which is mostly `ret`.
  size_t place() { return dice_.below(std::max<size_t>(1, f_.body.size())); }

  /// Another operand of the kind that stood there, or of any kind.
  void change(Operand& o) {
    switch (o.kind) {
      case Kind::kRegister: {
        const Type type = f_.registers[static_cast<size_t>(o.index)].type;
        if (dice_.percent(12)) {
          o = make_.source(any_type(dice_));
        } else if (dice_.percent(20)) {
          o = make_.source(type);
        } else {
          o.index = make_.reg(type);
        }
        break;
      }
      case Kind::kInteger:
        if (dice_.percent(15)) {
          o = make_.reg_operand(any_type(dice_));
        } else if (dice_.percent(50)) {
          o.bits = edge_value(dice_);
        } else {
          o.bits += dice_.percent(50) ? 1 : ~uint64_t{0};
        }
        break;
      case Kind::kFloat:
        o.bits = edge_value(dice_) << dice_.below(33);
        break;
      case Kind::kAddress:
        change_address(o);
        break;
      case Kind::kSymbol:
        if (o.variable >= 0 && dice_.percent(70)) {
          const Space space =
              f_.variables[static_cast<size_t>(o.variable)].space;
          o.variable = make_.variable(space);
        } else {
          o.offset = static_cast<int64_t>(edge_value(dice_));
        }
        break;
      case Kind::kLabel:
        o.target = make_.target();
        break;
      case Kind::kVector:
      case Kind::kPair:
      case Kind::kList:
        if (!o.parts.empty()) change(dice_.of(o.parts));
        break;
      default:
        o = make_.source(any_type(dice_));
    }
  }

  void change_address(Operand& o) {
    static constexpr Space kSpaces[] = {Space::kGlobal, Space::kShared,
                                        Space::kLocal, Space::kConst,
                                        Space::kParam};
    const size_t kind = dice_.below(10);
    if (kind < 4) {
      o.offset = static_cast<int64_t>(edge_value(dice_));
    } else if (kind < 6) {
      o.offset = static_cast<int64_t>(static_cast<uint64_t>(o.offset) +
                                      dice_.below(65) - 32);
    } else if (kind < 9) {
      o = make_.address(dice_.of(kSpaces));
    } else {
      change(o.parts[0]);
    }
  }

  void operand() {
    Instruction* in = any();
    if (in == nullptr || in->operands.empty()) return;
    Operand& o = dice_.of(in->operands);
    if (o.kind == Kind::kRegister && !in->calls() && dice_.percent(5)) {
      o.selector = any_selector(dice_);
    } else {
      change(o);
    }
  }

  void operand_count() {
    Instruction* in = any();
    if (in == nullptr) return;
    if (!in->operands.empty() && dice_.percent(40)) {
      in->operands.pop_back();
    } else if (dice_.percent(60)) {
      in->operands.push_back(make_.source(Type::kU32));
    } else if (in->operands.size() > 1) {
      std::swap(dice_.of(in->operands), dice_.of(in->operands));
    }
  }

  void modifier() {
    Instruction* in = any();
    if (in == nullptr) return;
    if (!in->modifiers.empty() && dice_.percent(75)) {
      std::string& word = dice_.of(in->modifiers);
      const std::string other = sibling_modifier(word, dice_);
      if (!other.empty()) word = other;
    } else if (!in->modifiers.empty() && dice_.percent(30)) {
      in->modifiers.erase(
          in->modifiers.begin() +
          static_cast<std::ptrdiff_t>(dice_.below(in->modifiers.size())));
    } else {
      const auto at = dice_.below(in->modifiers.size() + 1);
      in->modifiers.insert(
          in->modifiers.begin() + static_cast<std::ptrdiff_t>(at),
          any_modifier(dice_));
    }
  }

  void insert() {
    std::vector<Instruction> fresh;
    for (size_t n = 1 + dice_.below(3); n > 0; --n)
      fresh.push_back(make_.instruction());
    const size_t at = place();
    insert_at(f_, at, std::move(fresh));
  }

  void replace() {
    if (Instruction* in = any()) *in = make_.instruction();
  }

  void remove() {
    if (f_.body.size() < 2) return;
    const size_t at = place();
    f_.body.erase(f_.body.begin() + static_cast<std::ptrdiff_t>(at));
    shift_labels(f_, static_cast<int>(at), -1);
  }

  void copy() {
    if (f_.body.empty()) return;
    const size_t from = place();
    const size_t count = std::min(f_.body.size() - from, 1 + dice_.below(6));
    const auto begin = f_.body.begin() + static_cast<std::ptrdiff_t>(from);
    std::vector<Instruction> fresh(begin,
                                   begin + static_cast<std::ptrdiff_t>(count));
    insert_at(f_, place(), std::move(fresh));
  }

  void move() {
    if (!f_.body.empty()) std::swap(dice_.of(f_.body), dice_.of(f_.body));
  }

  void guard() {
    if (Instruction* in = any()) make_.guard(*in);
  }

  void jump() {
    Instruction in;
    in.opcode = "bra";
    Operand o;
    o.kind = Kind::kLabel;
    o.target = make_.target();
    in.operands = {o};
    if (dice_.percent(90)) {
      in.guard = make_.reg(Type::kPred);
      in.guard_negated = dice_.percent(50);
    }
    insert_at(f_, place(), {in});
  }

  /// A loop that waits for memory, as a lock or a flag does.
  void poll() {
    const size_t at = place();
    Instruction load = make_.instruction(), test, again;
    load.opcode = "ld";
    load.modifiers = {dice_.percent(50) ? "volatile" : "weak", "global", "u32"};
    load.operands = {make_.reg_operand(Type::kB32),
                     make_.address(Space::kGlobal)};
    load.guard = -1;
    test.opcode = "setp";
    test.modifiers = {"ne", "u32"};
    test.operands = {make_.reg_operand(Type::kPred), load.operands[0],
                     make_.source(Type::kU32)};
    again.opcode = "bra";
    again.guard = test.operands[0].index;
    Operand o;
    o.kind = Kind::kLabel;
    o.target = static_cast<int>(at);
    again.operands = {o};
    insert_at(f_, at, {load, test, again});
  }

  void vector() {
    Instruction* in = any();
    if (in == nullptr || in->operands.empty()) return;
    Operand& o = dice_.of(in->operands);
    if (o.kind != Kind::kVector) {
      if (o.kind != Kind::kRegister) return;
      o.selector.clear();
      o.minus = false;
      Operand group;
      group.kind = Kind::kVector;
      group.parts.assign(size_t{1} << dice_.below(4), o);
      o = group;
      if (dice_.percent(50)) {
        const size_t n = o.parts.size();
        in->modifiers.insert(in->modifiers.begin(),
                             "v" + std::to_string(n < 2 ? 2 : n));
      }
    } else if (dice_.percent(30) && !o.parts.empty()) {
      const Operand part = o.parts[0];
      o = part;
    } else if (dice_.percent(50) && !o.parts.empty()) {
      o.parts.pop_back();
    } else if (!o.parts.empty()) {
      const size_t most = dice_.percent(5) ? 70 : 9;
      for (size_t n = dice_.below(most); n > 0; --n)
        o.parts.push_back(o.parts[0]);
    }
  }

  void parameter() { declared_.parameter(); }
  void variable() { declared_.variable(); }
  void global() { declared_.global(); }
  void type_of_register() { declared_.type_of_register(); }
  void bounds() { declared_.bounds(); }

  void call() {
    std::vector<Instruction> made = make_.call();
    if (!made.empty()) insert_at(f_, place(), std::move(made));
  }

  void table() {
    auto& tables = f_.branch_tables;
    if (tables.empty()) {
      if (m_.find_function("TAB") || m_.find_variable("TAB")) return;
      tables["TAB"] = {make_.target(), make_.target()};
    }
    std::vector<int>& targets = tables.begin()->second;
    if (dice_.percent(50)) {
      dice_.of(targets) = make_.target();
      return;
    }
    Instruction in;
    in.opcode = "brx";
    in.modifiers = {"idx"};
    Operand name;
    name.kind = Kind::kSymbol;
    name.name = tables.begin()->first;
    in.operands = {make_.source(Type::kU32), name};
    insert_at(f_, place(), {in});
  }

  Module& m_;
  Function& f_;
  Dice& dice_;
  Generator make_;
  Declarations declared_;
};

}  // namespace

void mutate(Module& module, Dice& dice) {
  module.functions.reserve(kMostFunctions + 1);
  const auto all = bodies(module);
  if (!all.empty()) Mutation(module, *dice.of(all), dice).run();
}

}  // namespace fuzz
