// SPDX-License-Identifier: MIT
// A call that does not have the form that clang writes stays as it is.
#include "runner/clang/copies.h"

#include <sstream>
#include <string_view>
#include <vector>

namespace learn::clang {
namespace {

constexpr std::string_view kCall = "call void @llvm.memcpy.";

/// The arguments of the call whose `(` stands at `open`; `close` becomes the
/// place of its `)`. Empty when that is not in the line.
std::vector<std::string> arguments(const std::string& line, size_t open,
                                   size_t& close) {
  std::vector<std::string> all(1);
  int depth = 0;
  for (size_t i = open + 1; i < line.size(); ++i) {
    const char c = line[i];
    if (c == ')' && depth == 0) {
      close = i;
      return all;
    }
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      all.emplace_back();
    } else if (c != ' ' || !all.back().empty()) {
      all.back() += c;
    }
  }
  return {};
}

/// `ptr addrspace(3) noundef align 16 %x` without attributes; empty when it is
/// not aligned to 16.
std::string pointer(const std::string& argument) {
  const std::string_view kAlign = "align 16 ";
  const size_t align = argument.find(kAlign);
  if (argument.rfind("ptr ", 0) != 0 || align == std::string::npos) return {};
  std::string type = "ptr ";
  if (argument.rfind("ptr addrspace(", 0) == 0) {
    type = argument.substr(0, argument.find(')') + 1) + " ";
  }
  // The value follows the last attribute: a name, or a constant's words.
  std::string value = argument.substr(align + kAlign.size());
  constexpr std::string_view kSize = "dereferenceable(16) ";
  if (value.rfind(kSize, 0) == 0) value = value.substr(kSize.size());
  const bool plain = value[0] == '%' || value[0] == '@' ||
                     value.rfind("getelementptr", 0) == 0 ||
                     value.rfind("addrspacecast", 0) == 0;
  return plain ? type + value : std::string();
}

/// The two lines for the call in `line`; `number` makes its name.
std::string wide(const std::string& line, size_t call, int number) {
  const size_t open = line.find('(', call);
  size_t close = 0;
  if (open == std::string::npos) return {};
  const auto words = arguments(line, open, close);
  if (words.size() != 4 || words[2] != "i64 16" || words[3] != "i1 false") {
    return {};
  }
  const std::string to = pointer(words[0]), from = pointer(words[1]);
  if (to.empty() || from.empty()) return {};
  // Of what follows, the source line counts.
  std::string place;
  if (const size_t at = line.find(", !dbg !", close); at != line.npos) {
    place = line.substr(at, line.find(',', at + 1) - at);
  }
  const std::string name = "%wide.copy." + std::to_string(number);
  return "  " + name + " = load <4 x i32>, " + from + ", align 16" + place +
         "\n  store <4 x i32> " + name + ", " + to + ", align 16" + place +
         "\n";
}

}  // namespace

std::string with_wide_copies(const std::string& ir) {
  std::string result;
  int number = 0;
  std::istringstream in(ir);
  for (std::string line; std::getline(in, line);) {
    std::string made;
    const size_t call = line.find(kCall);
    if (call != std::string::npos) made = wide(line, call, number++);
    result += made.empty() ? line + "\n" : made;
  }
  return result;
}

}  // namespace learn::clang
