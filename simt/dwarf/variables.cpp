// SPDX-License-Identifier: MIT
// nvcc names a register by the bytes of its name, and memory by its symbol.
#include "simt/dwarf/variables.h"

#include <optional>
#include <string_view>
#include <utility>

#include "simt/dwarf/entries.h"
#include "simt/dwarf/parts.h"

namespace simt::dwarf {
namespace {

constexpr size_t kMostPlaces = 256;

/// A range of instructions.
struct Range {
  int begin = 0, end = 0;
};

class Finder {
 public:
  Finder(const ptx::Module& module, const ptx::Function& function)
      : module_(module), function_(function), entries_(module) {}

  std::vector<Variable> find();

 private:
  std::optional<int> label(const ptx::DebugSection::Symbol* symbol) const;
  std::optional<Range> range_of(const Entry& entry) const;
  void add_scope(const Entry& scope, const Range& range);
  void add_variable(const Entry& entry, const Range& scope);
  std::vector<Place> places_of(const Attribute& location, const Range& scope);
  std::optional<Place> place(Bytes in, const Range& range) const;
  bool name_register(uint64_t name, Place& place) const;
  bool name_memory(std::string_view name, Place& place) const;

  const ptx::Module& module_;
  const ptx::Function& function_;
  Entries entries_;
  std::vector<Variable> found_;
};

std::vector<Variable> Finder::find() {
  for (const Entry& entry : entries_.all()) {
    if (entry.tag != Tag::kFunction) continue;
    if (const auto range = range_of(entry)) add_scope(entry, *range);
  }
  return std::move(found_);
}

/// The instruction before which that label of the function is.
std::optional<int> Finder::label(
    const ptx::DebugSection::Symbol* symbol) const {
  if (symbol == nullptr) return {};
  const auto found = function_.labels.find(symbol->name);
  if (found == function_.labels.end()) return {};
  return found->second;
}

std::optional<Range> Finder::range_of(const Entry& entry) const {
  const Attribute* const low = entry.find(Name::kLowPc);
  const Attribute* const high = entry.find(Name::kHighPc);
  if (low == nullptr || high == nullptr) return {};
  const auto begin = label(low->symbol), end = label(high->symbol);
  if (!begin || !end) return {};
  return Range{*begin, *end};
}

void Finder::add_scope(const Entry& scope, const Range& range) {
  std::vector<std::pair<const Entry*, Range>> inner;
  for (const size_t index : scope.children) {
    const Entry& child = entries_.all()[index];
    if (child.tag == Tag::kParameter || child.tag == Tag::kVariable) {
      add_variable(child, range);
    } else if (child.tag == Tag::kBlock) {
      if (const auto its = range_of(child)) inner.emplace_back(&child, *its);
    }
  }
  for (const auto& [child, its] : inner) add_scope(*child, its);
}

void Finder::add_variable(const Entry& entry, const Range& scope) {
  const Attribute* const name = entry.find(Name::kName);
  const Attribute* const location = entry.find(Name::kLocation);
  if (name == nullptr || location == nullptr || name->text.empty()) return;
  if (found_.size() == kMostVariables) return;
  Variable one;
  one.begin = scope.begin;
  one.end = scope.end;
  one.places = places_of(*location, scope);
  if (one.places.empty()) return;
  one.parts = parts_of(entries_, entry, std::string(name->text));
  if (!one.parts.empty()) found_.push_back(std::move(one));
}

/// One for the whole scope, or the list at that place of .debug_loc.
std::vector<Place> Finder::places_of(const Attribute& location,
                                     const Range& scope) {
  std::vector<Place> places;
  if (location.is_block()) {
    const auto one =
        place(Bytes(entries_.info(), location.begin, location.end), scope);
    if (one) places.push_back(*one);
    return places;
  }
  const auto lists = module_.debug.find("debug_loc");
  if (lists == module_.debug.end()) return places;
  const ptx::DebugSection& all = lists->second;
  Bytes in(all, offset_of(all, location), all.bytes.size());
  while (!in.done() && places.size() < kMostPlaces) {
    const auto* const first = in.symbol();
    in.number(8);
    const auto* const last = in.symbol();
    in.number(8);
    if (first == nullptr || last == nullptr) break;  // the end
    const uint64_t bytes = in.number(2);
    const size_t at = in.at();
    in.skip(bytes);
    const auto begin = label(first), end = label(last);
    if (!in.ok() || !begin || !end) break;
    const auto one = place(Bytes(all, at, at + bytes), {*begin, *end});
    if (one) places.push_back(*one);
  }
  return places;
}

/// DWARF 4, section 2.5: a register, or an address and what is added to it.
std::optional<Place> Finder::place(Bytes in, const Range& range) const {
  constexpr uint64_t kAddress = 0x03, kPlusConstant = 0x23, kRegister = 0x90;
  Place place{.begin = range.begin, .end = range.end};
  const uint64_t first = in.number(1);
  if (first == kRegister) {
    if (!name_register(in.leb(), place)) return {};
  } else if (first == kAddress) {
    const auto* const symbol = in.symbol();
    in.number(8);
    if (symbol == nullptr || !name_memory(symbol->name, place)) return {};
    if (!in.done()) {
      if (in.number(1) != kPlusConstant) return {};
      place.offset = in.leb();
    }
  } else {
    return {};
  }
  if (!in.ok() || !in.done()) return {};
  return place;
}

/// The first byte of the name is the highest one of the number.
bool Finder::name_register(uint64_t name, Place& place) const {
  std::string text;
  for (int shift = 56; shift >= 0; shift -= 8)
    if (const auto byte = static_cast<char>(name >> shift & 0xff); byte != 0)
      text += byte;
  place.kind = Place::Kind::kRegister;
  for (size_t i = 0; i < function_.registers.size(); ++i) {
    if (function_.registers[i].name != text) continue;
    place.index = static_cast<int>(i);
    return true;
  }
  return false;
}

bool Finder::name_memory(std::string_view name, Place& place) const {
  for (size_t i = 0; i < function_.variables.size(); ++i) {
    const ptx::Variable& one = function_.variables[i];
    if (one.name != name || one.space != ptx::Space::kLocal) continue;
    place.kind = Place::Kind::kLocal;
    place.index = static_cast<int>(i);
    return true;
  }
  for (size_t i = 0; i < function_.parameters.size(); ++i) {
    if (function_.parameters[i].name != name) continue;
    place.kind = Place::Kind::kParameter;
    place.index = static_cast<int>(i);
    return true;
  }
  return false;
}

}  // namespace

std::vector<Variable> variables_of(const ptx::Module& module,
                                   const ptx::Function& function) {
  return Finder(module, function).find();
}

}  // namespace simt::dwarf
