// SPDX-License-Identifier: MIT
// Goes through the text once, line by line.
#include "runner/clang/lines.h"

#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

namespace learn::clang {
namespace {

constexpr const char* kNoName = "$L__inlined";  // no comment names functions

struct Position {
  std::string file, line, column;
};

/// `file:line:column`, where the file may hold colons.
bool read_position(const std::string& text, Position& position) {
  const size_t column = text.rfind(':');
  if (column == std::string::npos || column == 0) return false;
  const size_t line = text.rfind(':', column - 1);
  if (line == std::string::npos || line == 0) return false;
  position = {text.substr(0, line), text.substr(line + 1, column - line - 1),
              text.substr(column + 1)};
  return true;
}

/// `a:1:2 @[ b:3:4 ]`, innermost first; empty when it is none.
std::vector<Position> chain_of(std::string text) {
  std::vector<Position> chain;
  while (!text.empty() && (text.back() == ' ' || text.back() == ']')) {
    text.pop_back();
  }
  constexpr std::string_view kAt = " @[ ";
  for (size_t at = 0; at != std::string::npos;) {
    const size_t end = text.find(kAt, at);
    Position position;
    if (!read_position(text.substr(at, end - at), position)) return {};
    chain.push_back(position);
    at = end == std::string::npos ? end : end + kAt.size();
  }
  return chain;
}

/// The files of the module by name, and the numbers that they have.
class Files {
 public:
  explicit Files(const std::string& ptx) {
    std::istringstream in(ptx);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string word, name;
      int number = 0;
      if (!(words >> word >> number) || word != ".file") continue;
      const size_t begin = line.find('"'), end = line.rfind('"');
      if (begin >= end || end == std::string::npos) continue;
      numbers_[line.substr(begin + 1, end - begin - 1)] = number;
      last_ = std::max(last_, number);
    }
  }

  int number(const std::string& name) {
    const auto [it, is_new] = numbers_.try_emplace(name, last_ + 1);
    if (is_new) {
      ++last_;
      added_ += "\t.file\t" + std::to_string(last_) + " \"" + name + "\"\n";
    }
    return it->second;
  }

  /// The lines for files where only calls stand.
  const std::string& added() const { return added_; }

 private:
  std::map<std::string, int> numbers_;
  int last_ = 0;
  std::string added_;
};

/// The lines for one `.loc` in which a function was inlined: the outermost call
/// first, as a reader takes a call's own line to stand before it.
std::string inlined(const std::vector<Position>& chain, Files& files) {
  std::string text, call;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const std::string here = std::to_string(files.number(at->file)) + " " +
                             at->line + " " + at->column;
    text += "\t.loc\t" + here;
    if (!call.empty()) {
      text += ", function_name ";
      text += kNoName;
      text += ", inlined_at " + call;
    }
    text += "\n";
    call = here;
  }
  return text;
}

}  // namespace

std::string with_calls(const std::string& ptx) {
  Files files(ptx);
  std::string result;
  bool calls = false;
  std::istringstream in(ptx);
  for (std::string line; std::getline(in, line);) {
    // A string of the program stands in the module as numbers; only the name of
    // a file can hold these two letters.
    const size_t comment =
        line.find(".file") == std::string::npos ? line.find("//") : line.npos;
    if (comment == std::string::npos) {
      result += line + "\n";
      continue;
    }
    const std::string code = line.substr(0, comment);
    std::vector<Position> chain;
    if (code.find("\t.loc\t") != std::string::npos) {
      const size_t text = line.find_first_not_of("/ ", comment);
      // A path begins with the slash that was just skipped.
      if (text != line.npos) chain = chain_of("/" + line.substr(text));
    }
    if (chain.size() > 1) {
      result += inlined(chain, files);
      calls = true;
      continue;
    }
    const size_t last = code.find_last_not_of(" \t");
    if (last != std::string::npos) result += code.substr(0, last + 1) + "\n";
  }
  result += files.added();
  if (calls) {
    result += "\t.section\t.debug_str\n\t{\n";
    result += std::string(kNoName) + ":\n\t.b8 0\n\t}\n";
  }
  return result;
}

}  // namespace learn::clang
