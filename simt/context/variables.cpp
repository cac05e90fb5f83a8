// SPDX-License-Identifier: MIT
// Makes variables at their first use: headers declare dozens that no program
// touches.
#include "simt/context/variables.h"

#include <algorithm>
#include <cstring>

namespace simt::cudart {
namespace {

constexpr uint64_t kPointerBytes = 8;

/// The definition of `symbol`; with -rdc another unit may only declare it.
const ptx::Variable* find_definition(const Binary& binary,
                                     const std::string& symbol) {
  for (const ptx::Module& unit : binary.units) {
    const ptx::Variable* found = unit.find_variable(symbol);
    const bool in_memory = found && (found->space == ptx::Space::kGlobal ||
                                     found->space == ptx::Space::kConst);
    if (in_memory && !found->external) return found;
  }
  return nullptr;
}

bool is_function(const Binary& binary, const std::string& symbol) {
  return std::any_of(binary.units.begin(), binary.units.end(),
                     [&](const ptx::Module& unit) {
                       return unit.find_function(symbol) != nullptr;
                     });
}

uint64_t value_of(State& s, Binary& binary, const ptx::Initializer& init) {
  if (init.symbol.empty()) return init.bits;
  uint64_t address = 0;
  if (is_function(binary, init.symbol)) {
    address = program::function_address(init.symbol);
  } else if (const Allocation* a = variable_memory(s, binary, init.symbol)) {
    address = a->begin;
  }
  address += static_cast<uint64_t>(init.offset);
  if (init.mask_byte < 0) return address;
  return address >> (8 * init.mask_byte) & 0xff;
}

void initialise(State& s, Binary& binary, const ptx::Variable& variable,
                const Allocation& memory) {
  std::byte* to = DeviceMemory::host(memory, memory.begin);
  const uint64_t bytes = variable.bytes();
  std::memset(to, 0, bytes);  // what has no initialiser begins as zero
  const auto width = static_cast<uint64_t>(ptx::size_of(variable.type));
  uint64_t at = 0;
  for (const ptx::Initializer& init : variable.init) {
    const uint64_t value = value_of(s, binary, init);
    const uint64_t part = std::min({width, kPointerBytes, bytes - at});
    std::memcpy(to + at, &value, part);
    at += width;
    if (at >= bytes) break;
  }
  s.memory.wrote(memory.begin, bytes);
}

}  // namespace

Allocation* variable_memory(State& s, Binary& binary,
                            const std::string& symbol) {
  const auto known = binary.variables.find(symbol);
  if (known != binary.variables.end()) return known->second;
  const ptx::Variable* variable = find_definition(binary, symbol);
  if (!variable) return nullptr;
  const MemoryKind kind =
      variable->managed ? MemoryKind::kManaged : MemoryKind::kVariable;
  // A managed variable is one for all devices.
  for (Device& other : s.devices) {
    if (!variable->managed) break;
    const auto& made = other.modules.binary(binary.index).variables;
    const auto found = made.find(symbol);
    if (found != made.end()) {
      return binary.variables[symbol] = found->second;
    }
  }
  Allocation* memory = s.memory.allocate_named(
      variable->bytes(), kind, "variable " + program::demangle(symbol));
  if (!memory) return nullptr;
  memory->constant = variable->space == ptx::Space::kConst;
  // Before its value, which may hold the variable's own address.
  binary.variables[symbol] = memory;
  initialise(s, binary, *variable, *memory);
  return memory;
}

}  // namespace simt::cudart
