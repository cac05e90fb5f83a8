// SPDX-License-Identifier: MIT
// Finds the row that takes an instruction: by opcode, then by modifiers in
// any order, then by number and kind of operands.
#include "simt/ops/match.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>

namespace simt::ops {
namespace {

using Operand = ptx::Operand;

/// A class word of the syntax lines and the modifiers that it stands for.
struct Class {
  std::string_view name;
  std::string_view words;  // each between blanks
  bool repeats = false;    // several of its words may be written
};

// clang-format off
constexpr Class kClasses[] = {
    {"bool", " and or xor "},
    {"border", " clamp trap zero "},
    {"cache", " ca cg cs lu cv wb wt nc L1 L2 ", true},
    {"cmp", " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan "},
    {"dim", " 1d 2d 3d 4d 5d "},
    {"extent", " m16n16k16 m16n16k8 m16n8k16 m16n8k32 m16n8k4 m16n8k8 m32n8k16"
               " m8n32k16 m8n8k16 m8n8k4 "},
    {"irnd", " rni rzi rmi rpi "},
    {"layout", " row col ", true},
    {"matrices", " x1 x2 x4 "},
    {"mode", " lo hi wide up down bfly idx all any uni ballot clamp wrap l r"
             " f4e b4e rc8 ecl ecr rc16 "},
    {"op", " and or xor popc add min max inc dec cas exch "},
    {"rnd", " rn rz rm rp rna "},
    {"scale", " shr7 shr15 "},
    {"scope", " cta cluster gpu gl sys "},
    {"sel", " b0 b1 b2 b3 h0 h1 "},
    {"sem", " weak volatile relaxed acquire release acq_rel sc "},
    {"shape", ""},  // m64n8k16 and so on: see class_takes
    {"space", " global shared shared::cta shared::cluster local const param"
              " param::entry param::func "},
    {"test", " finite infinite number notanumber normal subnormal "},
    {"vec", " v2 v4 v8 "},
};
// clang-format on

bool class_takes(const Class& c, std::string_view word) {
  if (word == "L2::cache_hint") return false;  // it brings an operand
  if (c.name == "cache" &&
      (word.starts_with("L1::") || word.starts_with("L2::"))) {
    return true;
  }
  if (word.empty()) return false;
  if (c.name == "shape") return word.starts_with("m64n");
  for (size_t at = c.words.find(word); at != std::string_view::npos;
       at = c.words.find(word, at + 1)) {
    if (c.words[at - 1] == ' ' && c.words[at + word.size()] == ' ') return true;
  }
  return false;
}

const Class* find_class(std::string_view name) {
  const Class* found = std::ranges::find(kClasses, name, &Class::name);
  return found == std::end(kClasses) ? nullptr : found;
}

/// Marks the syntax word that takes `word`, the `type_count`-th type written
/// when it is one. False when the row does not allow it.
bool take_word(const Syntax& syntax, std::string_view word, int type_count,
               std::vector<bool>& used) {
  const auto take = [&](auto allows) {
    for (size_t i = 0; i < syntax.words.size(); ++i) {
      if (!allows(syntax.words[i].text, used[i])) continue;
      used[i] = true;
      return true;
    }
    return false;
  };
  if (take([&](auto text, bool seen) { return !seen && text == word; })) {
    return true;
  }
  if (type_count > 0) {
    constexpr std::string_view kSlots[] = {"type", "type2", "type3", "type4"};
    if (type_count > 4) return false;
    const std::string_view slot = kSlots[type_count - 1];
    return take([&](auto text, bool seen) { return !seen && text == slot; });
  }
  return take([&](auto text, bool seen) {
    const Class* c = find_class(text);
    return c != nullptr && (!seen || c->repeats) && class_takes(*c, word);
  });
}

bool words_fit(const Row& row, const ptx::Instruction& instruction,
               const Form& form) {
  const Syntax& syntax = row.syntax;
  std::vector<bool> used(syntax.words.size(), false);
  int type_count = 0;
  for (const std::string& word : instruction.modifiers) {
    const bool type = ptx::type_from(word) != ptx::Type::kNone;
    if (type) ++type_count;
    if (!take_word(syntax, word, type ? type_count : 0, used)) return false;
  }
  for (size_t i = 0; i < syntax.words.size(); ++i) {
    if (!used[i] && !syntax.words[i].optional) return false;
    const bool main_type = used[i] && syntax.words[i].text == "type";
    if (main_type && (row.op->types & bit(form.type)) == 0) return false;
  }
  return true;
}

bool plain(const Operand& operand, const Form& form) {
  switch (operand.kind) {
    case Operand::Kind::kRegister:
    case Operand::Kind::kSpecial:
    case Operand::Kind::kInteger:
    case Operand::Kind::kFloat:
    case Operand::Kind::kSymbol:
    case Operand::Kind::kSink:
      return true;
    case Operand::Kind::kVector:
      return form.vector > 1;
    default:
      return false;
  }
}

/// Whether sign and selector are allowed, and there if they must be.
bool marks_fit(const SyntaxOperand& want, const Operand& have) {
  using Select = SyntaxOperand::Select;
  if (have.minus && !want.minus) return false;
  if (have.selector.empty()) return want.select != Select::kMust;
  return want.select != Select::kNever &&
         class_takes(*find_class("sel"), have.selector);
}

bool operand_fits(const SyntaxOperand& want, const Operand& have,
                  const Form& form) {
  if (!marks_fit(want, have)) return false;
  switch (want.kind) {
    case SyntaxOperand::Kind::kPlain:
      return plain(have, form);
    case SyntaxOperand::Kind::kPair:
      return have.kind == Operand::Kind::kPair;
    case SyntaxOperand::Kind::kAddress:
      return have.kind == Operand::Kind::kAddress;
    case SyntaxOperand::Kind::kTexture:
      return have.kind == Operand::Kind::kAddress && have.parts.size() == 2;
    case SyntaxOperand::Kind::kVector:
      return have.kind == Operand::Kind::kVector;
    case SyntaxOperand::Kind::kFragment:
      return have.kind == Operand::Kind::kVector ||
             have.kind == Operand::Kind::kRegister;
    case SyntaxOperand::Kind::kList:
      return have.kind == Operand::Kind::kList;
    case SyntaxOperand::Kind::kLabel:
      return have.kind == Operand::Kind::kLabel;
    case SyntaxOperand::Kind::kTable:
      return have.kind == Operand::Kind::kSymbol;
  }
  return false;
}

/// Tries to lay `have` over `want`, leaving out optional operands.
bool operands_fit(std::span<const SyntaxOperand> want,
                  std::span<const Operand> have, const Form& form) {
  if (want.empty()) return have.empty();
  if (!have.empty() && operand_fits(want[0], have[0], form) &&
      operands_fit(want.subspan(1), have.subspan(1), form)) {
    return true;
  }
  return want[0].optional && operands_fit(want.subspan(1), have, form);
}

using Index = std::unordered_map<std::string_view, std::vector<Row>>;

/// The rows by opcode, built at the first use.
const Index& index() {
  static const Index built = [] {
    Index rows;
    for (const std::span<const Op> family : table()) {
      for (const Op& op : family) {
        rows[op.opcode()].push_back({&op, parse_syntax(op.syntax)});
      }
    }
    return rows;
  }();
  return built;
}

}  // namespace

const Row* find_row(const ptx::Instruction& instruction, const Form& form) {
  const auto found = index().find(instruction.opcode);
  if (found == index().end()) return nullptr;
  for (const Row& row : found->second) {
    if (words_fit(row, instruction, form) &&
        (instruction.opcode == "call" ||  // lists and functions: decoder's
         operands_fit(row.syntax.operands, instruction.operands, form)) &&
        row.op->select(form) != nullptr) {
      return &row;
    }
  }
  return nullptr;
}

const Op* find_op(const ptx::Instruction& instruction, const Form& form) {
  const Row* row = find_row(instruction, form);
  return row == nullptr ? nullptr : row->op;
}

std::vector<std::string_view> forms_of(std::string_view opcode) {
  std::vector<std::string_view> forms;
  const auto found = index().find(opcode);
  if (found == index().end()) return forms;
  for (const Row& row : found->second) forms.push_back(row.op->syntax);
  return forms;
}

std::string_view words_of(std::string_view name) {
  const Class* found = find_class(name);
  return found == nullptr ? std::string_view() : found->words;
}

}  // namespace simt::ops
