// SPDX-License-Identifier: MIT
// Registers and variables of the donor are matched by type, so that most of
// what comes over still runs. A name is brought with all that it needs.
#include "tests/fuzz/execute/splice.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/execute/edit.h"
#include "tests/fuzz/execute/generate.h"

namespace fuzz {
namespace {

using namespace simt::ptx;
using Kind = Operand::Kind;

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
  insert_at(to, dice.below(to.body.size() + 1), std::move(run));
}

}  // namespace

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
