// SPDX-License-Identifier: MIT
#include "runner/ptx/ptx_text.h"

#include <cxxabi.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "runner/base/text_file.h"

namespace learn {
namespace {

struct MarkedOpcode {
  std::string_view begins, mark;
};
// The first row that an opcode begins with counts.
constexpr std::array kMarkedOpcodes{
    MarkedOpcode{"ld.param", ""},        MarkedOpcode{"st.param", ""},
    MarkedOpcode{"ldmatrix", "load"},    MarkedOpcode{"stmatrix", "store"},
    MarkedOpcode{"ldu.", "load"},        MarkedOpcode{"ld.", "load"},
    MarkedOpcode{"st.", "store"},        MarkedOpcode{"tex.", "load"},
    MarkedOpcode{"cp.", "copy"},         MarkedOpcode{"atom.", "atomic"},
    MarkedOpcode{"red.", "atomic"},      MarkedOpcode{"barrier.", "barrier"},
    MarkedOpcode{"bar.", "barrier"},     MarkedOpcode{"mbarrier.", "barrier"},
    MarkedOpcode{"membar.", "fence"},    MarkedOpcode{"fence.", "fence"},
    MarkedOpcode{"shfl.", "shuffle"},    MarkedOpcode{"vote.", "vote"},
    MarkedOpcode{"match.", "vote"},      MarkedOpcode{"redux.", "vote"},
    MarkedOpcode{"activemask", "vote"},  MarkedOpcode{"wmma.load", "load"},
    MarkedOpcode{"wmma.store", "store"}, MarkedOpcode{"wmma.", "matrix"},
    MarkedOpcode{"mma.", "matrix"},      MarkedOpcode{"bra", "branch"},
    MarkedOpcode{"brx", "branch"},       MarkedOpcode{"call", "call"},
};

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && name != nullptr ? name : symbol;
  std::free(name);
  const std::string hidden = "(anonymous namespace)::";
  for (auto at = result.find(hidden); at != std::string::npos;
       at = result.find(hidden)) {
    result.erase(at, hidden.size());
  }
  return result;
}

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$';
}

/// `symbol`_param_3 becomes param_3, and the mangled name of a variable what
/// stands behind the last :: of it.
std::string short_names(const std::string& text, const std::string& symbol) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    if (!in_word(text[at])) {
      result += text[at++];
      continue;
    }
    auto end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    auto word = text.substr(at, end - at);
    if (word.rfind(symbol + "_param_", 0) == 0) {
      word.erase(0, symbol.size() + 1);
    } else if (word.rfind("_Z", 0) == 0) {
      word = demangled(word);
      const auto last = word.rfind("::");
      if (last != std::string::npos) word.erase(0, last + 2);
    }
    result += word;
    at = end;
  }
  return result;
}

/// What .loc says, for a file of ours when there is one.
class Places {
 public:
  Places(std::string_view ptx, const std::string& root) {
    for (const auto& line : split_lines(ptx)) {
      std::istringstream words(line);
      std::string word;
      int number = 0;
      if (!(words >> word) || word != ".file" || !(words >> number)) continue;
      const auto begin = line.find('"'), end = line.rfind('"');
      const auto path = line.substr(begin + 1, end - begin - 1);
      if (path.rfind(root + "/", 0) == 0) files_[number] = path;
    }
  }

  /// Reads ".loc 2 110 3, function_name $L__info_string0, inlined_at 1 40 7".
  void take(std::string line) {
    for (char& c : line) c = c == ',' ? ' ' : c;
    std::istringstream words(line);
    std::string word;
    int file = 0, row = 0;
    words >> word >> file >> row;
    set(file, row);
    while (file_.empty() && words >> word) {
      if (word == "inlined_at" && words >> file >> row) set(file, row);
    }
  }

  const std::string& file() const { return file_; }
  int line() const { return line_; }

 private:
  void set(int file, int row) {
    const auto found = files_.find(file);
    // The compiler gives line 0 to what it made up.
    file_ = found == files_.end() || row == 0 ? "" : found->second;
    line_ = row;
  }

  std::map<int, std::string> files_;
  std::string file_;
  int line_ = 0;
};

/// The symbol of a line such as ".visible .entry name(", or "".
std::string declared(const std::string& line) {
  for (const std::string_view kind : {".entry ", ".func "}) {
    const auto at = line.find(kind);
    if (at == std::string::npos) continue;
    auto rest = line.substr(at + kind.size());
    if (rest.rfind('(', 0) == 0) rest.erase(0, rest.find(')') + 1);
    rest = trim(rest);
    size_t end = 0;
    while (end < rest.size() && in_word(rest[end])) ++end;
    return rest.substr(0, end);
  }
  return {};
}

bool is_code(const std::string& line) {
  if (line.empty() || line.rfind("//", 0) == 0) return false;
  if (line == "{" || line == "}" || line == "(" || line == ")") return false;
  return line.front() != '.';  // .reg, .loc, .shared, .pragma
}

}  // namespace

std::string ptx_mark(const std::string& instruction) {
  auto opcode = std::string_view(instruction);
  if (opcode.rfind('{', 0) == 0) opcode.remove_prefix(1);
  while (opcode.rfind(' ', 0) == 0) opcode.remove_prefix(1);
  if (opcode.rfind('@', 0) == 0) {
    opcode.remove_prefix(std::min(opcode.find(' '), opcode.size()));
    while (opcode.rfind(' ', 0) == 0) opcode.remove_prefix(1);
  }
  for (const auto& row : kMarkedOpcodes) {
    if (opcode.rfind(row.begins, 0) == 0) return std::string(row.mark);
  }
  return {};
}

std::string PtxKernel::base() const {
  auto end = name.find('(');
  const auto before_arguments = name.substr(0, end);
  end = before_arguments.find('<');
  auto word = before_arguments.substr(0, end);
  const auto blank = word.rfind(' ');  // a template's name has its result
  return blank == std::string::npos ? word : word.substr(blank + 1);
}

std::vector<PtxKernel> read_ptx(std::string_view ptx, const std::string& root) {
  std::vector<PtxKernel> kernels;
  Places places(ptx, root);
  std::string symbol;
  int depth = 0;
  for (const auto& raw : split_lines(ptx)) {
    const auto line = squeeze(raw);
    if (depth == 0) {
      const auto found = declared(line);
      if (!found.empty()) symbol = found;
      if (line.rfind(';') != std::string::npos) symbol.clear();
    }
    if (line == "{") {
      if (depth++ == 0 && !symbol.empty()) {
        kernels.push_back({demangled(symbol), {}});
      }
      continue;
    }
    if (line == "}" && depth > 0) {
      if (--depth == 0) symbol.clear();
      continue;
    }
    if (depth == 0 || symbol.empty()) continue;
    if (line.rfind(".loc", 0) == 0) places.take(line);
    if (!is_code(line)) continue;
    auto& lines = kernels.back().lines;
    lines.push_back({short_names(line, symbol), ptx_mark(line), places.file(),
                     places.line()});
    // .loc stands between a label and the instruction that it names.
    for (auto i = lines.size() - 1; i-- > 0 && lines[i].text.back() == ':';) {
      lines[i].file = places.file();
      lines[i].line = places.line();
    }
  }
  return kernels;
}

}  // namespace learn
