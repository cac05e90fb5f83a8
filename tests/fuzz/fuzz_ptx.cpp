// SPDX-License-Identifier: MIT
// Any text: the parser must return, and what it returns must be whole; so must
// the variables that its debug sections name.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "simt/dwarf/variables.h"
#include "simt/ptx/module.h"

namespace {

using simt::ptx::Function;
using simt::ptx::Module;
using simt::ptx::Operand;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_operand(const Function& function, const Operand& operand) {
  const auto size = [](const auto& list) {
    return static_cast<int>(list.size());
  };
  if (operand.kind == Operand::Kind::kRegister) {
    require(operand.index >= 0 && operand.index < size(function.registers));
  }
  if (operand.kind == Operand::Kind::kLabel) {
    require(operand.target >= 0 && operand.target <= size(function.body));
  }
  if (operand.kind == Operand::Kind::kAddress) require(!operand.parts.empty());
  if (operand.kind == Operand::Kind::kPair) require(operand.parts.size() == 2);
  require(operand.variable < size(function.variables));
  for (const Operand& part : operand.parts) check_operand(function, part);
}

void check_variables(const Module& module, const Function& function) {
  using Kind = simt::dwarf::Place::Kind;
  const auto below = [](int index, const auto& list) {
    return index >= 0 && index < static_cast<int>(list.size());
  };
  for (const auto& one : simt::dwarf::variables_of(module, function)) {
    require(!one.parts.empty() && one.parts.size() <= simt::dwarf::kMostParts);
    for (const auto& place : one.places) {
      if (place.kind == Kind::kRegister)
        require(below(place.index, function.registers));
      if (place.kind == Kind::kLocal)
        require(below(place.index, function.variables));
      if (place.kind == Kind::kParameter)
        require(below(place.index, function.parameters));
    }
  }
}

void check_module(const Module& module) {
  const int locations = static_cast<int>(module.locations.size());
  for (int i = 0; i < locations; ++i) {
    require(module.locations[static_cast<size_t>(i)].inlined_at < i);
  }
  for (const Function& function : module.functions) {
    check_variables(module, function);
    require(module.find_function(function.name) == &function);
    for (const auto& instruction : function.body) {
      require(instruction.location < locations);
      for (const Operand& operand : instruction.operands) {
        check_operand(function, operand);
      }
    }
    for (const auto& [name, table] : function.branch_tables) {
      for (const int target : table) {
        require(target >= 0 &&
                target <= static_cast<int>(function.body.size()));
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(text, error);
  if (module) check_module(*module);
  if (!module) require(error.ptx_line > 0 && !error.message.empty());
  return 0;
}
