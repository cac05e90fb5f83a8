// SPDX-License-Identifier: MIT
// The top level of a PTX text, and the check that every name means something.
#include <string_view>
#include <unordered_map>

#include "simt/ptx/cursor.h"
#include "simt/ptx/function.h"
#include "simt/ptx/locations.h"
#include "simt/ptx/module.h"
#include "simt/ptx/variable.h"

namespace simt::ptx {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : in_(text) {}

  Module parse();

 private:
  struct Known {
    bool function = false;
    bool defined = false;
    size_t index = 0;
  };

  void parse_statement();
  void parse_version();
  void parse_target();
  void parse_declaration();
  void add_function(ParsedFunction parsed);
  void add_variable(Variable variable, const Token& name);
  void check_names() const;

  Cursor in_;
  Module module_;
  Locations locations_;
  std::unordered_map<std::string_view, Known> known_;
  std::vector<Token> open_names_;
};

Module ModuleParser::parse() {
  if (!in_.at_dot("version")) in_.fail_expected("`.version`");
  while (!in_.at_end()) parse_statement();
  check_names();
  locations_.finish(module_);
  return std::move(module_);
}

void ModuleParser::parse_statement() {
  if (in_.accept(';')) return;
  if (in_.accept_dot("version")) {
    parse_version();
  } else if (in_.accept_dot("target")) {
    parse_target();
  } else if (in_.accept_dot("address_size")) {
    module_.address_size = in_.expect_count("an address size");
  } else if (in_.accept_dot("file")) {
    locations_.parse_file(in_);
  } else if (in_.accept_dot("loc")) {
    locations_.parse_loc(in_);
  } else if (in_.accept_dot("section")) {
    locations_.parse_section(in_);
  } else if (in_.accept_dot("pragma")) {
    in_.expect(Token::Kind::kString, "a string");
    in_.expect(';');
  } else {
    parse_declaration();
  }
}

void ModuleParser::parse_version() {
  const Token version = in_.expect(Token::Kind::kFloat, "a version");
  const size_t dot = version.text.find('.');
  const auto number = [](std::string_view digits) {
    int value = 0;
    for (const char c : digits.substr(0, 4)) {
      if (c >= '0' && c <= '9') value = value * 10 + (c - '0');
    }
    return value;
  };
  module_.version_major = number(version.text.substr(0, dot));
  module_.version_minor =
      dot < version.text.size() ? number(version.text.substr(dot + 1)) : 0;
}

void ModuleParser::parse_target() {
  module_.target = in_.expect(Token::Kind::kWord, "a target").text;
  while (in_.accept(',')) in_.expect(Token::Kind::kWord, "a target option");
}

void ModuleParser::parse_declaration() {
  const Linkage linkage = parse_linkage(in_);
  if (in_.at_dot("entry") || in_.at_dot("func")) {
    add_function(parse_function(in_, linkage, locations_));
  } else if (at_space(in_)) {
    std::vector<Token> names;
    std::vector<Variable> variables = parse_variables(in_, linkage, names);
    for (size_t i = 0; i < variables.size(); ++i) {
      add_variable(std::move(variables[i]), names[i]);
    }
  } else {
    in_.fail_expected("a variable, a function or a directive");
  }
}

void ModuleParser::add_function(ParsedFunction parsed) {
  const auto [it, added] = known_.try_emplace(parsed.name.text);
  Known& known = it->second;
  if (added) {
    known = {true, parsed.has_body, module_.functions.size()};
    module_.functions.push_back(std::move(parsed.function));
  } else if (!known.function || (known.defined && parsed.has_body)) {
    in_.fail("this name is defined twice", parsed.name);
  } else {
    Function& old = module_.functions[known.index];
    parsed.function.visible |= old.visible;
    parsed.function.weak |= old.weak;
    if (parsed.has_body) old = std::move(parsed.function);
    known.defined |= parsed.has_body;
  }
  open_names_.insert(open_names_.end(), parsed.open_names.begin(),
                     parsed.open_names.end());
}

void ModuleParser::add_variable(Variable variable, const Token& name) {
  const auto [it, added] = known_.try_emplace(name.text);
  Known& known = it->second;
  if (added) {
    known = {false, !variable.external, module_.variables.size()};
    module_.variables.push_back(std::move(variable));
  } else if (known.function || (known.defined && !variable.external)) {
    in_.fail("this name is defined twice", name);
  } else if (!variable.external) {
    module_.variables[known.index] = std::move(variable);
    known.defined = true;
  }
}

void ModuleParser::check_names() const {
  for (const Token& name : open_names_) {
    if (known_.contains(name.text)) continue;
    in_.fail(quoted(name.text) + " is not declared", name);
  }
}

}  // namespace

std::optional<Module> parse(const std::string& text, ParseError& error) {
  try {
    return ModuleParser(text).parse();
  } catch (const SyntaxError& syntax) {
    error = syntax.error;
    return std::nullopt;
  }
}

}  // namespace simt::ptx
