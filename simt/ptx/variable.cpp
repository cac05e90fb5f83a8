// SPDX-License-Identifier: MIT
// State space, alignment, type, name and dimensions of each declaration.
#include "simt/ptx/variable.h"

#include "simt/ptx/constant.h"
#include "simt/ptx/initializer.h"
#include "simt/ptx/names.h"

namespace simt::ptx {
namespace {

// No device has more memory, and sums of a few such sizes fit 64 bits.
constexpr uint64_t kMaxElements = uint64_t{1} << 44;

void parse_alignment(Cursor& in, Variable& variable) {
  const Token where = in.token();
  const int align = in.expect_count("an alignment");
  if (align <= 0 || (align & (align - 1)) != 0) {
    in.fail("an alignment must be a power of two", where);
  }
  variable.align = align;
}

/// `.ptr .global .align 8` describes what a parameter points to. Only the
/// emulator's own bounds count, so it is read over.
void skip_pointee(Cursor& in) {
  if (at_space(in)) in.take();
  if (in.accept_dot("align")) in.expect_count("an alignment");
}

void parse_word(Cursor& in, Variable& variable) {
  const Token word = in.take();
  if (word.text == "align") return parse_alignment(in, variable);
  if (word.text == "ptr") return skip_pointee(in);
  if (word.text == "v2" || word.text == "v4") {
    variable.vector = word.text[1] - '0';
    return;
  }
  // An opaque object is a 64-bit handle.
  const bool opaque = word.text == "texref" || word.text == "samplerref" ||
                      word.text == "surfref";
  variable.type = opaque ? Type::kB64 : type_named(word.text);
  if (size_of(variable.type) == 0) {
    in.fail(quoted(word.text) + " is no type of a variable", word);
  }
}

/// Everything before the name.
Variable parse_head(Cursor& in) {
  Variable variable;
  if (!at_space(in)) in.fail_expected("a state space");
  space_named(in.take().text, variable.space);
  variable.type = Type::kNone;
  while (in.at(Token::Kind::kDotWord)) {
    if (in.at_dot("attribute")) {
      variable.managed |= parse_attribute(in);
    } else {
      parse_word(in, variable);
    }
  }
  if (variable.type == Type::kNone) in.fail_expected("a type");
  if (variable.align == 0) {
    variable.align = size_of(variable.type) * variable.vector;
  }
  return variable;
}

/// `name[2][3]`; returns the dimensions.
std::vector<uint64_t> parse_name(Cursor& in, Variable& variable) {
  variable.name = in.expect(Token::Kind::kWord, "a variable's name").text;
  std::vector<uint64_t> dimensions;
  while (in.accept('[')) {
    if (in.accept(']')) {
      if (!dimensions.empty()) in.fail("only the first `[]` may be empty");
      variable.unsized = true;
      dimensions.push_back(0);
      continue;
    }
    const Token where = in.token();
    const uint64_t size = parse_integer(in);
    const bool fits = size == 0 || (size <= kMaxElements &&
                                    variable.count <= kMaxElements / size);
    if (!fits) in.fail("the array is too large", where);
    variable.count *= size;
    dimensions.push_back(size);
    in.expect(']');
  }
  if (dimensions.size() > kMaxDimensions) in.fail("too many dimensions");
  return dimensions;
}

/// `arr[] = {1, 2}` takes its size from the initialiser.
void settle_size(Variable& variable, bool initialised) {
  if (!variable.unsized) return;
  variable.count = variable.init.size();
  variable.unsized = !initialised;
}

}  // namespace

Linkage parse_linkage(Cursor& in) {
  Linkage linkage;
  while (true) {
    if (in.accept_dot("extern"))
      linkage.external = true;
    else if (in.accept_dot("visible"))
      linkage.visible = true;
    else if (in.accept_dot("weak") || in.accept_dot("common"))
      linkage.weak = true;
    else
      return linkage;
  }
}

bool at_space(const Cursor& in) {
  Space space;
  return in.at(Token::Kind::kDotWord) && space_named(in.token().text, space);
}

bool parse_attribute(Cursor& in) {
  bool managed = false;
  in.take();
  in.expect('(');
  do {
    managed |= in.at_dot("managed");
    in.expect(Token::Kind::kDotWord, "an attribute");
    if (in.accept('(')) {  // .unified(1, 2)
      do {
        parse_integer(in);
      } while (in.accept(','));
      in.expect(')');
    }
  } while (in.accept(','));
  in.expect(')');
  return managed;
}

std::vector<Variable> parse_variables(Cursor& in, const Linkage& linkage,
                                      std::vector<Token>& names) {
  std::vector<Variable> variables;
  Variable head = parse_head(in);
  head.external = linkage.external;
  head.visible = linkage.visible;
  head.weak = linkage.weak;
  do {
    Variable& variable = variables.emplace_back(head);
    names.push_back(in.token());
    const std::vector<uint64_t> dimensions = parse_name(in, variable);
    const bool initialised = in.accept('=');
    if (initialised) parse_initializer(in, dimensions, variable);
    settle_size(variable, initialised);
  } while (in.accept(','));
  in.expect(';');
  return variables;
}

std::vector<Variable> parse_parameters(Cursor& in) {
  std::vector<Variable> parameters;
  in.expect('(');
  if (in.accept(')')) return parameters;
  do {
    if (in.at_dot("reg")) {
      in.fail("parameters in registers are not supported; use .param");
    }
    Variable& variable = parameters.emplace_back(parse_head(in));
    if (variable.space != Space::kParam) in.fail_expected("`.param`");
    parse_name(in, variable);
    settle_size(variable, false);
  } while (in.accept(','));
  in.expect(')');
  return parameters;
}

}  // namespace simt::ptx
