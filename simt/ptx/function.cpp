// SPDX-License-Identifier: MIT
// Head and directives; the body is BodyParser's.
#include "simt/ptx/function.h"

#include <algorithm>

#include "simt/ptx/body.h"

namespace simt::ptx {
namespace {

/// `.maxntid 128, 1, 1`
std::vector<int> parse_counts(Cursor& in) {
  std::vector<int> counts;
  do {
    counts.push_back(in.expect_count("a number of threads"));
  } while (in.accept(','));
  if (counts.size() > 3) in.fail("at most three numbers are allowed here");
  return counts;
}

/// One directive between the head and the body of a function.
void parse_directive(Cursor& in, Function& function) {
  const Token word = in.expect(Token::Kind::kDotWord, "`{` or a directive");
  const std::string_view text = word.text;
  if (text == "maxntid") {
    function.maxntid = parse_counts(in);
  } else if (text == "reqntid") {
    function.reqntid = parse_counts(in);
  } else if (text == "minnctapersm") {
    function.minnctapersm = in.expect_count("a number of blocks");
  } else if (text == "maxnreg") {
    function.maxnreg = in.expect_count("a number of registers");
  } else if (text == "reqnctapercluster") {
    function.reqnctapercluster = parse_counts(in);
  } else if (text == "explicitcluster") {
    function.explicitcluster = true;
  } else if (text == "maxclusterrank") {
    function.maxclusterrank = in.expect_count("a number of blocks");
  } else if (text == "pragma") {
    do {
      in.expect(Token::Kind::kString, "a string");
    } while (in.accept(','));
    in.expect(';');
  } else if (text == "maxnctapersm" || text == "abi_preserve" ||
             text == "abi_preserve_control" || text == "local_maxnreg") {
    in.expect_count("a number");
  } else if (text != "noreturn" && text != "blocksareclusters" &&
             text != "unified") {
    in.fail(quoted(text) + " is no known directive of a function", word);
  }
}

void parse_head(Cursor& in, ParsedFunction& parsed) {
  Function& function = parsed.function;
  function.entry = in.take().text == "entry";
  while (in.at_dot("attribute")) parse_attribute(in);
  if (in.at('(')) function.results = parse_parameters(in);
  parsed.name = in.expect(Token::Kind::kWord, "a function's name");
  function.name = parsed.name.text;
  if (in.at('(')) function.parameters = parse_parameters(in);
}

}  // namespace

ParsedFunction parse_function(Cursor& in, const Linkage& linkage,
                              Locations& locations) {
  ParsedFunction parsed;
  Function& function = parsed.function;
  parse_head(in, parsed);
  function.visible = linkage.visible;
  function.weak = linkage.weak;
  while (!in.at('{') && !in.at(';')) parse_directive(in, function);
  parsed.has_body = !in.accept(';');
  function.external = !parsed.has_body;
  if (parsed.has_body) {
    BodyParser body(in, locations, function);
    body.parse();
    parsed.open_names = body.open_names();
  }
  return parsed;
}

}  // namespace simt::ptx
