// SPDX-License-Identifier: MIT
// Statements in any order until the last block closes.
#include "simt/ptx/body.h"

#include <algorithm>
#include <unordered_set>

#include "simt/ptx/constant.h"
#include "simt/ptx/names.h"
#include "simt/ptx/variable.h"

namespace simt::ptx {

void BodyParser::parse() {
  in_.expect('{');
  while (!scopes_.empty()) parse_statement();
  if (const Token* label = scopes_.undefined_label()) {
    in_.fail(quoted(label->text) + " is no label of this block", *label);
  }
}

void BodyParser::parse_statement() {
  if (in_.at('{')) {
    if (!scopes_.open()) in_.fail("blocks are nested too deep");
    in_.take();
  } else if (in_.accept('}')) {
    scopes_.close();
  } else if (in_.at(Token::Kind::kDotWord)) {
    parse_directive();
  } else if (in_.at(Token::Kind::kWord) && in_.ahead_is(':')) {
    parse_label();
  } else if (!in_.accept(';')) {
    instructions_.parse(location_);
  }
}

void BodyParser::parse_directive() {
  if (at_space(in_)) return parse_variable();
  if (in_.accept_dot("reg")) return parse_registers();
  if (in_.accept_dot("loc")) {
    location_ = locations_.parse_loc(in_);
    if (function_.location < 0) function_.location = location_;
  } else if (in_.accept_dot("file")) {
    locations_.parse_file(in_);
  } else if (in_.accept_dot("pragma")) {
    do {
      in_.expect(Token::Kind::kString, "a string");
    } while (in_.accept(','));
    in_.expect(';');
  } else {
    in_.fail_expected("an instruction or a declaration");
  }
}

void BodyParser::parse_registers() {
  const Token word = in_.expect(Token::Kind::kDotWord, "a register's type");
  const Type type = type_named(word.text);
  if (word.text == "v2" || word.text == "v4") {
    in_.fail("vector registers are not supported", word);
  }
  if (type == Type::kNone) in_.fail("not a register's type", word);
  do {
    const Token name = in_.expect(Token::Kind::kWord, "a register's name");
    bool fresh = false;
    if (in_.accept('<')) {
      const Token where = in_.token();
      const uint64_t count = parse_integer(in_);
      if (count > 0xffffffff) in_.fail("too many registers", where);
      fresh = scopes_.declare_registers(name.text, count, type);
      in_.expect('>');
    } else {
      fresh = scopes_.declare_register(name.text, type);
    }
    if (!fresh) in_.fail("this name is declared twice", name);
  } while (in_.accept(','));
  in_.expect(';');
}

void BodyParser::parse_variable() {
  std::vector<Token> names;
  std::vector<Variable> variables = parse_variables(in_, Linkage{}, names);
  for (size_t i = 0; i < variables.size(); ++i) {
    const int index = static_cast<int>(function_.variables.size());
    if (!scopes_.declare_variable(names[i].text, index)) {
      in_.fail("this name is declared twice", names[i]);
    }
    variables[i].location = location_;
    function_.variables.push_back(std::move(variables[i]));
  }
}

void BodyParser::parse_label() {
  const Token name = in_.take();
  in_.take();
  if (in_.accept_dot("callprototype")) return parse_prototype(name);
  if (in_.accept_dot("branchtargets")) return parse_branch_targets(name);
  if (in_.accept_dot("calltargets")) return parse_call_targets(name);
  if (!scopes_.define_label(name.text)) {
    in_.fail("this label is defined twice", name);
  }
  function_.labels.emplace(name.text, function_.body.size());
}

/// `(.param .b32 _) _ (.param .b64 _) .noreturn;`
void BodyParser::parse_prototype(const Token& name) {
  Prototype prototype;
  prototype.name = name.text;
  if (in_.at('(')) prototype.results = parse_parameters(in_);
  in_.expect(Token::Kind::kWord, "`_`");
  if (in_.at('(')) prototype.parameters = parse_parameters(in_);
  while (!in_.at(';')) {
    if (in_.accept_dot("abi_preserve") ||
        in_.accept_dot("abi_preserve_control")) {
      in_.expect_count("a number");
    } else if (!in_.accept_dot("noreturn")) {
      in_.fail_expected("`;`");
    }
  }
  in_.expect(';');
  function_.prototypes.push_back(std::move(prototype));
}

void BodyParser::parse_branch_targets(const Token& name) {
  std::vector<int>& table = function_.branch_tables[std::string(name.text)];
  if (!table.empty()) in_.fail("this table is defined twice", name);
  do {
    const Token label = in_.expect(Token::Kind::kWord, "a label");
    const int slot = static_cast<int>(table.size());
    table.push_back(-1);
    scopes_.refer(label, table, slot);
  } while (in_.accept(','));
  in_.expect(';');
}

void BodyParser::parse_call_targets(const Token& name) {
  std::vector<std::string>& table =
      function_.call_tables[std::string(name.text)];
  if (!table.empty()) in_.fail("this table is defined twice", name);
  do {
    table.emplace_back(in_.expect(Token::Kind::kWord, "a function").text);
  } while (in_.accept(','));
  in_.expect(';');
}

std::vector<Token> BodyParser::open_names() const {
  std::unordered_set<std::string_view> known;
  for (const Variable& v : function_.parameters) known.insert(v.name);
  for (const Variable& v : function_.results) known.insert(v.name);
  for (const Prototype& p : function_.prototypes) known.insert(p.name);
  for (const auto& [name, table] : function_.branch_tables) known.insert(name);
  for (const auto& [name, table] : function_.call_tables) known.insert(name);
  std::vector<Token> open;
  for (const Token& name : instructions_.open_names()) {
    if (known.insert(name.text).second) open.push_back(name);
  }
  return open;
}

}  // namespace simt::ptx
