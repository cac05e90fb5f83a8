// SPDX-License-Identifier: MIT
// Parses "d:u32|p, [a], b{, c}" into slots.
#include "simt/program/signature.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace simt::program {
namespace {

using ptx::Type;

Type twice(Type type) {
  switch (type) {
    case Type::kU8:
      return Type::kU16;
    case Type::kS8:
      return Type::kS16;
    case Type::kU16:
      return Type::kU32;
    case Type::kS16:
      return Type::kS32;
    case Type::kU32:
      return Type::kU64;
    case Type::kS32:
      return Type::kS64;
    default:
      return Type::kNone;
  }
}

Slot parse_slot(std::string text, bool optional) {
  Slot slot;
  slot.optional = optional;
  slot.width = Slot::Width::kMain;
  if (text == "label" || text == "table") {
    slot.kind = text == "label" ? Slot::Kind::kLabel : Slot::Kind::kTable;
    return slot;
  }
  if (text.front() == '[' || text.front() == '{' || text.front() == '<') {
    const bool texture = text.find(';') != std::string::npos;
    slot.kind = texture               ? Slot::Kind::kTexture
                : text.front() == '[' ? Slot::Kind::kAddress
                : text.front() == '{' ? Slot::Kind::kVector
                                      : Slot::Kind::kFragment;
    text = text.substr(1, text.size() - 2);
  }
  if (text.size() > 2 && text.ends_with("|p")) {
    slot.pair = true;
    text.resize(text.size() - 2);
  }
  slot.name = text.front();
  if (text.size() < 3 || text[1] != ':') return slot;
  const std::string type = text.substr(2);
  if (type == "w") {
    slot.width = Slot::Width::kDouble;
  } else if (type == "2") {
    slot.width = Slot::Width::kSecond;
  } else {
    slot.width = Slot::Width::kFixed;
    slot.fixed = ptx::type_from(type);
  }
  return slot;
}

std::vector<Slot> parse(std::string_view syntax) {
  std::vector<Slot> slots;
  const size_t space = syntax.find(' ');
  if (space == std::string_view::npos) return slots;
  std::string word;
  bool optional = false;
  auto flush = [&] {
    if (!word.empty()) slots.push_back(parse_slot(word, optional));
    word.clear();
  };
  const std::string_view text = syntax.substr(space + 1);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c == '{' && text.substr(i).starts_with("{,")) {
      flush();
      optional = true;
      ++i;  // the comma
    } else if (c == ',') {
      flush();
    } else if (c == '}' && word.find('{') == std::string::npos) {
      flush();
      optional = false;
    } else {
      word += c;
    }
  }
  flush();
  return slots;
}

}  // namespace

Type Slot::type(const ops::Form& form) const {
  switch (width) {
    case Width::kDouble:
      return twice(form.type);
    case Width::kSecond:
      return form.type2;
    case Width::kFixed:
      return fixed;
    default:
      return form.type;
  }
}

const std::vector<Slot>& signature(const ops::Op& op) {
  static std::mutex mutex;
  static std::unordered_map<const ops::Op*, std::vector<Slot>> cache;
  const std::lock_guard lock(mutex);
  auto [place, fresh] = cache.try_emplace(&op);
  if (fresh) place->second = parse(op.syntax);
  return place->second;
}

}  // namespace simt::program
