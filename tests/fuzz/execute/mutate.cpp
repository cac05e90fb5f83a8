// SPDX-License-Identifier: MIT
// Most changes keep the widths of registers, so that most programs run.
#include "tests/fuzz/execute/mutate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "tests/fuzz/execute/generate.h"

namespace fuzz {
namespace {

using namespace simt::ptx;
using Kind = Operand::Kind;

constexpr size_t kMostInstructions = 160;
constexpr size_t kMostFunctions = 8;

/// Calls `visit` for the operand and all its parts.
template <class Visit>
void each_part(Operand& o, Visit visit) {
  visit(o);
  for (Operand& part : o.parts) each_part(part, visit);
}

template <class Visit>
void each_operand(Function& f, Visit visit) {
  for (Instruction& in : f.body)
    for (Operand& o : in.operands) each_part(o, visit);
}

/// Keeps jumps at their instructions when `count` are put in at `at`, or
/// taken out (count < 0).
void shift_labels(Function& f, int at, int count) {
  const auto moved = [&](int target) {
    if (target <= at) return target;
    return std::max(at, target + count);
  };
  each_operand(f, [&](Operand& o) {
    if (o.kind == Kind::kLabel) o.target = moved(o.target);
  });
  for (auto& [name, table] : f.branch_tables)
    for (int& target : table) target = moved(target);
}

class Mutation {
 public:
  Mutation(Module& module, Function& f, Dice& dice)
      : m_(module), f_(f), dice_(dice), make_(module, f, dice) {}

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

  void insert_at(size_t at, std::vector<Instruction> fresh) {
    if (f_.body.size() + fresh.size() > kMostInstructions) return;
    shift_labels(f_, static_cast<int>(at), static_cast<int>(fresh.size()));
    f_.body.insert(f_.body.begin() + static_cast<std::ptrdiff_t>(at),
                   fresh.begin(), fresh.end());
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
    if (in != nullptr && !in->operands.empty()) change(dice_.of(in->operands));
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
    insert_at(at, std::move(fresh));
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
    insert_at(place(), std::move(fresh));
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
    insert_at(place(), {in});
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
    insert_at(at, {load, test, again});
  }

  void vector() {
    Instruction* in = any();
    if (in == nullptr || in->operands.empty()) return;
    Operand& o = dice_.of(in->operands);
    if (o.kind != Kind::kVector) {
      if (o.kind != Kind::kRegister) return;
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

  void change_variable(Variable& v) {
    static constexpr Type kElement[] = {Type::kB8, Type::kB16, Type::kB32,
                                        Type::kB64, Type::kF32};
    static constexpr uint64_t kCounts[] = {
        0, 1, 2, 3, 7, 16, 33, 256, 1024, 4096, 12288, 65536, 1u << 20};
    switch (dice_.below(6)) {
      case 0:
        v.type = dice_.of(kElement);
        break;
      case 1:
        v.count = dice_.percent(5) ? edge_value(dice_) & 0xfffffffffff
                                   : dice_.of(kCounts);
        v.init.clear();
        break;
      case 2:
        v.align = 1 << dice_.below(dice_.percent(10) ? 31 : 10);
        break;
      case 3:
        v.vector = 1 << dice_.below(3);
        v.init.clear();
        break;
      case 4:
        if (dice_.percent(30)) v.unsized = !v.unsized;
        v.init.clear();
        break;
      default:
        v.count = 1 + dice_.below(40);
        v.init.clear();
    }
  }

  void parameters_of(std::vector<Variable>& list, const char* prefix) {
    if (!list.empty() && dice_.percent(60))
      return change_variable(dice_.of(list));
    Variable v;
    v.space = Space::kParam;
    v.type = Type::kB64;
    v.align = 8;
    v.name = prefix + std::to_string(list.size());
    for (const Variable& other : list)
      if (other.name == v.name) return;
    list.push_back(v);
  }

  void parameter() {
    if (!f_.entry && dice_.percent(30)) return parameters_of(f_.results, "res");
    if (!f_.prototypes.empty() && dice_.percent(20)) {
      Prototype& p = dice_.of(f_.prototypes);
      return parameters_of(dice_.percent(50) ? p.results : p.parameters, "_");
    }
    parameters_of(f_.parameters, "par");
  }

  void variable() {
    static constexpr Space kSpaces[] = {Space::kShared, Space::kLocal,
                                        Space::kParam};
    if (f_.variables.empty() || dice_.percent(30)) {
      make_.variable(dice_.of(kSpaces));
      return;
    }
    Variable& v = dice_.of(f_.variables);
    if (dice_.percent(15)) {
      v.space = dice_.of(kSpaces);
    } else {
      change_variable(v);
    }
  }

  void global() {
    if (m_.variables.empty()) {
      Variable v;
      v.space = dice_.percent(50) ? Space::kGlobal : Space::kConst;
      v.type = Type::kB32;
      v.align = 4;
      v.count = 16;
      v.name = "glob";
      if (m_.find_function(v.name) == nullptr) m_.variables.push_back(v);
      return;
    }
    Variable& v = dice_.of(m_.variables);
    if (!v.init.empty() && dice_.percent(40)) {
      dice_.of(v.init).bits = edge_value(dice_);
    } else {
      change_variable(v);
    }
  }

  void type_of_register() {
    if (f_.registers.empty()) return;
    Register& r = dice_.of(f_.registers);
    for (int i = 0; i < 8; ++i) {
      const Type type = any_type(dice_);
      const bool same = size_of(type) == size_of(r.type);
      if (!same && !dice_.percent(5)) continue;
      r.type = type;
      return;
    }
  }

  void call() {
    std::vector<Instruction> made = make_.call();
    if (!made.empty()) insert_at(place(), std::move(made));
  }

  void bounds() {
    const auto size = [&] {
      return static_cast<int>(edge_value(dice_) % 2048);
    };
    switch (dice_.below(4)) {
      case 0:
        f_.maxntid = {size()};
        break;
      case 1:
        f_.maxnreg = size();
        break;
      case 2:
        f_.reqntid = {size(), 1, 1};
        break;
      default:
        f_.maxntid.clear();
        f_.reqntid.clear();
    }
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
    insert_at(place(), {in});
  }

  Module& m_;
  Function& f_;
  Dice& dice_;
  Generator make_;
};

std::vector<Function*> bodies(Module& module) {
  std::vector<Function*> all;
  for (Function& f : module.functions)
    if (!f.external) all.push_back(&f);
  return all;
}

bool has_name(const Module& m, const std::string& name) {
  return m.find_function(name) != nullptr || m.find_variable(name) != nullptr;
}

/// Module-level names that `f` uses and that are not its own.
std::set<std::string> open_names(Function& f) {
  std::set<std::string> names;
  each_operand(f, [&](Operand& o) {
    if (o.kind == Kind::kSymbol && o.variable < 0) names.insert(o.name);
  });
  for (const auto& v : f.parameters) names.erase(v.name);
  for (const auto& v : f.results) names.erase(v.name);
  for (const auto& [name, table] : f.branch_tables) names.erase(name);
  for (const auto& [name, table] : f.call_tables) {
    names.erase(name);
    names.insert(table.begin(), table.end());
  }
  for (const auto& p : f.prototypes) names.erase(p.name);
  return names;
}

/// Brings over what a name stands for, and what that needs in turn.
void bring(Module& m, const Module& donor, const std::string& name) {
  if (has_name(m, name) || m.functions.size() >= kMostFunctions) return;
  if (const Variable* v = donor.find_variable(name)) {
    m.variables.push_back(*v);
    for (const Initializer& i : v->init)
      if (!i.symbol.empty()) bring(m, donor, i.symbol);
    return;
  }
  const Function* found = donor.find_function(name);
  if (found == nullptr) return;
  Function f = *found;
  if (f.body.size() > kMostInstructions) return;
  for (Instruction& in : f.body) in.location = -1;
  m.functions.push_back(f);
  for (const std::string& other : open_names(f)) bring(m, donor, other);
}

/// Copies instructions into `to`; registers and variables are matched by type.
void take_run(Module& m, Function& to, const Module& donor, Function from,
              Dice& dice) {
  if (from.body.empty()) return;
  Generator make(m, to, dice);
  const size_t at = dice.below(from.body.size());
  const size_t count = std::min(from.body.size() - at, 1 + dice.below(12));
  std::map<int, int> registers, variables;
  const auto reg = [&](int index) {
    const auto [place, fresh] = registers.try_emplace(index, -1);
    if (fresh) {
      place->second = make.reg(from.registers[static_cast<size_t>(index)].type);
    }
    return place->second;
  };
  std::vector<Instruction> run;
  for (size_t i = at; i < at + count; ++i) {
    Instruction in = from.body[i];
    in.location = -1;
    if (in.guard >= 0) in.guard = reg(in.guard);
    bool whole = true;
    const auto adopt = [&](Operand& o) {
      if (o.kind == Kind::kRegister) o.index = reg(o.index);
      if (o.kind == Kind::kLabel) o.target = make.target();
      if (o.kind != Kind::kSymbol) return;
      if (o.variable < 0) {
        bring(m, donor, o.name);
        const bool parameter = !to.parameters.empty() && !has_name(m, o.name);
        if (parameter) o.name = dice.of(to.parameters).name;
        whole = whole && (parameter || has_name(m, o.name));
        return;
      }
      const auto [place, fresh] = variables.try_emplace(o.variable, -1);
      if (fresh) {
        to.variables.push_back(from.variables[static_cast<size_t>(o.variable)]);
        place->second = static_cast<int>(to.variables.size()) - 1;
      }
      o.variable = place->second;
    };
    for (Operand& o : in.operands) each_part(o, adopt);
    if (whole) run.push_back(std::move(in));
  }
  Mutation(m, to, dice)
      .insert_at(dice.below(to.body.size() + 1), std::move(run));
}

}  // namespace

void mutate(Module& module, Dice& dice) {
  module.functions.reserve(kMostFunctions + 1);
  const auto all = bodies(module);
  if (!all.empty()) Mutation(module, *dice.of(all), dice).run();
}

void splice(Module& module, const Module& donor, Dice& dice) {
  module.functions.reserve(64);  // stays where it is while others come
  const auto all = bodies(module);
  Module other = donor;
  const auto from = bodies(other);
  if (all.empty() || from.empty()) return;
  if (dice.percent(20)) {
    const Function& f = *dice.of(from);
    if (!f.entry) bring(module, donor, f.name);
    return;
  }
  take_run(module, *dice.of(all), donor, *dice.of(from), dice);
}

}  // namespace fuzz
