// SPDX-License-Identifier: MIT
// Blocks are a stack; labels are filled in when their block closes.
#include "simt/ptx/scopes.h"

#include <algorithm>
#include <string>

#include "simt/ptx/constant.h"

namespace simt::ptx {
namespace {

// nvcc nests two deep; inline assembly adds a few.
constexpr size_t kMostScopes = 64;

/// Where the final digits of `%r12` begin; the length when there are none.
size_t digits_of(std::string_view name) {
  size_t begin = name.size();
  while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9') --begin;
  return begin;
}

}  // namespace

bool Scopes::open() {
  if (stack_.size() >= kMostScopes) return false;
  stack_.emplace_back();
  return true;
}

void Scopes::close() {
  Block block = std::move(stack_.back());
  stack_.pop_back();
  std::vector<Reference>& outer =
      stack_.empty() ? undefined_ : stack_.back().references;
  for (const Reference& reference : block.references) {
    const auto it = block.labels.find(reference.label.text);
    if (it != block.labels.end()) {
      point(reference, it->second);
    } else {
      outer.push_back(reference);
    }
  }
}

int Scopes::add_register(std::string_view name, Type type) {
  function_.registers.push_back({std::string(name), type});
  return static_cast<int>(function_.registers.size()) - 1;
}

bool Scopes::declare_register(std::string_view name, Type type) {
  Block& block = stack_.back();
  const auto [it, added] = block.names.try_emplace(name);
  if (added) it->second = {Meaning::kRegister, add_register(name, type)};
  return added;
}

bool Scopes::declare_registers(std::string_view prefix, uint64_t count,
                               Type type) {
  return stack_.back().ranges.try_emplace(prefix, Range{count, type}).second;
}

bool Scopes::declare_variable(std::string_view name, int variable) {
  const Entry entry{Meaning::kVariable, variable};
  return stack_.back().names.try_emplace(name, entry).second;
}

bool Scopes::define_label(std::string_view name) {
  const int target = static_cast<int>(function_.body.size());
  return stack_.back().labels.try_emplace(name, target).second;
}

Scopes::Entry Scopes::find_in_range(Block& block, std::string_view name) {
  if (block.ranges.empty()) return {};
  // `%r<4>` beside `%r1<4>`: the digits may be split at several places.
  for (size_t cut = digits_of(name); cut < name.size(); ++cut) {
    const std::string_view digits = name.substr(cut);
    if (digits.size() > 1 && digits[0] == '0') continue;
    if (digits.size() > 10) continue;
    const auto it = block.ranges.find(name.substr(0, cut));
    if (it == block.ranges.end()) continue;
    uint64_t number = 0;
    for (const char digit : digits) {
      number = number * 10 + static_cast<uint64_t>(digit - '0');
    }
    if (number >= it->second.count) continue;
    const Entry entry{Meaning::kRegister, add_register(name, it->second.type)};
    block.names.emplace(name, entry);
    return entry;
  }
  return {};
}

Scopes::Entry Scopes::find(std::string_view name) {
  for (auto block = stack_.rbegin(); block != stack_.rend(); ++block) {
    const auto it = block->names.find(name);
    if (it != block->names.end()) return it->second;
    const Entry entry = find_in_range(*block, name);
    if (entry.meaning != Meaning::kNone) return entry;
  }
  return {};
}

int Scopes::find_register(std::string_view name) {
  const Entry entry = find(name);
  return entry.meaning == Meaning::kRegister ? entry.index : -1;
}

int Scopes::find_variable(std::string_view name) {
  const Entry entry = find(name);
  return entry.meaning == Meaning::kVariable ? entry.index : -1;
}

void Scopes::refer(const Token& label, int instruction, int slot) {
  stack_.back().references.push_back({label, instruction, nullptr, slot});
}

void Scopes::refer(const Token& label, std::vector<int>& table, int slot) {
  stack_.back().references.push_back({label, -1, &table, slot});
}

void Scopes::point(const Reference& reference, int target) {
  const auto slot = static_cast<size_t>(reference.slot);
  if (reference.table) {
    (*reference.table)[slot] = target;
  } else {
    const auto at = static_cast<size_t>(reference.instruction);
    function_.body[at].operands[slot].target = target;
  }
}

const Token* Scopes::undefined_label() const {
  return undefined_.empty() ? nullptr : &undefined_.front().label;
}

}  // namespace simt::ptx
