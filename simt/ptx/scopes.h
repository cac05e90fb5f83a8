// SPDX-License-Identifier: MIT
// Who is `%r5`, `param0` or `$L1` here? The names of one function, block in
// block. Knows no grammar.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "simt/ptx/lexer.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

class Scopes {
 public:
  /// Registers are added to `function`, labels are filled into its body. It
  /// and the PTX text must outlive the scopes.
  explicit Scopes(Function& function) : function_(function) { open(); }

  /// Opens the block of a `{`; false when blocks are nested too deep.
  bool open();
  /// Closes the innermost block: its labels are known now.
  void close();
  bool empty() const { return stack_.empty(); }

  /// False when the innermost block has the name already.
  bool declare_register(std::string_view name, Type type);
  /// `%r<5>` declares `%r0` .. `%r4`. They come to life when first used, so
  /// a large count costs nothing.
  bool declare_registers(std::string_view prefix, uint64_t count, Type type);
  bool declare_variable(std::string_view name, int variable);
  bool define_label(std::string_view name);

  /// The innermost meaning of a name: a register or variable index, or -1.
  int find_register(std::string_view name);
  int find_variable(std::string_view name);

  /// The operand `slot` of instruction `instruction` jumps to `label`.
  void refer(const Token& label, int instruction, int slot);
  /// The element `slot` of a branch table is `label`.
  void refer(const Token& label, std::vector<int>& table, int slot);

  /// A label that was used and never defined; null when there is none. To be
  /// asked when all blocks are closed.
  const Token* undefined_label() const;

 private:
  enum class Meaning { kNone, kRegister, kVariable };
  struct Entry {
    Meaning meaning = Meaning::kNone;
    int index = -1;
  };
  struct Range {
    uint64_t count = 0;
    Type type = Type::kNone;
  };
  struct Reference {
    Token label;
    int instruction = -1;               // -1: `table`
    std::vector<int>* table = nullptr;  // stable: it lives in a std::map
    int slot = 0;
  };
  struct Block {
    std::unordered_map<std::string_view, Entry> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, int> labels;
    std::vector<Reference> references;
  };

  Entry find(std::string_view name);
  Entry find_in_range(Block& block, std::string_view name);
  int add_register(std::string_view name, Type type);
  void point(const Reference& reference, int target);

  Function& function_;
  std::vector<Block> stack_;
  std::vector<Reference> undefined_;
};

}  // namespace simt::ptx
